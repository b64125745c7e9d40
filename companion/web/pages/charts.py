"""Charts drawn as SVG on the server: they print, and their numbers are read aloud."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

WIDTH, HEIGHT = 640, 200
"""Units of a drawing; the page scales it."""

EDGE = 16
"""Around the curve, so that a dot at the rim is whole."""

NAME = 18.0
"""Between the names of two curves: the height of their letters."""

MOST_POINTS = 120
"""Dots of a curve: more would touch on a phone; older ones are drawn together."""


@dataclass(frozen=True, slots=True)
class Dot:
    """A point of a curve, where it is drawn."""

    x: float
    y: float
    value: float
    label: str
    marked: bool


@dataclass(frozen=True, slots=True)
class Curve:
    """Values over time: a line, its dots, and where zero lies."""

    dots: tuple[Dot, ...]
    path: str
    least: float
    most: float
    zero: float | None
    """The height of the line of zero, if it is within the drawing."""


@dataclass(frozen=True, slots=True)
class Bar:
    """A share of something, as wide as it is large."""

    label: str
    value: float
    width: float


def curve(
    points: Sequence[tuple[str, float, bool]], name: Callable[[str], str] = str
) -> Curve | None:
    """Return the curve of (label, value, marked), None for fewer than two points.

    Only the labels of dots that are drawn are named.
    """
    if len(points) < 2:
        return None
    kept = _thinned(points)
    values = [value for _, value, _ in kept]
    least, most = min(*values, 0), max(*values, 1)
    span = most - least
    step = (WIDTH - 2 * EDGE) / (len(kept) - 1)

    def height(value: float) -> float:
        return round(HEIGHT - EDGE - (value - least) / span * (HEIGHT - 2 * EDGE), 1)

    dots = tuple(
        Dot(round(EDGE + n * step, 1), height(value), value, name(label), marked)
        for n, (label, value, marked) in enumerate(kept)
    )
    path = "M" + " L".join(f"{dot.x} {dot.y}" for dot in dots)
    return Curve(dots, path, least, most, height(0) if least < 0 else None)


@dataclass(frozen=True, slots=True)
class Line:
    """One of several curves in a drawing, as steps: a score stays until it changes."""

    path: str
    x: float
    y: float
    """Where it ends, and its name stands."""


def lines(
    curves: Sequence[Sequence[tuple[int, int]]],
) -> tuple[Line, ...]:
    """Return curves of (step, score) in one drawing, empty if nothing ever changed."""
    values = [score for curve in curves for _, score in curve]
    last = max((curve[-1][0] for curve in curves if curve), default=0)
    if not last or min(values) == max(values):
        return ()
    least, most = min(*values, 0), max(values)

    def place(step: int, score: int) -> tuple[float, float]:
        x = EDGE + step / last * (WIDTH - 6 * EDGE)  # the names stand to the right
        y = HEIGHT - EDGE - (score - least) / (most - least) * (HEIGHT - 2 * EDGE)
        return round(x, 1), round(y, 1)

    drawn = []
    for curve in curves:
        points = [place(step, score) for step, score in curve]
        path = f"M{points[0][0]} {points[0][1]}"
        path += "".join(f" H{x} V{y}" for x, y in points[1:])
        drawn.append(Line(path, *points[-1]))
    return _spread(drawn)


def _spread(drawn: Sequence[Line]) -> tuple[Line, ...]:
    """Move the names apart where curves end together."""
    places = {id(line): line.y for line in drawn}
    below = -NAME
    for line in sorted(drawn, key=lambda one: one.y):
        below = places[id(line)] = max(line.y, below + NAME)
    over = max(0.0, below - (HEIGHT - EDGE / 2))
    return tuple(replace(line, y=round(places[id(line)] - over, 1)) for line in drawn)


def bars(shares: Sequence[tuple[str, float]]) -> tuple[Bar, ...]:
    """Return bars for (label, value), the longest as wide as the drawing."""
    most = max((value for _, value in shares), default=0) or 1
    return tuple(
        Bar(label, value, round(value / most * WIDTH, 1)) for label, value in shares
    )


def _thinned(
    points: Sequence[tuple[str, float, bool]],
) -> Sequence[tuple[str, float, bool]]:
    """Return at most so many points: the mean of each run of equal length."""
    size = -(-len(points) // MOST_POINTS)
    if size == 1:
        return points
    runs = [points[start : start + size] for start in range(0, len(points), size)]
    return [
        (run[-1][0], sum(value for _, value, _ in run) / len(run), False)
        for run in runs
    ]
