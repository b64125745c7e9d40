"""QR codes of rules: short addresses in capitals, so that the codes stay coarse."""

from __future__ import annotations

from functools import lru_cache
from io import BytesIO
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

if TYPE_CHECKING:
    from PIL.Image import Image

LARGEST = 4
"""The finest code that phones still read from a small sticker by lamplight."""

QUIET = 4
"""White modules around a code; readers rely on them."""


class AddressTooLong(ValueError):
    """A code with this address would be too fine to read."""


def rule_address(base: str, code: str) -> str:
    """Return the address of a rule as its sticker carries it.

    Capitals let the code use its compact alphabet. Scheme, host and our own path
    may be written in capitals; a path in front of ours may not.
    """
    base = base.rstrip("/")
    return f"{base if urlsplit(base).path else base.upper()}/R/{code}"


@lru_cache(maxsize=1024)
def modules(text: str) -> tuple[tuple[bool, ...], ...]:
    """Return the dark modules of a code, with its quiet zone.

    Raises:
        AddressTooLong: if it would need more than version 4 at error level M.
    """
    import qrcode
    from qrcode.exceptions import DataOverflowError

    code = qrcode.QRCode(error_correction=qrcode.ERROR_CORRECT_M, border=QUIET)
    code.add_data(text)
    try:
        fits = code.best_fit(start=1) <= LARGEST
    except (DataOverflowError, ValueError):
        fits = False
    if not fits:
        raise AddressTooLong(text)
    return tuple(tuple(map(bool, row)) for row in code.get_matrix())


def version_of(text: str) -> int:
    """Return the version (fineness, 1 to 4) of the code of a text."""
    return (len(modules(text)) - 2 * QUIET - 17) // 4


def picture(text: str, scale: int = 10) -> Image:
    """Return a code as a black and white picture, `scale` pixels per module."""
    return drawn(modules(text), scale)


def drawn(cells: tuple[tuple[bool, ...], ...], scale: int) -> Image:
    """Return a square pattern of dark cells as a picture."""
    from PIL import Image

    side = len(cells)
    image = Image.new("1", (side, side), 1)
    image.putdata([0 if dark else 1 for row in cells for dark in row])
    return image.resize((side * scale, side * scale), Image.Resampling.NEAREST)


@lru_cache(maxsize=1024)
def png(text: str, scale: int = 10) -> bytes:
    """Return a code as a PNG file."""
    out = BytesIO()
    picture(text, scale).save(out, "PNG")
    return out.getvalue()


@lru_cache(maxsize=1024)
def svg(text: str) -> bytes:
    """Return a code as an SVG file of one path."""
    import qrcode
    from qrcode.image.svg import SvgPathImage

    modules(text)
    code = qrcode.QRCode(
        error_correction=qrcode.ERROR_CORRECT_M,
        border=QUIET,
        image_factory=SvgPathImage,
    )
    code.add_data(text)
    out = BytesIO()
    code.make_image().save(out)
    return out.getvalue()
