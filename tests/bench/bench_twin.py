"""The browser's twin of the hands-free loop on rendered clips, beside the loop itself.

`python -m tests.bench.bench_twin` draws the clips that `vision_watch` calls looked at
and shows both the same frames; `--keep FOLDER` keeps the films for the next time.
"""

from __future__ import annotations

import argparse
import json
import tempfile
from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path

import cv2
import numpy as np

from tests.bench.vision_watch import REELS, Count, Reel, together
from tests.vision.clips import Rest
from tests.vision.twin import Twin
from tests.vision.watching import EARLY, Score
from vision.capture import Scene, watch
from vision.dice import read
from vision.image import BgrImage
from vision.readings import piece_json
from vision.watching.film import Frame, film
from vision.watching.votes import confirmed

LOOK = 0.07
"""Seconds between two frames that the browser looks at."""

QUALITY = 90
"""Of the JPEG that is sent."""


def drawn(reel: Reel, seed: int, folder: Path) -> tuple[list[Frame], list[Rest]]:
    """Return the frames of a clip that a browser would look at, and what is true."""
    path = folder / f"{seed}{('.mp4', '.avi')[seed % 2]}"
    truth = path.with_suffix(".json")
    if not truth.exists():
        shot = reel.shoot(seed)
        shot.write(path)
        truth.write_text(json.dumps({"rests": [asdict(one) for one in shot.rests]}))
    rests = [
        Rest(one["begins"], one["ends"], tuple(one["faces"]), one["told"])
        for one in json.loads(truth.read_text())["rests"]
    ]
    return list(_glances(path)), rests


def _glances(path: Path) -> Iterator[Frame]:
    due = 0.0
    for frame in film(str(path)):
        if frame.at >= due:
            due += LOOK
            yield Frame(frame.index, frame.at, frame.image.copy())


class Browser:
    """A browser's camera over the table, and the server that reads what it sends."""

    def __init__(self) -> None:
        self.rests: list[Scene] = []
        """Every rest the twin saw: a photo each."""
        self.told: list[Scene] = []
        """Those in which other things lay than in the one before."""
        self.took: list[float] = []
        """Milliseconds of processor time for each frame."""

    def watch(self, frames: list[Frame]) -> None:
        """Let the twin look at a film."""
        with Twin() as twin:
            for frame in frames:
                said = twin.see(frame.image, frame.at)
                self.took.append(said["ms"])
                if said["light"] == "rest":
                    self._send(twin, frame)

    def _send(self, twin: Twin, frame: Frame) -> None:
        jpeg = cv2.imencode(".jpg", frame.image, [cv2.IMWRITE_JPEG_QUALITY, QUALITY])
        image = BgrImage(np.asarray(cv2.imdecode(jpeg[1], cv2.IMREAD_COLOR), np.uint8))
        report = confirmed(read(image), image, read)
        scene = Scene(frame.at, frame.index, image, report, frame.at, frame.at)
        self.rests.append(scene)
        pieces = [piece_json(one) for one in report.readings]
        if not twin.hear({"readings": pieces, "size": image.shape[1::-1]})["same"]:
            self.told.append(scene)


def by_the_twin(frames: list[Frame], rests: list[Rest]) -> Count:
    """Count one clip as the browser sees it."""
    browser, score = Browser(), Score()
    browser.watch(frames)
    score.add("", rests, browser.told)
    return {**score.counts(), **unread(rests, browser.rests), "took": browser.took}


def by_the_loop(frames: list[Frame], rests: list[Rest]) -> Count:
    """Count the same clip as the loop in Python sees it."""
    score = Score()
    score.add("", rests, list(watch(frames, read)))
    return score.counts()


def unread(rests: list[Rest], seen: list[Scene]) -> Count:
    """Count the rests that the twin saw, whatever was read in them."""
    within = [
        [one for one in seen if rest.begins - EARLY <= one.at <= rest.ends + 0.02]
        for rest in rests
    ]
    spare = (
        len(mine) - min(rest.told, len(mine))
        for mine, rest in zip(within, rests, strict=True)
    )
    return {
        "photos": len(seen),
        "photos of what was seen before": sum(spare),
        "photos with a hand, or of a moment": len(seen) - sum(map(len, within)),
    }


def main() -> None:
    """Show both the clips of each reel and count."""
    parser = argparse.ArgumentParser(description=main.__doc__)
    parser.add_argument("--keep", type=Path, help="a folder for the films")
    parser.add_argument("--apart", action="store_true", help="the clips kept apart")
    args = parser.parse_args()
    cv2.setNumThreads(1)
    with tempfile.TemporaryDirectory() as folder:
        for reel in REELS[2:] if args.apart else REELS[:2]:
            # A clip at a time: all of them would fill the memory.
            counts = [
                both(reel, seed, args.keep or Path(folder)) for seed in reel.seeds
            ]
            twin, loop = (together(one) for one in zip(*counts, strict=True))
            took = np.percentile(twin.pop("took"), [50, 95])
            print(f"{reel.name}\n twin {twin}\n loop {loop}", flush=True)
            print(" milliseconds a frame, middle and 95th of 100:", took.round(1))


def both(reel: Reel, seed: int, folder: Path) -> tuple[Count, Count]:
    """Count one clip as the twin sees it, and the loop."""
    frames, rests = drawn(reel, seed, folder)
    return by_the_twin(frames, rests), by_the_loop(frames, rests)


if __name__ == "__main__":
    main()
