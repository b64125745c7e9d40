"""How a position goes on: rolls, turns, rounds and the draft."""

from __future__ import annotations

from companion.core.colours import Colour
from companion.core.seats import Seat
from companion.games.karma_dice import solo
from companion.games.karma_dice.box import POWERS, TRACK, Power
from companion.games.karma_dice.dice import Dice, sort_dice, without
from companion.games.karma_dice.powers import totals
from companion.games.karma_dice.state import (
    Die,
    End,
    KarmaDiceState,
    Phase,
    Player,
    Summary,
    Trait,
    Turn,
    Zone,
    hand_of,
    order_of,
)


def throw(state: KarmaDiceState, dice: Dice) -> KarmaDiceState:
    """Return the state with these dice in the air."""
    turn, dice = state.turn, sort_dice(dice)
    left = without(turn.left, dice)
    assert left is not None, "the rule has been asked before"
    roll = tuple([Die(colour, 0) for colour in dice])
    turn = Turn(turn.seat, left, turn.zones, roll, tuple(range(len(roll))))
    return state.at(Phase.AIR, turn)


def land(state: KarmaDiceState, faces: tuple[int, ...]) -> KarmaDiceState:
    """Return the state with the dice at rest, settled if nothing is left to choose."""
    turn = state.turn
    roll = list(turn.roll)
    for place, face in zip(turn.air, faces, strict=True):
        die = roll[place]
        roll[place] = Die(die.colour, face, die.spent)
    turn = Turn(turn.seat, turn.left, turn.zones, tuple(roll), (), turn.bonus)
    return _offer(state.at(Phase.SETTLE, turn))


def _offer(state: KarmaDiceState) -> KarmaDiceState:
    """Settle at once where every choice would come to the same."""
    if can_reroll(state.turn) or has_unused_trait(state, state.turn.seat):
        return state
    results = totals(state.turn.roll, state.turn.bonus)
    if len(results) == 1 or not beats(state.turn, results[-1]):
        return settle(state, results[-1])
    return state


def can_reroll(turn: Turn) -> tuple[int, ...]:
    """Return the places of the dice that may still be thrown again."""
    return tuple(
        [
            place
            for place, die in enumerate(turn.roll)
            if not die.spent and POWERS[die.colour] is Power.REROLL
        ]
    )


def early_copies(turn: Turn) -> tuple[tuple[int, int], ...]:
    """Return who may copy which die before that die is thrown again."""
    return tuple(
        (place, source)
        for source in can_reroll(turn)
        for place, die in enumerate(turn.roll)
        if not die.spent
        and POWERS[die.colour] is Power.COPY
        and die.face != turn.roll[source].face
    )


def has_unused_trait(state: KarmaDiceState, seat: Seat) -> bool:
    """Tell whether a seat still has the ability of its card."""
    trait = state.players[seat].trait
    return trait is not None and not trait.used


def beats(turn: Turn, total: int) -> bool:
    """Tell whether a result is strictly higher than the one before."""
    return not turn.zones or total > turn.zones[-1].total


def reroll(state: KarmaDiceState, places: tuple[int, ...]) -> KarmaDiceState:
    """Return the state with these dice of the roll in the air again."""
    roll = tuple(
        die._replace(spent=True)
        if place in places and POWERS[die.colour] is Power.REROLL
        else die
        for place, die in enumerate(state.turn.roll)
    )
    return state.at(Phase.AIR, state.turn._replace(roll=roll, air=places))


def copy_first(state: KarmaDiceState, place: int, source: int) -> KarmaDiceState:
    """Return the state with one die showing the face of another."""
    return state._replace(turn=copied(state.turn, place, source))


def copied(turn: Turn, place: int, source: int) -> Turn:
    """Return the turn with the power of a copier used."""
    return changed(turn, place, turn.roll[source].face)


def changed(turn: Turn, place: int, face: int) -> Turn:
    """Return the turn with a new face on a die whose power is used up."""
    die = Die(turn.roll[place].colour, face, spent=True)
    return turn._replace(roll=(*turn.roll[:place], die, *turn.roll[place + 1 :]))


def settle(state: KarmaDiceState, total: int) -> KarmaDiceState:
    """Return the state after the roll was worth this much."""
    turn = state.turn
    if not beats(turn, total):
        return _fail(state, total)
    zones = (*turn.zones, Zone(turn.roll, total))
    turn = Turn(turn.seat, turn.left, zones)
    state = state.at(Phase.THROW, turn)
    if len(zones) == len(TRACK) or not turn.left:
        return stop(state)
    return state


def _fail(state: KarmaDiceState, total: int) -> KarmaDiceState:
    turn = state.turn
    rolls = (*(zone.total for zone in turn.zones), total)
    fallen = turn._replace(zones=turn.zones[:-1])
    return end_turn(state, Summary(turn.seat, fallen.points, True, rolls))


def stop(state: KarmaDiceState) -> KarmaDiceState:
    """Return the state after the player keeps what is validated."""
    turn = state.turn
    rolls = tuple(zone.total for zone in turn.zones)
    return end_turn(state, Summary(turn.seat, turn.points, False, rolls))


def end_turn(state: KarmaDiceState, summary: Summary) -> KarmaDiceState:
    """Return the state after the points are scored and the red dice passed on."""
    state = state._replace(
        players=_with_points(state, summary.seat, summary.points),
        summary=summary,
        played=state.played + 1,
    )
    if state.setup.solo:
        return begin_turn(state, summary.seat)._replace(phase=Phase.EYE)
    if state.played < state.setup.players:
        return begin_turn(state, order_of(state)[state.played])
    return end_round(state)


def begin_turn(state: KarmaDiceState, seat: Seat) -> KarmaDiceState:
    """Return the state with the red dice in front of this seat."""
    return state.at(Phase.THROW, Turn(seat, hand_of(state, seat)))


def add_points(state: KarmaDiceState, seat: Seat, points: int) -> KarmaDiceState:
    """Return the state with points added to one score."""
    return state._replace(players=_with_points(state, seat, points))


def _with_points(state: KarmaDiceState, seat: Seat, points: int) -> tuple[Player, ...]:
    player = state.players[seat]
    changed = Player(player.score + points, player.dice, player.trait)
    return (*state.players[:seat], changed, *state.players[seat + 1 :])


def put_player(state: KarmaDiceState, seat: Seat, player: Player) -> KarmaDiceState:
    """Return the state with one seat changed."""
    players = (*state.players[:seat], player, *state.players[seat + 1 :])
    return state._replace(players=players)


def end_round(state: KarmaDiceState) -> KarmaDiceState:
    """Return the state after everyone has played: over, a draft or a new round."""
    if is_last_round(state):
        return begin_turn(state, state.turn.seat)._replace(phase=Phase.OVER)
    order = draft_order(state)
    state = state._replace(yogi=_lowest(state, order[0]))
    if not state.reserve:
        return next_round(state)
    turn = Turn(order[0], hand_of(state, order[0]))
    picking = order[: len(state.reserve)]
    return state._replace(phase=Phase.DRAFT, picking=picking, turn=turn)


def is_last_round(state: KarmaDiceState) -> bool:
    """Tell whether the game ends with the round being played, as things stand."""
    if state.setup.solo or state.setup.end is End.RESERVE_EMPTY:
        return not state.reserve
    if state.setup.end is End.ROUNDS:
        return state.round >= state.setup.rounds
    return max(player.score for player in state.players) >= state.setup.target


def draft_order(state: KarmaDiceState) -> tuple[Seat, ...]:
    """Return the seats from lowest to highest score, ties in the order of play."""
    return tuple(sorted(order_of(state), key=lambda at: state.players[at].score))


def _lowest(state: KarmaDiceState, lowest: Seat) -> Seat | None:
    if not state.setup.yogi:
        return None
    if state.setup.solo and state.players[lowest].score > state.eye:
        return None
    return lowest


def draft(state: KarmaDiceState, die: Colour) -> KarmaDiceState:
    """Return the state after the next seat took a die."""
    state = take_die(state, state.picking[0], die)
    picking = state.picking[1:] if state.reserve else ()
    state = state._replace(picking=picking)
    if not picking:
        return next_round(state)
    return state.at(Phase.DRAFT, Turn(picking[0], hand_of(state, picking[0])))


def take_die(state: KarmaDiceState, seat: Seat, die: Colour) -> KarmaDiceState:
    """Return the state with a die of the reserve in front of a seat."""
    reserve = without(state.reserve, (die,))
    assert reserve is not None, "the rule has been asked before"
    player = state.players[seat]
    player = player._replace(dice=sort_dice((*player.dice, die)))
    return put_player(state._replace(reserve=reserve), seat, player)


def next_round(state: KarmaDiceState) -> KarmaDiceState:
    """Return the state at the start of the next round."""
    step = 1 if state.setup.rotate_first else 0
    first = Seat((state.first + step) % state.setup.players)
    state = state._replace(round=state.round + 1, first=first, played=0)
    return begin_turn(state, first)


def choose_trait(state: KarmaDiceState, seat: Seat, trait: Trait) -> KarmaDiceState:
    """Return the state with a card kept; the last one lets everyone take their die."""
    state = put_player(state, seat, state.players[seat]._replace(trait=trait))
    if any(player.trait is None for player in state.players):
        return state
    for place in order_of(state):
        kept = state.players[place].trait
        assert kept is not None
        state = take_die(state, place, kept.die)
    return begin_turn(state, state.first)


def move_eye(state: KarmaDiceState) -> KarmaDiceState:
    """Return the state after the Eye moved: caught, or on to the draft."""
    state = state._replace(eye=solo.next_place(state))
    if solo.is_caught(state):
        return state._replace(phase=Phase.OVER)
    return end_round(state)
