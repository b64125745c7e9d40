"""Small rule-breaking changes, each of which the tests of this game must notice.

Run by hand: `python -m tests.games.karmaka.mutants`, or some of them by number, as in
`... mutants 56 60`. Each mutant is a copy of the code with one line changed; the tests
of the room run on it and have to fail.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).parents[3]
QUICK = ("box", "facts_turn", "facts_lives", "facts_many", "facts_cards", "readings")
QUICK += ("camera", "second_model", "rival_photo")
ROOM = Path("companion/games/karmaka")
HEAVY = ("__pycache__", "browser", "bench", "train", "models")

MUTANTS = [
    ("box.py", '"embody": Design(Colour.MOSAIC, 1, 5)', "MOSAIC, 1, 5", "MOSAIC, 1, 6"),
    ("box.py", "NEED = (4, 5, 6, 7)", "(4, 5, 6, 7)", "(4, 5, 6, 6)"),
    ("box.py", "+ sums[Colour.MOSAIC]", "+ sums[Colour.MOSAIC]", ""),
    ("box.py", "return max(sums[suit] for suit in SUITS)", "max(", "sum("),
    ("box.py", "LIFE = 6", "6", "5"),
    ("box.py", "REACH = 3", "3", "4"),
    ("seating.py", "if setting.seats == 4 else NOBODY", "== 4", "== 5"),
    ("seating.py", "Seat((seat + step) % setting.seats)", "seat + ", "seat - "),
    ("seating.py", "if other != mate)", "if other != mate", "if True"),
    ("seating.py", "return team + within_reach", "team + ", "team[:1] + "),
    ("piles.py", "needed <= state.well or", "needed <= state.well or", "state.well or"),
    ("piles.py", "needed <= state.well or", "needed <= state.well or", ""),
    ("piles.py", "ruins=state.ruins[-REACH:],", "[-REACH:]", "[-1:]"),
    ("piles.py", "if life.hand.seen:", "if life.hand.seen:", "if not life.hand.seen:"),
    ("piles.py", "told(life)[card] > left", "> left", "> 99"),
    ("piles.py", "at = len(life.future) - 1 - place", "- 1 - place", "- 1"),
    ("powers.py", '"panic": Power(_panic, ANYONE, extra=True)', "extra=True", ""),
    ("powers.py", '"dwindle": Power(_dwindle, ANYONE)', "ANYONE", "RIVAL"),
    ("powers.py", '"longevity": Power(_longevity, ANYONE)', "ANYONE", "RIVAL"),
    ("powers.py", "count = min(2, len(state.lives[target].row))", "(2,", "(1,"),
    ("powers.py", "count = min(2, len(future))", "(2,", "(1,"),
    ("powers.py", '"voyage": Power(_drawing(3)', "(3)", "(2)"),
    ("powers.py", "return feed(state, target, 2)", "target, 2", "seat, 2"),
    ("powers.py", "push(state, Forsake(target))", "target", "seat"),
    ("powers.py", "push(state, Discard(target))", "target", "seat"),
    ("powers.py", "state = refilled(state, 3)", "refilled(state, 3)", "state"),
    ("powers.py", "dream(state.lives[seat], public)", "public", '""'),
    (
        "questions/playing.py",
        "return None if self.extra or life.deck else",
        "None if",
        "None if True or",
    ),
    (
        "questions/playing.py",
        "Main(self.seat, extra=True)) if extra",
        ", extra=True",
        "",
    ),
    (
        "questions/playing.py",
        "secret = secret if owner == self.seat",
        "== self.seat",
        "!= -5",
    ),
    (
        "questions/playing.py",
        "Resolve(seat, answer.card), Offering(seat)",
        ", Offering(seat)",
        "",
    ),
    (
        "questions/playing.py",
        "deeds = (*life.deeds, answer.card)",
        "(*life.deeds, answer.card)",
        "(answer.card, *life.deeds)",
    ),
    (
        "questions/offering.py",
        "if victim == NOBODY else (victim,)",
        "else (victim,)",
        "else rivals(state.setting, self.seat)",
    ),
    (
        "questions/offering.py",
        "isinstance(answer, Refuse) and self.rest",
        " and self.rest",
        " and self.rest and False",
    ),
    (
        "questions/dying.py",
        "ruins=state.ruins + life.deeds)",
        "life.deeds)",
        "life.deeds[::-1])",
    ),
    ("questions/dying.py", "life.level + 1)", "+ 1)", "+ 2)"),
    ("questions/dying.py", "answer.rings < RINGS", "< RINGS", "< 99"),
    (
        "questions/dying.py",
        "if short_of(state, self.seat) else 0",
        "if short_of(state, self.seat) else 0",
        "",
    ),
    (
        "questions/using.py",
        "if power.extra and using:",
        "power.extra and using",
        "False and using",
    ),
    (
        "questions/using.py",
        "if using and target in rivals",
        "using and target in",
        "using and target not in",
    ),
    ("questions/choosing.py", "DrawUpTo(seat, ruined + 1)", "ruined + 1", "ruined"),
    ("questions/choosing.py", "if laid < 2 and", "< 2", "< 3"),
    ("questions/choosing.py", "if ruined < 2 and", "< 2", "< 3"),
    (
        "questions/choosing.py",
        "push(ruin(spend(state, seat, card), card), Resolve(seat, card))",
        ", Resolve(seat, card)",
        "",
    ),
    ("questions/copying.py", 'if card == "mimic":', 'card == "mimic"', "not card"),
    ("questions/copying.py", "if place < 0:", "place < 0", "place < -1"),
    (
        "questions/copying.py",
        "if state.lives[other].deeds)",
        "if state.lives[other].deeds",
        "if True",
    ),
    ("questions/hidden.py", "most = min(2, self.seen, state.well)", "min(2,", "min(3,"),
    ("questions/picking.py", "return state.ruins[-REACH:][::-1]", "[-REACH:]", ""),
    (
        "questions/picking.py",
        "gain_open(life, card)",
        "gain_open(life, card)",
        "gain_open(life, state.ruins[-1])",
    ),
    (
        "questions/blind.py",
        "return min(3, len(state.lives[self.owner].row))",
        "(3,",
        "(2,",
    ),
    (
        "questions/blind.py",
        "eyes in (self.seat, self.owner)",
        "eyes in (self.seat, self.owner)",
        "True",
    ),
    (
        "questions/showing.py",
        "if eyes == answer.seat != before.setting.rival:",
        "eyes == answer.seat",
        "True",
    ),
    (
        "view.py",
        "else _mine(state, seat),",
        "_mine(state, seat)",
        "_mine(state, Seat(0))",
    ),
    (
        "options.py",
        "life._replace(level=WOLF) if seat == setting.wolf",
        "== setting.wolf",
        "!= setting.wolf",
    ),
    ("powers.py", '"crisis": Power(_crisis, RIVAL)', "RIVAL", "ANYONE"),
    ("powers.py", '"peek": Power(_peek, RIVAL, extra=True)', ", extra=True", ""),
    ("powers.py", '"another-day": Power(_drawing(1)', "(1)", "(2)"),
    ("powers.py", "seen = min(3, state.well)", "(3,", "(2,"),
    ("powers.py", "card = life.deeds[-1]", "[-1]", "[0]"),
    ("powers.py", "state = draw(state, seat, 2)", "seat, 2", "seat, 1"),
    ("powers.py", "if len(set(top)) > 1", "> 1", "> 2"),
    (
        "questions/offering.py",
        "life = dream(state.lives[self.seat], using.card)",
        "self.seat",
        "self.giver",
    ),
    ("questions/dying.py", "row = known[::-1]", "[::-1]", ""),
    ("questions/dying.py", "if life.level == TOP else", "== TOP", "== TOP - 1"),
    ("questions/dying.py", "short_of(state, seat) <= answer.rings", "<=", "<"),
    ("questions/picking.py", 'if power == "salvage" else dream', "==", "!="),
    ("questions/showing.py", "if seat != state.setting.rival or", "!=", "=="),
    ("lying.py", "return state.ruins[-REACH:]", "[-REACH:]", ""),
    ("lying.py", "if short <= rings else", "<=", "<"),
    ("camera.py", "and bool(unknown(state))", "bool(unknown(state))", "False"),
    ("view.py", "told(life._replace(dreams=()))", "dreams", "row"),
    ("seating.py", "return Seat((seat + 2) % 4)", "+ 2", "+ 1"),
]
"""File, the code around, what is changed, into what."""


def mutated(text: str, around: str, old: str, new: str) -> str:
    """Return a text with what reads like this changed."""
    changed = around.replace(old, new, 1)
    assert around in text, f"nothing reads {around!r}"
    assert changed != around
    return text.replace(around, changed)


def survives(copy: Path) -> bool:
    """Tell whether the tests pass on a changed copy, the quick ones first."""
    folder = Path("tests/games/karmaka")
    quick = [str(folder / f"test_{name}.py") for name in QUICK]
    command = [sys.executable, "-m", "pytest", "-x", "-q", "-p", "no:cacheprovider"]
    command += [f"--ignore={folder}/test_photo_to_action.py"]  # it reads real pictures
    return all(
        subprocess.run(
            [*command, *which, "--timeout=120"],
            cwd=copy,
            capture_output=True,
            check=False,
        ).returncode
        == 0
        for which in (quick, [str(folder)])
    )


def copied(folder: str) -> Path:
    """Return a copy of all that the tests of this room read."""
    copy = Path(folder)
    for part in ("companion", "static", "tests", "vision"):
        shutil.copytree(ROOT / part, copy / part, ignore=_unneeded)
    for part in ("pyproject.toml", "app.py"):
        shutil.copy(ROOT / part, copy)
    return copy


def main() -> int:
    """Try every mutant; print those that nobody noticed."""
    alive, numbers = 0, {int(number) for number in sys.argv[1:]}
    chosen = [one for one in enumerate(MUTANTS, 1) if not numbers or one[0] in numbers]
    with tempfile.TemporaryDirectory() as folder:
        copy = copied(folder)
        if not survives(copy):
            print("The tests fail without any mutant.")
            return 2
        for number, (name, *change) in chosen:
            path = copy / ROOM / name
            text = path.read_text("utf-8")
            path.write_text(mutated(text, *change), "utf-8")
            lives = survives(copy)
            path.write_text(text, "utf-8")
            alive += lives
            told = "ALIVE " if lives else "caught"
            print(f"{number:2} {told} {name}: {change[0]}", flush=True)
    print(f"{len(chosen) - alive} of {len(chosen)} caught")
    return 1 if alive else 0


def _unneeded(folder: str, names: list[str]) -> list[str]:
    """Leave out what no test of this room reads."""
    del folder
    return [name for name in names if name in HEAVY]


if __name__ == "__main__":
    sys.exit(main())
