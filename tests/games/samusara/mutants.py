"""Faults put into the rules one by one: `python -m tests.games.samusara.mutants`.

Each must be caught by the tests of this folder; one that lives shows a rule that
nobody checks.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).parents[3]
ROOM = "companion/games/samusara"
TESTS = [
    f"tests/games/samusara/{name}.py"
    for name in (
        "test_facts",
        "test_board",
        "test_readings",
        "test_camera",
        "test_host",
        "test_perft",
    )
]

MUTANTS = (
    ("moves.py", "board.power_to_win:", "board.power_to_win + 1:"),
    ("moves.py", "board.hilltops_to_win:", "board.hilltops_to_win + 1:"),
    ("moves.py", "if cube >= board.steps_to_centre", "if cube > board.steps_to_centre"),
    ("series.py", "taken = captured | over & theirs", "taken = captured | over"),
    ("series.py", "others = mine & ~(1 << start)", "others = mine"),
    ("series.py", "if land & goals or (", "if ("),
    ("moves.py", "cube + count, captured)", "cube, captured)"),
    ("moves.py", "theirs & ~captured, pile + count", "theirs & ~captured, pile"),
    ("moves.py", "theirs & ~captured, pile + count", "theirs, pile + count"),
    ("moves.py", "pile - len(cells), cube, 0)", "pile, cube, 0)"),
    ("moves.py", "for count in range(1, most + 1)", "for count in range(1, 2)"),
    ("legality.py", "return rules.EMPTY_CELL if taken else None", "return None"),
    ("legality.py", "if not 1 <= len(cells) <= side.pile:", "if not cells:"),
    ("legality.py", "& ~homes\n", "& 0\n"),
    ("legality.py", "if number and ways_won(", "if number > 99 and ways_won("),
    (
        "legality.py",
        "rules.NO_STANDING_STILL if here == start and not captured else None",
        "None",
    ),
    (
        "questions/moving.py",
        "since.count(since[-1]) >= 3",
        "since.count(since[-1]) >= 2",
    ),
    ("questions/moving.py", "since = (at,) if final", "since = (at,) if not final"),
    ("questions/moving.py", 'ended = ("blocked",)', "winner = None"),
    ("board.py", "if here != land:", "if here == land:"),
    ("board.py", "discs = board.power[0] | board.power[1]", "discs = 0"),
    ("camera.py", "found[shown] = (move, 1)", "found[shown] = (move, 2)"),
    ("repair.py", "piles[1 - colour] -= more", "piles[colour] -= more"),
)


def lives(file, sound, broken):
    """Tell whether the tests pass with one fault in a copy of the project."""
    with tempfile.TemporaryDirectory() as folder:
        for part in ("companion", "vision", "tests", "pyproject.toml", "app.py"):
            source, copy = ROOT / part, Path(folder) / part
            if source.is_dir():
                shutil.copytree(source, copy, ignore=shutil.ignore_patterns("*.onnx"))
            else:
                shutil.copy(source, copy)
        path = Path(folder) / ROOM / file
        text = path.read_text(encoding="utf-8")
        assert text.count(sound) >= 1, f"{file} has no {sound!r} any more"
        path.write_text(text.replace(sound, broken, 1), encoding="utf-8")
        words = ["-m", "pytest", "-q", "-x", "-m", "not slow", *TESTS]
        done = subprocess.run(
            [sys.executable, *words],
            cwd=folder,
            env={**os.environ, "PYTHONPATH": folder},
            capture_output=True,
            check=False,
        )
        return done.returncode == 0


def main():
    """Try every fault; end with a failure if one lives."""
    same = "class Side(NamedTuple)"
    assert lives("series.py", same, same), "the tests must pass without a fault"
    alive = 0
    for mutant in MUTANTS:
        lived = lives(*mutant)
        alive += lived
        print("LIVES " if lived else "caught", *mutant, flush=True)
    print(f"{len(MUTANTS) - alive} of {len(MUTANTS)} caught")
    return 1 if alive else 0


if __name__ == "__main__":
    sys.exit(main())
