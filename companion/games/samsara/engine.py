"""The rules of Samsara: how a game begins, goes on and ends; are its books in order?"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

from companion.core.cards import deal
from companion.core.game import Outcome
from companion.core.phrase import Phrase, say, say_n
from companion.core.seats import Seat
from companion.core.turn import Todo, TurnMachine, advance
from companion.games.samsara import rules
from companion.games.samsara.actions import Action
from companion.games.samsara.box import (
    ANCESTRAL,
    BAD,
    BAD_IN_BOX,
    DRAWN,
    GOAL,
    GOOD,
    GOOD_IN_BOX,
    SOLO_TURNS,
    SPECIALS,
    STACKS,
    STARTING,
    ZONES,
    is_face,
)
from companion.games.samsara.dealing import layout
from companion.games.samsara.options import read_setting
from companion.games.samsara.questions import pretend
from companion.games.samsara.questions.closing import phases
from companion.games.samsara.questions.gaining import ReportDraw
from companion.games.samsara.questions.relaying import RelayAmulets
from companion.games.samsara.questions.setup import (
    LayAmulets,
    PickAncestral,
    PickCharacter,
)
from companion.games.samsara.questions.showing import ShowHand
from companion.games.samsara.state import (
    DRAW,
    EVANESCENT,
    HAND,
    PLAY,
    RESERVE,
    ZONE_NAMES,
    Player,
    Setting,
    State,
)
from companion.games.samsara.supply import starting_stacks
from companion.games.samsara.words import join, seat_name

TURNS: TurnMachine[State, Action] = TurnMachine(
    rules.GAME_OVER, pretend, standing=(ShowHand(), RelayAmulets()), chains=True
)


def start(options: Mapping[str, Any]) -> State:
    """Return the first position for these options; raises Malformed."""
    setting = read_setting(options)
    cards = deal([GOOD] * STARTING + [BAD] * STARTING, len(ZONE_NAMES), DRAW)
    player = Player(cards.shift_unseen(DRAW, HAND, DRAWN))
    state = State(
        players=(player,) * setting.seats,
        setting=setting,
        stacks=starting_stacks(setting),
        good=GOOD_IN_BOX - STARTING * setting.seats,
        bad=BAD_IN_BOX - STARTING * setting.seats,
        gaps=((),) * setting.gaps,
        seat=setting.first,
        todo=_preparations(setting),
    )
    return advance(state)


def _preparations(setting: Setting) -> Todo:
    """Return everything to settle before and with the first turn, the first last."""
    order = [
        Seat((setting.first + step) % setting.seats) for step in range(setting.seats)
    ]
    amulets = [LayAmulets(setting.first, gap) for gap in range(setting.gaps)]
    characters = [PickCharacter(seat) for seat in order]
    pieces = [PickAncestral(seat) for seat in order if setting.ancestral]
    draws = [ReportDraw(seat) for seat in order if setting.open]
    # Characters and Ancestral Amulets are chosen by the last player first.
    return (
        *phases(setting.first),
        *reversed(draws),
        *pieces,
        *characters,
        *reversed(amulets),
    )


def bad_karma(state: State, seat: int) -> int:
    """Return the Bad Karma in a whole deck: the fewer the better."""
    return state.players[seat].cards.count(BAD)


def outcome(state: State) -> Outcome | None:
    """Return how the game ended, None while it goes on."""
    if state.todo:
        return None
    scores = tuple(player.wins for player in state.players)
    if state.setting.seats == 1:
        return _solo(state, scores)
    there = [seat for seat, score in enumerate(scores) if score >= GOAL]
    least = min(bad_karma(state, seat) for seat in there)
    winners = tuple(Seat(s) for s in there if bad_karma(state, s) == least)
    return Outcome(winners, scores, "nirvana", _reason(state, there, winners))


def _reason(state: State, there: list[int], winners: tuple[Seat, ...]) -> Phrase:
    if len(there) == 1:
        return say("{who} reaches Nirvana.", who=seat_name(there[0]))
    if len(winners) == 1:
        return say(
            "{who} reaches Nirvana with the fewest Bad Karma: {n}.",
            who=seat_name(winners[0]),
            n=bad_karma(state, winners[0]),
        )
    names = join([say("{who}", who=seat_name(seat)) for seat in winners])
    return say("Shared victory: {names}.", names=names)


def _solo(state: State, scores: tuple[int, ...]) -> Outcome:
    if scores[0] >= GOAL:
        left = SOLO_TURNS - state.neutral - 1
        reason = say_n(
            "You reach Nirvana with {n} turn to spare.",
            "You reach Nirvana with {n} turns to spare.",
            left,
        )
        return Outcome((Seat(0),), scores, "nirvana", reason)
    reason = say("The neutral pawn was reincarnated twice: the game is lost.")
    return Outcome((), scores, "seventeen-turns", reason)


def faults(state: State) -> tuple[str, ...]:
    """Return every invariant this state breaks: none, unless there is a bug."""
    wrong = [
        f"seat {seat}: {fault}"
        for seat, player in enumerate(state.players)
        for fault in player.cards.faults()
    ]
    wrong.extend(_card_faults(state))
    wrong.extend(_open_faults(state))
    wrong.extend(_amulet_faults(state))
    if len(state.players) != state.setting.seats:
        wrong.append("a player too many or too few")
    return tuple(wrong)


def _card_faults(state: State) -> list[str]:
    """Compare every card in the game with what was taken out of the box."""
    cards: Counter[str] = Counter()
    for player in state.players:
        cards.update(player.cards.everything())
    cards.update({GOOD: state.good, BAD: state.bad})
    for zone, stack in zip(ZONES, state.stacks, strict=True):
        cards.update({zone: stack.normal})
        cards.update(stack.specials)
    setting = state.setting
    kinds = setting.bhaga + setting.durmangala
    expected = Counter({zone: STACKS[setting.seats] - kinds for zone in ZONES})
    expected.update({GOOD: GOOD_IN_BOX, BAD: BAD_IN_BOX})
    used = SPECIALS[:8] * setting.bhaga + SPECIALS[8:] * setting.durmangala
    expected.update(used)
    return [
        f"{card}: {cards[card]} instead of {expected[card]}"
        for card in sorted({*cards, *expected})
        if cards[card] != expected[card]
    ]


def _open_faults(state: State) -> list[str]:
    """Cards that lie open must be seen, and nothing can be fewer than none."""
    wrong = []
    for seat, player in enumerate(state.players):
        if any(player.cards.zones[zone].unseen for zone in (PLAY, EVANESCENT, RESERVE)):
            wrong.append(f"seat {seat}: an open card nobody has seen")
        if BAD in player.cards.zones[RESERVE].seen:
            wrong.append(f"seat {seat}: Bad Karma in the Reserve")
    if min(state.good, state.bad, *(stack.normal for stack in state.stacks)) < 0:
        wrong.append("a supply with less than no cards")
    if any(stack.specials and stack.sure < 1 for stack in state.stacks):
        wrong.append("an unknown card on top of a stack")
    return wrong


def _amulet_faults(state: State) -> list[str]:
    laid = sum(map(len, state.gaps))
    owned = sum(len(p.amulets) + len(p.held) for p in state.players)
    waiting = sum(isinstance(thing, LayAmulets) for thing in state.todo)
    expected = (state.setting.gaps - waiting) * sum(layout(state.setting))
    wrong = [] if laid + owned == expected else ["amulets lost or doubled"]
    if any(player.wins > GOAL for player in state.players):
        wrong.append("more than five amulets")
    own = [face for p in state.players for face in p.amulets + p.held]
    if not all(map(is_face, [*own, *(face for gap in state.gaps for face in gap)])):
        wrong.append("an amulet with a face there is not")
    pieces = [amulet for amulet, _ in state.ancestral]
    pieces += [amulet for player in state.players for amulet in player.ancestral]
    if len(set(pieces)) < len(pieces) or not set(pieces) <= ANCESTRAL:
        wrong.append("an Ancestral Amulet that is doubled, or none")
    return wrong
