"""The loop that needs no hands: what is told of a film, and what is not."""

from __future__ import annotations

import json
from itertools import pairwise
from pathlib import Path

import cv2
import numpy as np
import pytest

from tests.vision import drawn_dice
from tests.vision.clips import Clip, lay_table
from tests.vision.watching import Score, faces
from vision.__main__ import main
from vision.capture import TRIES, Light, Watch, watch
from vision.dice import read
from vision.markers import STOP
from vision.readings import DieReading, Report
from vision.watching.film import Frame, NoFilm, film
from vision.watching.restless import Restless

SIZE = (640, 360)


def clip(seed: int, size=SIZE, **how) -> Clip:
    return Clip(lay_table(seed, size, 52), **how)


@pytest.fixture(scope="module")
def evening(tmp_path_factory) -> tuple[Clip, Path]:
    """Two throws, a hand that only covers, a die turned, the dice taken away."""
    shot = clip(11)
    shot.throw(2, shake=0.3)
    shot.rest(0.5)
    shot.cover(still=0.4)
    shot.rest(0.4, news=False)
    shot.turn()
    shot.rest(0.5)
    shot.take()
    shot.rest(0.8)
    return shot, shot.write(tmp_path_factory.mktemp("films") / "evening.avi")


def test_every_rest_is_told_once_and_nothing_else(evening) -> None:
    shot, path = evening
    score = Score()
    told = list(watch(film(str(path)), read))
    score.add("evening", shot.rests, told)
    assert [faces(one) for one in told] == [r.faces for r in shot.rests if r.told]
    assert (score.twice, score.stray, score.missed) == (0, 0, [])
    assert max(score.delays) < 0.9


def test_the_command_prints_a_line_for_each_scene(evening, capsys) -> None:
    shot, path = evening
    assert main(["watch", str(path), "--reader", "dice", "--json"]) == 0
    lines = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    want = [rest for rest in shot.rests if rest.told]
    assert len(lines) == len(want)
    for line, rest in zip(lines, want, strict=True):
        assert rest.begins - 0.15 <= line["at"] <= rest.ends
        assert line["frame"] == pytest.approx(line["at"] * 30, abs=1)
        assert tuple(sorted(die["face"] for die in line["dice"])) == rest.faces
        assert isinstance(line["certain"], bool)
    assert lines[-1]["dice"] == []
    assert "problem" not in lines[-1]


def test_of_frames_that_tell_nothing_no_picture_is_made(evening) -> None:
    """Never two in a row; what is looked at too late is the picture before."""
    _, path = evening
    loop, frames = Watch(read), []
    for frame in film(str(path)):
        loop.see(frame)
        frames.append(frame)
    made = [frame.picture.seen for frame in frames]
    assert made.count(False) > len(made) // 5
    assert all(one or two for one, two in pairwise(made))
    late = made.index(False)
    assert frames[late].image is frames[late - 1].image


@pytest.mark.parametrize(("turn", "left"), [("180", (180, 200)), ("0", (220, 220))])
def test_a_film_can_be_turned_upright(turn, left, tmp_path, capsys) -> None:
    hangs = np.rot90(drawn_dice.picture((180, 200, 5), (420, 260, 3)), 2).copy()
    path = drawn_dice.film(tmp_path / "hanging.avi", (hangs, 0.5))
    assert main(["watch", str(path), "--json", "--turn", turn]) == 0
    line = json.loads(capsys.readouterr().out.splitlines()[0])
    x, y, wide, high = min(die["box"] for die in line["dice"])
    assert (x + wide / 2, y + high / 2) == pytest.approx(left, abs=12)


def test_what_is_no_film_exits_2(tmp_path, capsys) -> None:
    (tmp_path / "a.mp4").write_text("not a film")
    assert main(["watch", str(tmp_path / "a.mp4"), "--json"]) == 2
    assert main(["watch", str(tmp_path / "missing.mp4"), "--json"]) == 2
    assert capsys.readouterr().out == ""


def test_a_phone_held_upright_films_upright(tmp_path) -> None:
    """The film lies on its side and says so, as phones do."""
    shot = clip(12)
    shot.rest(0.1)
    path = shot.write(tmp_path / "side.mp4")
    data = bytearray(path.read_bytes())
    # The matrix of the track's header: a quarter turn clockwise.
    at = data.index(b"tkhd") + 44
    turn = (0, 1 << 16, 0, -(1 << 16), 0, 0, SIZE[1] << 16, 0, 1 << 30)
    data[at : at + 36] = b"".join(v.to_bytes(4, "big", signed=True) for v in turn)
    path.write_bytes(data)
    frame = next(film(str(path)))
    assert frame.image.shape == (640, 360, 3)
    upright = np.rot90(shot.frames[0], -1).astype(float)
    assert np.abs(frame.image - upright).mean() < 12


def test_a_source_that_is_nothing_is_refused() -> None:
    with pytest.raises(NoFilm):
        film("neither")


class Told:
    """A reader for drawn squares: a face of 1 wherever one is white."""

    def __init__(self) -> None:
        self.readings = 0

    def __call__(self, image) -> Report[DieReading]:
        self.readings += 1
        _, _, boxes, _ = cv2.connectedComponentsWithStats(
            np.asarray(image.min(axis=2) > 180, np.uint8)
        )
        dice = tuple(
            DieReading(1, "white", 1.0, tuple(float(v) for v in box[:4]))
            for box in boxes[1:]
            if box[4] > 0.004 * image.shape[0] * image.shape[1]
        )
        return Report("dice", dice, certain=bool(dice))


def picture(*squares: tuple[int, int], light: float = 1.0) -> np.ndarray:
    image = np.full((360, 640, 3), 90.0)
    image += 15 * np.sin(np.arange(640) / 7)[None, :, None]
    for x, y in squares:
        image[y + 8 : y + 52, x + 8 : x + 52] = 230
    return np.clip(image * light, 0, 255).astype(np.uint8)


ONCE = 2
"""Readings of a scene that is sure: one, and one in a mirror."""


class Table:
    """A loop that looks at drawn pictures, each for some seconds."""

    def __init__(self) -> None:
        self.reader, self.lights = Told(), []
        self.loop = Watch(self.reader, self.lights.append)
        self.frames = 0

    def shows(self, image: np.ndarray, seconds: float) -> list[int]:
        """Return how many dice were told, scene by scene."""
        told = []
        for _ in range(round(seconds * 30)):
            scene = self.loop.see(Frame(self.frames, self.frames / 30, image))
            told += [len(scene.report.readings)] if scene else []
            self.frames += 1
        return told


def test_what_lies_on_unmoved_is_read_once() -> None:
    table = Table()
    assert table.shows(picture((120, 120), (300, 180)), 5.0) == [2]
    assert table.reader.readings == ONCE


def test_a_slow_change_of_light_is_no_change() -> None:
    table = Table()
    told = []
    for k in range(120):
        told += table.shows(picture((120, 120), light=1 - k / 400), 1 / 30)
    assert told == [1]
    assert table.reader.readings == ONCE


def test_a_die_that_lies_elsewhere_is_a_new_throw() -> None:
    table = Table()
    assert table.shows(picture((120, 120)), 1.0) == [1]
    assert table.shows(picture((360, 180)), 1.0) == [1]


def with_arm(*squares: tuple[int, int], reach: int = 200) -> np.ndarray:
    """An arm reaches in from the upper edge."""
    image = picture(*squares)
    image[:reach, 240:330] = (90, 120, 190)
    return image


def reach_in(table: Table, *squares: tuple[int, int]) -> None:
    """Let the arm come, which takes a few frames."""
    for reach in (40, 80, 120, 160):
        assert table.shows(with_arm(*squares, reach=reach), 1 / 30) == []


def test_a_hand_that_lies_still_is_waited_for() -> None:
    table = Table()
    table.shows(picture(), 1.0)
    assert table.shows(picture((120, 120)), 1.0) == [1]
    reach_in(table, (480, 240))
    assert table.shows(with_arm((480, 240)), 1.5) == []
    assert table.lights[-1] is Light.HANDS
    assert table.shows(picture((480, 240)), 1.0) == [1]
    assert table.lights[-1] is Light.READ


def mosaic(*squares: tuple[int, int], reach: int = 0) -> np.ndarray:
    """A table of brown tiles, and an arm of the same brown."""
    tiles = np.random.default_rng(5).integers(58, 140, (36, 64, 1), np.uint8)
    image = np.kron(tiles, np.ones((10, 10, 3), np.uint8))
    for x, y in squares:
        image[y + 8 : y + 52, x + 8 : x + 52] = 230
    image[:reach, 240:330] = 92
    return image


def test_a_hand_of_the_table_s_colour_is_known_by_the_pattern_it_covers() -> None:
    """Dice under it were not taken away, and are no new throw when it leaves."""
    table = Table()
    table.shows(mosaic(), 1.0)
    assert table.shows(mosaic((240, 120)), 1.0) == [1]
    for reach in (60, 120, 180):
        assert table.shows(mosaic((240, 120), reach=reach), 1 / 30) == []
    assert table.shows(mosaic((240, 120), reach=220), 0.8) == []
    assert table.lights[-1] is Light.HANDS
    assert table.shows(mosaic((240, 120)), 1.0) == []


def plain(*squares: tuple[int, int], reach: int = 0) -> np.ndarray:
    """A table without a pattern, and an arm of its very colour, shaded at its sides."""
    image = np.full((360, 640, 3), (70, 100, 130), np.float32)
    for x, y in squares:
        image[y + 8 : y + 52, x + 8 : x + 52] = 230
    across = np.abs(np.linspace(-1, 1, 110, dtype=np.float32))
    folds = 1 - 0.25 * np.sin(np.arange(reach) / 6) ** 2
    light = np.outer(folds, 1.06 - 0.3 * across**6)[..., None]
    image[:reach, 220:330] = light * np.float32([70, 100, 130])
    return image.astype(np.uint8)


def test_a_hand_of_a_plain_table_s_colour_is_known_by_its_lines() -> None:
    table = Table()
    table.shows(plain(), 1.0)
    assert table.shows(plain((240, 120)), 1.0) == [1]
    for reach in (60, 120, 180):
        assert table.shows(plain((240, 120), reach=reach), 1 / 30) == []
    assert table.shows(plain((240, 120), reach=220), 0.8) == []
    assert table.lights[-1] is Light.HANDS
    assert table.shows(plain((240, 120)), 1.0) == []


def test_dice_near_the_edge_are_no_hand() -> None:
    table = Table()
    table.shows(plain(), 1.0)
    assert table.shows(plain((300, 150)), 0.5) == [1]
    assert table.shows(plain((200, 10), (255, 6), (190, 75), (240, 70)), 0.5) == [4]


def test_a_hand_taken_for_the_table_is_known_once_it_has_left() -> None:
    """A film that begins with a patterned hand at rest: what it uncovers is no hand."""
    table = Table()
    pattern = np.random.default_rng(2).integers(60, 200, (40, 18, 3), np.uint8)
    held = picture()
    held[:200, 240:330] = np.kron(pattern, np.ones((5, 5, 1), np.uint8))
    table.shows(held, 1.0)
    for reach in (160, 120, 80, 40):
        assert table.shows(with_arm((480, 240), reach=reach), 1 / 30) == []
    assert table.shows(picture((480, 240)), 0.5) == [1]


def test_a_glimpse_of_the_table_is_enough_to_know_a_hand() -> None:
    """Nothing was told yet when it comes and waits."""
    table = Table()
    assert table.shows(picture(), 0.17) == []
    reach_in(table, (480, 240))
    assert table.shows(with_arm((480, 240)), 1.0) == []
    assert table.shows(picture((480, 240)), 0.5) == [1]


class Undecided:
    """A reader that is sure of a face, and of another one in a mirror."""

    def __init__(self, *faces: int) -> None:
        self.faces = iter(faces)

    def __call__(self, image) -> Report[DieReading]:
        die = DieReading(next(self.faces), "white", 0.99, (120, 120, 60, 60))
        return Report("dice", (die,), certain=True)


@pytest.mark.parametrize(
    ("faces", "told"),
    [
        ((4, 4), (4, True)),
        # Two agree in the end, but not all: it is told, and nobody may rely on it.
        ((4, 5, 4, 4, 4, 4), (4, False)),
    ],
)
def test_what_frames_of_one_rest_disagree_about_is_not_certain(faces, told) -> None:
    loop = Watch(Undecided(*faces))
    scenes = [loop.see(Frame(k, k / 30, picture((120, 120)))) for k in range(60)]
    (scene,) = [one for one in scenes if one]
    assert (scene.report.readings[0].face, scene.report.certain) == told


@pytest.mark.parametrize("seed", [1, 2])
def test_grain_in_a_dark_corner_is_no_movement(seed) -> None:
    table = Table()
    rng = np.random.default_rng(seed)
    dark = picture((120, 120)).astype(float)
    dark[:90, 500:] = 10
    told = []
    for _ in range(20):
        grain = cv2.GaussianBlur(rng.normal(0, 1, dark.shape), (0, 0), 1.2)
        grain *= 2.5 / grain.std()
        told += table.shows(np.clip(dark + grain, 0, 255).astype(np.uint8), 1 / 30)
    assert told == [1]


def test_something_laid_at_the_edge_for_good_is_the_table_s() -> None:
    table = Table()
    table.shows(picture(), 1.0)
    reach_in(table, (480, 240))
    assert table.shows(with_arm((480, 240)), 2.5) == []
    assert table.shows(with_arm((480, 240)), 1.5) == [1]


def with_clock(image: np.ndarray, tick: int) -> np.ndarray:
    """A bright digit of a running clock in a corner."""
    image = image.copy()
    image[10:34, 10:30] = 40
    cv2.putText(image, f"{tick % 10}", (12, 32), 0, 0.8, (255, 255, 255), 2)
    return image


def test_a_running_clock_keeps_nothing_from_lying_still() -> None:
    table = Table()
    told = []
    for tick in range(90):
        dice = ((120, 120),) if tick < 40 else ((360, 180), (480, 60))
        told += table.shows(with_clock(picture(*dice), tick), 0.1)
    assert told == [1, 2]
    assert table.reader.readings == 2 * ONCE


def test_dice_that_are_shaken_for_long_are_no_clock() -> None:
    table = Table()
    table.shows(picture(), 1.0)
    told = []
    for k in range(90):
        arm = with_arm((240 + 20 * (k % 3), 180), reach=170 + 25 * (k % 2))
        told += table.shows(arm, 1 / 15)
    assert told == []


def test_what_lies_there_can_be_read_once_more() -> None:
    table = Table()
    assert table.shows(picture((120, 120)), 1.0) == [1]
    table.loop.again()
    assert table.shows(picture((120, 120)), 1.0) == [1]


def test_after_a_cut_to_another_view_nothing_is_taken_for_a_hand() -> None:
    table = Table()
    table.shows(picture((120, 120)), 1.0)
    other = picture((480, 240))
    tiles = np.random.default_rng(3).integers(0, 99, (9, 8, 3), np.uint8)
    other[:, :320] = np.kron(tiles, np.ones((40, 40, 1), np.uint8))
    assert table.shows(other, 0.6) == [1]


def test_a_table_that_is_known_needs_less_rest() -> None:
    table = Table()
    assert table.shows(picture((120, 120)), 0.27) == []
    assert table.shows(picture((120, 120)), 0.1) == [1]
    for x in range(180, 360, 30):
        assert table.shows(picture((x, 150)), 1 / 30) == []
    assert table.shows(picture((360, 150)), 0.27) == [1]
    other = 255 - mosaic()
    assert table.shows(other, 0.27) == [], "the film was cut: another view"
    assert len(table.shows(other, 0.14)) == 1


def with_card(image: np.ndarray) -> np.ndarray:
    """The stop card of the kit lies beside the dice."""
    image = image.copy()
    image[200:330, 480:610] = drawn_dice.stop_card()
    return image


def test_a_card_laid_beside_dice_that_lie_on_is_told() -> None:
    loop, dice = Watch(Undecided(*[4] * 9)), picture((120, 120))
    shown = [*[dice] * 30, *[with_card(dice)] * 60]
    scenes = [loop.see(Frame(k, k / 30, image)) for k, image in enumerate(shown)]
    told = [one for one in scenes if one]
    assert [[sign.what for sign in one.signs] for one in told] == [[], [STOP]]


@pytest.mark.parametrize(
    ("image", "reads"),
    [(picture((120, 120)), 2 * TRIES), (with_card(picture((120, 120))), 2)],
    ids=["dice alone", "beside a card"],
)
def test_dice_in_doubt_are_looked_at_again_unless_a_card_says_more(
    image, reads
) -> None:
    faces = iter(range(9))
    loop = Watch(Undecided(*faces))
    scenes = [loop.see(Frame(k, k / 30, image)) for k in range(36)]
    (scene,) = [one for one in scenes if one]
    assert not scene.report.certain
    assert scene.report.readings[0].face < reads
    assert (scene.told < 0.5) is (reads == 2)


def test_where_things_lie_in_a_large_frame_can_be_said() -> None:
    image = cv2.resize(picture((120, 120)), (2400, 1350))
    loop = Watch(Told())
    scenes = [loop.see(Frame(k, k / 30, image)) for k in range(12)]
    (scene,) = [one for one in scenes if one]
    assert (scene.image.shape[1], scene.shrunk) == (1920, 1.25)


def test_a_clock_that_has_stopped_is_a_place_like_any_other() -> None:
    restless, still = Restless(), np.zeros((180, 320), np.bool_)
    clock, hand = still.copy(), still.copy()
    clock[10:16, 10:16] = hand[60:160, 60:160] = True
    assert not any(restless.note(k / 10, clock | hand).any() for k in range(15))
    never = restless.note(1.6, clock | hand)
    assert never[13, 13]
    assert not never[100, 100], "what is so large is a hand"
    assert restless.note(1.9, still)[13, 13], "it may go on"
    assert not restless.note(2.2, still).any()
    assert not restless.note(2.3, clock).any()
