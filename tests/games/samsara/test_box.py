"""A table's own box: read kindly, used everywhere, and said to be its own."""

from __future__ import annotations

import pytest

from companion.core.colours import Colour
from companion.core.errors import Malformed
from companion.games.samsara import GAME
from companion.games.samsara import actions as a
from companion.games.samsara.box import DEFAULT_BOX, GOOD
from companion.games.samsara.calibrate import read_box
from tests.games.samsara.shared import do, hold, lay, now, ready, refused

PIECES = [
    {"gold": p.gold, "copper": p.copper}
    if p.gold
    else {"copper": p.copper, "copper_back": p.copper_back}
    for p in DEFAULT_BOX.amulets
]


def test_no_corrections_is_the_default_box():
    assert read_box(None) is DEFAULT_BOX
    assert read_box({}) is DEFAULT_BOX
    assert read_box({"amulets": PIECES}).amulets == DEFAULT_BOX.amulets


def test_colours_of_zones_are_swapped():
    box = read_box({"colours": {"jann": "white", "maut": "red"}})
    assert (box.colours[0], box.colours[7]) == (Colour.WHITE, Colour.RED)
    state = ready(2, box={"colours": {"jann": "white", "maut": "red"}})
    zones = GAME.view(state, 0)["board"]["wheel"]["zones"]
    assert (zones[0]["colour"], zones[0]["sign"]) == ("white", "ring")


def test_symbols_of_cards_change_what_can_be_paid():
    table = {"box": {"symbols": {"jann": {"light": "J3", "dark": "J1"}}}}
    state = now(hold(lay(ready(3, **table), 0, "J4V2"), hand="jann vikaas"), "act")
    assert do(state, a.Buy(0, "J4V2", ("jann", "vikaas"))).bad == state.bad - 1
    usual = now(hold(lay(ready(3), 0, "J4V2"), hand="jann vikaas"), "act")
    assert do(usual, a.Buy(0, "J4V2", ("jann", "vikaas"))).bad == usual.bad - 2


def test_cards_with_symbols_of_two_zones_are_paid_exactly():
    table = {"box": {"symbols": {"jann": {"light": "J1V1", "dark": "J1V1"}}}}
    state = now(hold(ready(3, **table), hand=f"jann jann {GOOD}"), "act")
    state = lay(state, 0, "J3V3")
    buys = [x for x in GAME.legal_actions(state) if isinstance(x, a.Buy)]
    assert {x.hand for x in buys} == {
        (GOOD, "jann"),
        ("jann", "jann"),
        (GOOD, "jann", "jann"),
    }
    assert do(state, a.Buy(0, "J3V3", ("jann", "jann"))).bad == state.bad - 2
    assert refused(state, a.Buy(0, "J3V3", ("jann",))) == "payment-complete"


def test_what_an_ancestral_amulet_costs():
    faces = ["J1", "J2V2M2", "K3", "Y4G4", "D6"]
    box = read_box({"ancestral": faces})
    assert box.ancestral == tuple(faces)


def test_notes_say_where_facts_come_from():
    notes = GAME.view(ready(2), None)["board"]["notes"]
    assert {n["part"]: n["provenance"] for n in notes} == {
        "colours": "default",
        "symbols": "deduced",
        "amulets": "default",
    }
    own = ready(2, box={"colours": {}}, ancestral=True)
    notes = GAME.view(own, None)["board"]["notes"]
    assert notes[0]["provenance"] == "table"
    assert [n["part"] for n in notes][-1] == "ancestral"


@pytest.mark.parametrize(
    "box",
    [
        "gold",
        {"dice": 1},
        {"colours": ["red"]},
        {"colours": {"moon": "red"}},
        {"colours": {"jann": "pink"}},
        {"colours": {"jann": "white"}},
        {"symbols": []},
        {"symbols": {"ace": {"light": "J2"}}},
        {"symbols": {"jann": "J2"}},
        {"symbols": {"jann": {"bright": "J2"}}},
        {"symbols": {"jann": {"light": "J"}}},
        {"symbols": {"jann": {"light": "X2"}}},
        {"symbols": {"jann": {"light": 2}}},
        {"symbols": {"jann": {"light": "J2", "dark": "*1"}}},
        {"amulets": {}},
        {"amulets": PIECES[:-1]},
        {"amulets": [*PIECES[:-1], "J4V4"]},
        {"amulets": [*PIECES[:-1], {"gold": "J4V4"}]},
        {"amulets": [*PIECES[1:], {"gold": "J4V3", "copper": "J2V2M2"}]},
        {"ancestral": ["J2"]},
        {"ancestral": ["J2", "J2", "J2", "J2", "*2"]},
    ],
)
def test_what_cannot_be_right_is_refused_with_a_sentence(box):
    with pytest.raises(Malformed) as refusal:
        ready(2, box=box)
    assert str(refusal.value)
