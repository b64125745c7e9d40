"""Whatever a host says: it is refused, or leaves a position to play on from."""

from __future__ import annotations

import json
from dataclasses import fields
from random import Random
from typing import get_args

import pytest

from companion.core.errors import Impossible, Refusal
from companion.games.samsara import GAME
from companion.games.samsara import actions as a
from companion.games.samsara.box import CARDS, DEFAULT_BOX, ZONES
from companion.games.samsara.characters import POWERS
from companion.games.samsara.state import ZONE_NAMES
from tests.games.samsara.shared import at, hold, now, ready

PARTS = ("bhaga", "durmangala", "ancestral", "characters")
SEEDS = [*range(4), *(pytest.param(n, marks=pytest.mark.slow) for n in range(4, 12))]
NUMBERS = (*range(-3, 10), 17, 10**9, -(10**9))
FACES = [side for one in DEFAULT_BOX.amulets for side in (one.gold, one.copper)]
ODD = ("", "x", "J4", "J9V9", "silver-9", "red-0", "silver-", "-1", "other-9", "²")
POWER_KEYS = sorted({power for powers in POWERS.values() for power in powers})
PIECES = [f"{face}-{n}" for face in ("silver", "red") for n in (1, 2, 5)]
RARE = ("put-back", "reserve", "discard", "power", "copy", "trigger", "strike")
RARER = ("give-bad", "target", "pick", "swap", "hold", "flip", "manual", "samsara")
EFFECTS = ("draw", "good-next", "samsara-hand", "opponent-bad", "opponent-discard")


def reached(rng, steps):
    """A position of a random game with any options."""
    players = rng.randint(1, 5)
    options = {part: True for part in PARTS if rng.random() < 0.6}
    options["hands"] = rng.choice(["private", "every-draw", "open-report"])
    state = GAME.start({"players": players, **options})
    for _ in range(steps):
        following = step(state, rng)
        if GAME.outcome(following):
            break
        state = following
    return state


def asked(state, rng):
    """The same position, half of the time at a question that is rarely asked."""
    seat, kind = rng.randrange(state.setting.seats), rng.choice(RARE + RARER)
    other = now(at(state, *(rng.choice(ZONES) for _ in state.players)), kind, seat)
    playing = state.asked.stage != "setup" and rng.random() < 0.5
    return other if playing and GAME.legal_actions(other) else state


def step(state, rng):
    chance = GAME.chance(state)
    action = chance.sample(rng) if chance else rng.choice(GAME.legal_actions(state))
    return GAME.apply(state, action)


def words(rng, state):
    lying = [face for gap in state.gaps for face in gap]
    board = [amulet for amulet, _ in state.ancestral]
    pools = (CARDS, lying or FACES, board or PIECES, PIECES, FACES, POWER_KEYS)
    return rng.choice(rng.choice((*pools, tuple(POWERS), EFFECTS, ODD)))


def anything(rng, state, hint):
    """A value for a field: of the right kind, and rarely a sensible one."""
    if "Literal" in hint:
        return rng.choice(("silver", "red") if "silver" in hint else ZONE_NAMES[4:6])
    if "tuple" in hint:
        count = rng.choice((0, 1, 2, 4, 6, 12))
        return [words(rng, state) for _ in range(count)]
    return rng.choice(NUMBERS) if hint == "int" else words(rng, state)


def random_action(rng, state):
    """An action that can be read, of a kind that fits the question or of any."""
    asked = state.asked.answers if rng.random() < 0.6 else get_args(a.Action)
    kind = rng.choice((*asked, a.Show))
    values = {f.name: anything(rng, state, f.type) for f in fields(kind)}
    named = "".join(f"-{c.lower()}" if c.isupper() else c for c in kind.__name__)
    return GAME.from_json({"type": named[1:], **values})


def random_patch(rng, state):
    seat = rng.choice(["0", "1", "4", "9", "-1", "", "²", 0])
    place = rng.choice(
        ["supply", f"{seat}:{rng.choice(ZONE_NAMES)}", "0:hand", "0:x", ":"]
    )
    gap = rng.choice(["gap:0", "gap:1", "gap:9", "gap:", "gap:-1", "0", "0:held", "7"])
    card, face = rng.choice(CARDS), words(rng, state)
    number = rng.choice((*NUMBERS, None, "3", 1.0, True, [], {}))
    other = rng.choice(["supply", "0:hand", "0:draw", "0:evanescent", "0:reserve"])
    return {
        rng.choice(("pawns", "neutral", "turn", "actions", "phase")): number,
        **rng.choice(
            (
                {"pawns": {seat: number}},
                {"cards": [{"card": card, "from": place, "to": other}]},
                {"cards": [{"card": card, "from": other, "to": place}] * 3},
                {"amulets": [{"face": face, "from": gap, "to": "0"}]},
                {"amulets": [{"face": face, "from": "gap:0", "to": gap}]},
                {"faces": [{"at": gap, "face": face, "is": words(rng, state)}]},
                {"markers": {seat: [words(rng, state)]}},
                {"markers": {seat: rng.choice((POWER_KEYS, number))}},
                {"characters": {seat: rng.choice((*POWERS, number))}},
                {"phase": rng.choice(("move", "take", "act", "close", number))},
                {"turn": rng.randrange(6)},
                {"neutral": number, "actions": number},
            )
        ),
    }


def check_whole(state, rng):
    """No fault, a view for every seat, and somebody who can go on."""
    assert GAME.faults(state) == ()
    for eyes in (None, *range(state.setting.seats)):
        assert json.dumps(GAME.view(state, eyes))
    going = [GAME.outcome(state), GAME.chance(state), GAME.legal_actions(state)]
    assert sum(map(bool, going)) == 1
    for _ in range(3):
        if GAME.outcome(state):
            return
        state = step(state, rng)
        assert GAME.faults(state) == ()


def check_told(before, action, after):
    for eyes in (None, *range(before.setting.seats)):
        assert str(GAME.tell(before, action, after, eyes))
    assert str(GAME.label(before, action))


@pytest.mark.parametrize("seed", SEEDS)
def test_what_the_host_forces_is_refused_or_leaves_the_table_whole(seed):
    rng, done = Random(f"force {seed}"), 0
    for _ in range(12):
        state = asked(reached(rng, rng.randrange(90)), rng)
        for _ in range(60):
            action = random_action(rng, state)
            try:
                after = GAME.force(state, action)
            except Refusal:
                continue
            done += 1
            check_whole(after, rng)
            check_told(state, action, after)
    assert done > 10, "some of it can be done"


@pytest.mark.parametrize("seed", SEEDS)
def test_what_the_host_corrects_is_refused_or_leaves_the_table_whole(seed):
    rng, done = Random(f"correct {seed}"), 0
    for _ in range(12):
        state = asked(reached(rng, rng.randrange(90)), rng)
        for _ in range(60):
            patch = random_patch(rng, state)
            if rng.random() < 0.7:
                patch.pop(next(iter(patch)))
            try:
                after = GAME.correct(state, patch)
            except Refusal:
                continue
            done += 1
            check_whole(after, rng)
    assert done > 10, "some of it can be done"


@pytest.mark.parametrize(
    ("kind", "action"),
    [
        ("act", a.Show(-1, ("good-karma",))),
        ("act", a.Show(5, ("good-karma",))),
        ("act", a.BuyAncestral("silver-7", ())),
        ("act", a.BuyAncestral("silver-1", ())),
        ("act", a.BuyAncestral("", ())),
        ("ancestral", a.ChooseAncestral(8, "red")),
        ("ancestral", a.ChooseAncestral(0, "red")),
        ("trigger", a.Trigger("red-9")),
        ("power", a.ChoosePower("other-9")),
        ("copy", a.Copy(1, "other-9")),
        ("copy", a.Copy(-1, "purge")),
        ("manual", a.Manual("opponent-bad", -1)),
        ("manual", a.Manual("opponent-bad", 3)),
        ("manual", a.Manual("lay-hand")),
        ("swap", a.PickAmulet(0, "J8")),
        ("swap", a.PickAmulet(-1, "J4V4")),
        ("flip", a.Flip(-1, "J4V4", "J4V4")),
        ("lay", a.Lay(("J",) * 6)),
        ("target", a.Target(-1)),
    ],
)
def test_pieces_and_places_that_do_not_exist_are_impossible(kind, action):
    state = hold(at(ready(3, ancestral=True), "jann"), hand="jann maut")
    state = now(state._replace(ancestral=()), kind)
    with pytest.raises(Impossible):
        GAME.force(state, action)


def test_a_question_the_host_leaves_without_an_answer_is_passed_over():
    state = now(hold(ready(3), hand="jann"), "discard")
    away = [{"card": "jann", "from": "0:hand", "to": "supply"}]
    assert GAME.correct(state, {"cards": away}).asked.key == "close"


def test_the_host_leaves_a_power_free():
    state = now(ready(3), "power")
    covered = list(POWERS[state.players[0].character])
    with pytest.raises(Impossible, match="always free"):
        GAME.correct(state, {"markers": {"0": covered}})
    assert GAME.legal_actions(GAME.correct(state, {"markers": {"0": covered[:1]}}))
