"""Macros that several templates of one page bring in are made once for that page."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from jinja2 import Environment, Template, meta, nodes
from jinja2.environment import TemplateModule
from jinja2.exceptions import TemplateError
from jinja2.utils import missing

PAGE = "macros of this page"
"""Where a page keeps its own; no template can ask for a name like this."""

MORE: tuple[type[nodes.Node], ...] = (nodes.Include, nodes.Extends, nodes.FromImport)
"""What brings in names that we do not follow."""


class Modules:
    """Knows for the templates of one environment what their macros are made from."""

    def __init__(self, environment: Environment) -> None:
        self._environment = environment
        self._reads: dict[str, tuple[str, ...] | None] = {}

    def made(
        self, page: Template, given: Mapping[str, Any], local: Mapping[str, Any]
    ) -> TemplateModule | None:
        """Return the macros of a template, None if they must be made every time.

        They are those that were made for the same page, if all that they read is the
        very same there.
        """
        known = given.get(PAGE)
        reads = self.read_by(page.name) if known is not None else None
        if known is None or reads is None:
            return None
        values = [_value(name, given, local) for name in reads]
        for other, module in known.get(page, ()):
            if all(one is two for one, two in zip(other, values, strict=True)):
                found: TemplateModule = module
                return found
        made = Template.make_module(page, dict(given), True, dict(local))
        known.setdefault(page, []).append((values, made))
        return made

    def read_by(self, page: str | None) -> tuple[str, ...] | None:
        """Return the names that a template reads; None if they are not known."""
        if page is None:
            return None
        if page not in self._reads:
            self._reads[page] = None  # one that brings in itself
            self._reads[page] = self._read(page)
        return self._reads[page]

    def _read(self, page: str) -> tuple[str, ...] | None:
        env = self._environment
        try:
            source, filename, _ = env.loader.get_source(env, page)  # type: ignore[union-attr]
            parsed = env._parse(source, page, filename)
        except TemplateError:
            return None
        found = set(meta.find_undeclared_variables(parsed))
        if any(parsed.find(kind) is not None for kind in MORE):
            return None
        for brought in parsed.find_all(nodes.Import):
            name = brought.template
            more = self.read_by(name.value) if isinstance(name, nodes.Const) else None
            if more is None:
                return None
            found.update(more)
        return tuple(sorted(found))


def _value(name: str, given: Mapping[str, Any], local: Mapping[str, Any]) -> Any:
    found = local.get(name, missing)
    return given.get(name, missing) if found is missing else found
