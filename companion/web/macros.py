"""What says the same for the same values is drawn once and kept.

Most of a page is the same for four phones, and the same as a moment ago. What a macro
or an included part depends on is read off its template (`web/reads.py`); whatever asks
for more than can be followed is drawn every time.
"""

from __future__ import annotations

import marshal
from collections import OrderedDict
from collections.abc import Callable, Sequence, Sized
from contextlib import suppress
from dataclasses import dataclass
from hashlib import blake2b
from sys import getsizeof
from threading import Lock
from typing import Any

from jinja2 import Environment
from jinja2.environment import TemplateModule
from jinja2.runtime import Context, Macro
from jinja2.utils import missing
from markupsafe import Markup

from companion.web.reads import Path, Reading, Unclear
from companion.web.sources import ANY, COUNT, EACH

MOST = 24 * 1024 * 1024
"""Bytes of all drawings together, the parts of some hundred tables of four phones: a
letter takes two as soon as one is not Latin. What was forgotten is drawn again."""

SHORT = 64
"""Bytes of a key that is kept as it is; of a longer one a digest is kept."""

TRIES, HITS = 64, 8
"""Of so many drawings so few must have been known: else keeping them is in vain."""

AGAIN = 512
"""Drawings after which that is tried again: when a hall comes in, all are new."""

LOOKED_UP = "_looked_up"
"""Where a page keeps what many of its macros ask for."""

COST = 200
"""Bytes that an entry takes beside its drawing: its key and its place."""


@dataclass(slots=True)
class Recipe:
    """What a drawing depends on, and whether keeping it is of use."""

    paths: tuple[Path, ...]
    arguments: tuple[str, ...] = ()
    modules: dict[str, str] | None = None
    """Names that mean other templates; None until the first drawing."""

    takes_all: bool = False
    """A macro that depends on its arguments, whole and alone."""

    tries: int = 0
    hits: int = 0
    passed: int = 0

    def is_vain(self) -> bool:
        """Tell whether nearly every drawing of late was a new one."""
        if self.tries < TRIES or self.hits >= HITS:
            return False
        self.passed += 1
        if self.passed >= AGAIN:
            self.tries = self.hits = self.passed = 0
        return True


class Drawings:
    """Drawings of every language and game; those asked for longest ago make room."""

    def __init__(self, most: int = MOST) -> None:
        self._most = most
        self._drawn: OrderedDict[tuple[Any, Any, bytes], str] = OrderedDict()
        self.size = 0
        self._lock = Lock()

    def __len__(self) -> int:
        return len(self._drawn)

    def get(self, key: tuple[Any, Any, bytes]) -> str | None:
        """Return a drawing if it is known."""
        with self._lock:
            found = self._drawn.get(key)
            if found is not None:
                self._drawn.move_to_end(key)
            return found

    def keep(self, key: tuple[Any, Any, bytes], drawn: str) -> None:
        """Keep a drawing."""
        with self._lock:
            if key not in self._drawn:
                self._drawn[key] = drawn
                self.size += COST + getsizeof(drawn)
            while self.size > self._most:
                _, old = self._drawn.popitem(last=False)
                self.size -= COST + getsizeof(old)


class Kept:
    """What the macros and parts of one language and game have drawn."""

    def __init__(self, environment: Environment, drawings: Drawings) -> None:
        self.environment = environment
        self.reading = Reading(environment)
        self._drawings = drawings
        self._recipes: dict[Any, Recipe | None] = {}

    def call(
        self,
        macro: Macro,
        context: Context,
        args: tuple[Any, ...],
        more: dict[str, Any],
    ) -> Any:
        """Return what a macro draws."""
        code = macro._func.__code__

        def draw() -> str:
            drawn: str = macro(context.eval_ctx, *args, **more)
            return drawn

        try:
            recipe = self._recipes[code]
        except KeyError:
            recipe = self._recipes[code] = self._of_macro(code.co_filename, macro)
        if recipe is None or recipe.is_vain() or "caller" in more:
            return draw()
        if recipe.takes_all and not more:
            with suppress(ValueError):
                return self._known(code, recipe, marshal.dumps(args, 2), draw)
        given = dict(zip(recipe.arguments, args, strict=False))
        if len(given) < len(args):
            return draw()
        return self._drawn(code, recipe, context, {**given, **more}, draw)

    def part(self, name: str, context: Context) -> str:
        """Return what an included template draws."""
        template = self.environment.get_template(name)

        def draw() -> str:
            inner = template.new_context(context.get_all(), True)
            concat: Callable[[Any], str] = self.environment.concat
            return concat(template.root_render_func(inner))

        try:
            recipe = self._recipes[name]
        except KeyError:
            recipe = self._recipes[name] = self._of_part(name, context)
        if recipe is None or recipe.is_vain():
            return draw()
        return self._drawn(name, recipe, context, {}, draw)

    def _drawn(
        self,
        who: Any,
        recipe: Recipe,
        context: Context,
        given: dict[str, Any],
        draw: Callable[[], str],
    ) -> str:
        try:
            # Exact: a text and a text that is markup already are not the same.
            values = [_value(path, context, given, recipe) for path in recipe.paths]
            said = marshal.dumps(values, 2)
        except (ValueError, Unclear):
            return draw()
        return self._known(who, recipe, said, draw)

    def _known(
        self, who: Any, recipe: Recipe, said: bytes, draw: Callable[[], str]
    ) -> str:
        if len(said) > SHORT:
            said = blake2b(said, digest_size=16).digest()
        key = (self, who, said)
        found = self._drawings.get(key)
        recipe.tries += 1
        if found is None:
            found = draw()
            self._drawings.keep(key, found)
        else:
            recipe.hits += 1
        return found

    def _of_macro(self, filename: str, macro: Macro) -> Recipe | None:
        page = self._pages().get(filename)
        if page is None or not macro.name:  # what stands within a call has no name
            return None
        try:
            paths = self.reading.macro(page, macro.name)
        except (Unclear, KeyError):
            return None
        arguments = tuple(macro.arguments)
        takes_all = paths <= {(name,) for name in arguments}
        return Recipe(_fewest(paths), arguments, {}, takes_all)

    def _of_part(self, name: str, context: Context) -> Recipe | None:
        if not self.reading.parts:
            self.reading.parts = context.get("templates", {})
        given = context.get_all().items()
        modules = {
            root: str(one.__name__)
            for root, one in given
            if isinstance(one, TemplateModule)
        }
        if self.reading.bind(modules):
            self._recipes.clear()  # with it more can be followed
        try:
            paths = self.reading.template(name)
            for root in {path[0] for path in paths} & modules.keys():
                paths |= self.reading.module(modules[root])
        except Unclear:
            return None
        if ("view",) in paths:
            return None  # the whole view is new after every move
        return Recipe(_fewest(paths), (), modules)

    def _pages(self) -> dict[str, str]:
        cached = self.environment.cache
        pages = cached.values() if cached is not None else ()
        named = ((page.filename, page.name) for page in pages)
        return {path: name for path, name in named if path and name}


def _fewest(paths: set[Path]) -> tuple[Path, ...]:
    """Return the paths that hold all others."""
    return tuple(
        path
        for path in sorted(paths)
        if not any(path[:size] in paths for size in range(1, len(path)))
    )


def _value(path: Path, context: Context, given: dict[str, Any], recipe: Recipe) -> Any:
    """Return what stands at a path, as something that can be compared."""
    root, *keys = path
    if root in recipe.arguments:
        value = given.get(root, ...)
    else:
        value = context.resolve_or_missing(root)
        if root == "view" and EACH in keys:
            return _once(value, path, context)
    if value is missing or value is ...:
        return ...
    if isinstance(value, TemplateModule):
        if recipe.modules is None or recipe.modules.get(root) != value.__name__:
            raise Unclear(root)
        return value.__name__
    if isinstance(value, Markup):
        return (..., str(value))  # not the same as a text that looks like it
    said = getattr(value, "said", None)
    if said is not None:
        return said  # whole: it is not made of dictionaries
    return _at(value, keys) if keys else value


def _once(view: Any, path: Path, context: Context) -> Any:
    """Return what stands at a path of the view, looked up once for every page."""
    known = context.resolve_or_missing(LOOKED_UP)
    if view is missing or known is missing:
        return ... if view is missing else _at(view, path[1:])
    key = (id(view), path)
    if key not in known:
        known[key] = marshal.dumps(_at(view, path[1:]), 2)
    return known[key]


def _at(value: Any, keys: Sequence[str]) -> Any:
    """Return what a value holds at the end of some keys, or where they end."""
    for place, key in enumerate(keys):
        if key == ANY:
            return bool(value)
        if key == COUNT:
            return len(value) if isinstance(value, Sized) else value
        if key == EACH and isinstance(value, list | tuple):
            rest = keys[place + 1 :]
            return [_at(one, rest) for one in value] if rest else value
        if type(value) is not dict:
            break
        value = value.get(key, ...)
        if value is ...:
            return ...
    return value
