"""What passes between a table and the readers: values only, no picture, no network.

A game says what can occur (a prior), a reader answers with a report. This module
imports nothing heavy, so that a game may import it and nothing else of `vision`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, ClassVar, Generic, TypeAlias, TypeVar

if TYPE_CHECKING:
    from vision.cards.taught import Taught

Box: TypeAlias = tuple[float, float, float, float]
"""Left, top, width and height, in pixels of the picture that was read."""

Point: TypeAlias = tuple[float, float]
Quad: TypeAlias = tuple[Point, Point, Point, Point]
"""Corners clockwise from the top left one of the printed piece."""

Symbols: TypeAlias = tuple[tuple[str, int], ...]
"""How often each colour is on an amulet."""

Position: TypeAlias = tuple[str, ...]
"""What lies on every cell, in the order of the cells; nothing is an empty text."""


def symbols(counts: Mapping[str, int]) -> Symbols:
    """Return these counts of colours as a value: equal counts are equal values."""
    return tuple(sorted((colour, count) for colour, count in counts.items() if count))


SIX = (1, 2, 3, 4, 5, 6)
LANGUAGES = ("en", "fr", "it")


@dataclass(frozen=True, slots=True)
class ThrownDie:
    """One die of a roll: its colour (None: any) and the faces it can show."""

    colour: str | None = None
    faces: tuple[int, ...] = SIX


Tint: TypeAlias = tuple[float, float, float]
"""A colour by logarithms: red and blue against green, and its brightness."""


@dataclass(frozen=True, slots=True)
class OwnColour:
    """How the dice of one colour look at a table, and how much they differ."""

    mean: Tint
    spread: Tint


@dataclass(frozen=True, slots=True)
class OwnColours:
    """What a table has taught of its light and its dice, by photos confirmed there."""

    cloth: Tint
    """How the cloth looked then: where it looks otherwise, the light has changed."""

    dice: Mapping[str, OwnColour]


@dataclass(frozen=True, slots=True)
class DicePrior:
    """Which dice were thrown; nothing is known if there are none."""

    reader: ClassVar[str] = "dice"
    dice: tuple[ThrownDie, ...] = ()
    exact: bool = True
    """All of these dice were thrown; otherwise any number of them."""

    own: OwnColours | None = field(default=None, compare=False, repr=False)
    """How the dice of this table look in its light; the table adds it."""


@dataclass(frozen=True, slots=True)
class CardsPrior:
    """Cards of one lexicon, and which and how many of them can lie there."""

    reader: ClassVar[str] = "cards"
    lexicon: str
    """The name of a lexicon, or a file of titles."""

    may: Mapping[str, int] | None = None
    """How often each card can occur; None if nothing is known."""

    count: int | None = None
    """So many cards lie there, if that is known exactly."""

    most: int | None = None
    """More cards than this cannot lie there."""

    langs: tuple[str, ...] = LANGUAGES
    taught: Taught | None = field(default=None, compare=False, repr=False)
    """Pictures of cards that were shown by name; the table adds them."""


@dataclass(frozen=True, slots=True)
class AmuletsPrior:
    """Amulets with symbols of some colours, and which and how many can lie there."""

    reader: ClassVar[str] = "amulets"
    palette: Mapping[str, str] = field(default_factory=dict)
    """Colour to `#rrggbb`; the usual eight if it is empty."""

    may: Mapping[Symbols, int] = field(default_factory=dict)
    """How often each face can occur; nothing is known if it is empty."""

    surely: bool = False
    """Whether `may` was read from the box itself; otherwise it is a good guess."""

    gold: int | None = None
    copper: int | None = None
    """How many faces of each metal lie there, if that is known."""


@dataclass(frozen=True, slots=True)
class Cell:
    """A place of a board, its middle as shares of the board's width and height."""

    id: str
    x: float
    y: float


@dataclass(frozen=True, slots=True)
class Successor:
    """A position that the rules allow, and how many turns away it is."""

    position: Position
    turns: int = 1


@dataclass(frozen=True, slots=True)
class BoardPrior:
    """A board, what lay on it when it was last known, and what can lie there now."""

    reader: ClassVar[str] = "board"
    cells: tuple[Cell, ...]
    lines: tuple[tuple[str, ...], ...] = ()
    """Cells along each drawn line: the geometry a reader may look for."""

    pieces: tuple[str, ...] = ("light", "dark")
    """What can lie on a cell, the lighter first; nothing always can."""

    last: Position | None = None
    """The last position that was certain: a reader learns its colours there."""

    successors: Sequence[Successor] = ()
    """Positions that can follow; nothing is known if there are none."""

    corners: Quad | None = None
    """Where a person tapped the four outermost cells on this photo: clockwise, the top
    left one first or, on a board that stands on its tip, the topmost."""

    colours: Mapping[str, str] = field(default_factory=dict)
    """How this table's pieces look, as `#rrggbb`, where it is known already."""

    aspect: float = 1.0
    """Width by height of the rectangle around the middles of all cells."""

    grounds: tuple[str, ...] = ()
    """What is printed on each cell: cells of one ground look alike when empty."""

    lay: tuple[tuple[float, float], ...] = ()
    """Where the middles of the cells lay on the last photo, if the camera stands still:
    it is looked there first."""


Prior: TypeAlias = DicePrior | CardsPrior | AmuletsPrior | BoardPrior


@dataclass(frozen=True, slots=True)
class DieReading:
    """A die: its upper face and its colour."""

    face: int
    colour: str
    confidence: float = 1.0
    box: Box = (0, 0, 0, 0)
    faces: tuple[tuple[int, float], ...] = ()
    """Faces that are not ruled out, with their chances."""

    colours: tuple[tuple[str, float], ...] = ()
    place: int | None = None
    """Which die of the prior this is."""


@dataclass(frozen=True, slots=True)
class CardGuess:
    """What a card may be."""

    card: str
    title: str
    confidence: float


@dataclass(frozen=True, slots=True)
class CardReading:
    """A card by its key, None where a person must say."""

    card: str | None
    title: str | None = None
    confidence: float = 1.0
    quad: Quad = ((0, 0), (0, 0), (0, 0), (0, 0))
    candidates: tuple[CardGuess, ...] = ()
    text: str | None = None
    """The line that was read as its title."""


@dataclass(frozen=True, slots=True)
class AmuletGuess:
    """What an amulet may show."""

    face: str | None
    """`gold` or `copper`, None if no face has so many symbols."""

    symbols: Symbols
    confidence: float


@dataclass(frozen=True, slots=True)
class AmuletReading:
    """An amulet: its metal by the number of symbols, None where a person must say."""

    face: str | None
    symbols: Symbols
    confidence: float = 1.0
    box: Box = (0, 0, 0, 0)
    candidates: tuple[AmuletGuess, ...] = ()


@dataclass(frozen=True, slots=True)
class CellReading:
    """What lies on a cell of a board; nothing is an empty text."""

    cell: str
    what: str
    confidence: float = 1.0
    chances: tuple[tuple[str, float], ...] = ()
    box: Box = (0, 0, 0, 0)


Reading: TypeAlias = DieReading | CardReading | AmuletReading | CellReading
R = TypeVar("R", DieReading, CardReading, AmuletReading, CellReading)


@dataclass(frozen=True, slots=True)
class Whole(Generic[R]):
    """One way to read the whole photo: a piece for every place, and how likely.

    Pieces stand in the order of the prior where it has one.
    """

    pieces: tuple[R, ...]
    chance: float


@dataclass(frozen=True, slots=True)
class Question:
    """The one thing to ask a person: which of these is this piece?"""

    piece: int
    """Its index among the readings."""

    options: tuple[int | str | Symbols, ...]
    """Faces, cards or symbols, the likeliest first; empty if two pieces are swapped."""

    box: Box
    """Where to look."""

    other: int | None = None
    """The piece that it may be mistaken for."""


@dataclass(frozen=True, slots=True)
class Problem:
    """Why a photo cannot be read as it is, and what helps."""

    code: str
    advice: str
    """An English sentence; numbers stand in it by name, so it can be translated."""

    numbers: tuple[tuple[str, int], ...] = ()

    def __str__(self) -> str:
        return self.advice.format(**dict(self.numbers))


@dataclass(frozen=True, slots=True)
class Report(Generic[R]):
    """What a reader says about a photo."""

    reader: str
    readings: tuple[R, ...] = ()
    wholes: tuple[Whole[R], ...] = ()
    """Ways to read the photo as a whole, best first; pieces are placed here, once."""

    certain: bool = False
    """The reader's promise that the whole reading is right."""

    question: Question | None = None
    problem: Problem | None = None
    size: tuple[int, int] = (0, 0)
    """Width and height of the picture that was read."""


def to_json(report: Report[Any], scale: float = 1.0) -> dict[str, Any]:
    """Return the report of one photo as the command line and the API give it.

    `scale` is the number of the photo's pixels along one pixel of the picture read.
    """
    answer: dict[str, Any] = {
        report.reader: [piece_json(piece, scale) for piece in report.readings],
        "certain": report.certain,
        "question": question_json(report.question, scale),
    }
    if report.problem:
        problem = report.problem
        answer["problem"] = {"code": problem.code, "advice": str(problem)}
    return answer


def piece_json(piece: Reading, scale: float = 1.0) -> dict[str, Any]:
    """Return one piece that was seen."""
    match piece:
        case DieReading():
            return {
                "face": piece.face,
                "colour": piece.colour,
                "confidence": piece.confidence,
                "box": _scaled(piece.box, scale),
                "faces": {str(face): chance for face, chance in piece.faces},
                "colours": dict(piece.colours),
                "place": piece.place,
            }
        case CardReading():
            return {
                "card": piece.card,
                "title": piece.title,
                "confidence": piece.confidence,
                "quad": [_scaled(corner, scale) for corner in piece.quad],
                "candidates": [
                    {"card": one.card, "title": one.title, "confidence": one.confidence}
                    for one in piece.candidates
                ],
                "text": piece.text,
            }
        case AmuletReading():
            return {
                **_amulet_json(piece),
                "total": sum(count for _, count in piece.symbols),
                "box": _scaled(piece.box, scale),
                "candidates": [_amulet_json(one) for one in piece.candidates],
            }
        case CellReading():
            return {
                "cell": piece.cell,
                "what": piece.what,
                "confidence": piece.confidence,
                "chances": dict(piece.chances),
                "box": _scaled(piece.box, scale),
            }


def question_json(asked: Question | None, scale: float = 1.0) -> dict[str, Any] | None:
    """Return the one question, None if there is none."""
    if asked is None:
        return None
    options = [dict(one) if isinstance(one, tuple) else one for one in asked.options]
    answer = {
        "piece": asked.piece,
        "options": options,
        "box": _scaled(asked.box, scale),
    }
    return answer if asked.other is None else {**answer, "or": asked.other}


def _amulet_json(one: AmuletReading | AmuletGuess) -> dict[str, Any]:
    return {
        "face": one.face,
        "symbols": dict(one.symbols),
        "confidence": one.confidence,
    }


def _scaled(place: tuple[float, ...], scale: float) -> list[float]:
    return [v if scale == 1 else round(v * scale, 1) for v in place]
