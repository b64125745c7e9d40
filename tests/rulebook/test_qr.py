"""Codes of rules stay coarse and are read back by OpenCV."""

import cv2
import numpy as np
import pytest

from companion.rulebook import catalogue, qr
from tests.rulebook.sheets import decode

LAN = "http://192.168.1.23:8000"


@pytest.mark.parametrize(
    ("base", "address"),
    [
        (LAN, "HTTP://192.168.1.23:8000/R/KD07"),
        (LAN + "/", "HTTP://192.168.1.23:8000/R/KD07"),
        ("https://karma.example.org", "HTTPS://KARMA.EXAMPLE.ORG/R/KD07"),
        ("https://example.org/Karma", "https://example.org/Karma/R/KD07"),
    ],
)
def test_addresses_are_in_capitals_unless_a_path_stands_before_ours(base, address):
    assert qr.rule_address(base, "KD07") == address


@pytest.mark.parametrize(
    ("base", "most"),
    [
        (LAN, 2),
        ("http://raspberrypi.local:8000", 3),
        ("https://karma-table.some-family-name.example.org:8443", 4),
    ],
)
def test_usual_addresses_need_coarse_codes_only(base, most):
    assert qr.version_of(qr.rule_address(base, "SA140")) <= most


def test_an_address_that_makes_fine_codes_is_refused():
    with pytest.raises(qr.AddressTooLong):
        qr.modules(qr.rule_address("https://example.org/" + "x" * 60, "KD07"))
    with pytest.raises(qr.AddressTooLong):
        qr.svg("x" * 5000)


def test_codes_are_read_back():
    for entry in catalogue().entries[::20]:
        address = qr.rule_address(LAN, entry.code)
        image = np.array(qr.picture(address, 6).convert("L"))
        assert decode(image) == address


def test_svg_and_png_draw_the_same_modules():
    address = qr.rule_address(LAN, "KD07")
    side = len(qr.modules(address))
    image = cv2.imdecode(np.frombuffer(qr.png(address, 1), np.uint8), 0)
    assert image.shape == (side, side)
    assert (image == 0).tolist() == [list(row) for row in qr.modules(address)]
    assert qr.svg(address).startswith(b"<?xml")
    assert f'viewBox="0 0 {side} {side}"'.encode() in qr.svg(address)


def test_the_quiet_zone_is_four_modules_wide():
    cells = np.array(qr.modules("HTTP://A/R/KD07"))
    assert not cells[:4].any()
    assert not cells[:, -4:].any()
    assert cells[4, 4]
