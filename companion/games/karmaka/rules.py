"""The rules this engine can refuse with; the catalogue holds their full texts."""

from __future__ import annotations

from companion.core.rules import Rule


def _rule(slug: str, title: str) -> Rule:
    return Rule(f"karmaka.{slug}", title)


GAME_OVER = _rule("game-over", "The game is over.")
PLAY_ONE = _rule("play-one-card", "Now a card is played from the Hand.")
PASS = _rule("pass", "With an empty Deck a card must be played.")
CARD_IN_HAND = _rule("card-in-hand", "This card cannot be in that Hand.")
PARTNER_FUTURE = _rule(
    "partner-future", "Only team mates may be given a card for their next life."
)
SETTLE_FIRST = _rule("settle-first", "First finish what has begun.")
OFFER = _rule("offer-is-free", "The card on offer is taken or refused first.")
ANY_RIVAL = _rule("any-rival", "The power must be aimed at a player it can be used on.")
NEIGHBOURS = _rule(
    "neighbours-only", "With four players only neighbours can be aimed at."
)
PARTNER = _rule("partner-power", "This power cannot be used on a team mate.")
PAIR = _rule("wolf-team", "The two who hunt the Wolf are no rivals.")
AS_TOLD = _rule("choose-as-told", "The power does not allow this choice.")
REPORT = _rule("report-cards", "These cards cannot have come up there.")
RINGS = _rule("rings-spend", "Only your own Rings count, and only if points are short.")
DEATH = _rule("death", "Without Hand and Deck this life ends: nothing else is done.")
FUTURE_ORDER = _rule("future-life-order", "This Future Life cannot look like that.")

RULES = (
    GAME_OVER,
    PLAY_ONE,
    PASS,
    CARD_IN_HAND,
    PARTNER_FUTURE,
    SETTLE_FIRST,
    OFFER,
    ANY_RIVAL,
    NEIGHBOURS,
    PARTNER,
    PAIR,
    AS_TOLD,
    REPORT,
    RINGS,
    DEATH,
    FUTURE_ORDER,
)
