"""Films as cameras write them: whatever the codec and the clock, rests are told."""

from __future__ import annotations

import struct
from collections.abc import Iterator, Sequence
from pathlib import Path
from threading import Event

import cv2
import numpy as np
import pytest
from PIL import Image

from tests.vision.encoders import RECIPES, can_encode, encode
from tests.vision.test_capture import Told, picture, with_arm
from vision.capture import watch
from vision.watching.film import Frame, NoFilm, at_its_speed, film

FIRST, SECOND = ((120, 120),), ((120, 120), (400, 200))
CODES = {
    ".avi": "MJPG",
    ".mp4": "mp4v",
    ".mov": "mp4v",
    ".mkv": "mp4v",
    ".webm": "VP80",
}


def moves(fps: float) -> list[np.ndarray]:
    """A die for a second, a second one that rolls in, both for a second."""
    rolling = round(0.4 * fps)
    way = [(400, round(200 * k / rolling)) for k in range(rolling)]
    rng = np.random.default_rng(1)
    shown = [
        *[picture(*FIRST)] * round(fps),
        *[picture(*FIRST, place) for place in way],
        *[picture(*SECOND)] * round(fps),
    ]
    # Codecs leave out what is the same to the last bit.
    return [cv2.add(one, rng.integers(0, 5, one.shape, np.uint8)) for one in shown]


def written(path: Path, frames: Sequence[np.ndarray], fps: float) -> Path:
    code = cv2.VideoWriter.fourcc(*CODES[path.suffix])
    out = cv2.VideoWriter(str(path), code, fps, frames[0].shape[1::-1])
    for frame in frames:
        out.write(frame)
    out.release()
    return path


def told(path: Path) -> list[tuple[int, float, int]]:
    """Return how many dice were told, when, and in which frame."""
    scenes = watch(film(str(path)), Told())
    return [(len(one.report.readings), one.at, one.frame) for one in scenes]


@pytest.mark.parametrize(
    ("ending", "fps"),
    [(".avi", 24), (".mp4", 29.97), (".mov", 60), (".mkv", 15), (".webm", 30)],
)
def test_both_rests_are_told_at_their_times(ending, fps, tmp_path) -> None:
    said = told(written(tmp_path / f"film{ending}", moves(fps), fps))
    assert [count for count, _, _ in said] == [1, 2]
    (_, early, first), (_, late, second) = said
    assert 0 <= early < 1
    assert 1.3 < late < 2.4
    assert (first, second) == (
        pytest.approx(early * fps, abs=1.5),
        pytest.approx(late * fps, abs=1.5),
    )


@pytest.mark.parametrize("fps", [60, 240])
def test_of_many_frames_a_second_only_some_are_looked_at(fps, tmp_path) -> None:
    path = written(tmp_path / "quick.avi", [picture()] * fps, fps)
    frames = list(film(str(path)))
    assert 25 <= len(frames) <= 32
    assert all(one.index == pytest.approx(one.at * fps, abs=0.6) for one in frames)


def boxed(data: bytes, path: Sequence[bytes], new: bytes) -> bytes:
    """Return an MP4 box's content with the box at a path replaced."""
    out, at = b"", 0
    while at < len(data):
        size, name = struct.unpack(">I4s", data[at : at + 8])
        inner = data[at + 8 : at + size]
        if name == path[0]:
            inner = boxed(inner, path[1:], new) if path[1:] else new
        out += struct.pack(">I4s", len(inner) + 8, name) + inner
        at += size
    return out


def retimed(path: Path, gaps: Sequence[int]) -> Path:
    """Give every frame of an MP4 its own duration, as a phone in dim light does.

    They are counted in frames; the index lies behind the pictures, so it may grow.
    """
    # The edit list tells how long it was before: it must not be looked at.
    data = path.read_bytes().replace(b"edts", b"free")
    at = data.index(b"stts") + 4
    (unit,) = struct.unpack(">I", data[at + 12 : at + 16])
    rows = b"".join(struct.pack(">II", 1, gap * unit) for gap in gaps)
    table = struct.pack(">II", 0, len(gaps)) + rows
    place = (b"moov", b"trak", b"mdia", b"minf", b"stbl", b"stts")
    path.write_bytes(boxed(data, place, table))
    return path


def test_a_variable_rate_keeps_its_times(tmp_path) -> None:
    """Frames that were left out make neither the film shorter nor a rest younger."""
    rng = np.random.default_rng(4)
    frames = moves(30)
    kept = [k for k in range(len(frames)) if k == 0 or rng.random() < 0.7]
    path = written(tmp_path / "uneven.mp4", [frames[k] for k in kept], 30)
    gaps = [*np.diff(kept).tolist(), 1]
    seen = list(film(str(retimed(path, gaps))))
    assert [one.at for one in seen] == pytest.approx([k / 30 for k in kept], abs=0.002)
    (_, early, first), (_, late, second) = told(path)
    taken = (kept[first] / 30, kept[second] / 30)
    assert (early, late) == pytest.approx(taken, abs=0.01)
    assert early < 1
    assert late > 1.3


def test_a_frame_that_is_shown_long_lies_still(tmp_path) -> None:
    """A film that leaves out what does not change has one frame of each rest."""
    start, *_, end = frames = moves(12)
    rolling = frames[12:-12]
    shown = [start, *rolling, end, picture(*FIRST), picture()]
    lasting = [600, *[80] * len(rolling), 600, 700, 80]
    path = tmp_path / "slides.gif"
    images = [Image.fromarray(one[..., ::-1]) for one in shown]
    images[0].save(path, save_all=True, append_images=images[1:], duration=lasting)
    said = told(path)
    assert [count for count, _, _ in said] == [1, 2, 1]
    assert [frame for _, _, frame in said] == [0, len(rolling) + 1, len(rolling) + 2]


@pytest.mark.parametrize("waves", [8, 9])
def test_the_first_frame_that_is_shown_long_may_come_after_a_hand(
    waves, tmp_path
) -> None:
    """Every other frame of a hand at work passes unseen; not the one that stays."""
    wave = [with_arm(*FIRST, reach=60 + 120 * (k % 2)) for k in range(waves)]
    shown = [*[picture(*FIRST)] * 30, *wave, picture(*SECOND), *wave]
    path = written(tmp_path / "held.mp4", shown, 30)
    gaps = [1] * len(shown)
    gaps[30 + waves] = 30
    said = told(retimed(path, gaps))
    assert [count for count, _, _ in said] == [1, 2]
    assert said[1][2] == 30 + waves


def test_a_file_cut_short_is_told_as_far_as_it_goes(tmp_path) -> None:
    path = written(tmp_path / "cut.avi", moves(30), 30)
    data = path.read_bytes()
    path.write_bytes(data[: len(data) * 6 // 10])
    assert [count for count, _, _ in told(path)][:1] == [1]


def test_a_film_without_a_frame_is_no_film(tmp_path) -> None:
    path = written(tmp_path / "none.mkv", [picture()], 30)
    path.write_bytes(path.read_bytes()[:600])
    with pytest.raises(NoFilm):
        list(film(str(path)))


@pytest.mark.skipif(not can_encode(), reason="ffmpeg is not here")
@pytest.mark.parametrize("recipe", RECIPES, ids=lambda one: one.name)
def test_films_of_phones_and_libraries(recipe, tmp_path) -> None:
    said = told(encode(moves(30), 30, recipe, tmp_path / "film"))
    assert [count for count, _, _ in said] == [1, 2]
    late = said[1][1] / recipe.slower
    assert 1.3 < late < (3.0 if recipe.ending == ".h264" else 2.4)


@pytest.mark.skipif(not can_encode(), reason="ffmpeg is not here")
def test_a_clock_that_does_not_begin_at_nought(tmp_path) -> None:
    late = RECIPES[0]
    how = (*late.how, "-output_ts_offset", "7")
    path = encode(moves(30), 30, type(late)("late", ".mkv", how), tmp_path / "late")
    assert next(film(str(path))).at == 0
    assert [count for count, at, _ in told(path) if at < 2.4] == [1, 2]


@pytest.mark.parametrize("degrees", [90, 180, 270])
def test_a_camera_that_hangs_otherwise_is_turned_upright(degrees, tmp_path) -> None:
    table = picture((120, 120), (400, 200))
    hangs = np.ascontiguousarray(np.rot90(table, degrees // 90))
    path = written(tmp_path / "hanging.avi", [hangs] * 12, 12)
    *_, last = film(str(path), degrees)
    assert last.image.shape == table.shape
    assert np.abs(last.image - table.astype(float)).mean() < 12
    assert [count for count, _, _ in told(path)] == [2], "and so it is as it hangs"


def slides(path: Path, *seconds: float) -> Path:
    """Write a film whose frames, all unlike, are shown for so long each."""
    shown = [picture((40 + 60 * k, 120))[..., ::-1] for k in range(len(seconds))]
    first, *rest = (Image.fromarray(one) for one in shown)
    lasting = [round(1000 * one) for one in seconds]
    first.save(path, save_all=True, append_images=rest, duration=lasting)
    return path


def test_a_frame_that_is_shown_for_minutes_is_not_looked_at_all_the_time(
    tmp_path,
) -> None:
    frames = list(film(str(slides(tmp_path / "long.gif", 120, 1))))
    assert 100 < len(frames) < 300
    assert [one.index for one in frames[-2:]] == [0, 1]
    assert frames[-1].at == pytest.approx(120, abs=0.1)


class Recorder:
    """Stands for what OpenCV opens: frames at the times it says, then no more."""

    def __init__(self, *times: float, rate: float = 10.0, endless=False) -> None:
        self.times, self.rate, self.at, self.endless = times, rate, -1, endless
        self.busy, self.go_on, self.released = Event(), Event(), Event()

    def isOpened(self) -> bool:  # noqa: N802
        return True

    def get(self, what: int) -> float:
        return self.rate if what == cv2.CAP_PROP_FPS else 1000 * self.times[self.at]

    def set(self, what: int, value: float) -> None:
        """Films may be turned upright by OpenCV; this one is."""

    def grab(self) -> bool:
        """Give all frames at once; a live camera waits before there are no more."""
        self.at += 1
        if self.at < len(self.times):
            return True
        self.busy.set()
        return self.go_on.wait(10) and self.endless

    def retrieve(self) -> tuple[bool, np.ndarray]:
        return True, picture()

    def release(self) -> None:
        self.released.set()


@pytest.fixture
def opened(monkeypatch, tmp_path):
    """Let a recorder be what is opened next; its frames are returned."""

    def opens(recorder: Recorder, source: str = "0") -> Iterator[Frame]:
        monkeypatch.setattr("cv2.VideoCapture", lambda _source: recorder)
        return film(source)

    (tmp_path / "film.avi").touch()
    return opens


@pytest.mark.parametrize(
    ("said", "rate", "taken"),
    [
        pytest.param((7, 7.1, 7.2), 10, (0, 0.1, 0.2), id="begins late"),
        pytest.param((0, 0, 0), 10, (0, 0.1, 0.2), id="no times"),
        pytest.param((0, 0, 0), 0, (0, 1 / 30, 2 / 30), id="neither times nor a rate"),
        pytest.param((0, 0, 0), 90_000, (0, 1 / 30, 2 / 30), id="a rate that is none"),
        pytest.param((0, 0.3, 0.3), 10, (0, 0.3, 0.4), id="stands still"),
        pytest.param((0, 0.3, 0.1), 10, (0, 0.3, 0.4), id="leaps back"),
        pytest.param((0, 0.01, 0.1), 10, (0, 0.1), id="too quick to be looked at"),
    ],
)
def test_times_of_a_film_always_rise(opened, tmp_path, said, rate, taken) -> None:
    recorder = Recorder(*said, rate=rate)
    recorder.go_on.set()
    frames = opened(recorder, str(tmp_path / "film.avi"))
    assert [one.at for one in frames] == pytest.approx(list(taken))
    assert recorder.released.is_set()


def test_of_a_live_camera_only_the_newest_frame_is_shown(opened) -> None:
    camera = Recorder(0, 1, 2)
    frames = opened(camera)
    assert camera.busy.wait(10)
    assert next(frames).index == 2
    camera.go_on.set()
    assert next(frames, None) is None
    assert camera.released.wait(10)


def test_a_camera_nobody_looks_at_any_more_is_let_go(opened) -> None:
    camera = Recorder(0, endless=True)
    frames = opened(camera)
    next(frames)
    frames.close()
    camera.go_on.set()
    assert camera.released.wait(10)


def test_a_camera_that_shows_nothing_is_no_film(opened) -> None:
    camera = Recorder()
    camera.go_on.set()
    with pytest.raises(NoFilm, match="shows nothing"):
        list(opened(camera))


def test_a_file_that_stands_for_a_camera_is_no_quicker_than_one(monkeypatch) -> None:
    class Clock:
        now = 50.0
        monotonic = staticmethod(lambda: Clock.now)

        @staticmethod
        def sleep(seconds: float) -> None:
            Clock.now += seconds

    monkeypatch.setattr("vision.watching.film.time", Clock)
    shown = []
    for frame in at_its_speed(
        Frame(k, at, picture()) for k, at in enumerate((0, 1, 2))
    ):
        shown.append(Clock.now - 50)
        Clock.now += 1.5 if frame.index == 1 else 0.2  # what is done with it
    assert shown == pytest.approx([0, 1, 2.5])
