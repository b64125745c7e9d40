"""Names of pieces, and phrases that several texts share."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from companion.core.phrase import NameOf, Phrase, say, say_n
from companion.core.seats import Seat
from companion.games.samsara.box import (
    BAD,
    BHAGA,
    DURMANGALA,
    GOOD,
    LETTERS,
    ZONES,
    is_gold,
    need,
)

ZONE_NAMES: dict[str, Phrase] = {
    "jann": say("Jann"),
    "vikaas": say("Vikaas"),
    "kaam-kar": say("Kaam Kar"),
    "yugal": say("Yugal"),
    "bachcha": say("Bachcha"),
    "gyaan": say("Gyaan"),
    "dhyann": say("Dhyann"),
    "maut": say("Maut"),
}

MEANINGS: dict[str, Phrase] = {
    "jann": say("birth"),
    "vikaas": say("strength"),
    "kaam-kar": say("career"),
    "yugal": say("couple"),
    "bachcha": say("children"),
    "gyaan": say("knowledge"),
    "dhyann": say("spirituality"),
    "maut": say("death"),
}

CARD_NAMES: dict[str, Phrase] = {
    **ZONE_NAMES,
    GOOD: say("Good Karma"),
    BAD: say("Bad Karma"),
    **{BHAGA + zone: say("Bhaga {card}", card=ZONE_NAMES[zone]) for zone in ZONES},
    **{
        DURMANGALA + zone: say("Durmangala {card}", card=ZONE_NAMES[zone])
        for zone in ZONES
    },
}

CHARACTER_NAMES: dict[str, Phrase] = {
    "bikkhu": say("Bikkhu, the tiger"),
    "vanarah": say("Vanarah, the monkey"),
    "ussagah": say("Ussagah, the cobra"),
    "dehnu": say("Dehnu, the sacred cow"),
    "ibah": say("Ibah, the elephant"),
    "sukara": say("Sukara, the guinea pig"),
    "kasyapa": say("Kasyapa, the turtle"),
    "kuti": say("Kuti, the gecko"),
    "muyarati": say("Muyarati, the rat"),
    "khadgin": say("Khadgin, the rhinoceros"),
    "marjari": say("Marjari, the snow leopard"),
    "iriakie": say("Iriakie, the panda"),
}

POWER_NAMES: dict[str, Phrase] = {
    "three-good": say("3 Good Karma into the discard"),
    "good-reserve": say("1 Good Karma into the Reserve"),
    "purge": say("put back 1 Bad Karma from the hand"),
    "evanescent-in-play": say("put an Evanescent card of the Samsara in play"),
    "good-next": say("1 Good Karma into the next hand"),
    "samsara-next": say("1 Samsara card into the next hand"),
    "purge-and-good": say("put back 1 Bad Karma, 1 Good Karma into the discard"),
    "samsara-reserve": say("1 Samsara card into the Reserve"),
    "two-more-cards": say("2 cards more in the new hand"),
    "two-samsara": say("2 Samsara cards into the discard"),
    "keep-evanescent": say("keep the Evanescent cards in play"),
    "appropriate": say("use a free power of an opponent"),
    "swap-amulets": say("swap two amulets, up to twice"),
    "hold-amulet": say("set an amulet beside you aside for yourself"),
    "steal-laid": say("steal an Evanescent or Reserve card"),
    "steal-hand": say("steal a card from a hand, at random"),
    "search-pile": say("draw 3 cards from an opponent's draw pile and keep 1"),
    "all-discard": say("all opponents discard 2 cards"),
    "flip-amulet": say("turn an amulet over, then move it if you like"),
    "ask-card": say("an opponent gives you a card for the next hand"),
    "choose-three": say("choose 3 cards of the next hand from the draw pile"),
    "discard-three": say("discard 3 cards of your choice from the draw pile"),
    "other-1": say("other power (read your aid)"),
    "other-2": say("second other power (read your aid)"),
    "other-3": say("third other power (read your aid)"),
}

EFFECT_NAMES: dict[str, Phrase] = {
    "bad-back": say("put back 1 Bad Karma from the discard"),
    "twice": say("the character power happens twice"),
    "samsara-hand": say("1 Samsara card into the hand"),
    "samsara-reserve": say("1 Samsara card into the Reserve"),
    "good-discard": say("2 Good Karma into the discard"),
    "evanescent": say("an opponent discards an Evanescent card"),
    "discard-two": say("each opponent discards 2 cards"),
    "give-bad": say("give all Bad Karma of the hand to opponents"),
    "take-bad": say("each opponent takes 1 Bad Karma"),
    "put-back": say("each opponent puts back 1 card"),
}

MANUAL_NAMES: dict[str, Phrase] = {
    "draw": say("draw 1 card"),
    "good-hand": say("1 Good Karma into the hand"),
    "good-discard": say("1 Good Karma into the discard"),
    "good-reserve": say("1 Good Karma into the Reserve"),
    "good-next": say("1 Good Karma into the next hand"),
    "samsara-hand": say("1 Samsara card into the hand"),
    "samsara-discard": say("1 Samsara card into the discard"),
    "samsara-reserve": say("1 Samsara card into the Reserve"),
    "samsara-next": say("1 Samsara card into the next hand"),
    "bad-back": say("put back 1 Bad Karma from the hand"),
    "put-back": say("put back 1 card from the hand"),
    "reserve": say("1 card of the hand into the Reserve"),
    "bad-hand": say("1 Bad Karma into the hand"),
    "opponent-bad": say("{whom} takes 1 Bad Karma"),
    "opponent-discard": say("{whom} discards 1 card"),
    "opponent-put-back": say("{whom} puts back 1 card"),
}


PHASE_NAMES: dict[str, Phrase] = {
    "move": say("Move"),
    "take": say("Take a card"),
    "action": say("Action"),
    "amulet": say("Amulet"),
    "discard": say("Discard"),
    "draw": say("New hand"),
}
"""The phases of a turn, in order."""

I_HAVE_NONE = say("I have none")
THAT_IS_ALL = say("That is all")


def seat_name(seat: int) -> NameOf:
    """Return what stands for the name of a seat."""
    return NameOf(Seat(seat))


def name(card: str) -> Phrase:
    """Return the name of a card, whatever was written there."""
    return CARD_NAMES.get(card) or say("{card}", card=card)


def zone_name(zone: int) -> Phrase:
    """Return the name of a zone by its place on the wheel."""
    return ZONE_NAMES[ZONES[zone % 8]]


def join(phrases: Sequence[Phrase]) -> Phrase:
    """Return the phrases as one list with commas."""
    joined = phrases[0] if phrases else say("nothing")
    for phrase in phrases[1:]:
        joined = say("{first}, {next}", first=joined, next=phrase)
    return joined


def together(*phrases: Phrase) -> Phrase:
    """Return sentences one after the other."""
    first, *rest = phrases
    for phrase in rest:
        first = say("{first} {next}", first=first, next=phrase)
    return first


def handful(cards: Iterable[str]) -> Phrase:
    """Return cards by number and name, such as 2 Jann, Good Karma."""
    counts = Counter(cards)
    return join(
        [
            say("{count} × {card}", count=count, card=name(card))
            if count > 1
            else name(card)
            for card, count in sorted(counts.items())
        ]
    )


def cards(count: int) -> Phrase:
    """Return a number of cards in words."""
    return say_n("{n} card", "{n} cards", count)


def symbols(face: str) -> Phrase:
    """Return the symbols of a face, such as 4 Jann, 4 Vikaas."""
    return join(
        [
            say("{count} {zone}", count=count, zone=ZONE_NAMES[ZONES[place]])
            for place, count in enumerate(need(face))
            if count
        ]
    )


def amulet(face: str) -> Phrase:
    """Return an amulet by metal and symbols."""
    if not set(face[::2]) <= set(LETTERS):
        return say("{face}", face=face)
    if is_gold(face):
        return say("the gold amulet {symbols}", symbols=symbols(face))
    return say("the copper amulet {symbols}", symbols=symbols(face))


def ancestral(name_of: str, effect: str) -> Phrase:
    """Return an Ancestral Amulet by face and power."""
    power = EFFECT_NAMES[effect]
    if name_of.startswith("silver"):
        return say("the silver amulet: {power}", power=power)
    return say("the red amulet: {power}", power=power)


def put_back_label(card: str) -> Phrase:
    """Return the button that puts a card back."""
    return say("Put back {card}", card=name(card))


def puts_back(seat: Seat, card: str) -> Phrase:
    """Tell that a card went back to its supply."""
    return say("{who} puts {card} back", who=seat_name(seat), card=name(card))


def has_none(seat: Seat) -> Phrase:
    """Tell that somebody declared to hold no such card."""
    return say("{who} has no such card", who=seat_name(seat))


def has_done(seat: Seat) -> Phrase:
    """Tell that somebody wants nothing more."""
    return say("{who} has done everything", who=seat_name(seat))


def give_label(card: str, to: int) -> Phrase:
    """Return the button that gives a card to somebody."""
    return say("Give {card} to {whom}", card=name(card), whom=seat_name(to))


def gives(giver: Seat, to: int, card: str, *, public: bool) -> Phrase:
    """Tell that a card was given, and which one to those who may know."""
    who, whom = seat_name(giver), seat_name(to)
    if not public:
        return say("{who} gives a card to {whom}", who=who, whom=whom)
    return say("{who} gives {card} to {whom}", who=who, card=name(card), whom=whom)


def points_at(seat: Seat, what: Phrase) -> Phrase:
    """Tell which amulet somebody chose."""
    return say("{who} points at {what}", who=seat_name(seat), what=what)


def amulet_in_gap(face: str, gap: int) -> Phrase:
    """Return an amulet and where it lies."""
    return say("{amulet}, gap {gap}", amulet=amulet(face), gap=gap + 1)


def announced(seat: Seat, what: Phrase) -> Phrase:
    """Tell what somebody's button said."""
    return say("{who}: {what}", who=seat_name(seat), what=what)


def bad_karma(due: int, left: int) -> Phrase:
    """Say how many Bad Karma are taken where so many are due: as many as are left."""
    if count := min(due, left):
        return say("{n} Bad Karma", n=count)
    return say("no Bad Karma, as none is left")
