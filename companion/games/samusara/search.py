"""Alpha-beta over positions: the app's thinking, counted in positions, not seconds.

Iterative deepening with a table of known positions; where the depth ends, captures
are played out, for a position in the middle of an exchange has no value of its own.
The same position, limit and table always give the same answer.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import lru_cache
from typing import TypeAlias

from companion.games.samusara.board import Board, Cells, places
from companion.games.samusara.moves import ways_won
from companion.games.samusara.series import (
    Side,
    Trail,
    find_series,
    goals_of,
    lookups_of,
)
from companion.games.samusara.worth import (
    Half,
    Node,
    Weights,
    depths_of,
    side_worth,
)

WON = 1_000_000
FAR = WON - 1_000
"""Scores beyond this are wins or losses in so many turns."""


LATE = 5
"""Turns after so many better looking ones are seldom the best."""


Child: TypeAlias = "tuple[Cells, Cells, int, Key]"
"""Own discs, other discs, discs captured (or minus those returned), and the turn."""

Key: TypeAlias = "tuple[int, int, Cells]"
"""From, to and captured cells; a return of discs is (-1, -1, cells)."""


class _Enough(Exception):
    """The limit of positions is reached."""


@dataclass(slots=True)
class Search:
    """One search: its limit, what it has learnt on the way, and how much it looked."""

    board: Board
    limit: int
    weights: Weights = field(default_factory=Weights)
    seen: frozenset[tuple[Cells, Cells, int]] = frozenset()
    """Positions (yellow, brown, colour to move) the game has been in."""

    plays_out: bool = True
    """Captures are played out where the depth ends; a plain player does without."""

    looked: int = 0
    table: dict[Node, tuple[int, int, int, Key | None]] = field(default_factory=dict)
    """Depth, value, bound (-1 at most, 0 exact, 1 at least) and best turn."""

    worths: dict[Half, int] = field(default_factory=dict)
    killers: dict[int, Key] = field(default_factory=dict)
    """The turn that was too good for the other side last, by how deep it was."""

    def rank(self, node: Node, deepest: int, slack: int = 0) -> list[tuple[int, Key]]:
        """Return the turns of a position with their values, the best first.

        Turns within `slack` of the best have values of their own, of the others it is
        only known that they are worse.
        """
        ranked = [(0, child[3]) for _, child in self._ordered(node, None, 0)]
        try:
            for depth in range(1, deepest + 1):
                finished: list[tuple[int, Key]] = []
                order = [key for _, key in ranked]
                ranked = self._root(node, depth, order, slack, finished)
                if abs(ranked[0][0]) > FAR:
                    break
        except _Enough:
            # The best turn so far was looked at first: what is finished, is deeper.
            ranked = _best_first(finished) or ranked
        return ranked

    def _root(
        self,
        node: Node,
        depth: int,
        order: list[Key],
        slack: int,
        finished: list[tuple[int, Key]],
    ) -> list[tuple[int, Key]]:
        by_key = {child[3]: child for child in children(self.board, node)}
        best = -WON * 2
        for key in order:
            # Full windows behind the best would cost most of the time: a turn that
            # is worse by more than the slack is only known to be so.
            high = slack + 1 - best
            value = best - slack
            if finished:
                value = -self._after(node, by_key[key], depth - 1, high - 1, high, 1)
            if value >= best - slack:
                value = -self._after(node, by_key[key], depth - 1, -WON * 2, high, 1)
            finished.append((value, key))
            best = max(best, value)
        return _best_first(finished)

    def _after(  # noqa: PLR0917 - the hottest call: a value to hold them would cost
        self, node: Node, child: Child, depth: int, low: int, high: int, ply: int
    ) -> int:
        """Return what a turn leaves, seen by the other player."""
        colour, _, _, pile, other_pile, cube, other_cube = node
        mine, theirs, gain, _ = child
        taken = max(gain, 0)
        if ways_won(self.board, colour, mine, cube + taken):
            return -(WON - ply)
        yellow, brown = (mine, theirs) if colour == 0 else (theirs, mine)
        if gain == 0 and (yellow, brown, 1 - colour) in self.seen:
            return 0
        turned = (
            1 - colour,
            theirs,
            mine,
            other_pile,
            pile + gain,
            other_cube,
            cube + taken,
        )
        if depth <= 0:
            return self._quiet(turned, low, high, ply)
        return self._value(turned, depth, low, high, ply)

    def _value(  # noqa: C901 - alpha-beta reads best in one piece
        self, node: Node, depth: int, low: int, high: int, ply: int
    ) -> int:
        self._look()
        known = self.table.get(node)
        hint = None
        if known is not None:
            deep, value, bound, hint = known
            if deep >= depth and (
                bound == 0
                or (bound > 0 and value >= high)
                or (bound < 0 and value <= low)
            ):
                return value
        turns = self._ordered(node, hint, ply)
        if not turns:
            return -(WON - ply)
        best, best_key, floor = -WON * 2, None, low
        for number, (look, child) in enumerate(turns):
            if depth == 1 and look <= floor and child[2] <= 0:
                # The other side may let it be: it is worth no more than it looks.
                best = max(best, look)
                continue
            less = int(number >= LATE and depth >= 3 and child[2] == 0)
            if number:
                # Only whether it beats the best is asked first, and of turns that
                # come late without a capture one turn less deep.
                value = -self._after(
                    node, child, depth - 1 - less, -floor - 1, -floor, ply + 1
                )
            if number == 0 or (value > floor and (less or value < high)):
                value = -self._after(node, child, depth - 1, -high, -floor, ply + 1)
            if value > best:
                best, best_key = value, child[3]
                floor = max(floor, value)
                if floor >= high:
                    self.killers[ply] = child[3]
                    break
        bound = 1 if best >= high else -1 if best <= low else 0
        self.table[node] = (depth, best, bound, best_key)
        return best

    def _ordered(
        self, node: Node, hint: Key | None, ply: int
    ) -> list[tuple[int, Child]]:
        """Return the turns with what they look worth: wins, the best before, what cut
        last, then the others."""
        board, worth = self.board, self._worth
        colour, before, theirs, pile, other_pile, cube, other_cube = node
        killer = self.killers.get(ply)
        across = worth((1 - colour, theirs, other_pile, other_cube))
        goals = goals_of(board, Side(colour, before, theirs, pile, cube))
        looks: list[tuple[int, int, Child]] = []
        for number, child in enumerate(children(board, node)):
            mine, _, gain, key = child
            reached = cube + gain if gain > 0 else cube
            if (gain > 0 or goals) and ways_won(board, colour, mine, reached):
                look = WON
            elif key == hint:
                look = FAR + 1
            elif key == killer:
                look = FAR
            else:
                look = worth((colour, mine, pile + gain, reached)) - across
            looks.append((-look, number, child))
        looks.sort()
        return [(-look, child) for look, _, child in looks]

    def _quiet(self, node: Node, low: int, high: int, ply: int) -> int:
        """Return the value once captures are played out; nobody has to capture."""
        self._look()
        colour, mine, theirs, pile, other_pile, cube, other_cube = node
        best = self._worth((colour, mine, pile, cube)) - self._worth(
            (1 - colour, theirs, other_pile, other_cube)
        )
        if best >= high or not self.plays_out:
            return best
        low = max(low, best)
        side = Side(colour, mine, theirs, pile, cube)
        taking = [one for one in _jumps(self.board, side) if one[2]]
        taking.sort(key=lambda one: -one[2])
        for child in taking:
            value = -self._after(node, child, 0, -high, -low, ply + 1)
            if value > best:
                best, low = value, max(low, value)
                if low >= high:
                    break
        return best

    def _worth(self, half: Half) -> int:
        """Return what one side is worth; the half that did not move is asked again by
        every other turn."""
        known = self.worths.get(half)
        if known is None:
            known = self.worths[half] = side_worth(self.board, half, self.weights)
        return known

    def _look(self) -> None:
        self.looked += 1
        if self.looked > self.limit:
            raise _Enough


def _best_first(found: list[tuple[int, Key]]) -> list[tuple[int, Key]]:
    return sorted(found, key=lambda one: -one[0])


def children(board: Board, node: Node) -> list[Child]:
    """Return the positions a turn can lead to, each once."""
    colour, mine, theirs, pile, _, cube, _ = node
    side = Side(colour, mine, theirs, pile, cube)
    found = _jumps(board, side)
    empty = board.everything & ~(mine | theirs)
    for place in places(mine):
        left = mine & ~(1 << place)
        for target in places(board.near[place] & empty):
            found.append((left | 1 << target, theirs, 0, (place, target, 0)))
    if pile:
        for cells in returns(board, board.power[colour] & empty, pile, colour):
            count = cells.bit_count()
            found.append((mine | cells, theirs, -count, (-1, -1, cells)))
    return found


def _jumps(board: Board, side: Side) -> list[Child]:
    """Return the turns that are series of jumps."""
    mine, theirs, goals = side.mine, side.theirs, goals_of(board, side)
    occupied, rings = mine | theirs, lookups_of(board).rings
    trails: list[Trail] = []
    takings: list[Cells] = []
    into = (trails, takings)
    for place in places(mine):
        ring = rings[place]
        if ring[occupied & ring.around]:
            find_series(board, side, place, goals, into)
    found = []
    for trail, taken in zip(trails, takings, strict=True):
        place, end = trail.path[0], trail.path[-1]
        moved = mine & ~(1 << place) | 1 << end
        key = (place, end, taken)
        found.append((moved, theirs & ~taken, taken.bit_count(), key))
    return found


# Few sets of empty homes occur in one game.
@lru_cache(maxsize=1 << 10)
def returns(board: Board, homes: Cells, pile: int, colour: int) -> tuple[Cells, ...]:
    """Return sensible returns: the foremost cells first, for each number of discs.

    All sets would be up to 968 turns that hardly differ.
    """
    depth = depths_of(board)[colour]
    order = sorted(places(homes), key=lambda place: (-depth[place], place))
    most = min(pile, len(order))
    return tuple(sum(1 << at for at in order[:count]) for count in range(1, most + 1))
