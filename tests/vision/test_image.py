"""Files that only pretend to be pictures are refused in the same words."""

from __future__ import annotations

import struct

import pytest

from vision.image import NotAnImage, decode


def dds(flags: int, fourcc: int = 0) -> bytes:
    """A DDS header of 64 x 64 pixels with these flags of its pixel format."""
    head = struct.pack("<7I", 124, 0x1007, 64, 64, 0, 0, 0) + bytes(44)
    pixels = struct.pack("<8I", 32, flags, fourcc, 24, 0, 0, 0, 0)
    return b"DDS " + head + pixels + bytes(20 + 64)


@pytest.mark.parametrize(
    "data",
    [
        pytest.param(dds(0), id="dds without flags"),
        pytest.param(dds(0x100), id="dds with unknown flags"),
        pytest.param(dds(4, 0x31313131), id="dds of an unknown kind"),
        pytest.param(b"", id="nothing"),
        pytest.param(b"not a picture", id="text"),
    ],
)
def test_what_cannot_be_decoded_is_no_picture(data: bytes) -> None:
    with pytest.raises(NotAnImage, match="not a picture"):
        decode(data)
