"""What one pair of eyes may see of a game of Samsara, ready for JSON."""

from __future__ import annotations

from collections import Counter
from functools import lru_cache
from typing import Any

from companion.core.cards import Cards, Zone
from companion.core.colours import SIGNS
from companion.core.once import once
from companion.core.phrase import Phrase, say
from companion.core.seats import Seat
from companion.games.samsara.box import (
    GOAL,
    SOLO_TURNS,
    ZONES,
    Box,
    effect_of,
    face_of,
    is_gold,
    need,
)
from companion.games.samsara.characters import POWERS, cast
from companion.games.samsara.coach import coach
from companion.games.samsara.engine import bad_karma, outcome
from companion.games.samsara.hardness import wins_alone
from companion.games.samsara.missing import missing
from companion.games.samsara.provenance import notes
from companion.games.samsara.purchases import gaps_of, payable
from companion.games.samsara.questions.setup import PickCharacter
from companion.games.samsara.questions.taking import TakeCard, reach
from companion.games.samsara.shapes import (
    AmuletFace,
    Board,
    CardCount,
    CastMember,
    FarAmulet,
    Gap,
    Karma,
    LaidAncestral,
    Me,
    OwnedAncestral,
    Parts,
    Phase,
    Power,
    SeatView,
    Solo,
    Symbol,
    Wheel,
    WheelZone,
    ZoneView,
)
from companion.games.samsara.state import (
    DISCARD,
    DRAW,
    EVANESCENT,
    HAND,
    NEXT,
    OFF_BOARD,
    PLAY,
    RESERVE,
    Player,
    State,
)
from companion.games.samsara.together import acts
from companion.games.samsara.words import (
    CHARACTER_NAMES,
    EFFECT_NAMES,
    MEANINGS,
    PHASE_NAMES,
    POWER_NAMES,
    ZONE_NAMES,
    name,
)

Words = dict[str, Any]
"""A phrase, to be put into words at the edge."""


def view(state: State, seat: Seat | None) -> dict[str, Any]:
    """Return the table as one seat (or a watcher) may see it."""
    asked = state.asked
    return {
        "turn": asked.seat if asked else None,
        "prompt": _prompt(state, seat).to_json(),
        "why": asked.why(state) if asked else _why_over(state),
        "scores": [
            {"seat": place, "score": player.wins}
            for place, player in enumerate(state.players)
        ],
        "board": board(state, seat),
    }


def _prompt(state: State, seat: Seat | None) -> Phrase:
    if state.asked:
        return state.asked.prompt(state, seat)
    ended = outcome(state)
    return ended.reason if ended else say("The game is over.")


def _why_over(state: State) -> str:
    return "samsara.tie-break" if state.setting.seats > 1 else "samsara.solo-goal"


def board(state: State, seat: Seat | None) -> Board[Words]:
    """Return everything on the table, and what only this seat may know."""
    return {**_public(state), "me": None if seat is None else _me(state, seat)}


@once
def _public(state: State) -> Board[Words]:
    """Return everything on the table that lies open."""
    setting = state.setting
    return Board(
        task=state.asked.key if state.asked else None,
        phases=_phases(state),
        player=state.seat,
        actions=state.turn.actions,
        round=state.round,
        goal=GOAL,
        first=setting.first,
        ended=state.ended,
        wheel=_wheel(state),
        karma=Karma(good=state.good, bad=state.bad),
        gaps=[_gap(state, gap) for gap in range(setting.gaps)],
        ancestral=[_laid(setting.box, *entry) for entry in state.ancestral],
        cast=_cast(state),
        players=[_player(state, place) for place in range(setting.seats)],
        me=None,
        solo=_solo(state),
        parts=Parts(
            bhaga=setting.bhaga,
            durmangala=setting.durmangala,
            ancestral=setting.ancestral,
            characters=setting.characters,
        ),
        hands=setting.hands,
        guessed=list(state.guessed),
        notes=notes(setting),
    )


def _phases(state: State) -> list[Phase[Words]]:
    now = state.asked.phase(state) if state.asked else None
    place = list(PHASE_NAMES).index(now) if now else -1
    return [
        Phase(key=key, name=words.to_json(), now=key == now, done=index < place)
        for index, (key, words) in enumerate(PHASE_NAMES.items())
    ]


def _wheel(state: State) -> Wheel[Words]:
    pawns: dict[int, list[int]] = {}
    for seat, player in enumerate(state.players):
        pawns.setdefault(player.pawn, []).append(seat)
    neutral = state.neutral_zone if state.setting.seats == 1 else None
    return Wheel(
        zones=[
            _wheel_zone(state, place, pawns.get(place, []))
            for place in range(len(ZONES))
        ],
        start=pawns.get(OFF_BOARD, []),
        neutral_at_start=neutral == OFF_BOARD,
    )


def _wheel_zone(state: State, place: int, pawns: list[int]) -> WheelZone[Words]:
    key, stack = ZONES[place], state.stacks[place]
    colour = state.setting.box.colours[place]
    return WheelZone(
        zone=place,
        key=key,
        name=ZONE_NAMES[key].to_json(),
        meaning=MEANINGS[key].to_json(),
        colour=colour.value,
        sign=SIGNS[colour],
        cards=len(stack),
        top=_top(state, place),
        specials=list(stack.specials),
        pawns=pawns,
        neutral=state.setting.seats == 1 and state.neutral_zone == place,
        reach=place in _reachable(state),
    )


def _reachable(state: State) -> tuple[int, ...]:
    """Return the zones the present player may take a card from."""
    asked = state.asked
    return reach(state, asked.seat) if isinstance(asked, TakeCard) else ()


def _top(state: State, zone: int) -> str | None:
    stack = state.stacks[zone]
    if stack.normal:
        return ZONES[zone]
    return stack.specials[0] if len(stack.specials) == 1 else None


@lru_cache(maxsize=512)
def amulet_face(face: str, box: Box) -> AmuletFace:
    """Return a face of an amulet with its symbols."""
    metal = "gold" if is_gold(face) else "copper"
    return AmuletFace(face=face, metal=metal, symbols=_symbols(face, box))


def _symbols(face: str, box: Box) -> list[Symbol]:
    """Return the symbols of a face by zone, colour and number."""
    return [
        Symbol(zone=ZONES[place], colour=box.colours[place].value, count=count)
        for place, count in enumerate(need(face))
        if count
    ]


def _gap(state: State, gap: int) -> Gap:
    seats, box = state.setting.seats, state.setting.box
    between = [gap, (gap + 1) % seats] if seats > 2 else list(range(seats))
    amulets = [amulet_face(face, box) for face in state.gaps[gap]]
    return Gap(gap=gap, between=between, amulets=amulets)


def _laid(box: Box, amulet: str, zone: int) -> LaidAncestral[Words]:
    owned = _ancestral(amulet)
    return LaidAncestral(
        amulet=owned["amulet"],
        face=owned["face"],
        power=owned["power"],
        zones=[zone, (zone + 1) % 8],
        symbols=_symbols(box.ancestral[int(amulet[-1]) - 1], box),
    )


def _ancestral(amulet: str) -> OwnedAncestral[Words]:
    return OwnedAncestral(
        amulet=amulet,
        face=amulet.split("-", maxsplit=1)[0],
        power=EFFECT_NAMES[effect_of(amulet)].to_json(),
    )


def _counted(cards: Cards) -> list[CardCount[Words]]:
    """Return cards by number, each with its name."""
    return [
        CardCount(card=card, count=count, name=name(card).to_json())
        for card, count in sorted(Counter(cards).items())
    ]


def _player(state: State, seat: int) -> SeatView[Words]:
    player, box = state.players[seat], state.setting.box
    zones, character = player.cards.zones, player.character
    left, *right = gaps_of(state, seat)
    return SeatView(
        seat=seat,
        pawn=player.pawn if player.pawn != OFF_BOARD else None,
        character=character or None,
        character_name=CHARACTER_NAMES[character].to_json() if character else None,
        powers=_powers(player),
        amulets=[amulet_face(face, box) for face in player.amulets],
        ancestral=[_ancestral(amulet) for amulet in player.ancestral],
        held=[amulet_face(face, box) for face in player.held],
        left=left,
        right=right[0] if right else left,
        hand=len(zones[HAND]),
        draw=len(zones[DRAW]),
        discard=len(zones[DISCARD]),
        next=len(zones[NEXT]),
        play=_counted(zones[PLAY].seen),
        evanescent=_counted(zones[EVANESCENT].seen),
        reserve=_counted(zones[RESERVE].seen),
        bad_karma=bad_karma(state, seat) if state.over else None,
    )


def _cast(state: State) -> list[CastMember[Words]]:
    """Return the characters with their powers, while somebody chooses one."""
    if not isinstance(state.asked, PickCharacter):
        return []
    return [
        CastMember(
            character=character,
            wins=wins_alone(state.setting, character),
            powers=[POWER_NAMES[power].to_json() for power in POWERS[character]],
        )
        for character in cast(state.setting)
    ]


def _powers(player: Player) -> list[Power[Words]]:
    return [
        Power(
            power=power,
            name=POWER_NAMES[power].to_json(),
            covered=power in player.markers,
        )
        for power in POWERS.get(player.character, ())
    ]


def _zone(zone: Zone) -> ZoneView[Words]:
    return ZoneView(seen=_counted(zone.seen), unseen=zone.unseen)


def _me(state: State, seat: int) -> Me[Words]:
    """Return what only this seat may know."""
    cards = state.players[seat].cards
    return Me(
        seat=seat,
        hand=_zone(cards.zones[HAND]),
        discard=_zone(cards.zones[DISCARD]),
        next=_zone(cards.zones[NEXT]),
        draw=len(cards.zones[DRAW]),
        deck=_counted(cards.everything()),
        unseen=_counted(cards.pool),
        payable=payable(state, seat, now=acts(state, seat)),
        missing=_missing(state),
        coach=coach(state),
    )


def _missing(state: State) -> list[FarAmulet]:
    """Return how far the amulets are away, for whoever plays alone."""
    if state.setting.seats > 1 or state.over:
        return []
    box = state.setting.box
    return [
        FarAmulet(
            amulet=amulet_face(one.face, box),
            lacks=_symbols(face_of(one.lacks), box),
            jokers=one.jokers,
            cards=one.cards,
            dark=one.dark,
        )
        for one in missing(state)
    ]


def _solo(state: State) -> Solo | None:
    if state.setting.seats > 1:
        return None
    zone = state.neutral_zone
    return Solo(
        moves=state.neutral,
        turns_left=SOLO_TURNS - state.neutral,
        turns=SOLO_TURNS,
        zone=None if zone == OFF_BOARD else zone,
        next=state.neutral % 8,
    )
