"""Trait cards: everyone keeps one before the game, and uses it once."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from companion.core.phrase import NameOf, Phrase, say, say_n
from companion.core.rules import Rule
from companion.core.seats import Seat
from companion.games.karma_dice import rules, words
from companion.games.karma_dice.actions import ChooseTrait, UseTrait
from companion.games.karma_dice.box import COLOUR_NAMES
from companion.games.karma_dice.dice import fits
from companion.games.karma_dice.questions.base import KarmaDiceQuestion
from companion.games.karma_dice.questions.rolling import Fall, SettleRoll, throw_again
from companion.games.karma_dice.state import (
    Die,
    KarmaDiceState,
    Trait,
    has_unused_trait,
    order_of,
)

LONGEST_ABILITY = 200
"""Room for the text of a card, not for a novel."""

FARTHEST = 99
"""The most points or pips a trait can give or take: no card will say more."""


@dataclass(frozen=True, slots=True)
class KeepTrait(KarmaDiceQuestion[ChooseTrait]):
    """Everyone keeps one of two cards, in any order; the last one shows them all."""

    seat: Seat
    phase = "traits"
    answers = (ChooseTrait,)
    instead = rules.TRAIT_CHOICE

    def offers(self, state: KarmaDiceState) -> Iterable[ChooseTrait]:
        """List a card of each free colour for whoever has none yet."""
        return [
            ChooseTrait(Seat(seat), colour)
            for seat, player in enumerate(state.players)
            if player.trait is None
            for colour in dict.fromkeys(state.reserve)
        ]

    def broken(self, state: KarmaDiceState, answer: ChooseTrait) -> Rule | None:
        """One card for each seat, and its die is free."""
        if answer.seat not in range(len(state.players)):
            return rules.TRAIT_CHOICE
        if state.players[answer.seat].trait or len(answer.ability) > LONGEST_ABILITY:
            return rules.TRAIT_CHOICE
        return None if answer.die in state.reserve else rules.TRAIT_DIE

    def settle(self, state: KarmaDiceState, answer: ChooseTrait) -> KarmaDiceState:
        """Keep the card; the last one lets everyone take their die."""
        trait = Trait(answer.die, answer.ability)
        player = state.players[answer.seat]._replace(trait=trait)
        state = state.with_player(answer.seat, player)
        if any(player.trait is None for player in state.players):
            return state.with_todo((*state.todo, self))
        for seat in order_of(state):
            kept = state.players[seat].trait
            assert kept is not None, "everyone has a card"
            state = state.with_die(seat, kept.die)
        return state

    def prompt(self, state: KarmaDiceState, eyes: Seat | None) -> Phrase:
        """Ask for a card, or say how many are missing."""
        if eyes is not None and state.players[eyes].trait is None:
            return say("Draw two trait cards, keep one and enter it here.")
        missing = sum(1 for player in state.players if player.trait is None)
        return say_n(
            "Waiting for {n} player to keep a trait card.",
            "Waiting for {n} players to keep a trait card.",
            missing,
        )

    def label(self, state: KarmaDiceState, answer: ChooseTrait) -> Phrase:
        """Name the die of the card."""
        del state
        colour = COLOUR_NAMES[answer.die]
        return say("Keep the card with the {colour} die", colour=colour)

    def tell(
        self,
        before: KarmaDiceState,
        answer: ChooseTrait,
        after: KarmaDiceState,
        eyes: Seat | None,
    ) -> Phrase:
        """Tell that a card was kept; which one stays secret until all are shown."""
        del after
        who, colour = NameOf(answer.seat), COLOUR_NAMES[answer.die]
        if sum(1 for player in before.players if player.trait is None) > 1:
            if eyes != answer.seat:
                return say("{who} has kept a trait card.", who=who)
            return say(
                "{who} keeps the card with the {colour} die.", who=who, colour=colour
            )
        return say(
            "{who} keeps the card with the {colour} die. Everyone shows their card and "
            "takes its die.",
            who=who,
            colour=colour,
        )

    def why(self, state: KarmaDiceState) -> str:
        """Point to the choice of cards."""
        del state
        return rules.TRAIT_CHOICE.id

    def touches(self, state: KarmaDiceState, answer: ChooseTrait) -> tuple[str, ...]:
        """Name the choice and where the die comes from."""
        del state, answer
        return (rules.TRAIT_CHOICE.id, rules.TRAIT_DIE.id)

    def actor(self, state: KarmaDiceState, answer: ChooseTrait) -> Seat:
        """Return who keeps the card."""
        del state
        return answer.seat


@dataclass(frozen=True, slots=True)
class UseCard(KarmaDiceQuestion[UseTrait]):
    """Always open beside the others: whoever has an unused card may turn it over."""

    answers = (UseTrait,)
    instead = rules.TRAIT_ONCE

    def offers(self, state: KarmaDiceState) -> Iterable[UseTrait]:
        """List the unused cards; what they do is entered by their owners."""
        if not state.setup.traits or isinstance(state.todo[-1], KeepTrait):
            return ()
        return [
            UseTrait(Seat(seat))
            for seat in range(state.setup.players)
            if has_unused_trait(state, Seat(seat))
        ]

    def broken(self, state: KarmaDiceState, answer: UseTrait) -> Rule | None:
        """Once, not while dice roll, and only upon dice that lie there."""
        if not state.setup.traits:
            return rules.NO_TRAITS
        asked = state.todo[-1]
        if isinstance(asked, KeepTrait | Fall):
            return asked.instead
        if answer.seat not in range(len(state.players)):
            return rules.TRAIT_ONCE
        if not has_unused_trait(state, answer.seat):
            return rules.TRAIT_ONCE
        return None if has_effect_room(state, answer) else rules.TRAIT_EFFECT

    def settle(self, state: KarmaDiceState, answer: UseTrait) -> KarmaDiceState:
        """Turn the card over and enter its effect."""
        player = state.players[answer.seat]
        trait = player.trait._replace(used=True) if player.trait else None
        state = state.with_player(answer.seat, player._replace(trait=trait))
        state = state.with_points(answer.seat, answer.points)
        turn = state.turn._replace(bonus=state.turn.bonus + answer.bonus)
        if answer.faces:
            pairs = zip(turn.roll, answer.faces, strict=True)
            roll = tuple(die._replace(face=face) for die, face in pairs)
            turn = turn._replace(roll=roll)
        state = state._replace(turn=turn)
        if not answer.reroll:
            return state
        # The roll is settled anew once these dice lie again.
        return throw_again(state.with_todo(state.todo[:-1]), answer.reroll)

    def prompt(self, state: KarmaDiceState, eyes: Seat | None) -> Phrase:
        """Say whose word it is; it is never the question on top."""
        del state, eyes
        return say(rules.TRAIT_ONCE.title)

    def label(self, state: KarmaDiceState, answer: UseTrait) -> Phrase:
        """Name whose card it is."""
        del state
        return say("Use {who}'s trait card", who=NameOf(answer.seat))

    def tell(
        self,
        before: KarmaDiceState,
        answer: UseTrait,
        after: KarmaDiceState,
        eyes: Seat | None,
    ) -> Phrase:
        """Tell what the card did."""
        del after, eyes
        used = say("{who} uses the trait card.", who=NameOf(answer.seat))
        return words.together((used, *_effects(before, answer)))

    def touches(self, state: KarmaDiceState, answer: UseTrait) -> tuple[str, ...]:
        """Name that a card is used once."""
        del state, answer
        return (rules.TRAIT_ONCE.id,)

    def actor(self, state: KarmaDiceState, answer: UseTrait) -> Seat:
        """Return whose card it is."""
        del state
        return answer.seat


def has_effect_room(state: KarmaDiceState, action: UseTrait) -> bool:
    """Tell whether the dice that the ability changes lie in the present roll."""
    if max(abs(action.points), abs(action.bonus)) > FARTHEST:
        return False
    if not (action.faces or action.reroll or action.bonus):
        return True
    dice, places = tuple(die.colour for die in state.turn.roll), action.reroll
    return (
        isinstance(state.todo[-1], SettleRoll)
        and set(places) <= set(range(len(dice)))
        and list(places) == sorted(set(places))
        and (not action.faces or fits(dice, action.faces))
    )


def _effects(state: KarmaDiceState, action: UseTrait) -> list[Phrase]:
    roll = state.turn.roll
    effects = []
    if action.points:
        effects.append(say("Score: {points} more.", points=action.points))
    if action.faces:
        pairs = zip(roll, action.faces, strict=False)
        now = [Die(die.colour, face) for die, face in pairs]
        faces = words.shown(now) if now else ""
        effects.append(say("The roll is now {faces}.", faces=faces))
    if action.bonus:
        effects.append(say("The roll counts {points} more.", points=action.bonus))
    if action.reroll and roll:
        dice = words.join([words.die_at(roll, place) for place in action.reroll])
        effects.append(say("Thrown again: {dice}.", dice=dice))
    return effects
