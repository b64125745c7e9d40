"""Names of the cards, the levels and the places, and the powers in our words."""

from __future__ import annotations

from collections.abc import Iterable

from companion.core.phrase import NameOf, Phrase, say, say_n, verbatim
from companion.core.seats import Seat
from companion.games.karmaka.state import State

CARD_NAMES: dict[str, Phrase] = {
    "panic": say("Panic"),
    "dwindle": say("Dwindle"),
    "crisis": say("Crisis"),
    "roulette": say("Roulette"),
    "hells-heart": say("Hell's Heart"),
    "vengeance": say("Vengeance"),
    "spite": say("Spite"),
    "another-day": say("Another Day"),
    "recycle": say("Recycle"),
    "salvage": say("Salvage"),
    "longevity": say("Longevity"),
    "sowing": say("Sowing"),
    "voyage": say("Voyage"),
    "jubilee": say("Jubilee"),
    "transmigrate": say("Transmigrate"),
    "peek": say("Peek"),
    "destiny": say("Destiny"),
    "stolen-dreams": say("Stolen Dreams"),
    "denial": say("Denial"),
    "swindle": say("Swindle"),
    "thievery": say("Thievery"),
    "embody": say("Embody"),
    "mimic": say("Mimic"),
}

POWER_TEXTS: dict[str, Phrase] = {
    "panic": say(
        "Ruin the top card of a player's Deck, yourself included; then you may play "
        "another card."
    ),
    "dwindle": say(
        "A player of your choice, yourself included, ruins one card of the Hand."
    ),
    "crisis": say(
        "A rival ruins one of his or her own Deeds, freely chosen by that rival."
    ),
    "roulette": say(
        "Ruin up to two cards of your Hand, then draw up to one more than that from "
        "the Well."
    ),
    "hells-heart": say("Ruin the top two cards of a rival's Future Life."),
    "vengeance": say("Ruin a rival's exposed Deed."),
    "spite": say("Ruin two cards picked blindly from a rival's Hand."),
    "another-day": say("Draw one card from the Well; then you may play another card."),
    "recycle": say("Put one of the top three cards of the Ruins on your Future Life."),
    "salvage": say("Take one of the top three cards of the Ruins into your Hand."),
    "longevity": say(
        "Put two cards from the Well on the Deck of any player, yourself included."
    ),
    "sowing": say(
        "Draw two cards from the Well, then put two cards of your Hand on your Future "
        "Life."
    ),
    "voyage": say("Draw three cards from the Well; then you may play another card."),
    "jubilee": say("Put up to two cards of your Hand on your Deeds."),
    "transmigrate": say("Take any one card from your Future Life into your Hand."),
    "peek": say("Look at a rival's whole Hand; then you may play another card."),
    "destiny": say(
        "Look at the top three cards of the Well, put up to two on your Future Life "
        "and return the rest on top."
    ),
    "stolen-dreams": say("Move the top card of a rival's Future Life onto your own."),
    "denial": say("Ruin one card of your Hand and use a copy of its power."),
    "swindle": say(
        "Look at three cards picked blindly from a rival's Hand and keep one."
    ),
    "thievery": say("Take a rival's exposed Deed into your Hand."),
    "embody": say(
        "Use a copy of the power of one of your own Deeds, any position; that Deed "
        "stays."
    ),
    "mimic": say("Use a copy of the power of a rival's exposed Deed; that Deed stays."),
}

COLOUR_NAMES: dict[str, Phrase] = {
    "red": say("red"),
    "green": say("green"),
    "blue": say("blue"),
    "mosaic": say("mosaic"),
}

LEVEL_NAMES: tuple[Phrase, ...] = (
    say("Dung Beetle"),
    say("Snake"),
    say("Wolf"),
    say("Monkey"),
    say("Transcendence"),
)


def who(seat: int) -> NameOf:
    """Return the name of a seat."""
    return NameOf(Seat(seat))


def name(state: State, card: str) -> Phrase:
    """Return what this table calls a card, whatever was written there."""
    for key, taught in state.setting.names:
        if key == card:
            return verbatim(taught)
    return CARD_NAMES.get(card) or verbatim(card or "?")


def handful(state: State, cards: Iterable[str]) -> Phrase:
    """Return cards by name, one after the other."""
    names = [name(state, card) for card in cards]
    joined = names[0] if names else say("nothing")
    for one in names[1:]:
        joined = say("{first}, {next}", first=joined, next=one)
    return joined


def cards(count: int) -> Phrase:
    """Return a number of cards in words."""
    return say_n("{n} card", "{n} cards", count)


def together(*phrases: Phrase) -> Phrase:
    """Return sentences one after the other."""
    first, *rest = phrases
    for phrase in rest:
        first = say("{first} {next}", first=first, next=phrase)
    return first
