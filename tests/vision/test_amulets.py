"""Amulets: symbols counted by colour, the face proposed, doubt admitted."""

from __future__ import annotations

import itertools

import numpy as np
import pytest

from companion.core.colours import HEX
from tests.vision import render_amulets
from vision import amulets


def faces_of(report: dict) -> list[dict[str, int]]:
    return [dict(amulet["symbols"]) for amulet in report["amulets"]]


def test_the_palette_is_the_one_the_screens_show() -> None:
    assert amulets.default_palette() == {
        str(name): value for name, value in HEX.items()
    }


@pytest.mark.parametrize("shape", ["round", "octagon", "square"])
def test_counts_several_amulets_of_both_metals(shape: str) -> None:
    rng = np.random.default_rng(1)
    shown = [
        ["red", "green"] * 4,
        ["dark-blue", "white", "violet"] * 2,
        ["orange", "light-blue"] * 4,
    ]
    report = amulets.read(render_amulets.photo(shown, rng, shape))
    assert faces_of(report) == [
        {"red": 4, "green": 4},
        {"dark-blue": 2, "white": 2, "violet": 2},
        {"orange": 4, "light-blue": 4},
    ]
    assert [a["face"] for a in report["amulets"]] == ["gold", "copper", "gold"]
    assert report["certain"]


@pytest.mark.slow
def test_every_pair_of_colours_is_told_apart() -> None:
    rng = np.random.default_rng(2)
    pairs = list(itertools.combinations(amulets.default_palette(), 2))
    wrong = []
    for start in range(0, len(pairs), 9):
        shown = pairs[start : start + 9]
        report = amulets.read(render_amulets.photo([list(p) * 4 for p in shown], rng))
        for pair, amulet in itertools.zip_longest(shown, report["amulets"]):
            if amulet is None or set(amulet["symbols"]) != set(pair):
                wrong.append(pair)
    assert wrong == []


def test_a_count_no_face_has_becomes_a_question() -> None:
    shown = [["red", "green"] * 3 + ["red"]]
    report = amulets.read(render_amulets.photo(shown, np.random.default_rng(3)))
    assert not report["certain"]
    assert report["amulets"][0]["face"] is None
    assert report["question"]["index"] == 0
    assert report["problem"]


def test_an_empty_table_gives_advice() -> None:
    report = amulets.read(np.full((600, 800, 3), 90, np.uint8))
    assert report["amulets"] == []
    assert not report["certain"]
    assert "found" in report["problem"]


def test_the_tables_own_palette_is_used() -> None:
    rng = np.random.default_rng(4)
    picture = render_amulets.photo([["red", "green"] * 4], rng)
    renamed = {"rose": "#c62828", "leaf": "#2e7d32"}
    assert faces_of(amulets.read(picture, renamed)) == [{"rose": 4, "leaf": 4}]
