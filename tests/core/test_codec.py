from dataclasses import dataclass
from enum import StrEnum

import pytest

from companion.core.codec import Codec, kind_of
from companion.core.errors import Malformed


class Side(StrEnum):
    LEFT = "left"
    RIGHT = "right"


@dataclass(frozen=True)
class Landed:
    faces: tuple[int, ...]


@dataclass(frozen=True)
class ChooseSide:
    side: Side
    pair: tuple[int, Side] | None = None
    twice: bool = False


CODEC = Codec(Landed, ChooseSide)


@pytest.mark.parametrize(
    "action",
    [
        Landed((1, 2)),
        Landed(()),
        ChooseSide(Side.LEFT),
        ChooseSide(Side.RIGHT, (3, Side.LEFT), True),
    ],
)
def test_actions_survive_the_journey(action):
    assert CODEC.from_json(CODEC.to_json(action)) == action


def test_types_are_named_after_the_class():
    assert kind_of(ChooseSide) == "choose-side"


@pytest.mark.parametrize(
    "data",
    [
        None,
        [],
        "landed",
        {},
        {"type": "flown"},
        {"type": ["landed"]},
        {"type": "landed"},
        {"type": "landed", "faces": 3},
        {"type": "landed", "faces": ["3"]},
        {"type": "landed", "faces": [True]},
        {"type": "landed", "faces": [1.0]},
        {"type": "landed", "faces": [1], "extra": 1},
        {"type": "choose-side", "side": "up"},
        {"type": "choose-side", "side": {}},
        {"type": "choose-side", "side": "left", "twice": 1},
        {"type": "choose-side", "side": "left", "pair": [1]},
    ],
)
def test_what_cannot_be_read_is_refused(data):
    with pytest.raises(Malformed):
        CODEC.from_json(data)
