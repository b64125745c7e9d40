"""Know your table: how photos of the own dice are read, what is learnt, what helps."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from importlib import import_module
from secrets import token_urlsafe
from typing import Any

from itsdangerous import BadSignature, URLSafeTimedSerializer

from companion.core.colours import Colour
from companion.core.errors import Refusal
from companion.core.phrase import Phrase, say
from companion.table.own_dice import (
    Confirmed,
    OwnDice,
    Photo,
    Standing,
    named,
    photo_of,
)
from companion.table.photographer import Photographer, decoded, read_with
from vision.readings import DicePrior, DieReading, OwnColours, Report, Tint, piece_json

DIM = 70
"""Middle brightness (of 255) below which a lamp helps."""

GLARE = 0.06
"""Share of pure white from which a lamp shines into the camera."""

SMALL_DIE = 0.035
"""Width of a die by the picture's longer side below which pips get few pixels."""

ALIKE = 18.0
"""Distance of colours (CIE Lab) between die and cloth that is easily overlooked."""

TINTED = 0.25
"""Red against blue (log ratio) from which people call a light warm or cold."""

SECONDS = 1800
"""For which a trial can be confirmed: as long as other photos wait for an answer."""


class TrialGone(Refusal):
    """What was tried is no longer remembered."""

    code = "trial_gone"

    def __init__(self) -> None:
        super().__init__(say("This photo is no longer known here. Take it again."))


@dataclass(frozen=True, slots=True)
class Trial:
    """How one photo of this table was read."""

    report: Report[DieReading]
    """With what is known of the table."""

    seen: Photo
    """The same as the reader alone sees it, taken to be right."""

    help: tuple[Phrase, ...]
    """What would make it easier, the most useful first."""

    def pieces(self) -> list[dict[str, Any]]:
        """Return the dice, ready for JSON."""
        return [piece_json(die) for die in self.report.readings]


@dataclass(frozen=True, slots=True)
class Said:
    """What a person says of one die; no face if it is none."""

    face: int | None
    colour: str | None


class Acquaintance:
    """Tries photos of a host's dice, and learns from those that were confirmed."""

    def __init__(self, photographer: Photographer, own: OwnDice, key: str) -> None:
        """Trials are signed and given away: any server with the `key` knows them."""
        self._photographer, self.own = photographer, own
        self._pen = URLSafeTimedSerializer(key, salt="trial")

    def try_out(self, data: bytes, host: str) -> Trial:
        """Read a photo of dice of which nothing is known but the table.

        Raises:
            Refusal: if it is no picture.
            ReadersBusy: if it would take too long.
        """
        own = self.own.own(host)
        return self._photographer.in_time(lambda: _tried(data, own))

    def signed(self, trial: Trial) -> str:
        """Return what a trial is known by when it is confirmed."""
        return str(self._pen.dumps(asdict(trial.seen)))

    def confirm(
        self, host: str, trial: str, dice: Sequence[Said], *, missed: bool
    ) -> None:
        """Learn from a photo what a person says lies there; once for each host.

        Raises:
            Refusal: if the photo is not known, or nothing more can be kept.
        """
        try:
            seen = photo_of(self._pen.loads(trial, max_age=SECONDS))
        except (BadSignature, ValueError, TypeError, KeyError):
            raise TrialGone from None
        if len(seen.dice) != len(dice):
            raise TrialGone
        if not self.own.learn(host, _as_said(seen, dice, missed)):
            raise TrialGone


def _as_said(seen: Photo, dice: Sequence[Said], missed: bool) -> Photo:
    true = tuple(
        replace(die, face=said.face, colour=said.colour)
        for die, said in zip(seen.dice, dice, strict=True)
        if said.face is not None
    )
    return replace(seen, dice=true, whole=len(true) == len(dice) and not missed)


def _tried(data: bytes, own: OwnColours | None) -> Trial:
    image = decoded(data)
    report = read_with(image, DicePrior())
    boxes = [die.box for die in report.readings]
    tints, cloth = import_module("vision.dice.own").tints(image, boxes)
    pairs = zip(report.readings, tints, strict=True)
    seen = tuple(_seen(die, tint) for die, tint in pairs)
    here = tuple(
        _here(die, one, cloth, own)
        for die, one in zip(report.readings, seen, strict=True)
    )
    name = token_urlsafe(12)
    photo = Photo(seen, cloth, report.certain, whole=True, trial=name)
    return Trial(replace(report, readings=here), photo, tuple(_help(image, report)))


def _seen(die: DieReading, tint: Tint) -> Confirmed:
    chances = {name: chance for name, chance in die.colours}
    return Confirmed(die.face, die.face, die.colour, chances, tint)


def _here(
    die: DieReading, seen: Confirmed, cloth: Tint, own: OwnColours | None
) -> DieReading:
    """Return a die with the colour that it has at this table."""
    if own is None:
        return die
    chances = named(seen, cloth, own)
    return replace(die, colour=max(chances, key=lambda name: chances[name]))


def learnt_words(standing: Standing) -> list[Phrase]:
    """Say what was learnt of a table, in words."""
    if not standing.colours:
        return []
    if standing.light is None:
        said = [say("The light is known once a white die or three colours were shown.")]
    else:
        red, blue, _ = standing.light
        said = [_light_words(red - blue)]
    missing = [one for one in Colour if one.value not in standing.colours]
    if missing:
        said.append(say("Not seen yet: {colours}.", colours=_listed(missing)))
    else:
        said.append(say("All eight colours of your dice are known."))
    return said


def _light_words(warmth: float) -> Phrase:
    if warmth > TINTED:
        return say("The light here is warm: white looks yellowish. It is allowed for.")
    if warmth < -TINTED:
        return say("The light here is cold: white looks bluish. It is allowed for.")
    return say("The light here is even: white looks white.")


def helpful_words(standing: Standing) -> list[Phrase]:
    """Say what would make this table easier, by all that is known of it."""
    said = [
        say(
            "Your {one} and {other} dice look alike here. More light helps, or a lamp"
            " of whiter light.",
            one=_colour(one),
            other=_colour(other),
        )
        for one, other in standing.alike
    ]
    few = [name for name, count in standing.colours.items() if count == 1]
    if few:
        wanted = _listed(few)
        said.append(say("One more photo with {colours} would help.", colours=wanted))
    return said


def _colour(name: str) -> Phrase:
    return say(name.replace("-", " "))


def _listed(names: Sequence[str]) -> Phrase:
    """Return colours in a row, each in the language of the phone."""
    places = ", ".join(f"{{c{k}}}" for k in range(len(names)))
    return say(places, **{f"c{k}": _colour(name) for k, name in enumerate(names)})


def _help(image: Any, report: Report[DieReading]) -> list[Phrase]:
    import numpy as np

    found = []
    if report.problem:
        found.append(say(report.problem.advice, **dict(report.problem.numbers)))
    if float(np.median(image)) < DIM:
        found.append(say("Put a lamp beside the table: the picture is dim."))
    if float((image.min(axis=2) > 252).mean()) > GLARE:
        found.append(say("Move the lamp aside: parts of the picture are pure white."))
    sizes = [max(die.box[2:]) for die in report.readings]
    if sizes and min(sizes) < SMALL_DIE * max(image.shape[:2]):
        found.append(say("Bring the camera closer: the dice are small."))
    if any(_is_alike(image, die) for die in report.readings):
        found.append(say("Take a cloth of another colour: a die hardly stands out."))
    return found


def _is_alike(image: Any, die: DieReading) -> bool:
    """Tell whether a die has nearly the colour of what lies around it."""
    import cv2
    import numpy as np

    x, y, wide, high = (round(side) for side in die.box)
    left, top = max(0, x - wide // 2), max(0, y - high // 2)
    patch = image[top : y + high + high // 2, left : x + wide + wide // 2]
    if not patch.size:
        return False
    lab = cv2.cvtColor(patch.astype(np.float32) / 255, cv2.COLOR_BGR2Lab)
    around = np.ones(lab.shape[:2], bool)
    around[y - top : y - top + high, x - left : x - left + wide] = False
    quarter = (slice(y - top + high // 4, y - top + high - high // 4),)
    inner = lab[(*quarter, slice(x - left + wide // 4, x - left + wide - wide // 4))]
    if not around.any() or not inner.size:
        return False
    gap = np.median(inner.reshape(-1, 3), axis=0) - np.median(lab[around], axis=0)
    return float(np.linalg.norm(gap)) < ALIKE
