"""What may be sent: one type per body."""

from __future__ import annotations

from typing import Annotated, Any

from msgspec import Meta, Struct, field

OneTime = Annotated[str, Meta(min_length=1, max_length=80, pattern="^[!-~]+$")]
Name = Annotated[str, Meta(max_length=60)]


class NewTable(Struct):
    """A game, the players in turn order, and what the table chose."""

    game: str
    players: Annotated[list[Name], Meta(min_length=1, max_length=12)]
    options: dict[str, Any] = field(default_factory=dict)


class Said(Struct):
    """What every word carries: the version it was made against, a one-time id."""

    seen: int
    id: OneTime


class Act(Said, kw_only=True):
    """An action of the game, as `legal` lists it."""

    action: dict[str, Any]


class Accept(Said, kw_only=True):
    """Yes to what a photo suggests, or the action it should have suggested."""

    action: dict[str, Any] | None = None


class Word(Said, kw_only=True):
    """The host's word: an action against a rule, or a patch of the state."""

    reason: Annotated[str, Meta(max_length=300)] = ""
    action: dict[str, Any] | None = None
    patch: dict[str, Any] | None = None
    state: dict[str, Any] | None = None
    """Another name for `patch`."""


class CameraWish(Struct):
    """What the host wants of the camera; what is left out stays as it is."""

    here: bool | None = None
    """Whether it should look at this table."""

    again: bool = False
    """Read once more what lies there."""

    counts: bool | None = None
    """Whether a certain reading counts at once."""


class Join(Struct):
    """A code from a link; a play code also needs the seat."""

    code: Annotated[str, Meta(min_length=1, max_length=20)]
    seat: Annotated[int, Meta(ge=0, le=99)] | None = None
