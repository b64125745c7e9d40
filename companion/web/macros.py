"""Macros that say the same for the same values are drawn once and kept.

Most of a page is the same for four phones, and the same as a moment ago. What a macro
depends on is read off its template: its arguments, and a few names that stand still
while a page is drawn. A macro that asks for anything else is drawn every time.
"""

from __future__ import annotations

import marshal
from collections.abc import Iterable
from sys import getsizeof
from typing import Any

from jinja2 import Environment, meta, nodes
from jinja2.exceptions import TemplateError
from jinja2.runtime import Context, Macro

ASKED = frozenset(("names", "look"))
"""What a page is drawn from that is short enough to be part of the key."""

FIXED = frozenset(
    ("_", "ngettext", "range", "dict", "namespace", "url_for", "draw", "templates")
)
"""What is the same on every page of one language and game."""

MOST = 4 * 1024 * 1024
"""Bytes of the drawings, with their keys, kept for one language and game."""

LONGEST = 6000
"""Bytes of a key. A macro that is given more, a whole board, is drawn every time: it is
a new one after every move, and would only push out what is drawn again."""

OUTSIDE: tuple[type[nodes.Node], ...] = (
    nodes.Include,
    nodes.Import,
    nodes.FromImport,
    nodes.CallBlock,
)
"""What brings in more than we follow."""

Depends = frozenset[str]


class Kept:
    """What the macros of one language and game have drawn."""

    def __init__(self, environment: Environment) -> None:
        self.environment = environment
        self._known: dict[str, dict[str, Depends | None]] = {}
        self._depends: dict[Any, Depends | None] = {}
        self._drawn: dict[tuple[Any, bytes], str] = {}
        self._size = 0

    def __len__(self) -> int:
        return len(self._drawn)

    def call(
        self,
        macro: Macro,
        context: Context,
        args: tuple[Any, ...],
        more: dict[str, Any],
    ) -> Any:
        """Return what a macro draws."""
        code = macro._func.__code__
        # Code that reads alike is equal, whichever file it stands in.
        who = code.co_filename, code
        try:
            asks = self._depends[who]
        except KeyError:
            asks = self._depends[who] = self._look_up(code.co_filename, macro.name)
        if asks is None:
            return macro(context.eval_ctx, *args, **more)
        asked = [context.resolve_or_missing(name) for name in asks]
        try:
            # Exact: a text and a text that is markup already are not the same.
            said = marshal.dumps((args, more, asked), 2)
        except ValueError:
            return macro(context.eval_ctx, *args, **more)
        found = self._drawn.get((who, said))
        if found is None:
            found = macro(context.eval_ctx, *args, **more)
            if len(said) <= LONGEST:
                self._keep((who, said), found)
            else:
                self._depends[who] = None
        return found

    def _keep(self, key: tuple[Any, bytes], drawn: str) -> None:
        if self._size > MOST:
            # The oldest half goes; what is still drawn comes back by itself.
            for old in list(self._drawn)[: len(self._drawn) // 2]:
                self._drawn.pop(old, None)
            left = list(self._drawn.items())
            self._size = sum(_bytes_of(held, said) for (_, held), said in left)
        self._drawn[key] = drawn
        self._size += _bytes_of(key[1], drawn)

    def _look_up(self, filename: str, macro: str) -> Depends | None:
        page = self._pages().get(filename)
        return self.depends_of(page).get(macro) if page else None

    def depends_of(self, page: str) -> dict[str, Depends | None]:
        """Return what each macro of a template depends on; None if it is not known."""
        if page not in self._known:
            self._known[page] = self._read(page)
        return self._known[page]

    def _read(self, page: str) -> dict[str, Depends | None]:
        loader = self.environment.loader
        if loader is None:
            return {}
        try:
            source, filename, _ = loader.get_source(self.environment, page)
            parsed = self.environment._parse(source, page, filename)
        except TemplateError:
            return {}
        return _Page(self, parsed).depends()

    def _pages(self) -> dict[str, str]:
        cached = self.environment.cache
        pages = cached.values() if cached is not None else ()
        named = ((page.filename, page.name) for page in pages)
        return {path: name for path, name in named if path and name}


class _Page:
    """A template, as far as its macros ask for something."""

    def __init__(self, kept: Kept, parsed: nodes.Template) -> None:
        self._kept, self._environment = kept, kept.environment
        found = list(parsed.find_all(nodes.Macro))
        names = [macro.name for macro in found]
        # Two macros of one name, or one within another, are more than we follow.
        self._macros = {one.name: one for one in found if names.count(one.name) == 1}
        self._modules = {
            one.target: one.template.value
            for one in parsed.body
            if isinstance(one, nodes.Import) and isinstance(one.template, nodes.Const)
        }
        self._constants = {
            one.target.name: one.node
            for one in parsed.body
            if isinstance(one, nodes.Assign) and isinstance(one.target, nodes.Name)
        }
        for name in _changed_by(parsed.body):
            self._constants.pop(name, None)

    def depends(self) -> dict[str, Depends | None]:
        return {name: self._of_macro(name, frozenset()) for name in self._macros}

    def _of_macro(self, name: str, above: frozenset[str]) -> Depends | None:
        if name in above:
            return frozenset()  # it calls itself: nothing new
        macro = self._macros[name]
        if any(macro.find(kind) is not None for kind in OUTSIDE):
            return None
        return self._of_names(self._asked_by(macro), above | {name})

    def _of_names(self, asked: Iterable[str], above: frozenset[str]) -> Depends | None:
        found: set[str] = set()
        for name in asked:
            more = self._of_name(name, above)
            if more is None:
                return None
            found |= more
        return frozenset(found)

    def _of_name(self, name: str, above: frozenset[str]) -> Depends | None:
        if name in self._macros:
            return self._of_macro(name, above)
        if name in self._modules:
            return _together(self._kept.depends_of(self._modules[name]).values())
        if name in self._constants:
            return self._of_names(self._asked_by(self._constants[name]), above)
        if name in ASKED:
            return frozenset((name,))
        return frozenset() if name in FIXED else None

    def _asked_by(self, node: nodes.Node) -> set[str]:
        body = node if isinstance(node, nodes.Stmt) else nodes.Output([node])
        alone = nodes.Template([body], lineno=1)
        alone.set_environment(self._environment)
        # Jinja leaves out what every template may ask for; some of it never rests.
        common = {one.name for one in alone.find_all(nodes.Name)}
        common &= self._environment.globals.keys()
        return meta.find_undeclared_variables(alone) | common


def _changed_by(body: Iterable[nodes.Node]) -> set[str]:
    """Return the names that a page may fill or change after it has set them."""
    doing = [one for one in body if not isinstance(one, nodes.Assign | nodes.Macro)]
    return {name.name for one in doing for name in one.find_all(nodes.Name)}


def _bytes_of(key: bytes, drawn: str) -> int:
    return len(key) + getsizeof(drawn)


def _together(parts: Iterable[Depends | None]) -> Depends | None:
    found: set[str] = set()
    for part in parts:
        if part is None:
            return None
        found |= part
    return frozenset(found)
