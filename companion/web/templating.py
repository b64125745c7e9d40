"""Templates that are quick to draw: their words stand in them, their lookups are short.

For every language and game the templates are compiled once more, with each sentence
that needs no numbers already in its place.
"""

from __future__ import annotations

import types
from collections.abc import Callable, Iterator
from functools import cached_property
from threading import Lock, RLock
from typing import Any
from weakref import ref

from babel.support import NullTranslations
from flask import Flask, current_app
from flask.templating import Environment as FlaskEnvironment
from jinja2 import Environment, Template, nodes
from jinja2.environment import TemplateModule
from jinja2.runtime import Context, Macro
from jinja2.utils import missing
from markupsafe import Markup

from companion.web.macros import Kept
from companion.web.modules import PAGE, Modules
from companion.web.quick_code import METHODS, QuickCode, escape, fill, is_sentence

Words = Callable[[str], str]
"""Translates one sentence."""

Shelf = NullTranslations
"""All translations into one language."""

_COMPILING = RLock()

CACHED = 400
"""Templates of one language and game; there are about a hundred."""

PLAIN = frozenset((Macro, types.BuiltinFunctionType, types.FunctionType))
"""What is called as it stands, unless it says that it wants more."""


class QuickContext(Context):
    """Calls macros and methods of values without asking them what they want."""

    def __init__(
        self,
        environment: Environment,
        parent: dict[str, Any],
        name: str | None,
        blocks: dict[str, Callable[[Context], Iterator[str]]],
        globals: Any = None,
    ) -> None:
        """Begin; every template of a page does."""
        # Jinja also lists the names of all globals here, for what is decided below.
        super().__init__(environment, parent, name, blocks)

    def call(__self, __obj: Any, *args: Any, **kwargs: Any) -> Any:  # noqa: N805
        """Call something from a template."""
        kind = type(__obj)
        if kind not in PLAIN or hasattr(__obj, "jinja_pass_arg"):
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

    @classmethod
    def _from_namespace(
        cls, environment: Environment, namespace: Any, globals: Any
    ) -> Template:
        namespace["escape"] = escape  # what it escapes, it only writes
        return super()._from_namespace(environment, namespace, globals)

    def _get_default_module(self, ctx: Context | None = None) -> TemplateModule:
        """Return its macros.

        Jinja compares all names of both templates first, every time; here all
        templates of an environment know the same ones.
        """
        if self._module is None:
            self._module = self.make_module()
        return self._module

    def make_module(
        self, vars: Any = None, shared: bool = False, locals: Any = None
    ) -> TemplateModule:
        """Return its macros, brought in with the page."""
        modules = self.environment.modules  # type: ignore[attr-defined]
        if modules is not None and shared:
            made: TemplateModule | None = modules.made(self, vars or {}, locals or {})
            if made is not None:
                return made
        return super().make_module(vars, shared, locals)

    def included(self, context: Context, local: dict[str, Any]) -> Iterator[str]:
        """Draw it as a part of another template."""
        given = {**context.parent, **context.vars}
        for name, value in local.items():
            if value is not missing:
                given[name] = value
        env = self.environment
        inner = QuickContext(env, given, self.name, self.blocks)
        return self.root_render_func(inner)


class QuickEnvironment(FlaskEnvironment):
    """Flask's environment, made for templates that mostly read dictionaries."""

    code_generator_class = QuickCode
    context_class = QuickContext
    template_class = QuickTemplate
    words: Words | None = None
    """Set where every template speaks one language."""

    kept: Kept | None = None
    """What its macros have drawn."""

    modules: Modules | None = None
    """Which macros of a page can be made once."""

    ready: dict[str, Template] | None = None
    """Templates that were loaded before, where they do not change any more."""

    def getattr(self, obj: Any, attribute: str) -> Any:
        """Return what `obj.attribute` means in a template."""
        if type(obj) is dict and attribute not in METHODS:
            found = obj.get(attribute, self)
            if found is not self:
                return found
        return super().getattr(obj, attribute)

    def get_or_select_template(
        self, name: Any, parent: str | None = None, globals: Any = None
    ) -> Template:
        """Return a template that another one includes."""
        if self.ready is None or type(name) is not str:
            return super().get_or_select_template(name, parent, globals)
        found = self.ready.get(name)
        if found is None:
            found = self.ready[name] = super().get_template(name, parent, globals)
        return found

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
        self, name: str, lang: str, area: str, shelf: Shelf, context: dict[str, Any]
    ) -> str:
        """Return a page."""
        env = self._spoken.get((lang, area)) or self._speak(lang, area, shelf)
        self._app.update_template_context(context)
        context[PAGE] = {}
        return env.get_template(name).render(context)

    def _speak(self, lang: str, area: str, shelf: Shelf) -> Environment:
        with self._lock:
            env = self._base.overlay(cache_size=CACHED)
            env.words = shelf.ugettext
            # What is said with numbers or names is looked up when it is drawn.
            said = {"_": _saying(env.words), "ngettext": _counting(shelf)}
            env.globals = {**env.globals, **said}
            env.kept, env.modules = Kept(env), Modules(env)
            env.ready = None if env.auto_reload else {}
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
        return fill(words(text), values)

    return say


def _counting(shelf: Shelf) -> Callable[..., Markup]:
    def count(one: str, many: str, num: int, **values: Any) -> Markup:
        return fill(shelf.ungettext(one, many, num), {"num": num, **values})

    return count


def _fill_in(node: nodes.Node, words: Words) -> None:
    """Put every sentence that says always the same in its place."""
    for field, value in node.iter_fields():
        if isinstance(value, nodes.Node):
            setattr(node, field, _filled(value, words))
        elif isinstance(value, list):
            setattr(node, field, [_filled(one, words) for one in value])


def _filled(node: Any, words: Words) -> Any:
    if is_sentence(node) and not node.kwargs:
        # A sentence is a pattern even without numbers: `%%` stands for one `%`.
        said = Markup(words(node.args[0].value)) % {}
        return nodes.Const(said, lineno=node.lineno, environment=node.environment)
    if isinstance(node, nodes.Node):
        _fill_in(node, words)
    return node
