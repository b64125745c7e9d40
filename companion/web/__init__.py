"""The web: thin blueprints over one table, and the pages of its phones."""

from __future__ import annotations

from importlib import import_module
from importlib.util import find_spec

from flask import Flask

from companion.web.house import House

BLUEPRINTS = (
    "api",
    "api_files",
    "events",
    "join",
    "photos",
    "health",
    "openapi",
    "rules",
    "kit",
    "pages",
    "samsara",
    "calibrate",
    "teach",
)
"""Modules that bring a blueprint called `bp`, in the order of their addresses."""


def init_app(app: Flask, house: House) -> None:
    """Give an app its house, its words, its guards and its addresses."""
    from companion.web import compress, errors, i18n, security

    app.extensions["house"] = house
    i18n.init_app(app)
    errors.init_app(app)
    security.init_app(app)
    compress.init_app(app)
    for name in BLUEPRINTS:
        if find_spec(f"companion.web.{name}"):
            app.register_blueprint(import_module(f"companion.web.{name}").bp)
