"""A host's own dice in the light of the own table: learnt from confirmed photos.

Numbers only are kept, no picture: the colours of dice and cloth, beside the cards the
host has taught, for as long as the host wants.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass
from functools import lru_cache
from importlib import import_module
from pathlib import Path
from typing import Any

from companion.core.colours import Colour
from companion.table.alone import alone
from companion.table.host_folders import folder_for
from vision.readings import DicePrior, OwnColours, Prior, Tint

FILE = "dice.json"

MOST = 24
"""Photos remembered: an evening's lamp is known after three, and dice stay the same."""

CLEAR = 20.0
"""A colour this many times as likely as the next is not asked about: the reader's own
measure for telling two dice of a roll apart (three nats)."""

ENOUGH = 3
"""Colours, none of them white, by which a lamp is told: makers' tints even out."""

LEAST = 2
"""Photos from which on it can be said how others would be read with what they teach."""


@dataclass(frozen=True, slots=True)
class Confirmed:
    """One die as it was seen, and as a person says it is."""

    read: int
    face: int
    colour: str | None
    """None for a colour that the box does not have: nothing is learnt of it."""

    chances: Mapping[str, float]
    """What the reader thought of its colour, knowing nothing of the table."""

    tint: Tint


@dataclass(frozen=True, slots=True)
class Photo:
    """The dice of one confirmed photo and the cloth around them."""

    dice: tuple[Confirmed, ...]
    cloth: Tint
    certain: bool
    """Whether the reader was sure of every face."""

    whole: bool
    """Whether it saw every die, and nothing but dice."""

    trial: str = ""
    """By which name it is known again; nothing before photos had one."""


@dataclass(frozen=True, slots=True)
class Count:
    """How many photos were read right, and how many would have been asked about."""

    photos: int = 0
    right: int = 0
    asked: int = 0
    wrong: int = 0
    """Sure, but wrong."""


@dataclass(frozen=True, slots=True)
class Standing:
    """What is known of a host's table, and what that is worth."""

    colours: Mapping[str, int]
    """How many dice of each colour were confirmed."""

    light: Tint | None
    """How the lamp tints white; None as long as that cannot be told."""

    alike: tuple[tuple[str, str], ...]
    """Colours of dice that can hardly be told apart here."""

    before: Count
    """The reader alone."""

    after: Count
    """Each photo with what the others teach."""


class OwnDice:
    """Keeps what each host has confirmed, in the folder of what they have taught."""

    def __init__(self, root: Path) -> None:
        self._root = root

    def learn(self, host: str, photo: Photo) -> bool:
        """Remember one more confirmed photo; False if it is remembered already.

        Raises:
            TooManyHosts: if there is no room for one more host.
        """
        if photo.whole and not photo.dice:
            return True  # it teaches nothing, and would take the place of one that does
        with alone(self._root):
            folder = folder_for(self._root, host)
            before = photos_in(folder)
            if photo.trial and any(one.trial == photo.trial for one in before):
                return False
            folder.mkdir(mode=0o700, exist_ok=True)
            fresh = folder / f"{FILE}.new"  # whoever reads finds the old one or this
            kept = [asdict(one) for one in [*before, photo][-MOST:]]
            fresh.write_text(json.dumps(kept))
            fresh.replace(folder / FILE)
        return True

    def forget(self, host: str) -> None:
        """Forget all dice of this host."""
        folder = self._root / host
        with alone(self._root):
            (folder / FILE).unlink(missing_ok=True)
            with suppress(OSError):  # cards of this host may lie there too
                folder.rmdir()

    def own(self, host: str) -> OwnColours | None:
        """Return what was learnt of this host's table, None if nothing was."""
        return learnt_in(self._root / host) if host else None

    def standing(self, host: str) -> Standing:
        """Return what is known of this host's table."""
        photos = photos_in(self._root / host) if host else ()
        return _standing(tuple(photos))


def with_own(prior: Prior, folder: Path | None) -> Prior:
    """Return the prior with the light and the dice that a host's folder tells of."""
    if folder is None or not isinstance(prior, DicePrior):
        return prior
    return DicePrior(prior.dice, prior.exact, learnt_in(folder))


def learnt_in(folder: Path) -> OwnColours | None:
    """Return what the photos of a folder teach, None if there are none."""
    path = folder / FILE
    try:
        now = path.stat()
    except OSError:
        return None
    return _learnt_at(folder, (now.st_mtime_ns, now.st_ino, now.st_size))


@lru_cache(maxsize=64)  # a camera reads the same table's photos all evening
def _learnt_at(folder: Path, _written: tuple[int, ...]) -> OwnColours | None:
    return learnt(photos_in(folder))


def learnt(photos: Sequence[Photo]) -> OwnColours | None:
    """Return what photos teach, None if nothing was confirmed."""
    taught = [
        ([(die.colour, die.tint) for die in one.dice if die.colour], one.cloth)
        for one in photos
    ]
    if not any(dice for dice, _ in taught):
        return None
    found: OwnColours = _own().learn(taught)
    return found


def photos_in(folder: Path) -> list[Photo]:
    """Return the confirmed photos of a folder; a broken file counts as none."""
    try:
        return [photo_of(one) for one in json.loads((folder / FILE).read_text())]
    except (OSError, ValueError, TypeError, KeyError):
        return []


def photo_of(held: dict[str, Any]) -> Photo:
    """Return a photo as it was before it became JSON.

    Raises:
        TypeError, KeyError, ValueError: if it never was one.
    """
    dice = tuple(
        Confirmed(**{**die, "tint": tuple(die["tint"])}) for die in held["dice"]
    )
    cloth, trial = tuple(held["cloth"]), str(held.get("trial", ""))
    return Photo(dice, cloth, held["certain"], held["whole"], trial)


def named(die: Confirmed, cloth: Tint, own: OwnColours | None) -> dict[str, float]:
    """Return the chances of a die's colours, at this table if it is known."""
    if own is None:
        return dict(die.chances)
    weighed: dict[str, float] = _own().named(die.chances, die.tint, cloth, own)
    return weighed


def _standing(photos: tuple[Photo, ...]) -> Standing:
    own = learnt(photos)
    colours = Counter(die.colour for one in photos for die in one.dice if die.colour)
    return Standing(
        {one.value: colours[one] for one in Colour if colours[one]},
        _own().light(own) if own and _tells_light(own) else None,
        _own().alike(own) if own else (),
        _count([(one, None) for one in photos]),
        _count(_each_by_the_others(photos)),
    )


def _tells_light(own: OwnColours) -> bool:
    """Tell whether the lamp is known: a lone colour may just be an odd one."""
    return Colour.WHITE in own.dice or len(own.dice) >= ENOUGH


def _each_by_the_others(
    photos: tuple[Photo, ...],
) -> list[tuple[Photo, OwnColours | None]]:
    """Pair every photo with what all but it teach: a photo never judges itself."""
    if len(photos) < LEAST:
        return []
    return [(one, learnt(photos[:k] + photos[k + 1 :])) for k, one in enumerate(photos)]


def _count(pairs: Sequence[tuple[Photo, OwnColours | None]]) -> Count:
    judged = [_judged(photo, own) for photo, own in pairs]
    return Count(
        len(judged),
        sum(right for right, _ in judged),
        sum(asked for _, asked in judged),
        sum(not right and not asked for right, asked in judged),
    )


def _judged(photo: Photo, own: OwnColours | None) -> tuple[bool, bool]:
    """Return whether a photo is read right, and whether it would be asked about."""
    right, asked = photo.whole, not photo.certain
    for die in photo.dice:
        first, second = _best_two(named(die, photo.cloth, own))
        right = right and die.read == die.face and die.colour in (None, first[0])
        asked = asked or first[1] < CLEAR * second[1]
    return right, asked


def _best_two(
    chances: Mapping[str, float],
) -> tuple[tuple[str, float], tuple[str, float]]:
    ranked = sorted(chances.items(), key=lambda pair: -pair[1])
    nobody = ("", 0.0)
    return (*ranked, nobody, nobody)[0], (*ranked, nobody, nobody)[1]


def _own() -> Any:
    return import_module("vision.dice.own")
