"""Templates that are quick to draw: their words stand in them, their lookups are short.

For every language and game the templates are compiled once more, with each sentence
that needs no numbers already in its place.
"""

from __future__ import annotations

import types
from collections.abc import Callable
from functools import cached_property
from threading import Lock, RLock
from typing import Any
from weakref import ref

from flask import Flask, current_app
from flask.templating import Environment as FlaskEnvironment
from jinja2 import Environment, Template, nodes
from jinja2.environment import TemplateModule
from jinja2.runtime import Context, Macro
from markupsafe import Markup

from companion.web.macros import Kept

Words = Callable[[str], str]
"""Translates one sentence."""

METHODS = frozenset(name for name in dir(dict) if not name.startswith("_"))
"""What a dictionary can do: in a template these names mean that, never a key."""

_COMPILING = RLock()

CACHED = 400
"""Templates of one language and game; there are about a hundred."""


class QuickContext(Context):
    """Calls macros and methods of values without asking them what they want."""

    def call(__self, __obj: Any, *args: Any, **kwargs: Any) -> Any:  # noqa: N805
        """Call something from a template."""
        kind = type(__obj)
        if kind is not Macro and kind is not types.BuiltinFunctionType:
            return super().call(__obj, *args, **kwargs)
        kwargs.pop("_block_vars", None)
        kwargs.pop("_loop_vars", None)
        if kind is not Macro:
            return __obj(*args, **kwargs)
        kept = __self.environment.kept  # type: ignore[attr-defined]
        if kept is None:
            return __obj(__self.eval_ctx, *args, **kwargs)
        return kept.call(__obj, __self, args, kwargs)


class QuickTemplate(Template):
    """A template whose macros, brought in without the page, are made once."""

    def _get_default_module(self, ctx: Context | None = None) -> TemplateModule:
        """Return its macros.

        Jinja compares all names of both templates first, every time; here all
        templates of an environment know the same ones.
        """
        if self._module is None:
            self._module = self.make_module()
        return self._module


class QuickEnvironment(FlaskEnvironment):
    """Flask's environment, made for templates that mostly read dictionaries."""

    context_class = QuickContext
    template_class = QuickTemplate
    words: Words | None = None
    """Set where every template speaks one language."""

    kept: Kept | None = None
    """What its macros have drawn."""

    def getattr(self, obj: Any, attribute: str) -> Any:
        """Return what `obj.attribute` means in a template."""
        if type(obj) is dict and attribute not in METHODS:
            found = obj.get(attribute, self)
            if found is not self:
                return found
        return super().getattr(obj, attribute)

    def _load_template(self, name: str, globals: Any) -> Template:
        """Load a template; when a hall comes in, one thread compiles it and not all."""
        known = self.cache if self.cache is not None else ()
        if self.loader is not None and (ref(self.loader), name) in known:
            return super()._load_template(name, globals)
        with _COMPILING:
            return super()._load_template(name, globals)

    def _parse(
        self, source: str, name: str | None, filename: str | None
    ) -> nodes.Template:
        parsed = super()._parse(source, name, filename)
        if self.words is not None:
            _fill_in(parsed, self.words)
        return parsed


class Templates:
    """Draws pages in the words of one language and one game."""

    def __init__(self, app: Flask) -> None:
        self._app = app
        self._spoken: dict[tuple[str, str], Environment] = {}
        self._lock = Lock()

    def draw(
        self, name: str, lang: str, area: str, words: Words, context: dict[str, Any]
    ) -> str:
        """Return a page."""
        env = self._spoken.get((lang, area)) or self._speak(lang, area, words)
        self._app.update_template_context(context)
        return env.get_template(name).render(context)

    def _speak(self, lang: str, area: str, words: Words) -> Environment:
        with self._lock:
            env = self._base.overlay(cache_size=CACHED)
            env.words = words
            # What is said with numbers or names is looked up when it is drawn.
            env.globals = {**env.globals, "_": _saying(words)}
            env.kept = Kept(env)
            return self._spoken.setdefault((lang, area), env)

    @cached_property
    def _base(self) -> QuickEnvironment:
        base = self._app.jinja_env
        assert isinstance(base, QuickEnvironment)
        return base


def init_app(app: Flask) -> None:
    """Let an app draw with these; must come before anything asks for its templates."""
    app.jinja_environment = QuickEnvironment
    app.extensions["templates"] = Templates(app)


def templates() -> Templates:
    """Return the templates of this app."""
    found: Templates = current_app.extensions["templates"]
    return found


def _saying(words: Words) -> Callable[..., Markup]:
    def say(text: str, **values: Any) -> Markup:
        return Markup(words(text)) % values

    return say


def _fill_in(node: nodes.Node, words: Words) -> None:
    """Put every sentence that says always the same in its place."""
    for field, value in node.iter_fields():
        if isinstance(value, nodes.Node):
            setattr(node, field, _filled(value, words))
        elif isinstance(value, list):
            setattr(node, field, [_filled(one, words) for one in value])


def _filled(node: Any, words: Words) -> Any:
    if _is_fixed_sentence(node):
        # A sentence is a pattern even without numbers: `%%` stands for one `%`.
        said = Markup(words(node.args[0].value)) % {}
        return nodes.Const(said, lineno=node.lineno, environment=node.environment)
    if isinstance(node, nodes.Node):
        _fill_in(node, words)
    return node


def _is_fixed_sentence(node: Any) -> bool:
    return (
        isinstance(node, nodes.Call)
        and isinstance(node.node, nodes.Name)
        and node.node.name == "_"
        and len(node.args) == 1
        and isinstance(node.args[0], nodes.Const)
        and not node.kwargs
        and node.dyn_args is None
        and node.dyn_kwargs is None
    )
