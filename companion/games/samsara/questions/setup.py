"""Before the first turn: amulets, characters and Ancestral Amulets."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from companion.core.phrase import Phrase, say
from companion.core.rules import Rule
from companion.core.seats import Seat
from companion.core.turn import push
from companion.games.samsara import actions as a
from companion.games.samsara import rules
from companion.games.samsara.box import ANCESTRAL_PIECES, effect_of, is_face, is_gold
from companion.games.samsara.characters import NEW, POWERS, cast
from companion.games.samsara.dealing import deal_gap, layout, layout_rule
from companion.games.samsara.questions.base import Ask, Report
from companion.games.samsara.state import State
from companion.games.samsara.words import (
    CHARACTER_NAMES,
    amulet,
    ancestral,
    join,
    seat_name,
    zone_name,
)


def metals(faces: tuple[str, ...]) -> tuple[int, int]:
    """Return how many faces are gold and how many copper."""
    golden = sum(map(is_gold, faces))
    return golden, len(faces) - golden


def lying_there(gap: int, faces: Phrase) -> Phrase:
    """Tell what lies in a gap."""
    return say("Amulets in gap {gap}: {faces}", gap=gap + 1, faces=faces)


@dataclass(frozen=True, slots=True)
class LayAmulets(Report[a.Lay | a.Dealt]):
    """Amulets are laid at random in a gap; the table says which, or the app deals."""

    seat: Seat
    gap: int
    key = "lay"
    stage = "setup"
    answers = (a.Lay, a.Dealt)

    def broken(self, state: State, answer: a.Lay | a.Dealt) -> Rule | None:
        """Name the rule: real faces, so many of gold and so many of copper."""
        if not all(map(is_face, answer.faces)):
            return rules.AMULET_FACES
        fits = metals(answer.faces) == layout(state.setting)
        return None if fits else layout_rule(state.setting)

    def settle(self, state: State, answer: a.Lay | a.Dealt) -> State:
        """Lay them there, and remember whether anybody has seen them."""
        state = state.with_gap(self.gap, answer.faces)
        if isinstance(answer, a.Lay):
            return state
        return state._replace(guessed=(*state.guessed, self.gap))

    def sample(self, state: State, rng: Any) -> a.Lay | a.Dealt:
        """Let the app deal; it knows the faces only of a box that was read to it."""
        dealt = deal_gap(state, self.gap, rng)
        known = "amulets" in state.setting.box.corrected
        return dealt if known else a.Dealt(dealt.faces)

    def awaits(self, state: State) -> dict[str, Any]:
        """Return which gap, and how many of each metal."""
        gold, copper = layout(state.setting)
        return {
            "kind": "amulets",
            "action": "lay",
            "gap": self.gap,
            "gold": gold,
            "copper": copper,
        }

    def ask(self, state: State) -> Phrase:
        """Ask for the amulets of this gap."""
        if state.setting.gaps == 1:
            return say(
                "Lay out the amulets at random and enter them, or let the app deal."
            )
        return say(
            "Lay amulets at random between {one} and {other} and enter them, "
            "or let the app deal.",
            one=seat_name(self.gap),
            other=seat_name((self.gap + 1) % state.setting.seats),
        )

    def ask_others(self, state: State) -> Phrase:
        """Ask everybody alike."""
        return self.ask(state)

    def label(self, state: State, answer: a.Lay | a.Dealt) -> Phrase:
        """Name the amulets."""
        del state
        return join([amulet(face) for face in answer.faces])

    def tell(
        self, before: State, answer: a.Lay | a.Dealt, after: State, eyes: Seat | None
    ) -> Phrase:
        """Tell what lies there."""
        del after, eyes
        return lying_there(self.gap, self.label(before, answer))

    def why(self, state: State) -> str:
        """Return the rule for this number of players."""
        return layout_rule(state.setting).id


@dataclass(frozen=True, slots=True)
class PickCharacter(Ask[a.ChooseCharacter]):
    """Everybody takes a character, the last player first."""

    seat: Seat
    key = "character"
    stage = "setup"
    reason = "choosing-characters"
    theirs = say("{who} chooses a character.")
    answers = (a.ChooseCharacter,)

    def offers(self, state: State) -> Iterator[a.ChooseCharacter]:
        """List the characters nobody has."""
        return map(a.ChooseCharacter, self._free(state))

    def _free(self, state: State) -> Iterator[str]:
        seats = enumerate(state.players)
        taken = {player.character for seat, player in seats if seat != self.seat}
        return (name for name in cast(state.setting) if name not in taken)

    def broken(self, state: State, answer: a.ChooseCharacter) -> Rule | None:
        """Name the rule: a free one of those this table plays with."""
        if answer.character in self._free(state):
            return None
        new = answer.character in NEW and not state.setting.characters
        return rules.EXPANSION if new else rules.CHOOSING_CHARACTERS

    def settle(self, state: State, answer: a.ChooseCharacter) -> State:
        """Take the board."""
        player = state.players[self.seat]._replace(character=answer.character)
        return state.with_player(self.seat, player)

    def ask(self, state: State) -> Phrase:
        """Ask for a character."""
        del state
        return say("Choose your character.")

    def label(self, state: State, answer: a.ChooseCharacter) -> Phrase:
        """Name the character."""
        del state
        unknown = say("{name}", name=answer.character)
        return CHARACTER_NAMES.get(answer.character, unknown)

    def tell(
        self, before: State, answer: a.ChooseCharacter, after: State, eyes: Seat | None
    ) -> Phrase:
        """Tell who plays whom."""
        del after, eyes
        return say(
            "{who} plays {character}",
            who=seat_name(self.seat),
            character=self.label(before, answer),
        )

    def matters(self, state: State, answer: a.ChooseCharacter) -> tuple[str, ...]:
        """Return the page of the character."""
        del state
        return (answer.character,) if answer.character in POWERS else ()


@dataclass(frozen=True, slots=True)
class PickAncestral(Ask[a.ChooseAncestral]):
    """Everybody takes an Ancestral Amulet, the last player first."""

    seat: Seat
    key = "ancestral"
    stage = "setup"
    reason = "ancestral-setup"
    theirs = say("{who} places an Ancestral Amulet.")
    answers = (a.ChooseAncestral,)

    def offers(self, state: State) -> Iterator[a.ChooseAncestral]:
        """List both faces of every piece that is left."""
        for piece in pieces_left(state):
            yield a.ChooseAncestral(piece, "silver")
            yield a.ChooseAncestral(piece, "red")

    def broken(self, state: State, answer: a.ChooseAncestral) -> Rule | None:
        """Name the rule: a piece that nobody has placed."""
        left = answer.piece in pieces_left(state)
        return None if left else rules.ANCESTRAL_SETUP

    def settle(self, state: State, answer: a.ChooseAncestral) -> State:
        """Take it, to place it next."""
        return push(state, PlaceAncestral(self.seat, f"{answer.face}-{answer.piece}"))

    def ask(self, state: State) -> Phrase:
        """Ask for a piece and a face."""
        del state
        return say("Choose an Ancestral Amulet and the face that will be up.")

    def label(self, state: State, answer: a.ChooseAncestral) -> Phrase:
        """Name the power of that face."""
        del state
        return ancestral(answer.face, effect_of(f"{answer.face}-{answer.piece}"))

    def tell(
        self, before: State, answer: a.ChooseAncestral, after: State, eyes: Seat | None
    ) -> Phrase:
        """Tell which one was taken."""
        del after, eyes
        what = self.label(before, answer)
        return say("{who} takes {what}", who=seat_name(self.seat), what=what)


def pieces_left(state: State) -> Iterator[int]:
    """Return the Ancestral Amulets that nobody has placed."""
    placed = {int(name[-1]) for name, _ in state.ancestral}
    return (piece for piece in range(1, ANCESTRAL_PIECES + 1) if piece not in placed)


@dataclass(frozen=True, slots=True)
class PlaceAncestral(Ask[a.PlaceAncestral]):
    """The Ancestral Amulet just taken is laid across the line between two zones."""

    seat: Seat
    amulet: str
    key = "place-ancestral"
    stage = "setup"
    reason = "ancestral-setup"
    theirs = PickAncestral.theirs
    answers = (a.PlaceAncestral,)

    def offers(self, state: State) -> Iterator[a.PlaceAncestral]:
        """List every edge of the wheel."""
        del state
        return map(a.PlaceAncestral, range(8))

    def broken(self, state: State, answer: a.PlaceAncestral) -> Rule | None:
        """Name the rule: there are eight edges."""
        del state
        return None if 0 <= answer.zone < 8 else rules.ANCESTRAL_SETUP

    def settle(self, state: State, answer: a.PlaceAncestral) -> State:
        """Lay it there."""
        placed = (*state.ancestral, (self.amulet, answer.zone))
        return state._replace(ancestral=tuple(sorted(placed)))

    def ask(self, state: State) -> Phrase:
        """Ask for the edge."""
        del state
        return say("Lay it across the line between two zones.")

    def label(self, state: State, answer: a.PlaceAncestral) -> Phrase:
        """Name the two zones."""
        del state
        return say(
            "Between {zone} and {next}",
            zone=zone_name(answer.zone),
            next=zone_name(answer.zone + 1),
        )

    def tell(
        self, before: State, answer: a.PlaceAncestral, after: State, eyes: Seat | None
    ) -> Phrase:
        """Tell where it lies."""
        del after, eyes
        what = self.label(before, answer)
        return say("{who} places it: {what}", who=seat_name(self.seat), what=what)
