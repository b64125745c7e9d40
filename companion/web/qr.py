"""QR codes as drawings and as text."""

from __future__ import annotations

from functools import lru_cache
from io import BytesIO, StringIO


@lru_cache(maxsize=256)
def svg(text: str) -> bytes:
    """Return an SVG of the QR of a text, as one path."""
    import qrcode
    from qrcode.image.svg import SvgPathImage

    out = BytesIO()
    qrcode.make(text, image_factory=SvgPathImage, border=3).save(out)
    return out.getvalue()


def terminal(text: str) -> str:
    """Return the QR of a text in half blocks, for a dark terminal."""
    import qrcode

    code = qrcode.QRCode(border=2, error_correction=qrcode.ERROR_CORRECT_L)
    code.add_data(text)
    out = StringIO()
    code.print_ascii(out=out, invert=True)
    return out.getvalue()
