"""Amulets: symbols counted by colour, the face proposed, doubt admitted."""

from __future__ import annotations

import itertools

import numpy as np
import pytest

from companion.core.colours import HEX
from tests.vision import render_amulets
from vision import amulets
from vision.amulets.faces import metal
from vision.amulets.layout import chances, layouts
from vision.readings import AmuletReading, AmuletsPrior, Report, Symbols, symbols


def faces_of(report: Report[AmuletReading]) -> list[dict[str, int]]:
    return [dict(amulet.symbols) for amulet in report.readings]


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
    assert [a.face for a in report.readings] == ["gold", "copper", "gold"]
    assert report.certain


@pytest.mark.slow
def test_every_pair_of_colours_is_told_apart() -> None:
    rng = np.random.default_rng(2)
    pairs = list(itertools.combinations(amulets.default_palette(), 2))
    wrong = []
    for start in range(0, len(pairs), 9):
        shown = pairs[start : start + 9]
        report = amulets.read(render_amulets.photo([list(p) * 4 for p in shown], rng))
        for pair, amulet in itertools.zip_longest(shown, report.readings):
            if amulet is None or set(dict(amulet.symbols)) != set(pair):
                wrong.append(pair)
    assert wrong == []


def test_a_count_no_face_has_becomes_a_question() -> None:
    shown = [["red", "green"] * 3 + ["red"]]
    report = amulets.read(render_amulets.photo(shown, np.random.default_rng(3)))
    assert not report.certain
    assert report.readings[0].face is None
    assert report.question is not None
    assert report.question.piece == 0
    assert report.problem is not None


def test_an_empty_table_gives_advice() -> None:
    report = amulets.read(np.full((600, 800, 3), 90, np.uint8))
    assert report.readings == ()
    assert not report.certain
    assert report.problem is not None
    assert "found" in str(report.problem)


def test_the_tables_own_palette_is_used() -> None:
    rng = np.random.default_rng(4)
    picture = render_amulets.photo([["red", "green"] * 4], rng)
    renamed = {"rose": "#c62828", "leaf": "#2e7d32"}
    assert faces_of(amulets.read(picture, AmuletsPrior(palette=renamed))) == [
        {"rose": 4, "leaf": 4}
    ]


def shown(faces: list[Symbols]) -> list[list[str]]:
    return [[name for name, count in face for _ in range(count)] for face in faces]


GOLD = [symbols({"red": 4, other: 4}) for other in ("orange", "green", "violet")]
COPPER = [symbols({"red": 2, "white": 2, other: 2}) for other in ("green", "violet")]
KNOWN = AmuletsPrior(
    may=dict.fromkeys([*GOLD, *COPPER], 1), surely=True, gold=3, copper=2
)


def test_a_symbol_hidden_by_glare_is_filled_in_by_what_can_lie_there() -> None:
    rng = np.random.default_rng(5)
    faces = shown([*GOLD, *COPPER])
    faces[0] = faces[0][:-1]
    picture = render_amulets.photo(faces, rng)
    plain, told = amulets.read(picture), amulets.read(picture, KNOWN)
    assert plain.readings[0].face is None
    assert told.readings[0].symbols == GOLD[0]
    assert told.readings[0].face == "gold"
    assert not told.certain, "what was not all seen is never promised"
    best = [piece.symbols for piece in told.wholes[0].pieces]
    assert best == [*GOLD, *COPPER]


def test_an_amulet_that_lies_there_once_is_not_read_twice() -> None:
    """Both look like the first face; the surer one is it, the other the second."""
    sure, unsure = [(GOLD[0], 0.0), (GOLD[1], -9.0)], [(GOLD[0], 0.0), (GOLD[1], -1.0)]
    alone = layouts([unsure, sure], AmuletsPrior())
    assert alone[0].faces == (GOLD[0], GOLD[0])
    together = layouts([unsure, sure], KNOWN)
    assert together[0].faces == (GOLD[1], GOLD[0])
    (best, chance), *_ = chances(together, 0)
    assert best == GOLD[1]
    assert 0.9 < chance < 1


def test_more_faces_of_a_metal_than_lie_there_are_unlikely() -> None:
    either = [(GOLD[2], 0.0), (COPPER[0], -1.0)]
    known = AmuletsPrior(gold=1, copper=1)
    best = layouts([[(GOLD[0], 0.0)], either], known)[0]
    assert best.faces == (GOLD[0], COPPER[0])


@pytest.mark.parametrize(("gold", "code"), [(2, "more"), (5, "fewer")])
def test_another_number_of_amulets_is_said(gold: int, code: str) -> None:
    picture = render_amulets.photo(shown(GOLD), np.random.default_rng(7))
    report = amulets.read(picture, AmuletsPrior(gold=gold, copper=0))
    assert report.problem is not None
    assert report.problem.code == code
    assert f"({gold})" in str(report.problem)
    assert not report.certain


def test_a_face_nobody_listed_is_still_read() -> None:
    """The printed faces are not known: a guess of them must not rule any out."""
    guess = AmuletsPrior(may=dict.fromkeys(GOLD, 1))
    other = symbols({"yellow": 4, "dark-blue": 4})
    picture = render_amulets.photo(shown([other]), np.random.default_rng(8))
    report = amulets.read(picture, guess)
    assert report.readings[0].symbols == other
    assert metal(other) == report.readings[0].face == "gold"
