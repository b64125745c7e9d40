"""What to do now, in words, and which rule says so."""

from __future__ import annotations

from collections.abc import Callable

from companion.core.phrase import Phrase, say, say_n
from companion.core.seats import Seat
from companion.games.samsara.box import SOLO_TURNS, ZONES
from companion.games.samsara.ending import outcome
from companion.games.samsara.labels import seat_name
from companion.games.samsara.state import DISCARD, State, Task
from companion.games.samsara.steps.closing import new_hand_size
from companion.games.samsara.steps.setup import unreported
from companion.games.samsara.words import cards, together, zone_name

PHASES = ("move", "take", "action", "amulet", "discard", "draw")
PHASE_NAMES: dict[str, Phrase] = {
    "move": say("Move"),
    "take": say("Take a card"),
    "action": say("Action"),
    "amulet": say("Amulet"),
    "discard": say("Discard"),
    "draw": say("New hand"),
}
_BEFORE = ("lay", "character", "ancestral", "place-ancestral")
_FIRST = {"move": "move", "rebirth": "move", "toll": "move", "take": "take"}


def phase(state: State) -> str | None:
    """Return the phase of the turn, None before the first and after the last."""
    task = state.task
    if task is None or task.kind in _BEFORE:
        return None
    if task.kind == "drawn" and state.todo[0].kind == "move":
        return None
    if task.kind in _FIRST:
        return _FIRST[task.kind]
    return _later_phase(state, task)


def _later_phase(state: State, task: Task) -> str:
    if task.kind == "neutral":
        return "draw"
    if len(state.todo) > 1 and state.todo[-2].kind in ("pass", "neutral"):
        return "draw"
    if task.kind == "close":
        return "discard"
    if state.turn.won or (task.kind == "act" and not state.turn.actions):
        return "amulet"
    under = [other.kind for other in state.todo]
    return "action" if "act" in under else "take"


def prompt(state: State, seat: Seat | None) -> Phrase:
    """Return one sentence: the physical thing to do next."""
    task = state.task
    if task is None:
        ended = outcome(state)
        return ended.reason if ended else say("The game is over.")
    mine = seat == task.seat or state.setting.seats == 1
    sentence = _OWN[task.kind](state, task) if mine else _theirs(state, task)
    if state.ended is not None and task.kind in ("move", "act"):
        last = say("Last round: {who} has five amulets.", who=seat_name(state.ended))
        return together(last, sentence)
    return sentence


def _theirs(state: State, task: Task) -> Phrase:
    if task.kind in ("lay", "uncover"):
        return _OWN[task.kind](state, task)
    known = _OTHERS.get(task.kind) or say("{who} has to choose.")
    return say(known.one, who=seat_name(task.seat))


def _fixed(phrase: Phrase) -> Callable[[State, Task], Phrase]:
    return lambda state, task: phrase


def _lay(state: State, task: Task) -> Phrase:
    if state.setting.gaps == 1:
        return say("Lay out the amulets at random and enter them, or let the app deal.")
    return say(
        "Lay amulets at random between {one} and {other} and enter them, "
        "or let the app deal.",
        one=seat_name(task.n),
        other=seat_name((task.n + 1) % state.setting.seats),
    )


def _rebirth(state: State, task: Task) -> Phrase:
    del state
    return say_n(
        "Reincarnation: put back {n} more card of your hand, no Bad Karma.",
        "Reincarnation: put back {n} cards of your hand, no Bad Karma.",
        task.n,
    )


def _toll(state: State, task: Task) -> Phrase:
    del task
    if state.setting.seats == 1:
        return say("Toll: put back a card of your hand, or take 2 Bad Karma.")
    if state.setting.seats == 5 and state.good:
        return say("Toll: let a player here take a Good Karma, or take 2 Bad Karma.")
    return say("Toll: give a card to a player here, or take 2 Bad Karma.")


def _take(state: State, task: Task) -> Phrase:
    zone = state.players[task.seat].pawn
    if not len(state.stacks[zone]):
        return say("The stack of {zone} is empty: choose.", zone=zone_name(zone))
    return say("Take a card: {zone}.", zone=zone_name(zone))


def _act(state: State, task: Task) -> Phrase:
    del task
    if not state.turn.actions:
        return say("Win an amulet, or end your turn.")
    return say_n(
        "Play a card ({n} action), win an amulet, or end your turn.",
        "Play a card ({n} actions), win an amulet, or end your turn.",
        state.turn.actions,
    )


def _close(state: State, task: Task) -> Phrase:
    count = new_hand_size(state, task.seat)
    return say("Discard everything and draw {cards}.", cards=cards(count))


def _put_back(state: State, task: Task) -> Phrase:
    del state
    if task.more[0] == "bad":
        return say("Put back {n} Bad Karma of your hand.", n=task.n)
    if task.more[0] == "good":
        return say("Put back a Good Karma of your hand.")
    return say("Put back a card of your hand, no Bad Karma.")


def _discard(state: State, task: Task) -> Phrase:
    del state
    if task.more:
        return say_n(
            "Discard {n} card of your hand, Bad Karma last.",
            "Discard {n} cards of your hand, Bad Karma last.",
            task.n,
        )
    return say("Discard a card of your hand.")


def _uncover(state: State, task: Task) -> Phrase:
    del state
    stack = zone_name(task.n)
    return say("What lies on top of the stack of {zone} now?", zone=stack)


def _pick(state: State, task: Task) -> Phrase:
    del state
    if task.more[0] == DISCARD:
        return say_n(
            "Choose {n} card of your draw pile to discard.",
            "Choose {n} cards of your draw pile to discard.",
            task.n,
        )
    return say_n(
        "Choose {n} card of your draw pile for the next hand.",
        "Choose {n} cards of your draw pile for the next hand.",
        task.n,
    )


def _drawn(state: State, task: Task) -> Phrase:
    count = unreported(state, task.seat)
    return say_n("Enter {n} card you drew.", "Enter the {n} cards you drew.", count)


def _neutral(state: State, task: Task) -> Phrase:
    del task
    return say_n(
        "Move the neutral pawn to {zone}: {n} turn left.",
        "Move the neutral pawn to {zone}: {n} turns left.",
        SOLO_TURNS - state.neutral - 1,
        zone=zone_name(state.neutral % len(ZONES)),
    )


def _search(state: State, task: Task) -> Phrase:
    del state
    return say(
        "Draw 3 cards of the pile of {whom}, keep one and name it; "
        "put the others back on top.",
        whom=seat_name(task.n),
    )


def _stolen(state: State, task: Task) -> Phrase:
    del state
    thief = seat_name(task.n)
    return say("{who} takes a card of your hand at random: which one?", who=thief)


def _asked(state: State, task: Task) -> Phrase:
    del state
    return say("Give {whom} a card of your hand.", whom=seat_name(task.n))


_OWN: dict[str, Callable[[State, Task], Phrase]] = {
    "lay": _lay,
    "character": _fixed(say("Choose your character.")),
    "ancestral": _fixed(
        say("Choose an Ancestral Amulet and the face that will be up.")
    ),
    "place-ancestral": _fixed(say("Lay it across the line between two zones.")),
    "drawn": _drawn,
    "move": _fixed(say("Move your pawn clockwise, at least one zone.")),
    "rebirth": _rebirth,
    "toll": _toll,
    "take": _take,
    "samsara": _fixed(say("Choose a card of the Samsara.")),
    "uncover": _uncover,
    "act": _act,
    "close": _close,
    "put-back": _put_back,
    "reserve": _fixed(say("Put a card of your hand into the Reserve, no Bad Karma.")),
    "discard": _discard,
    "power": _fixed(say("Put your marker on a free power.")),
    "copy": _fixed(say("Choose a free power of an opponent.")),
    "trigger": _fixed(say("Choose which Ancestral Amulet takes effect next.")),
    "purge-discard": _fixed(say("Put back a Bad Karma of your discard.")),
    "strike": _fixed(say("Choose a card that lies in front of an opponent.")),
    "give-bad": _fixed(say("Give each Bad Karma of your hand to an opponent.")),
    "target": _fixed(say("Choose an opponent.")),
    "stolen": _stolen,
    "search": _search,
    "asked": _asked,
    "pick": _pick,
    "swap": _fixed(say("Choose the amulets to swap, or stop.")),
    "hold": _fixed(say("Choose an amulet beside you to set aside.")),
    "flip": _fixed(say("Choose an amulet to turn over.")),
    "shift": _fixed(say("Move the amulet to a gap, or leave it.")),
    "manual": _fixed(say("Read the power on your aid and enter what it does.")),
    "neutral": _neutral,
}

_OTHERS: dict[str, Phrase] = {
    "character": say("{who} chooses a character."),
    "ancestral": say("{who} places an Ancestral Amulet."),
    "place-ancestral": say("{who} places an Ancestral Amulet."),
    "drawn": say("{who} draws."),
    "move": say("{who} moves."),
    "rebirth": say("{who} is reincarnated."),
    "toll": say("{who} pays the toll."),
    "take": say("{who} takes a card."),
    "act": say("{who} plays a card, wins an amulet or ends the turn."),
    "close": say("{who} discards and draws."),
    "power": say("{who} chooses a power."),
    "stolen": say("{who} says which card was stolen."),
    "manual": say("{who} uses a power of the player aid."),
}

WHY = {
    "character": "choosing-characters",
    "ancestral": "ancestral-setup",
    "place-ancestral": "ancestral-setup",
    "drawn": "report-cards",
    "move": "move-steps",
    "rebirth": "reincarnation",
    "take": "take-card",
    "samsara": "samsara-cards",
    "uncover": "special-revealed",
    "act": "one-action",
    "close": "discard-phase",
    "put-back": "put-back",
    "reserve": "reserve",
    "power": "activate-power",
    "copy": "sukara",
    "trigger": "ancestral-effects",
    "purge-discard": "ancestral-silver",
    "strike": "settle-first",
    "give-bad": "ancestral-red",
    "target": "settle-first",
    "stolen": "kuti",
    "search": "muyarati",
    "asked": "marjari",
    "pick": "iriakie",
    "swap": "kasyapa",
    "hold": "kasyapa",
    "flip": "khadgin",
    "shift": "khadgin",
    "manual": "other-power",
    "neutral": "solo-neutral-pawn",
}
_TOLLS = {1: "toll-solo", 2: "toll-two-players", 5: "toll-five-players"}
_LAYOUTS = {
    1: "solo-setup",
    2: "setup-amulets-two-players",
    5: "setup-amulets-five-players",
}


def why(state: State) -> str:
    """Return the rule behind what must be done now."""
    task, seats = state.task, state.setting.seats
    if task is None:
        return "samsara.tie-break" if seats > 1 else "samsara.solo-goal"
    if task.kind == "toll":
        return "samsara." + _TOLLS.get(seats, "toll")
    if task.kind == "lay":
        return "samsara." + _LAYOUTS.get(seats, "setup-amulets")
    if task.kind == "discard":
        return "samsara." + ("forced-discard" if task.more else "durmangala-discard")
    if task.kind == "act" and not state.turn.actions:
        return "samsara.one-amulet-per-turn"
    return "samsara." + WHY[task.kind]
