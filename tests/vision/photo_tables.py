"""Tables out of real photographs: their dice are cut out, lifted off and laid anew.

A `PhotoTable` stands where a drawn `Table` stands in a `Clip`: cloth, grain, lamp,
glare and dice are a camera's, only where the dice lie is ours. The photographs are not
part of this repository.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path

import cv2
import numpy as np

from tests.bench.vision_dice import FREE, PHOTOS, Label, faces_of, labels, unseen
from vision.dice import read
from vision.image import BgrImage
from vision.train.real import OWN_LABELS

ROOM = 0.78
"""Radius of what is cut around a die, in sides of its box: its corners, some table."""

CLEAR = 1.45
"""Sides of its box around a die in which no other may lie, or it is not cut out."""

FROM_ABOVE = ("Krajzys", "nell-byler", "KingJacker", "DamianTab", "chrisaholt")
"""Sources whose dice may be turned about: of others a side would come to lie on top."""

SLIGHTLY = 12.0
"""Degrees by which those may be turned."""

Box = tuple[float, float, float, float, int]
"""Left, top, right, lower, face."""


@dataclass(frozen=True, eq=False)
class Lying:
    """A die cut out of a photo, as it lies: where, and turned by how many degrees."""

    patch: np.ndarray
    top: int
    at: tuple[float, float]
    yaw: float

    @property
    def reach(self) -> int:
        return self.patch.shape[0] // 2


@dataclass(frozen=True)
class PhotoTable:
    """A table and its dice, out of one photo; the picture is a cut of it."""

    rng: np.random.Generator
    size: tuple[int, int]
    bare: np.ndarray
    dice: tuple[Lying, ...]
    """The dice that can be thrown."""
    lay: tuple[tuple[float, float], ...]
    """Where dice lay in the photo: nearby they may lie."""
    spin: float = 180.0
    """Degrees by which a die may be turned against its photo."""

    def shown(self, dice: Sequence[Lying]) -> np.ndarray:
        """Return the picture (floats, BGR 0..1) with dice on the table."""
        picture = self.bare.copy()
        for die in dice:
            picture = _laid(picture, die)
        return picture.astype(np.float32) / np.float32(255)

    def throw(self, count: int) -> list[Lying]:
        """Return dice at places like those of the photo, well inside and apart."""
        wide, high = self.size
        side = self.die_px
        middle = np.mean(self.lay, axis=0)
        spread = max(2.2 * side, 0.3 * min(self.size))
        chosen: list[Lying] = []
        for _ in range(4000):
            die = self.dice[int(self.rng.integers(len(self.dice)))]
            x, y = middle + self.rng.uniform(-1.3, 1.3, 2) * spread
            edge = die.reach + 3
            if not (edge < x < wide - edge and edge < y < high - edge):
                continue
            apart = (np.hypot(x - o.at[0], y - o.at[1]) for o in chosen)
            if min(apart, default=np.inf) < 1.45 * side or not self._plain(x, y):
                continue
            yaw = float(self.rng.uniform(-self.spin, self.spin))
            chosen.append(replace(die, at=(float(x), float(y)), yaw=yaw))
            if len(chosen) == count:
                return chosen
        raise RuntimeError("these dice are too large for the picture")

    def places(self, dice: Sequence[Lying]) -> np.ndarray:
        """Return where dice lie, in pixels of the picture."""
        return np.array([die.at for die in dice], float)

    def turned(self, old: Lying) -> Lying:
        """Return another face where a die lies."""
        others = [die for die in self.dice if die.top != old.top]
        new = others[int(self.rng.integers(len(others)))]
        return replace(new, at=old.at, yaw=old.yaw)

    @cached_property
    def die_px(self) -> float:
        return float(np.median([die.reach for die in self.dice])) / ROOM

    @cached_property
    def _busy(self) -> np.ndarray:
        grey = cv2.cvtColor(self.bare, cv2.COLOR_BGR2GRAY).astype(np.float32)
        reach = 2 * int(0.6 * self.die_px) + 1
        mean = cv2.blur(grey, (reach, reach))
        return np.sqrt(np.maximum(cv2.blur(grey * grey, (reach, reach)) - mean**2, 0))

    def _plain(self, x: float, y: float) -> bool:
        """Return whether it is table, as where the photo's dice lay, and no clutter."""
        wide, high = self.size
        here = [
            float(self._busy[int(v), int(u)])
            for u, v in self.lay
            if 0 <= u < wide and 0 <= v < high
        ]
        return float(self._busy[int(y), int(x)]) < 1.6 * max(here) + 2


def _laid(picture: np.ndarray, die: Lying) -> np.ndarray:
    """Return the picture with a die; light and shade run on into the table."""
    spin = cv2.getRotationMatrix2D((die.reach, die.reach), die.yaw, 1)
    size = die.patch.shape[1::-1]
    patch = cv2.warpAffine(die.patch, spin, size, borderMode=cv2.BORDER_REPLICATE)
    mask = np.zeros(size, np.uint8)
    cv2.circle(mask, (die.reach, die.reach), die.reach - 2, 255, -1)
    at = (round(die.at[0]), round(die.at[1]))
    return cv2.seamlessClone(patch, picture, mask, at, cv2.NORMAL_CLONE)


def photo_table(
    photos: Sequence[tuple[Label, Path]], size: tuple[int, int], seed: int
) -> PhotoTable | None:
    """Return the table of the first photo, cut to a size, with the dice of all.

    None where its dice cannot be cut out, or all show the same face.
    """
    seen = [one for one in (_filmed(*photo, size) for photo in photos) if one]
    if not seen or seen[0].file != photos[0][0].file:
        return None
    first = seen[0]
    side = float(np.median([_middle(box)[2] for box in first.boxes]))
    dice = [
        _lifted(one.image, box, one.faces[k], side if one is not first else None)
        for one in seen
        for k, box in enumerate(one.boxes)
        if _alone(box, one.boxes) and _inside(box, size)
    ]
    if len({die.top for die in dice}) < 2:
        return None
    rng = np.random.default_rng([seed, int(first.file[1:4])])
    middles = [_middle(box)[:2] for box in first.boxes]
    bare = _emptied(first.image, first.boxes)
    spin = 180.0 if photos[0][0].source.startswith(FROM_ABOVE) else SLIGHTLY
    return PhotoTable(rng, size, bare, tuple(dice), tuple(middles), spin)


@dataclass(frozen=True)
class Filmed:
    """A photo cut and scaled as it is filmed, and where its dice lie then."""

    file: str
    image: np.ndarray
    boxes: list[tuple[float, ...]]
    faces: list[int]


def _filmed(label: Label, folder: Path, size: tuple[int, int]) -> Filmed | None:
    image = cv2.imread(str(folder / label.file))
    boxes = known_boxes(label, folder, image)
    cut = _cut(image.shape, boxes, size) if boxes else None
    if cut is None:
        return None
    (left, top, wide, high), scale = cut
    part = np.ascontiguousarray(image[top : top + high, left : left + wide])
    how = cv2.INTER_AREA if scale < 1 else cv2.INTER_CUBIC
    placed = [
        tuple((v - o) * scale for v, o in zip(box[:4], (left, top) * 2, strict=True))
        for box in boxes
    ]
    shown = cv2.resize(part, size, interpolation=how)
    return Filmed(label.file, shown, placed, [box[4] for box in boxes])


def known_boxes(label: Label, folder: Path, image: np.ndarray) -> list[Box]:
    """Return the dice of a photo with their faces.

    Where nobody drew boxes the networks say where dice lie, and the photo is used only
    if every face is as labelled: so such photos are among the readable ones.
    """
    own = json.loads(OWN_LABELS.read_text())["boxes"].get(label.file)
    if own:
        return [tuple(box) for box in own]
    drawn = json.loads((folder / "boxes.json").read_text()).get(label.file, {})
    if drawn.get("kind") == "whole die":
        return [(b["x0"], b["y0"], b["x1"], b["y1"], b["face"]) for b in drawn["boxes"]]
    report = read(BgrImage(image), models=unseen(label.source))
    if faces_of(report) != label.faces:
        return []
    return [
        (x, y, x + w, y + h, d.face) for d in report.readings for x, y, w, h in [d.box]
    ]


def _cut(shape, boxes, size) -> tuple[tuple[int, int, int, int], float] | None:
    """Return the part of a photo that is filmed, around its dice, and its scale."""
    high, wide = shape[:2]
    part = min(wide / size[0], high / size[1])
    w, h = int(size[0] * part), int(size[1] * part)
    middle = np.mean([((b[0] + b[2]) / 2, (b[1] + b[3]) / 2) for b in boxes], axis=0)
    left = int(np.clip(middle[0] - w / 2, 0, wide - w))
    top = int(np.clip(middle[1] - h / 2, 0, high - h))
    side = np.median([b[2] - b[0] for b in boxes]) / part
    if not 18 <= side <= 0.3 * min(size):
        return None
    return (left, top, w, h), 1 / part


def _middle(box) -> tuple[float, float, float]:
    x0, y0, x1, y1 = box[:4]
    return (x0 + x1) / 2, (y0 + y1) / 2, max(x1 - x0, y1 - y0)


def _alone(box, boxes) -> bool:
    x, y, side = _middle(box)
    others = (_middle(other) for other in boxes if other is not box)
    return all(np.hypot(x - u, y - v) > CLEAR * side for u, v, _ in others)


def _inside(box, size) -> bool:
    x, y, side = _middle(box)
    edge = ROOM * side + 2
    return edge < x < size[0] - edge and edge < y < size[1] - edge


def _lifted(image, box, face: int, as_large: float | None) -> Lying:
    """Return a die cut out, as large as others if it is lent to their table."""
    x, y, side = _middle(box)
    reach = int(ROOM * side)
    left, top = round(x) - reach, round(y) - reach
    patch = image[top : top + 2 * reach, left : left + 2 * reach].copy()
    if as_large:
        wanted = 2 * int(ROOM * as_large)
        patch = cv2.resize(patch, (wanted, wanted), interpolation=cv2.INTER_AREA)
    return Lying(patch, face, (x, y), 0.0)


def _emptied(image, boxes) -> np.ndarray:
    """Return the table without its dice: each is covered with table from beside it."""
    out = image.copy()
    for box in boxes:
        x, y, side = _middle(box)
        reach = int(ROOM * side)
        mask = np.zeros(image.shape[:2], np.uint8)
        cv2.circle(mask, (round(x), round(y)), reach - 2, 255, -1)
        part = _beside(image, box, boxes, reach)
        if part is None or not _inside(box, image.shape[1::-1]):
            out = cv2.inpaint(out, mask, 5, cv2.INPAINT_TELEA)
            continue
        disc = np.ascontiguousarray(
            mask[
                round(y) - reach : round(y) + reach, round(x) - reach : round(x) + reach
            ]
        )
        out = cv2.seamlessClone(part, out, disc, (round(x), round(y)), cv2.NORMAL_CLONE)
    return out


def _beside(image, box, boxes, reach: int) -> np.ndarray | None:
    """Return the plainest bit of table near a die."""
    high, wide = image.shape[:2]
    x, y, side = _middle(box)
    fits = []
    for far in (1.7, 2.0, 2.4, 3.0, 3.8, 4.6):
        for way in np.arange(0, 2 * np.pi, np.pi / 8):
            u, v = x + far * side * np.cos(way), y + far * side * np.sin(way)
            if not (reach < u < wide - reach and reach < v < high - reach):
                continue
            if any(
                np.hypot(u - a, v - b) < 0.8 * (side + c)
                for a, b, c in map(_middle, boxes)
            ):
                continue
            rows, cols = (slice(int(m) - reach, int(m) + reach) for m in (v, u))
            part = np.ascontiguousarray(image[rows, cols])
            fits.append((float(part.std()) * (1 + 0.1 * far), part))
    return min(fits, key=lambda fit: fit[0])[1] if fits else None


def sources() -> list[tuple[Label, Path]]:
    """Return every photo there is, with its folder; none where they are absent."""
    return [
        (label, folder)
        for folder in (PHOTOS, FREE)
        if (folder / "labels.csv").exists()
        for label in labels(folder)
    ]
