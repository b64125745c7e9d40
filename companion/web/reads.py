"""What a template reads of what it is given, found by looking at it once.

`view.you.seat` is a path. Two drawings with the same values at all its paths are the
same drawing, so one of them need not be made.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TypeAlias

from jinja2 import Environment, meta, nodes
from jinja2.exceptions import TemplateError

from companion.web.sources import (
    ANY,
    CHANGERS,
    COUNT,
    FIXED,
    METHODS,
    OUTSIDE,
    Source,
    assigned,
    base_of,
    is_lookup,
    is_path,
    names_each,
)

Path: TypeAlias = tuple[str, ...]
"""A name, and the keys that are looked up from there on. Among them `*` stands for each
of a list, `#` for how many there are, `?` for whether there is anything."""

Above: TypeAlias = frozenset[tuple[str, str]]
"""The templates and macros that are being read, from the outermost on."""


class Unclear(Exception):
    """A template asks for more than can be followed: it is drawn every time."""


class Reading:
    """Looks at the templates of one environment; each is looked at once."""

    def __init__(self, environment: Environment) -> None:
        self.environment = environment
        self.parts: Mapping[str, str] = {}
        """What `templates.<part>` means here."""

        self.bound: dict[str, str] = {}
        """Templates that pages hand to their parts, by the name they have there."""

        self._sources: dict[str, Source] = {}
        self._found: dict[tuple[str, str], frozenset[Path] | None] = {}
        self._cut: set[tuple[str, str]] = set()
        """Templates and macros that were left out, for they are being read."""

    def bind(self, modules: Mapping[str, str]) -> bool:
        """Learn what names mean in parts; tell whether that is news."""
        if modules.items() <= self.bound.items():
            return False
        self.bound |= modules
        self._found.clear()
        return True

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
        """Return every path that a template reads; Unclear if it cannot be known."""
        return self._remembered(name, "", above)

    def macro(self, name: str, macro: str, above: Above = frozenset()) -> set[Path]:
        """Return every path that a macro reads, of its arguments and of the page."""
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
            given = frozenset(one.name for one in node.args) if node else None
            try:
                walk = _Walk(self, source, body, above | {key}, given)
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


class _Walk:
    """One way through a template or a macro."""

    def __init__(
        self,
        reading: Reading,
        source: Source,
        body: Iterable[nodes.Node],
        above: Above,
        given: frozenset[str] | None,
    ) -> None:
        self.paths: set[Path] = set()
        self._reading, self._source, self._above = reading, source, above
        self._within: set[tuple[str, Path]] = set()
        body = list(body)
        # A macro sees what its template gives names to; that comes from nowhere else.
        own = source.assigned.keys() - given if given is not None else set()
        self._given = given or frozenset()
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
        elif isinstance(node, nodes.CondExpr):
            self._test(node.test)
            self._visit(node.expr1, tail)
            if node.expr2 is not None:
                self._visit(node.expr2, tail)
        else:
            self._step(node)

    def _step(self, node: nodes.Node) -> None:
        """Go on below a node that is more than a lookup."""
        if isinstance(node, OUTSIDE):
            raise Unclear(type(node).__name__)
        if isinstance(node, nodes.Macro):
            return  # followed from where it is called
        if isinstance(node, nodes.Assign) and is_lookup(node.node):
            return  # followed from where the new name is used
        steps = {
            nodes.Call: self._call,
            nodes.Include: self._include,
            nodes.Import: self._import,
            nodes.FromImport: self._import,
            nodes.If: self._if,
            nodes.For: self._for,
        }
        if type(node) in steps:
            steps[type(node)](node)  # type: ignore[operator]
            return
        for child in node.iter_child_nodes():
            self._visit(child, ())

    def _if(self, node: nodes.If) -> None:
        self._test(node.test)
        for child in (*node.body, *node.elif_, *node.else_):
            self._visit(child, ())

    def _for(self, node: nodes.For) -> None:
        if names_each(node):
            self._visit(node.iter, (COUNT,))
        else:
            self._visit(node.iter, ())
        if node.test is not None:
            self._test(node.test)
        around = {"previtem", "nextitem"}
        if any(one.attr in around for one in node.find_all(nodes.Getattr)):
            self._visit(node.iter, ())
        for child in (*node.body, *node.else_):
            self._visit(child, ())

    def _test(self, node: nodes.Node) -> None:
        """Read what is only asked whether it is there."""
        if isinstance(node, nodes.And | nodes.Or):
            self._test(node.left)
            self._test(node.right)
        elif isinstance(node, nodes.Not):
            self._test(node.node)
        else:
            self._visit(node, (ANY,) if is_path(node) else ())

    def _use(self, name: str, tail: Path) -> None:
        if (name, tail) in self._within:
            return
        self._within.add((name, tail))
        self._mean(name, tail)
        if name in self._given:
            self.paths.add((name, *tail))
        elif name in self._source.macros or name in self._source.twice:
            raise Unclear(name)  # handed on, and given who knows what
        elif name in self._roots and name not in FIXED:
            if name in self._reading.environment.globals:
                raise Unclear(name)  # some of them never rest
            self.paths.add((name, *tail))

    def _mean(self, name: str, tail: Path) -> None:
        """Read what a name of this template's own means."""
        if name in self._source.modules:
            module = self._source.modules[name]
            self._take(self._reading.module(module, self._above))
        for made in self._assigned.get(name, ()):
            self._visit(made, tail if is_lookup(made) else ())
        if name in self._source.changed:
            # What it means was put together by all that stands around.
            self._take(self._reading.template(self._source.name, self._above))

    def _call(self, node: nodes.Call) -> None:
        if node.dyn_args is not None or node.dyn_kwargs is not None:
            raise Unclear("star")
        known = self._macro_of(node.node)
        if known is not None:
            self._call_macro(node, *known)
            return
        target = node.node
        if isinstance(target, nodes.Getattr) and target.attr in CHANGERS:
            self._changed(target.node)
        for one in (target, *node.args, *(named.value for named in node.kwargs)):
            self._visit(one, ())

    def _call_macro(self, node: nodes.Call, module: str, macro: str) -> None:
        """Read of every argument what the macro reads of it."""
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
        """Return the template and the name of a macro that is called; else None."""
        own = self._source.macros.keys() - self._given
        if isinstance(target, nodes.Name) and target.name in own:
            return self._source.name, target.name
        if not isinstance(target, nodes.Getattr):
            return None
        if not isinstance(target.node, nodes.Name):
            return None
        name = target.node.name
        module = self._source.modules.get(name)
        if module is None and name in self._roots and name not in self._given:
            module = self._reading.bound.get(name)
        if module is None or target.attr not in self._reading.source(module).macros:
            return None
        if name not in self._source.modules:
            self.paths.add((name,))  # whether it still means that is seen when drawn
        return module, target.attr

    def _changed(self, target: nodes.Node) -> None:
        """Refuse to follow what changes something that is not of this template."""
        name = base_of(target)
        made = self._assigned.get(name, ())
        if not name or name in self._roots or any(map(is_lookup, made)):
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
