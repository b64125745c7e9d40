"""What may be said of amulets that the app only guessed: which faces they show."""

from __future__ import annotations

from companion.core.errors import Impossible
from companion.core.phrase import Phrase
from companion.core.rules import Rule
from companion.core.seats import Seat
from companion.core.turn import Question
from companion.games.samsara import actions as a
from companion.games.samsara import rules
from companion.games.samsara.box import is_face
from companion.games.samsara.dealing import layout_rule
from companion.games.samsara.questions.setup import lying_there, metals
from companion.games.samsara.state import State
from companion.games.samsara.words import amulet, join


class RelayAmulets(Question[State, a.Relay]):
    """The table reads the faces of a gap from the pieces, at any time."""

    __slots__ = ()

    answers = (a.Relay,)
    instead = rules.AMULET_FACES
    moves_on = False

    def offers(self, state: State) -> tuple[()]:
        """List nothing: faces are read or entered, not chosen."""
        del state
        return ()

    def broken(self, state: State, answer: a.Relay) -> Rule | None:
        """Name the rule: a guessed gap, and as many of each metal as lie there."""
        if not all(map(is_face, answer.faces)):
            return rules.AMULET_FACES
        if answer.gap not in state.guessed:
            return layout_rule(state.setting)
        same = metals(answer.faces) == metals(state.gaps[answer.gap])
        return None if same else layout_rule(state.setting)

    def settle(self, state: State, answer: a.Relay) -> State:
        """Believe the pieces.

        Raises:
            Impossible: if the host says it of a gap that there is not.
        """
        if not 0 <= answer.gap < len(state.gaps):
            raise Impossible("There is no such place.")
        left = tuple(gap for gap in state.guessed if gap != answer.gap)
        return state.with_gap(answer.gap, answer.faces)._replace(guessed=left)

    def prompt(self, state: State, eyes: Seat | None) -> Phrase:
        """Ask for nothing in words of its own: the label says it."""
        del eyes
        return self.label(state, a.Relay(0, ()))

    def label(self, state: State, answer: a.Relay) -> Phrase:
        """Name the amulets."""
        del state
        return join([amulet(face) for face in answer.faces])

    def tell(
        self, before: State, answer: a.Relay, after: State, eyes: Seat | None
    ) -> Phrase:
        """Tell what lies there."""
        del after, eyes
        return lying_there(answer.gap, self.label(before, answer))

    def actor(self, state: State, answer: a.Relay) -> Seat:
        """Return whose word it is: all see the amulets, one seat is in turn."""
        del answer
        return state.asked.seat if state.asked else state.seat

    def touches(self, state: State, answer: a.Relay) -> tuple[str, ...]:
        """Return the rules about faces and how many lie in a gap."""
        del answer
        return (rules.AMULET_FACES.id, layout_rule(state.setting).id)
