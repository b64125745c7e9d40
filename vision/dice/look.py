"""A closer look at each box: which face is up, which colour, a die at all?"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.dice.company import company, presence_signs, refusals
from vision.dice.find import TOUCH, Found, overlap
from vision.dice.nets import close_blob
from vision.dice.trust import Trust
from vision.image import BgrImage
from vision.network import Floats, Network

Box = tuple[float, float, float, float]

SIDE = 64
CONTEXT = 1.35
"""Side of the crop in longer sides of the box; the training cuts the same."""

Way = tuple[float, bool]
UPRIGHT: tuple[Way, ...] = ((0.0, False),)
MIRRORED: tuple[Way, ...] = ((0.0, True),)
TURNED: tuple[Way, ...] = ((8.0, False), (-8.0, True))
"""Views of a crop: degrees to turn it by, and whether mirrored."""

PLAIN = 0.995
"""What is surer than this at the first view is seen once: of 355 such boxes in photos
that the networks did not know, not one was read otherwise after more views."""

CLEAR = 0.97
"""A face less sure than this after two views is looked at in two more."""

LARGEST_MOVE = 0.7
"""Of a box drawn closer: in sides of its crop, and as a logarithm of its sides."""

FAINTEST = 0.01
"""Boxes less likely to hold a die are forgotten."""

DIE = 0.5
"""A box this likely to hold a die is read as one."""

SMALLER = 0.7
"""Of a box around several dice, each is no larger than this part."""

COLOURS = (
    "red",
    "orange",
    "yellow",
    "green",
    "light-blue",
    "dark-blue",
    "violet",
    "white",
    "black",
)
"""The order of the network's colours."""

KIND, FACES, COLOUR, PLACE = slice(0, 7), slice(1, 7), slice(7, 16), slice(17, 21)
"""Where the network's answer tells: no die or which face, the faces alone, the colour,
and the die's place in the crop. Between them stands the number of pips."""


@dataclass(frozen=True)
class Look:
    """What the close look says about one box."""

    found: Found
    die: float
    """The reader's word that this is a die."""
    there: float
    """The chance that it is one, by both networks and the other boxes."""
    faces: Floats
    """Probabilities of faces 1 to 6, given a die."""
    colours: Floats
    """Probabilities in the order of COLOURS."""
    signs: tuple[float, ...] = ()
    """What speaks for a die, as `Trust.presence` weighs it."""
    said: float = 0.0
    """Log odds of a die by who tells dice from things; nought if nobody asked."""


class Eye:
    """What the network says of a photo's boxes; each view of one is seen but once."""

    def __init__(self, image: BgrImage, net: Network) -> None:
        self._image, self._net = image, net
        self._said: dict[tuple[Box, Way], Floats] = {}
        self._cut: dict[Box, NDArray[np.uint8]] = {}

    def see(self, boxes: Iterable[Box], ways: tuple[Way, ...]) -> list[list[Floats]]:
        """Return the raw answers for each box, seen in each of these ways."""
        asked = [[(box, way) for way in ways] for box in boxes]
        new = [one for some in asked for one in some if one not in self._said]
        if new:
            views = [_turned(self._crop(box), *way) for box, way in new]
            said = self._net.run(close_blob(views))
            self._said.update(zip(new, said, strict=True))
        return [[self._said[one] for one in some] for some in asked]

    def _crop(self, box: Box) -> NDArray[np.uint8]:
        if box not in self._cut:
            self._cut[box] = crop(self._image, box)
        return self._cut[box]


def look(
    image: BgrImage,
    found: list[Found],
    net: Network,
    trust: Trust,
    *,
    eye: Eye | None = None,
    vain: Callable[[list[Look]], bool] | None = None,
) -> list[Look]:
    """Return the close look at each box that does not lie on a better one.

    Nothing is returned if after the first view more of them are said to be in vain.
    """
    if not found:
        return []
    eye = eye or Eye(image, net)
    raw = [one[0] for one in eye.see([die.box for die in found], UPRIGHT)]
    firsts = glance(found, eye, trust)
    found = [one.found for one in firsts]
    single = [k for k in range(len(firsts)) if not _around_several(firsts, k)]
    kept = _apart(firsts, single)
    if vain and vain([firsts[k] for k in kept]):
        return []
    views = {k: [raw[k]] for k in kept if firsts[k].there > FAINTEST}
    for ways, enough in ((MIRRORED, PLAIN), (TURNED, CLEAR)):
        open_ones = [k for k, seen in views.items() if not _clear(seen, enough)]
        more = eye.see([found[k].box for k in open_ones], ways)
        for k, said in zip(open_ones, more, strict=True):
            views[k].extend(said)
    looks = [_weigh(found[k], np.stack(seen), trust) for k, seen in views.items()]
    refused = refusals([found[k] for k in kept], [firsts[k].die for k in kept])
    return _in_company(looks, trust, refused)


def glance(found: list[Found], eye: Eye, trust: Trust) -> list[Look]:
    """Return what the first view of each box says, drawn closer."""
    raw = [one[0] for one in eye.see([die.box for die in found], UPRIGHT)]
    return [
        _weigh(closer(die, one[PLACE]), one[None], trust)
        for die, one in zip(found, raw, strict=True)
    ]


def _in_company(looks: list[Look], trust: Trust, refused: int) -> list[Look]:
    """Return the looks with the chances that the whole photo gives them."""
    boxes, words = [one.found for one in looks], [one.die for one in looks]
    signs = [
        presence_signs(one.found.score, one.die, others)
        for one, others in zip(looks, company(boxes, words, refused), strict=True)
    ]
    return [
        replace(one, signs=seen, there=trust.there(seen))
        for one, seen in zip(looks, signs, strict=True)
    ]


def _apart(looks: list[Look], among: Iterable[int]) -> list[int]:
    """Return which looks stay where boxes lie on each other: the likeliest."""
    kept: list[int] = []
    for k in sorted(among, key=lambda k: -looks[k].there):
        if all(overlap(looks[k].found, looks[one].found) < TOUCH for one in kept):
            kept.append(k)
    return kept


def _around_several(looks: list[Look], k: int) -> bool:
    """Return whether a box lies around dice that are surer together than it is.

    Six dice in two rows look like one large six.
    """
    box = looks[k].found
    within = [
        n
        for n, one in enumerate(looks)
        if one.there >= DIE
        and one.found.size < SMALLER * box.size
        and overlap(one.found, box) > TOUCH
    ]
    dice = _apart(looks, within)
    return len(dice) > 1 and sum(_odds(looks[n]) for n in dice) > _odds(looks[k])


def _odds(look: Look) -> float:
    """Return the logarithm of the odds that a box holds a die."""
    chance = min(max(look.there, 1e-6), 1 - 1e-6)
    return math.log(chance / (1 - chance))


def closer(die: Found, place: Floats) -> Found:
    """Return the box drawn closer, as the reader sees the die within its crop."""
    x0, y0, x1, y1 = die.box
    right, down, wide, high = np.clip(place, -LARGEST_MOVE, LARGEST_MOVE).tolist()
    side = CONTEXT * die.size
    x, y = (x0 + x1) / 2 + right * side, (y0 + y1) / 2 + down * side
    w, h = (math.exp(one) * die.size / 2 for one in (wide, high))
    return Found((x - w, y - h, x + w, y + h), die.score)


def _turned(view: NDArray[np.uint8], angle: float, mirrored: bool) -> NDArray[np.uint8]:
    if mirrored:
        view = view[:, ::-1]
    if not angle:
        return view
    middle = (SIDE - 1) / 2
    turn = cv2.getRotationMatrix2D((middle, middle), angle, 1.0)
    size, border = (SIDE, SIDE), cv2.BORDER_REPLICATE
    return np.asarray(cv2.warpAffine(view, turn, size, borderMode=border), np.uint8)


def _clear(seen: list[Floats], enough: float) -> bool:
    """Return whether the views leave little doubt: one face in all, or no die."""
    none = float(softmax(np.mean(seen, 0)[KIND])[0])
    if 1 - enough < none:
        return none > enough
    faces = [softmax(one[FACES]) for one in seen]
    same = len({int(one.argmax()) for one in faces}) == 1
    return same and float(np.mean(faces, 0).max()) > enough


def _weigh(found: Found, views: Floats, trust: Trust) -> Look:
    """Return what one or several views of a box say together."""
    raw = views.mean(0)
    kind = softmax(raw[KIND])
    die = float(1 - kind[0])
    faces = kind[1:] / max(float(kind[1:].sum()), 1e-6)
    signs = presence_signs(found.score, die)
    return Look(found, die, trust.there(signs), faces, softmax(raw[COLOUR]), signs)


def softmax(raw: Floats) -> Floats:
    """Return probabilities that add up to one."""
    powers = np.exp(raw - raw.max())
    return np.asarray(powers / powers.sum(), np.float32)


def crop(image: BgrImage, box: Box, side: int = SIDE) -> NDArray[np.uint8]:
    """Return the die and a little of what is around it, `side` pixels wide."""
    x0, y0, x1, y1 = box
    size = CONTEXT * max(x1 - x0, y1 - y0)
    left, top = (x0 + x1 - size) / 2, (y0 + y1 - size) / 2
    if size > side:
        return _shrunk(image, left, top, size, side)
    scale = side / size
    turn = np.array([[scale, 0, -left * scale], [0, scale, -top * scale]], np.float32)
    view = cv2.warpAffine(image, turn, (side, side), borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(view, np.uint8)


def _shrunk(
    image: BgrImage, left: float, top: float, size: float, side: int
) -> NDArray[np.uint8]:
    high, wide = image.shape[:2]
    x0, y0, cut_side = round(left), round(top), round(size)
    x1, y1 = x0 + cut_side, y0 + cut_side
    cut = image[max(y0, 0) : max(y1, 1), max(x0, 0) : max(x1, 1)]
    edges = max(-y0, 0), max(y1 - high, 0), max(-x0, 0), max(x1 - wide, 0)
    if any(edges):
        cut = np.asarray(cv2.copyMakeBorder(cut, *edges, cv2.BORDER_REPLICATE))
    while min(cut.shape[:2]) >= 4 * side:  # quicker than one large step
        half = (cut.shape[1] // 2, cut.shape[0] // 2)
        even = cut[: 2 * half[1], : 2 * half[0]]
        cut = np.asarray(cv2.resize(even, half, interpolation=cv2.INTER_AREA))
    small = cv2.resize(cut, (side, side), interpolation=cv2.INTER_AREA)
    return np.asarray(small, np.uint8)
