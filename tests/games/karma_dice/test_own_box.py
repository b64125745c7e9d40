"""A box whose colours have other powers than we take them to have."""

import re
from random import Random

import pytest

from app import create_app
from companion.core.colours import Colour
from companion.core.errors import IllegalMove, Malformed
from companion.games.karma_dice import GAME, careful
from companion.games.karma_dice.advice import oracle_view
from companion.games.karma_dice.box import CHAKRA, POWERS, Power
from companion.games.karma_dice.options import PLAYERS
from companion.games.karma_dice.own_box import corrections, sheet
from companion.games.karma_dice.questions import SettleRoll, asked
from tests.games.karma_dice.table import action, fact, holding, play, start
from tests.games.karma_dice.test_powers import by_every_order
from tests.games.samsara.test_box_page import form

SWAPPED = {"powers": {"triple": "orange", "adjust": "violet"}}
TURNED = {
    "powers": {
        "triple": "dark-blue",
        "double": "light-blue",
        "reroll": "green",
        "copy": "yellow",
        "remove": "orange",
        "adjust": "violet",
    }
}


def some_box(rng):
    """Return any box, with the power of each of its colours."""
    colours = rng.sample(CHAKRA, len(CHAKRA))
    powers = [POWERS[colour] for colour in CHAKRA]
    told = {power.value: own.value for power, own in zip(powers, colours, strict=True)}
    return {"powers": told}, {**POWERS, **dict(zip(colours, powers, strict=True))}


def results(state):
    return [one["total"] for one in GAME.view(state, 0)["board"]["now"]["results"]]


def alone(box, colour, face):
    """Return the table after one die of a colour fell."""
    return play(holding(start(box=box), 0, colour), f"throw {colour}; landed {face}")


@fact("30", "B2-a")
@pytest.mark.parametrize(
    ("box", "colour", "reachable"),
    [
        (None, "violet", [5, 15]),
        (SWAPPED, "orange", [5, 15]),
        (SWAPPED, "violet", [4, 5, 6]),
        (SWAPPED, "dark-blue", [5, 10]),
        (TURNED, "dark-blue", [5, 15]),
        (TURNED, "light-blue", [5, 10]),
        (TURNED, "violet", [4, 5, 6]),
        (TURNED, "green", [5]),
    ],
)
def test_a_die_has_the_power_that_the_box_gives_its_colour(box, colour, reachable):
    assert results(alone(box, colour, 5)) == reachable


def test_what_another_box_would_allow_is_refused():
    with pytest.raises(IllegalMove) as refused:
        play(alone(SWAPPED, "violet", 5), "settle 15")
    assert refused.value.rule.id == "karma-dice.reachable-result"


def test_throwing_again_copying_and_words_follow_the_box():
    state = holding(start(box=TURNED), 0, "green yellow")
    state = play(state, "throw green yellow; landed 6 2")
    offered = {str(GAME.label(state, one)) for one in GAME.legal_actions(state)}
    assert "Throw the green 6 again" not in offered  # the rainbow: yellow lies first
    assert "Throw the green 2 again" in offered
    assert "First copy the green 2 with the yellow 6" in offered
    assert "4: copy the green 2 with the yellow 6" in offered


def test_the_draft_names_each_power_and_its_rule():
    state = play(start(box=SWAPPED), "throw red; landed 1; stop")
    state = play(state, "throw red; landed 2; stop")
    assert (
        str(GAME.label(state, action("draft orange"))) == "Take the orange die: triple"
    )
    named = {
        colour: GAME.touches(state, action(f"draft {colour}"))[1]
        for colour in ("orange", "violet", "green")
    }
    assert named == {
        "orange": "karma-dice.powers",
        "violet": "karma-dice.powers",
        "green": "karma-dice.green",
    }
    reserve = GAME.view(state, 0)["board"]["reserve"]
    assert {one["colour"]: one["power"] for one in reserve}["violet"] == "adjust"


def compared(rng):
    """Play a random game with any box; return how many rolls were tried in full."""
    box, powers = some_box(rng)
    options = {"players": rng.choice(PLAYERS), "traits": rng.random() < 0.5}
    state, rolls = GAME.start({**options, "box": box}), 0
    while GAME.outcome(state) is None:
        assert GAME.faults(state) == ()
        lying = state.turn.roll
        small = len(lying) <= 4 and not any(die.spent for die in lying)
        if isinstance(asked(state), SettleRoll) and small and not state.turn.bonus:
            assert set(results(state)) == by_every_order(lying, powers)
            rolls += 1
        chance = GAME.chance(state)
        legal = GAME.legal_actions(state)
        state = GAME.apply(state, chance.sample(rng) if chance else rng.choice(legal))
    return rolls


@pytest.mark.parametrize("seed", range(4))
def test_random_games_with_any_box_against_every_order_of_its_powers(seed):
    rng = Random(f"own box {seed}")
    assert sum(compared(rng) for _ in range(8)) > 20


@pytest.mark.parametrize("seed", range(3))
def test_a_careful_player_plays_any_box(seed):
    rng = Random(f"careful {seed}")
    state = GAME.start({"players": 2, "box": some_box(rng)[0]})
    while GAME.outcome(state) is None:
        chance = GAME.chance(state)
        said = chance.sample(rng) if chance else careful.choose(state)
        state = GAME.apply(state, said)
    assert min(player.score for player in state.players) > 5


def test_the_oracle_weighs_the_powers_of_the_box_and_names_its_dice():
    usual = holding(start(oracle=True), 0, "orange violet")
    own = holding(start(oracle=True, box=SWAPPED), 0, "orange violet")
    here, there = oracle_view(usual), oracle_view(own)
    assert here["go_on"] == there["go_on"]
    ours = {"orange": "violet", "violet": "orange"}
    for one, other in zip(here["throws"], there["throws"], strict=True):
        told = [Colour(ours.get(die, die)) for die in one["dice"]]
        assert sorted(other["dice"]) == sorted(told)
        assert one["points"] == other["points"]


def test_a_photo_is_expected_to_show_the_colours_that_lie_there():
    state = play(holding(start(box=SWAPPED), 0, "orange"), "throw orange red")
    assert [die.colour for die in GAME.expects(state, 0).dice] == ["red", "orange"]


def test_the_table_tells_where_it_has_its_powers_from():
    def source(box):
        facts = GAME.view(start(box=box), None)["board"]["sources"]
        return next(one["provenance"] for one in facts if one["fact"] == "powers")

    assert source(None) == "default"
    assert source({"powers": {"triple": "violet"}}) == "default"
    assert source(SWAPPED) == "table"


@pytest.mark.parametrize(
    ("box", "said"),
    [
        ([], "an object"),
        ({"colours": {}}, "part powers"),
        ({"powers": ["triple"]}, "a colour for each power"),
        ({"powers": {"quadruple": "violet"}}, "no power called quadruple"),
        ({"powers": {"none": "violet"}}, "no power called none"),
        ({"powers": {"triple": "red"}}, "one of: orange"),
        ({"powers": {"triple": ["red"]}}, "one of: orange"),
        ({"powers": {"triple": "orange"}}, "colour of its own"),
    ],
)
def test_a_box_that_cannot_be_right_is_refused_in_words(box, said):
    with pytest.raises(Malformed, match=said):
        GAME.start({"players": 2, "box": box})


def test_the_sheet_tells_what_it_was_told():
    assert (
        corrections(
            {one.fields[0].key: one.fields[0].value for one in sheet(None)[0].pieces}
        )
        == {}
    )
    told = sheet(TURNED)[0]
    values = {one.fields[0].key: one.fields[0].value for one in told.pieces}
    assert values == TURNED["powers"]
    assert corrections(values) == TURNED
    assert told.provenance == "table"
    assert [str(one.name) for one in told.pieces][:2] == ["triple", "double"]


def test_a_host_tells_the_box_and_the_next_game_is_played_with_it(tmp_path):
    client = create_app({"DATA": str(tmp_path), "TESTING": True}).test_client()
    page = client.get("/box/karma-dice").text
    assert page.count('type="radio"') == 36
    told = form(page)
    assert told["triple"] == "violet"
    told |= {"triple": "orange", "adjust": "violet"}
    reply = client.post("/box/karma-dice", data=told)
    assert reply.location == "/box/karma-dice?kept=1"
    laid = client.post("/new/karma-dice", data={"players": "1", "name-0": "Ana"})
    table = laid.location.split("/")[2]
    view = client.get(f"/api/tables/{table}?as=host").json
    powers = {one["colour"]: one["power"] for one in view["board"]["reserve"]}
    assert powers["orange"] == Power.TRIPLE
    drawn = client.get(f"/t/{table}?as=host").text
    marked = re.findall(
        r'data-colour="([\w-]+)" data-face=""(?:(?!</svg>).)*×3<', drawn
    )
    assert set(marked) == {"orange"}
    told["triple"] = "violet"
    assert client.post("/box/karma-dice", data=told).status_code == 422
