"""The web: thin blueprints over one table, and the pages of its phones."""

from __future__ import annotations

from importlib import import_module

from flask import Flask

from companion.web.services import Services

BLUEPRINTS = (
    "api.tables",
    "api.files",
    "api.events",
    "api.join",
    "api.evening",
    "api.photos",
    "api.camera",
    "api.health",
    "api.openapi",
    "rules.pages",
    "rules.kit",
    "pages.play",
    "pages.evening",
    "pages.challenge",
    "pages.history",
    "pages.replay",
    "pages.joining",
    "pages.rooms",
    "setup.calibrate",
    "setup.learn_cards",
    "setup.know_table",
)
"""Modules that bring a blueprint called `bp`, in the order of their addresses."""


def init_app(app: Flask, services: Services) -> None:
    """Give an app its services, its words, its guards and its addresses."""
    from companion.web import errors, i18n, invitation, limits, templating
    from companion.web.pages import rooms
    from companion.web.server import compress, security

    app.extensions["services"] = services
    for kept in (services.views.lines, services.pages, services.audits):
        services.tables.memory.when_gone.append(kept.forget)
    services.tables.memory.when_gone.append(services.tickets.forget)
    own = {key: game.room for key, game in services.tables.games.items()}
    templating.init_app(app)
    i18n.init_app(app, own)
    errors.init_app(app)
    security.init_app(app)
    limits.init_app(app)
    invitation.init_app(app)
    compress.init_app(app)
    rooms.init_app(app, own)
    for name in BLUEPRINTS:
        app.register_blueprint(import_module(f"companion.web.{name}").bp)
