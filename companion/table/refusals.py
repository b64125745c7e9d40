"""What a table may answer instead of yes, beyond the rules of its game."""

from __future__ import annotations

from companion.core.errors import Refusal
from companion.core.phrase import say


class StaleTable(Refusal):
    """The sender had not seen the latest version."""

    code = "stale"

    def __init__(self, seen: int, version: int) -> None:
        super().__init__(say("The table has moved on. Look again, then decide."))
        self.seen = seen
        self.version = version


class UnknownTable(Refusal):
    """There is no such table here."""

    code = "unknown_table"

    def __init__(self) -> None:
        super().__init__(say("There is no such table here."))


class NotYours(Refusal):
    """This ticket may not do that; the phrase says who may."""

    code = "not_yours"


class NothingAwaited(Refusal):
    """No dice are in the air and no card is being drawn."""

    code = "nothing_awaited"

    def __init__(self) -> None:
        super().__init__(say("Nothing is to be rolled or drawn now."))


class NothingToUndo(Refusal):
    """The table stands as it was laid out."""

    code = "nothing_to_undo"

    def __init__(self) -> None:
        super().__init__(say("There is nothing to take back."))


class ClosedTable(Refusal):
    """The table can be read and exported, but nothing is written to it any more."""

    code = "closed"


class OtherEngine(ClosedTable):
    """The table was played under other rules of the app: read it, do not judge it."""

    code = "other_engine"

    def __init__(self) -> None:
        super().__init__(
            say(
                "This table was played with another version of the rules engine."
                " It can be read and exported, but not played on."
            )
        )


class DamagedTable(ClosedTable):
    """The log on disk is not the one that was written: what is good is shown."""

    code = "damaged"

    def __init__(self, good: int) -> None:
        super().__init__(
            say(
                "This table is damaged after move {n}. Up to there it can be read"
                " and exported, but not played on.",
                n=good,
            )
        )
        self.good = good


class IdReused(Refusal):
    """A one-time id came again with another word: one of the two would be lost."""

    code = "id_reused"

    def __init__(self) -> None:
        super().__init__(
            say(
                "This one-time id was already used for something else."
                " Send it again with a new id."
            )
        )


class CodeRefused(Refusal):
    """A join code that opens nothing (any more)."""

    code = "bad_code"


class GameOver(CodeRefused):
    """A code that was good until its game ended."""

    code = "game_over"

    def __init__(self, watch: str, after: str = "") -> None:
        super().__init__(say("The game behind this code is over."))
        self.watch = watch
        """Where to see how it ended."""

        self.after = after
        """Where these people play on, if they do."""


class SeatTaken(Refusal):
    """Another device sits here."""

    code = "seat_taken"

    def __init__(self) -> None:
        super().__init__(
            say(
                "This seat is taken. If it is yours, ask the host to free it:"
                " the table menu makes a new link for the seat."
            )
        )


class HostTaken(SeatTaken):
    """Another device is the host here."""

    def __init__(self) -> None:
        Refusal.__init__(
            self,
            say(
                "Another device is the host there now. If it should be this one, ask"
                " for the host's link: the table menu shows it."
            ),
        )
