"""Python for templates that does less: Jinja's own, where a page spends its time.

A page is a few hundred short strings. Jinja hands each of them up through every
template that includes another, wraps each in a `Markup` that is thrown away at once,
and calls a method for each key of a dictionary. Here a template is one string, what is
only written is only escaped, and a key is looked up where it stands.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Any

import markupsafe
from jinja2 import nodes
from jinja2.compiler import CodeGenerator, Frame, optimizeconst
from markupsafe import Markup, _escape_inner  # type: ignore[attr-defined]

METHODS = frozenset(name for name in dir(dict) if not name.startswith("_"))
"""What a dictionary can do: in a template these names mean that, never a key."""

_PLACE = re.compile(r"%(?:\((\w+)\)s|(%))")


class QuickCode(CodeGenerator):
    """Writes a template as Python."""

    def blockvisit(self, body: Any, frame: Frame) -> None:
        """Write the body of a function: all it says is gathered, and given as one."""
        if frame.buffer is not None:
            super().blockvisit(body, frame)
            return
        self.buffer(frame)
        super().blockvisit(body, frame)
        self.writeline(f"yield concat({frame.buffer})")

    def visit_Include(self, node: nodes.Include, frame: Frame) -> None:  # noqa: N802
        """Write an include: another template's one string."""
        if node.ignore_missing or not node.with_context or frame.buffer is None:
            super().visit_Include(node, frame)
            return
        self.writeline("template = environment.get_or_select_template(", node)
        self.visit(node.template, frame)
        self.write(f", {self.name!r})")
        local = self.dump_local_context(frame)
        self.writeline(f"{frame.buffer}.extend(template.included(context, {local}))")

    @optimizeconst
    def visit_Getattr(self, node: nodes.Getattr, frame: Frame) -> None:  # noqa: N802
        """Write `node.attr`; in our templates it is nearly always a key."""
        if node.attr in METHODS:
            super().visit_Getattr(node, frame)
            return
        key = repr(node.attr)
        self.write(f"(held[{key}] if type(held := ")
        self.visit(node.node, frame)
        self.write(f") is dict and {key} in held")
        self.write(f" else environment.getattr(held, {key}))")

    @optimizeconst
    def visit_Call(  # noqa: N802
        self, node: nodes.Call, frame: Frame, forward_caller: bool = False
    ) -> None:
        """Write a call; a sentence with places to fill is put together right here."""
        pieces = None if forward_caller else self._sentence(node)
        if pieces is None:
            super().visit_Call(node, frame, forward_caller=forward_caller)
            return
        values = {one.key: one.value for one in node.kwargs}
        self.write("Markup(concat((")
        for text, name in pieces:
            self.write(f"{text!r}, ")
            if name is not None:
                self.write("escape(")
                self.visit(values[name], frame)
                self.write("), ")
        self.write(")))")

    def _sentence(self, node: nodes.Call) -> Pieces | None:
        """Return the pieces of a call of `_`, None if it is more than a sentence."""
        words = getattr(self.environment, "words", None)
        if words is None or not is_sentence(node):
            return None
        pieces = pieces_of(words(node.args[0].as_const()))
        wanted = [name for _, name in pieces or () if name is not None]
        given = [one.key for one in node.kwargs]
        # Each value is asked for once, as in a call.
        return pieces if pieces and sorted(wanted) == sorted(given) else None


def is_sentence(node: nodes.Node) -> bool:
    """Tell whether a node says a sentence that stands in the template."""
    return (
        isinstance(node, nodes.Call)
        and isinstance(node.node, nodes.Name)
        and node.node.name == "_"
        and len(node.args) == 1
        and isinstance(node.args[0], nodes.Const)
        and node.dyn_args is None
        and node.dyn_kwargs is None
    )


def escape(value: Any) -> str:
    """Return a value as a page may show it.

    What comes is only joined to other strings, so it need not know that it is safe.
    """
    kind = type(value)
    if kind is str:
        said: str = _escape_inner(value)
        return said
    if kind is int:
        return str(value)
    safe: str = value if kind is Markup else markupsafe.escape(value)
    return safe


Pieces = tuple[tuple[str, str | None], ...]
"""A sentence: each text with the name of what follows it, None at the end."""


@lru_cache(maxsize=1 << 12)
def pieces_of(sentence: str) -> Pieces | None:
    """Return the pieces of a sentence; None if it asks for more than values."""
    if "%" in _PLACE.sub("", sentence):
        return None
    pieces: list[tuple[str, str | None]] = []
    text, end = "", 0
    for place in _PLACE.finditer(sentence):
        text, end = text + sentence[end : place.start()], place.end()
        if place[2]:
            text += "%"
        else:
            pieces.append((text, place[1]))
            text = ""
    return (*pieces, (text + sentence[end:], None))


def fill(sentence: str, values: dict[str, Any]) -> Markup:
    """Return a sentence with its values, escaped where they are not markup already."""
    pieces = pieces_of(sentence)
    if pieces is None:
        return Markup(sentence) % values
    said = [
        text if name is None else text + escape(values[name]) for text, name in pieces
    ]
    return Markup("".join(said))
