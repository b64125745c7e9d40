"""What a template reads of what it is given, found by looking at it once.

`view.you.seat` is a path. Two drawings with the same values at all its paths are the
same drawing, so one of them need not be made.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TypeAlias

from jinja2 import Environment, meta, nodes
from jinja2.exceptions import TemplateError

Path: TypeAlias = tuple[str, ...]
"""A name, and the keys that are looked up from there on."""

Above: TypeAlias = frozenset[tuple[str, str]]
"""The templates and macros that are being read, from the outermost on."""

FIXED = frozenset(
    ("_", "ngettext", "range", "dict", "namespace", "url_for", "draw", "templates")
    + ("game_name", "language", "languages")
)
"""What is the same on every page of one language and game."""

METHODS = frozenset(name for name in dir(dict) if not name.startswith("_"))
"""What a dictionary can do: in a template these names mean that, never a key."""

CHANGERS = frozenset(
    ("update", "append", "extend", "insert", "pop", "popitem", "clear", "remove")
    + ("setdefault", "add", "discard", "sort", "reverse")
)
"""Methods that leave a trace outside of the drawing."""

OUTSIDE = (nodes.Extends, nodes.Block, nodes.CallBlock, nodes.ScopedEvalContextModifier)
"""What brings in more than we follow."""


class Unclear(Exception):
    """A template asks for more than can be followed: it is drawn every time."""


class Reading:
    """Looks at the templates of one environment; each is looked at once."""

    def __init__(self, environment: Environment) -> None:
        self.environment = environment
        self.parts: Mapping[str, str] = {}
        """What `templates.<part>` means here."""

        self._sources: dict[str, Source] = {}
        self._found: dict[tuple[str, str], frozenset[Path] | None] = {}
        self._cut: set[tuple[str, str]] = set()
        """Templates and macros that were left out, for they are being read."""

    def source(self, name: str) -> Source:
        """Return a template as it is written."""
        if name not in self._sources:
            assert self.environment.loader is not None
            try:
                text, file, _ = self.environment.loader.get_source(
                    self.environment, name
                )
            except TemplateError as missing:
                raise Unclear(name) from missing
            # As Jinja reads it: nothing is filled in and no include replaced yet.
            parsed = Environment._parse(self.environment, text, name, file)
            self._sources[name] = Source(name, parsed)
        return self._sources[name]

    def template(self, name: str, above: Above = frozenset()) -> set[Path]:
        """Return every path that a template reads.

        Raises:
            Unclear: if that cannot be known.
        """
        return self._remembered(name, "", above)

    def macro(self, name: str, macro: str, above: Above = frozenset()) -> set[Path]:
        """Return every path that a macro reads; those of its arguments are among them.

        Raises:
            Unclear: if that cannot be known.
        """
        return self._remembered(name, macro, above)

    def module(self, name: str, above: Above = frozenset()) -> set[Path]:
        """Return every path that a template and all of its macros read.

        Raises:
            Unclear: if that cannot be known.
        """
        found, source = self.template(name, above), self.source(name)
        if source.twice:
            raise Unclear(name)
        for macro, node in source.macros.items():
            given = {one.name for one in node.args}
            read = self.macro(name, macro, above)
            found |= {path for path in read if path[0] not in given}
        return found

    def _remembered(self, name: str, macro: str, above: Above) -> set[Path]:
        key = (name, macro)
        if key in above:
            self._cut.add(key)
            return set()  # it calls itself: nothing new
        if key not in self._found:
            source = self.source(name)
            node = source.macros[macro] if macro else None
            body = [*node.body, *node.defaults] if node else source.parsed.body
            try:
                own = (
                    source.assigned.keys() - {one.name for one in node.args}
                    if node
                    else ()
                )
                walk = _Walk(self, source, body, above | {key}, frozenset(own))
                found: frozenset[Path] | None = frozenset(walk.paths)
            except Unclear:
                found = None
            self._cut.discard(key)
            if self._cut and found is not None:
                return set(found)  # not all of it: somebody above adds the rest
            self._found[key] = found
        known = self._found[key]
        if known is None:
            raise Unclear(name)
        return set(known)


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


def assigned(body: Iterable[nodes.Node]) -> dict[str, list[nodes.Node]]:
    """Return what is given names here, but for macros: an expression or a block."""
    found: dict[str, list[nodes.Node]] = {}
    for node in body:
        if isinstance(node, nodes.Macro):
            continue
        if isinstance(node, nodes.Assign) and isinstance(node.target, nodes.Name):
            found.setdefault(node.target.name, []).append(node.node)
        elif isinstance(node, nodes.Assign | nodes.AssignBlock):
            for target in node.find_all(nodes.Name):
                if target.ctx == "store":
                    found.setdefault(target.name, []).append(node)
        for name, made in assigned(node.iter_child_nodes()).items():
            found.setdefault(name, []).extend(made)
    return found


def is_path(node: nodes.Node) -> bool:
    """Tell whether an expression only looks something up, key by key."""
    while isinstance(node, nodes.Getattr) and node.attr not in METHODS:
        node = node.node
    return isinstance(node, nodes.Name)


class _Walk:
    """One way through a template or a macro."""

    def __init__(
        self,
        reading: Reading,
        source: Source,
        body: Iterable[nodes.Node],
        above: Above,
        own: frozenset[str],
    ) -> None:
        self.paths: set[Path] = set()
        self._reading, self._source, self._above = reading, source, above
        self._within: set[tuple[str, Path]] = set()
        body = list(body)
        # A macro sees what its template gives names to; that comes from nowhere else.
        self._roots = self._free(body) - own
        self._assigned = {**source.assigned}
        for name, made in assigned(body).items():
            self._assigned[name] = [*self._assigned.get(name, ()), *made]
        for node in body:
            self._visit(node, ())

    def _free(self, body: list[nodes.Node]) -> set[str]:
        """Return the names that come from outside."""
        environment = self._reading.environment
        whole = [
            one if isinstance(one, nodes.Stmt) else nodes.Output([one]) for one in body
        ]
        alone = nodes.Template(whole, lineno=1)
        alone.set_environment(environment)
        common = {one.name for one in alone.find_all(nodes.Name)}
        # Jinja leaves out what every template may ask for; some of it never rests.
        common &= environment.globals.keys()
        return meta.find_undeclared_variables(alone) | common

    def _visit(self, node: nodes.Node, tail: Path) -> None:
        if isinstance(node, nodes.Getattr):
            keys = () if node.attr in METHODS else (node.attr, *tail)
            self._visit(node.node, keys)
        elif isinstance(node, nodes.Name):
            if node.ctx == "load":
                self._use(node.name, tail)
        elif isinstance(node, nodes.Call):
            self._call(node)
        elif isinstance(node, nodes.Include):
            self._include(node)
        elif isinstance(node, nodes.Import | nodes.FromImport):
            self._import(node)
        elif isinstance(node, nodes.Assign) and is_path(node.node):
            pass  # followed from where the new name is used
        elif isinstance(node, nodes.Macro):
            pass  # followed from where it is called
        elif isinstance(node, OUTSIDE):
            raise Unclear(type(node).__name__)
        else:
            for child in node.iter_child_nodes():
                self._visit(child, ())

    def _use(self, name: str, tail: Path) -> None:
        if (name, tail) in self._within:
            return
        self._within.add((name, tail))
        self._mean(name, tail)
        if name not in self._roots or name in FIXED:
            return
        if name in self._source.twice:
            raise Unclear(name)
        if name in self._source.macros:  # handed on: nobody knows what it is given
            raise Unclear(name)
        if name in self._reading.environment.globals or name == "caller":
            raise Unclear(name)
        self.paths.add((name, *tail))

    def _mean(self, name: str, tail: Path) -> None:
        """Read what a name of this template's own means."""
        if name in self._source.modules:
            module = self._source.modules[name]
            self._take(self._reading.module(module, self._above))
        for made in self._assigned.get(name, ()):
            self._visit(made, tail if is_path(made) else ())

    def _call(self, node: nodes.Call) -> None:
        if node.dyn_args is not None or node.dyn_kwargs is not None:
            raise Unclear("star")
        known = self._macro_of(node.node)
        given: list[nodes.Node] = [*node.args, *(one.value for one in node.kwargs)]
        if known is None:
            target = node.node
            if isinstance(target, nodes.Getattr) and target.attr in CHANGERS:
                self._changed(target.node)
            for one in (target, *given):
                self._visit(one, ())
            return
        module, macro = known
        names = [one.name for one in self._reading.source(module).macros[macro].args]
        if len(node.args) > len(names):
            raise Unclear(macro)
        passed: dict[str, nodes.Node] = dict(zip(names, node.args, strict=False))
        passed |= {one.key: one.value for one in node.kwargs}
        for path in self._reading.macro(module, macro, self._above):
            if path[0] in passed:
                self._visit(passed[path[0]], path[1:])
            elif path[0] not in names:
                self._take({path})

    def _macro_of(self, target: nodes.Node) -> tuple[str, str] | None:
        """Return the template and the name of the macro that is called, if it is one."""
        if isinstance(target, nodes.Name) and target.name in self._source.macros:
            return self._source.name, target.name
        if not isinstance(target, nodes.Getattr):
            return None
        if not isinstance(target.node, nodes.Name):
            return None
        module = self._source.modules.get(target.node.name)
        if module is None or target.attr not in self._reading.source(module).macros:
            return None
        return module, target.attr

    def _changed(self, target: nodes.Node) -> None:
        """Refuse to follow what changes something that is not of this template."""
        while isinstance(target, nodes.Getattr | nodes.Getitem):
            target = target.node
        name = target.name if isinstance(target, nodes.Name) else ""
        made = self._assigned.get(name, ())
        if not name or name in self._roots or any(map(is_path, made)):
            raise Unclear(name)

    def _include(self, node: nodes.Include) -> None:
        asked = node.template
        if isinstance(asked, nodes.Const) and isinstance(asked.value, str):
            name = asked.value
        elif (
            isinstance(asked, nodes.Getattr)
            and isinstance(asked.node, nodes.Name)
            and asked.node.name == "templates"
            and asked.attr in self._reading.parts
        ):
            name = self._reading.parts[asked.attr]
        else:
            raise Unclear("include")
        self._take(self._reading.template(name, self._above))

    def _import(self, node: nodes.Import | nodes.FromImport) -> None:
        if not isinstance(node.template, nodes.Const):
            raise Unclear("import")
        if isinstance(node, nodes.FromImport):
            raise Unclear("import")
        found = self._reading.template(node.template.value, self._above)
        if node.with_context:
            self._take(found)

    def _take(self, paths: Iterable[Path]) -> None:
        """Read what another template reads in the same place."""
        for path in paths:
            self.paths.add(path)
            if (path[0], path[1:]) not in self._within:
                self._within.add((path[0], path[1:]))
                self._mean(path[0], path[1:])
