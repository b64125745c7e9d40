"""Another print of a taught card: another cut and colours, but the same picture."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
import pytest

from tests.vision import render_cards
from vision import ppocr, teach
from vision.cards import agree, decide, reading
from vision.cards.match import EXACT, Matcher
from vision.cards.pieces import HIDDEN, Heard, Piece
from vision.cards.taught import NO_FACE, Taught, _apart, view_of
from vision.image import BgrImage
from vision.lexicon import load
from vision.ppocr import LETTERS, Letters, Line

CORNERS = np.array([[0, 0], [320, 0], [320, 448], [0, 448]], float)


def scattered(seed: int, many: int = 24) -> np.ndarray:
    rng = np.random.default_rng(seed)
    return rng.uniform(0, 1, many) + 1j * rng.uniform(0, 1.4, many)


@pytest.mark.parametrize(("turn", "upside"), [(1.2, False), (-0.8, True)])
def test_places_of_another_cut_agree_upside_down_too(turn: float, upside: bool) -> None:
    taught = scattered(1)
    seen = turn * taught + (0.1 + 0.2j)
    seen[::2] = scattered(2)[::2]  # half of the matches are wrong
    odds, stands = agree.agreement(taught, seen)
    assert odds > 20
    assert stands == upside


def test_places_that_have_nothing_in_common_do_not_agree() -> None:
    for seed in range(20):
        assert agree.agreement(scattered(seed), scattered(100 + seed))[0] == 0
    sideways = 1j * scattered(1)  # no card is straightened to lie on its side
    assert agree.agreement(scattered(1), sideways)[0] == 0
    assert agree.agreement(scattered(1, 4), scattered(1, 4))[0] == 0


def printed(seed: int, cut: int, tint: float = 1.0) -> BgrImage:
    """Return a picture cut so much at each side, in this strength of red."""
    whole = render_cards.art(np.random.default_rng(seed), 500, 700)
    part = whole[cut : 700 - cut, cut // 2 : 500 - cut]
    face = cv2.resize(part, (320, 448), interpolation=cv2.INTER_AREA)
    face[..., 2] = (face[..., 2] * tint).astype(np.uint8)
    face[20:70, 20:300] = 128  # no title
    return BgrImage(face)


def test_another_print_is_known_and_another_card_is_not() -> None:
    views = tuple(view_of(f"card-{n}", printed(n, 0), CORNERS) for n in (1, 2, 3))
    again = view_of("", printed(2, 40, 0.7), CORNERS)
    found = Taught(views).best(again, CORNERS)
    assert max(found, key=lambda card: found[card][0]) == "card-2"
    assert found["card-2"][0] > 12
    stranger = view_of("", printed(9, 40), CORNERS)
    odds = [odds for odds, _ in Taught(views).best(stranger, CORNERS).values()]
    assert max(odds, default=0.0) < 6


def test_even_contrast_brings_out_faint_letters() -> None:
    image = np.full((300, 208, 3), 90, np.uint8)
    cv2.putText(image, "Crisis", (30, 150), 2, 1.4, (101, 101, 101), 2)
    assert ppocr.even(image).std() > 1.5 * image.std()


def test_a_title_read_letter_by_letter_counts_for_more() -> None:
    matcher = Matcher(load("karmaka", ("en",)))
    chances = np.full((9, 27), 0.001, np.float32)
    for step, letter in enumerate("peek"):
        chances[2 * step, 1 + LETTERS.index(letter)] = 0.97
        chances[2 * step + 1, 0] = 0.97
    chances[8, 0] = 0.97
    sure, unsure = (
        matcher.of_letters(Letters(chances, "Peek", s)) for s in (0.97, 0.6)
    )
    assert sure.max() == pytest.approx(unsure.max() + EXACT)
    assert matcher.keys[int(sure.argmax())] == "peek"


def soft(seed: int, cut: int, rim: int = 0) -> BgrImage:
    """Return a print of clouds of colour, with no edge for a local feature."""
    rng = np.random.default_rng(seed)
    grid = rng.uniform(0, 255, (5, 4, 3)).astype(np.float32)
    clouds = cv2.resize(grid, (500, 700), interpolation=cv2.INTER_CUBIC)
    part = np.clip(clouds, 0, 255).astype(np.uint8)[cut : 700 - cut, cut : 500 - cut]
    face = cv2.resize(part, (320, 448), interpolation=cv2.INTER_AREA)
    if rim:
        cv2.rectangle(face, (0, 0), (319, 447), (30, 60, 20), 2 * rim)
    return BgrImage(face)


@pytest.mark.parametrize("upside", [False, True])
def test_soft_art_is_known_by_the_whole_face_in_another_print(upside: bool) -> None:
    views = tuple(view_of(f"card-{n}", soft(n, 0), CORNERS) for n in range(8))
    again = soft(3, 40, 16)
    if upside:
        again = BgrImage(np.ascontiguousarray(again[::-1, ::-1]))
    found = Taught(views).best(view_of("", again, CORNERS), CORNERS)
    odds, corners = found["card-3"]
    assert odds > 5
    assert np.allclose(corners[0], CORNERS[2] if upside else CORNERS[0])
    stranger = Taught(views).best(view_of("", soft(50, 40, 16), CORNERS), CORNERS)
    assert max((odds for odds, _ in stranger.values()), default=0.0) < 5


def test_the_whole_face_does_not_count_beside_a_card_taught_without_one() -> None:
    new = [view_of(f"card-{n}", soft(n, 0), CORNERS) for n in range(8)]
    old = replace(view_of("old", soft(9, 0), CORNERS), faces=NO_FACE)
    again = view_of("", soft(3, 40, 16), CORNERS)
    assert "card-3" in Taught(tuple(new))._alike(again, CORNERS)
    assert Taught((*new, old))._alike(again, CORNERS) == {}


@pytest.mark.parametrize("before", [{"face": (936,)}, {"faces": (2, 128)}])
def test_cards_taught_with_networks_before_are_still_known(tmp_path, before) -> None:
    view = view_of("card-2", printed(2, 0), CORNERS)
    np.savez_compressed(
        tmp_path / "card-2.0.npz",
        features=np.round(view.features * 255).astype(np.uint8),
        places=view.places.astype(np.float16),
        tall=np.float32(view.tall),
        # what older versions kept of the whole face
        **{name: np.zeros(shape, np.float16) for name, shape in before.items()},
    )
    known = teach.load(tmp_path)
    assert known.views[0].faces.shape == NO_FACE.shape
    found = known.best(view_of("", printed(2, 40), CORNERS), CORNERS)
    assert found["card-2"][0] > 12


def test_shares_among_all_cards_are_those_a_verdict_gives() -> None:
    keys = [f"card-{n}" for n in range(30)]
    weights = dict.fromkeys(keys, -2.0) | {"card-7": 3.0, "card-9": 1.0}
    odds = decide.among(weights, 0.0)
    assert max(odds, key=lambda card: odds[card]) == "card-7"
    powers = np.exp([*weights.values(), 0.0])
    alone = np.array([odds["card-7"] if key == "card-7" else 0.0 for key in keys])
    told = decide.verdict(keys, alone, decide.prior(keys, None))
    assert told.ranking[0][0] == "card-7"
    assert told.confidence == pytest.approx(np.exp(3) / powers.sum(), abs=0.002)


def told(game: Taught, keys: list[str], face: BgrImage) -> decide.Verdict:
    """Return what is made of one card of a photo that shows nothing else."""
    piece = Piece(CORNERS, 9.0)
    game.recognise(face, [piece], keys)
    assert piece.features is not None
    return decide.decide(keys, [reading._said(piece, len(keys))], None)[0]


def test_where_every_card_is_taught_none_but_they_can_lie_there() -> None:
    keys = [f"card-{n}" for n in range(8)]
    views = tuple(view_of(key, soft(n, 0), CORNERS) for n, key in enumerate(keys))
    every, pale = Taught(views), soft(7, 115, 60)
    sure = told(every, keys, pale)
    assert sure.card == "card-7"
    assert sure.accept == decide.PICTURED
    unsure = told(every, [*keys, "never-taught"], pale)
    assert unsure.card is None, "it may be the one that nobody taught"
    assert unsure.accept == decide.ACCEPT
    blank = BgrImage(np.full((448, 320, 3), 120, np.uint8))
    assert told(every, keys, blank).card is None


def test_two_cards_as_like_are_both_offered_and_none_is_named() -> None:
    keys = ["first", "second", "third"]
    faces = [soft(3, 0), soft(3, 4), soft(5, 0)]
    views = zip(keys, faces, strict=True)
    game = Taught(tuple(view_of(key, face, CORNERS) for key, face in views))
    offered = told(game, keys, soft(3, 2))
    assert offered.card is None
    assert {card for card, _ in offered.ranking[:2]} == {"first", "second"}


def test_a_face_speaks_for_the_likest_cards_and_against_none() -> None:
    keys = [f"card-{n}" for n in range(8)]
    views = tuple(view_of(key, soft(n, 0), CORNERS) for n, key in enumerate(keys))
    piece = Piece(CORNERS, 9.0)
    Taught(views).recognise(soft(5, 40, 16), [piece], keys)
    assert piece.features is not None
    assert piece.features.argmax() == 5
    assert piece.features.min() == 0, "its title may still say another card"


def test_where_all_are_taught_a_picture_must_be_likelier_than_a_title_read() -> None:
    keys = [f"card-{n}" for n in range(8)]
    read = Heard(Line(CORNERS, 1.0), np.full(len(keys), -9.0), "")
    read.odds[7] = 1.0
    both = np.zeros(len(keys))
    both[7] = 5.0
    shown = Piece(CORNERS, 9.0, features=both)
    assert reading._said(shown, len(keys))[1] == decide.ACCEPT, "a part is taught"
    shown.only_taught = True
    odds, enough = reading._said(shown, len(keys))
    assert enough == decide.PICTURED
    before = decide.prior(keys, None)
    chance = decide.verdict(keys, odds, before, decide.ACCEPT).confidence
    assert decide.ACCEPT < chance < decide.PICTURED
    assert decide.decide(keys, [(odds, enough)], None)[0].card is None
    shown.heard.append(read)
    shown.features = both - np.eye(8)[7]
    odds, enough = reading._said(shown, len(keys))
    assert enough == decide.ACCEPT
    assert decide.decide(keys, [(odds, enough)], None)[0].card == "card-7"


def test_a_card_is_like_another_one_only_under_another_name() -> None:
    taught = Taught(
        tuple(view_of(f"card-{n}", printed(n, 0), CORNERS) for n in range(8))
    )
    again = view_of("", printed(2, 40), CORNERS)
    assert taught.like(again, "card-5") == "card-2"
    assert taught.like(again, "card-2") is None


def test_only_cards_of_this_game_are_searched_for_without_an_outline() -> None:
    taught = Taught(
        tuple(view_of(f"card-{n}", printed(n, 0), CORNERS) for n in range(8))
    )
    photo = np.full((900, 1000, 3), 128, np.uint8)
    photo[200:648, 300:620] = printed(2, 0)[:448, :320]
    large = cv2.resize(photo, None, fx=1.5, fy=1.5)
    for shown, times in ((photo, 1), (large, 1.5)):
        (found,) = taught.search(BgrImage(shown), [], ("card-1", "card-2"))
        assert found.features.argmax() == 1
        assert found.corners[0] == pytest.approx((300 * times, 200 * times), abs=9)
    assert taught.search(BgrImage(photo), [], ("card-1",)) == []


def test_of_taught_cards_found_on_one_another_the_surest_lies_there() -> None:
    def laid(x: float, odds: float) -> Piece:
        return Piece(CORNERS + np.array([x, 0]), HIDDEN, features=np.array([odds]))

    least, most, apart = laid(0, 9.0), laid(4, 20.0), laid(900, 8.0)
    assert _apart([least, most, apart]) == [most, apart]
