"""How a watched clip compares with the truth."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from tests.vision.clips import Rest
from vision.capture import Scene

EARLY = 0.12
"""Seconds before the last pixel of a hand is gone that nobody would call too early."""


@dataclass
class Score:
    """Counts over clips; a rest is a scene that must be told."""

    rests: int = 0
    found: int = 0
    right: int = 0
    sure: int = 0
    twice: int = 0
    stray: int = 0
    """Dice told while a hand was there, or still moving."""
    wrong_accepted: int = 0
    missed: list[tuple[str, Rest]] = field(default_factory=list)
    delays: list[float] = field(default_factory=list)

    def counts(self) -> dict[str, int]:
        """Return the numbers by their names."""
        return {
            "rests": self.rests,
            "found": self.found,
            "right": self.right,
            "sure": self.sure,
            "twice": self.twice,
            "stray": self.stray,
            "wrong and certain": self.wrong_accepted,
            "missed": len(self.missed),
        }

    def add(self, name: str, rests: Sequence[Rest], told: Sequence[Scene]) -> None:
        """Count one clip."""
        left = list(told)
        for rest in rests:
            mine = [one for one in left if _within(one, rest)]
            left = [one for one in left if one not in mine]
            if not rest.told:
                self.twice += len(mine)
                continue
            self.rests += 1
            if not mine:
                self.missed.append((name, rest))
                continue
            self.found += 1
            self.twice += len(mine) - 1
            self._judge(rest, mine[-1])
        # Between two hands a table may be bare for a moment: that may be told.
        left = [one for one in left if one.report.readings]
        self.stray += len(left)
        self.wrong_accepted += sum(one.report.certain for one in left)

    def _judge(self, rest: Rest, scene: Scene) -> None:
        good = faces(scene) == rest.faces
        self.right += good
        self.sure += good and scene.report.certain
        self.wrong_accepted += scene.report.certain and not good
        self.delays.append(max(0.0, scene.told - rest.begins))


def faces(scene: Scene) -> tuple[int, ...]:
    return tuple(sorted(die.face for die in scene.report.readings))


def _within(scene: Scene, rest: Rest) -> bool:
    return rest.begins - EARLY <= scene.at <= rest.ends + 0.02
