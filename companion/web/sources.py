"""Templates as they are written: their macros, and what the names in them mean."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from jinja2 import nodes

EACH, COUNT, ANY = "*", "#", "?"
"""Keys of a path that no dictionary has; see `Path` in `web/reads.py`."""

FIXED = frozenset(
    (
        *("_", "ngettext", "range", "dict", "namespace", "url_for"),
        *("draw", "templates", "game_name", "language", "languages"),
    )
)
"""What is the same on every page of one language and game."""

OUTSIDE = (nodes.Extends, nodes.Block, nodes.ScopedEvalContextModifier)
"""What brings in more than we follow."""

METHODS = frozenset(name for name in dir(dict) if not name.startswith("_"))
"""What a dictionary can do: in a template these names mean that, never a key."""

CHANGERS = frozenset(
    (
        *("update", "append", "extend", "insert", "pop", "popitem", "clear"),
        *("remove", "setdefault", "add", "discard", "sort", "reverse"),
    )
)
"""Methods that leave a trace outside of the drawing."""


class Source:
    """A template as it is written: its macros, modules and names of its own."""

    def __init__(self, name: str, parsed: nodes.Template) -> None:
        self.name, self.parsed = name, parsed
        macros = list(parsed.find_all(nodes.Macro))
        names = [macro.name for macro in macros]
        # Two macros of one name are more than we follow.
        self.macros = {one.name: one for one in macros if names.count(one.name) == 1}
        self.twice = frozenset(name for name in names if names.count(name) > 1)
        self.modules = {
            one.target: one.template.value
            for one in parsed.find_all(nodes.Import)
            if isinstance(one.template, nodes.Const)
        }
        self.assigned = assigned(parsed.body)
        """What the names of its own mean, outside of its macros."""

        self.changed = changed(parsed.body)
        """Names of its own that mean more than they were given."""


def assigned(body: Iterable[nodes.Node]) -> dict[str, list[nodes.Node]]:
    """Return what is given names here, but for macros: an expression or a block."""
    found: dict[str, list[nodes.Node]] = {}
    for node in body:
        if isinstance(node, nodes.Macro):
            continue
        for name, made in _named(node):
            found.setdefault(name, []).append(made)
        for name, more in assigned(node.iter_child_nodes()).items():
            found.setdefault(name, []).extend(more)
    return found


def _named(node: nodes.Node) -> Iterator[tuple[str, nodes.Node]]:
    """Yield the names that one statement gives, and what they mean."""
    if isinstance(node, nodes.Assign) and isinstance(node.target, nodes.Name):
        yield node.target.name, node.node
    elif isinstance(node, nodes.Assign | nodes.AssignBlock):
        for target in node.find_all(nodes.Name):
            if target.ctx == "store":
                yield target.name, node
    elif isinstance(node, nodes.For) and names_each(node):
        yield base_of(node.target), nodes.Getattr(node.iter, EACH, "load")


def names_each(node: nodes.For) -> bool:
    """Tell whether a loop gives one name to each of something looked up."""
    return isinstance(node.target, nodes.Name) and is_path(node.iter)


def is_path(node: nodes.Node) -> bool:
    """Tell whether an expression only looks something up, key by key."""
    while isinstance(node, nodes.Getattr) and node.attr not in METHODS:
        node = node.node
    return isinstance(node, nodes.Name)


def is_lookup(node: nodes.Node) -> bool:
    """Tell whether a name for this can be followed into what it means."""
    return is_path(node) or isinstance(node, nodes.CondExpr)


def changed(body: Iterable[nodes.Node]) -> set[str]:
    """Return the names whose things are changed here, but for macros."""
    found: set[str] = set()
    for node in body:
        if isinstance(node, nodes.Macro):
            continue
        target = node.node if isinstance(node, nodes.Call) else None
        if isinstance(target, nodes.Getattr) and target.attr in CHANGERS:
            found.add(base_of(target))
        found |= changed(node.iter_child_nodes())
    return found


def base_of(node: nodes.Node) -> str:
    """Return the name that a lookup begins with; empty if it is none."""
    while isinstance(node, nodes.Getattr | nodes.Getitem):
        node = node.node
    return node.name if isinstance(node, nodes.Name) else ""
