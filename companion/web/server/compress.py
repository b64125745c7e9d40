"""Long answers travel packed: a view full of choices is mostly repetition."""

from __future__ import annotations

import gzip

from flask import Flask, Response, request

LEAST = 1400
"""Bytes that fit into one packet anyway."""

KINDS = ("application/json", "text/html", "image/svg+xml")


def init_app(app: Flask) -> None:
    """Pack every long answer for whoever can unpack it."""
    app.after_request(_pack)


def _pack(response: Response) -> Response:
    if (
        response.is_streamed
        or response.direct_passthrough
        or response.mimetype not in KINDS
        or "Content-Encoding" in response.headers
    ):
        return response
    response.vary.add("Accept-Encoding")
    if request.accept_encodings["gzip"] <= 0 or len(response.get_data()) < LEAST:
        return response
    response.set_data(gzip.compress(response.get_data(), 1, mtime=0))
    response.headers["Content-Encoding"] = "gzip"
    return response
