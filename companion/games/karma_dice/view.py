"""What one pair of eyes may see, ready for JSON."""

from __future__ import annotations

from collections import Counter
from typing import Any

from companion.core.once import once
from companion.core.phrase import NameOf, Phrase, say, say_n
from companion.core.seats import Seat
from companion.games.karma_dice import rules, solo
from companion.games.karma_dice.board import (
    Board,
    Choice,
    DieView,
    EyeView,
    Fact,
    FreeDice,
    Now,
    Result,
    SeatView,
    SummaryView,
    Words,
    ZoneView,
)
from companion.games.karma_dice.box import (
    CHAKRA,
    COLOUR_NAMES,
    POWER_NAMES,
    SOURCES,
    TRACK,
    Source,
)
from companion.games.karma_dice.engine import outcome
from companion.games.karma_dice.options import OPTIONS
from companion.games.karma_dice.own_box import OWN_BOX, PART, Kinds, usual_roll
from companion.games.karma_dice.powers import outlook
from companion.games.karma_dice.questions import (
    Fall,
    KeepTrait,
    SettleRoll,
    TakeDie,
    ThrowOrStop,
    asked,
)
from companion.games.karma_dice.questions.drafting import picking
from companion.games.karma_dice.questions.shortcuts import possible
from companion.games.karma_dice.state import (
    Die,
    End,
    KarmaDiceState,
    Turn,
    hand_of,
    order_of,
)
from companion.games.karma_dice.words import steps_to, way_to


def view(state: KarmaDiceState, seat: Seat | None) -> dict[str, Any]:
    """Return the table as one seat (or a watcher) may see it."""
    question = asked(state)
    waiting = question is None or isinstance(question, KeepTrait)
    prompt = question.prompt(state, seat) if question else _over(state)
    return {
        "turn": None if waiting else state.turn.seat,
        "prompt": prompt.to_json(),
        "why": question.why(state) if question else rules.END,
        "scores": [
            {"seat": place, "score": player.score}
            for place, player in enumerate(state.players)
        ],
        "board": board(state, seat),
    }


def _over(state: KarmaDiceState) -> Phrase:
    ended = outcome(state)
    if ended is None or not ended.winners:
        return say("The Evil Eye has caught you.")
    if len(ended.winners) == 1:
        return say("{who} wins.", who=NameOf(ended.winners[0]))
    return say_n(
        "{n} player wins.", "{n} players share the victory.", len(ended.winners)
    )


def board(state: KarmaDiceState, seat: Seat | None) -> Board[Words]:
    """Return what the screens draw for one pair of eyes."""
    public = _public(state)
    if not isinstance(asked(state), KeepTrait):
        return public
    return {**public, "seats": _seats(state, seat)}  # their cards still lie covered


@once
def _public(state: KarmaDiceState) -> Board[Words]:
    """Return what lies open."""
    question, rounds = asked(state), planned_rounds(state)
    return {
        "phase": question.phase if question else "over",
        "round": state.round,
        "rounds": rounds,
        "last_round": question is not None and rounds == state.round,
        "first": state.first,
        "order": list(order_of(state)),
        "red": state.turn.seat,
        "yogi": state.yogi,
        "track": list(TRACK),
        "entry": state.setup.entry,
        "may_score": _may_score(state),
        "reserve": _reserve(state),
        "seats": _seats(state, None),
        "now": _now(state),
        "picking": list(picking(state)),
        "eye": _eye(state),
        "oracle": _oracle(state),
        "summary": _summary(state),
        "options": _options(state),
        "sources": [_fact(state, source) for source in SOURCES],
    }


def _fact(state: KarmaDiceState, source: Source) -> Fact[Words]:
    own = bool(state.setup.kinds) and source.fact == PART
    return {
        "fact": source.fact,
        "provenance": "table" if own else source.provenance.value,
        "note": (OWN_BOX if own else source.note).to_json(),
    }


def _may_score(state: KarmaDiceState) -> list[int]:
    """Return what the turn could score, while nothing of it has been told."""
    fresh = isinstance(asked(state), ThrowOrStop) and not state.turn.zones
    return list(possible(state)) if fresh else []


def planned_rounds(state: KarmaDiceState) -> int | None:
    """Return how many rounds there will be, None if the scores decide."""
    if not state.setup.solo and state.setup.end is End.TARGET:
        return None
    if not state.setup.solo and state.setup.end is End.ROUNDS:
        return state.setup.rounds
    drafting = isinstance(asked(state), TakeDie)
    later = max(0, len(state.reserve) - len(picking(state)))
    if isinstance(asked(state), KeepTrait):
        later -= state.setup.players
    drafts = -(-later // state.setup.players)
    return state.round + drafts + (1 if drafting else 0)


def _reserve(state: KarmaDiceState) -> list[FreeDice[Words]]:
    free = Counter(state.reserve)
    return [
        {
            "colour": colour.value,
            "count": free[colour],
            "power": state.setup.power(colour).value,
            "name": COLOUR_NAMES[colour].to_json(),
            "power_name": POWER_NAMES[state.setup.power(colour)].to_json(),
        }
        for colour in CHAKRA
    ]


def _seats(state: KarmaDiceState, eyes: Seat | None) -> list[SeatView]:
    return [_seat(state, Seat(place), eyes) for place in range(state.setup.players)]


def _seat(state: KarmaDiceState, place: Seat, eyes: Seat | None) -> SeatView:
    player = state.players[place]
    trait = player.trait
    open_cards = not isinstance(asked(state), KeepTrait) or place == eyes
    return {
        "seat": place,
        "score": player.score,
        "dice": [die.value for die in player.dice],
        "hand": [die.value for die in hand_of(state, place)],
        "chosen": trait is not None,
        "trait": {"die": trait.die.value, "ability": trait.ability, "used": trait.used}
        if trait and open_cards
        else None,
    }


def _now(state: KarmaDiceState) -> Now[Words] | None:
    question, turn = asked(state), state.turn
    if not isinstance(question, ThrowOrStop | Fall | SettleRoll):
        return None
    done = len(turn.zones)
    settling = isinstance(question, SettleRoll)
    lying = usual_roll(state.setup.kinds, turn.roll)
    again, reachable = outlook(lying, turn.bonus) if settling else ((), ())
    return {
        "seat": turn.seat,
        "left": [die.value for die in turn.left],
        "zones": _zones(turn),
        "last": turn.last,
        "points": turn.points,
        "next": TRACK[done] if done < len(TRACK) else None,
        "if_failed": TRACK[done - 2] if done > 1 else 0,
        "roll": [
            {**_die(die), "place": place, "air": place in turn.air, "spent": die.spent}
            for place, die in enumerate(turn.roll)
        ],
        "rerolls": list(again),
        "results": _results(state.setup.kinds, turn, reachable),
    }


def _zones(turn: Turn) -> list[ZoneView]:
    nothing = (None,) * (len(TRACK) - len(turn.zones))
    return [
        {
            "points": points,
            "total": zone.total if zone else None,
            "dice": [_die(die) for die in zone.dice] if zone else [],
        }
        for points, zone in zip(TRACK, (*turn.zones, *nothing), strict=True)
    ]


def _die(die: Die) -> DieView:
    return {"colour": die.colour.value, "face": die.face or None}


def _results(
    kinds: Kinds, turn: Turn, reachable: tuple[int, ...]
) -> list[Result[Words]]:
    """Return every reachable result; the two that matter most are marked."""
    winning = [total for total in reachable if turn.beats(total)]
    return [
        {
            "total": total,
            "beats": turn.beats(total),
            "lowest": bool(winning) and total == winning[0],
            "highest": total == reachable[-1],
            "words": way_to(kinds, turn, total).to_json(),
            "steps": [step.to_json() for step in steps_to(kinds, turn, total)],
        }
        for total in reachable
    ]


def _summary(state: KarmaDiceState) -> SummaryView | None:
    if state.summary is None:
        return None
    seat, points, failed, rolls = state.summary
    return {"seat": seat, "points": points, "failed": failed, "rolls": list(rolls)}


def _oracle(state: KarmaDiceState) -> dict[str, Any] | None:
    """Ask the oracle only where it is switched on: it thinks for a moment."""
    if not state.setup.oracle:
        return None
    # Not at the top: only tables that ask the oracle pay for loading numpy.
    from companion.games.karma_dice.advice import oracle_view

    return oracle_view(state)


def _eye(state: KarmaDiceState) -> EyeView | None:
    if not state.setup.solo:
        return None
    return {
        "place": state.eye,
        "next": solo.next_place(state),
        "steps": solo.steps(state),
        "level": state.setup.eye.value,
        "lead": state.players[0].score - state.eye,
        "catches": state.round > solo.GRACE,
    }


def _options(state: KarmaDiceState) -> list[Choice[Words]]:
    chosen = state.setup._asdict()
    return [
        {
            "key": option.key,
            "value": chosen[option.key],
            "label": option.label.to_json(),
            "provenance": option.provenance.value,
            "note": option.note.to_json() if option.note else None,
        }
        for option in OPTIONS
        if not option.players or state.setup.players in option.players
    ]
