"""A camera over the table plays what it surely sees, asks where it doubts."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from itertools import count
from time import sleep

import cv2
import numpy as np
import pytest

from app import create_app, main
from companion.games import GAMES
from companion.table import readers
from companion.table.bearer import HOST, at_seat
from companion.table.eyes import Eyes, Room
from companion.table.habits import Habits
from companion.table.hosts import Hosts, host_id
from companion.table.kept_throws import KeptThrows
from companion.table.learnt_cards import LearntCards
from companion.table.own_dice import Confirmed, OwnDice, Photo
from companion.table.photographer import Photographer, suggested
from companion.table.signs import stop_means
from companion.table.table import written
from companion.table.waiting import Proposals
from tests.vision import drawn_dice
from vision.capture import Light
from vision.readings import DicePrior, DieReading, Report, Whole
from vision.watching.film import Frame, NoFilm, film

pytestmark = pytest.mark.slow

CELL = 80
RED = (40, 40, 200)
CARD = drawn_dice.stop_card()


def picture(*dice: tuple[int, int, int], card: bool = False) -> np.ndarray:
    """A table with red dice (column, row, face) and perhaps the stop card."""
    image = np.full((480, 640, 3), 110.0)
    image += 12 * np.sin(np.arange(640) / 9)[None, :, None]
    image = image.astype(np.uint8)
    for column, row, face in dice:
        x, y = column * CELL, row * CELL
        cv2.rectangle(image, (x + 12, y + 12), (x + 66, y + 66), RED, -1)
        for pip in range(face):
            at = (x + 22 + 12 * (pip % 3), y + 28 + 22 * (pip // 3))
            cv2.circle(image, at, 4, (255, 255, 255), -1)
    if card:
        image[300:430, 480:610] = CARD
    return image


def read(image, prior) -> Report[DieReading]:
    """Read drawn dice: pips are counted."""
    dice = []
    for y in range(0, 480, CELL):
        for x in range(0, 640, CELL):
            if tuple(image[y + 14, x + 14]) != RED:
                continue
            pips = image[y + 10 : y + 68, x + 10 : x + 68].min(axis=2) > 200
            face = cv2.connectedComponents(pips.astype(np.uint8))[0] - 1
            box = (x + 12, y + 12, 54, 54)
            place = len(dice) if prior.dice else None
            dice.append(DieReading(face, "red", 1.0, box, place=place))
    whole = (Whole(tuple(dice), 0.99),) if dice else ()
    return Report("dice", tuple(dice), whole, bool(dice), size=(640, 480))


class House:
    """A table of red dice with a camera that is shown drawn pictures."""

    def __init__(self, tables, tmp_path) -> None:
        self.tables = tables
        self.proposals = Proposals(tables.store, tables.live)
        self.kept = KeptThrows(tmp_path / "throws")
        self.habits = Habits(tables.store)
        self.table = tables.create("karma-dice", ["Ana", "Ben"], {}).charter.table
        self.taught = tmp_path / "taught"
        eyes = Photographer()
        self.learnt = LearntCards(self.taught, Hosts(tables.store), eyes)
        room = Room(tables, eyes, self.proposals, self.kept, self.habits, self.learnt)
        self.eyes = Eyes("a film", room)
        self._frames = count()

    def shows(self, image: np.ndarray, seconds: float = 0.6) -> None:
        frames = [next(self._frames) for _ in range(round(seconds * 30))]
        for at in frames:
            self.eyes._look_round()
            scene = self.eyes._watch.see(Frame(at, at / 30, image))
            if scene:
                self.eyes._meet(scene)

    @property
    def now(self):
        return self.tables.open(self.table)

    def said(self) -> list[str]:
        return [step.entry.body["action"]["type"] for step in self.now.log]


@pytest.fixture
def seeing_house(open_tables, tmp_path):
    """A house with the real reader."""
    return House(open_tables(GAMES), tmp_path)


@pytest.fixture
def house(open_tables, tmp_path, monkeypatch):
    monkeypatch.setattr(readers, "read", read)
    monkeypatch.setattr("companion.table.eyes.LOOK_ROUND", 0.0)
    return House(open_tables(GAMES), tmp_path)


ONE, OTHER = picture((1, 1, 2)), picture((4, 2, 3), (5, 1, 1))


def test_a_whole_turn_needs_no_touch(house) -> None:
    """Throw, take the dice into the zone, throw again, lay the stop card."""
    house.shows(picture())
    assert house.eyes.table == house.table
    house.shows(ONE)
    house.shows(picture())
    house.shows(OTHER)
    house.shows(picture())
    house.shows(picture(card=True))
    assert house.said() == ["rolled", "rolled", "stop"]
    now = house.now
    assert now.game.view(now.state, None)["scores"][0]["score"] == 2


def test_stop_means_something_once_a_roll_counts(house) -> None:
    assert stop_means(house.now) is None
    house.shows(ONE)
    assert house.now.game.to_json(stop_means(house.now)) == {"type": "stop"}


def test_a_card_that_is_left_lying_stops_nobody_else(house) -> None:
    house.shows(picture(card=True))
    house.shows(picture((1, 1, 2), card=True))
    house.shows(picture((3, 1, 3), card=True))
    assert house.said() == ["rolled", "rolled"]


def test_dice_that_lie_on_are_one_throw(house) -> None:
    house.shows(ONE, 4.0)
    assert house.said() == ["rolled"]


def _film(*shown: tuple[float, np.ndarray]) -> list[Frame]:
    """Return a film that shows pictures for so many seconds each."""
    images = [image for seconds, image in shown for _ in range(round(seconds * 30))]
    return [Frame(index, index / 30, image) for index, image in enumerate(images)]


def test_a_camera_that_was_opened_again_goes_on_where_it_stopped(house) -> None:
    """It counts from nought then; a hand it saw long ago is not in its way."""

    def reached(row: int) -> np.ndarray:
        image = picture()
        image[row:, 250:400] = (120, 150, 220)
        return image

    coming = [(0.04, reached(row)) for row in range(460, 180, -20)]
    hand = (1.5, reached(180))
    house.eyes.follow(iter(_film((2.0, picture()), *coming, hand)))
    assert house.eyes.sight.light is Light.HANDS
    house.eyes.follow(iter(_film((0.2, picture()), (1.5, ONE))))
    assert house.said() == ["rolled"]


def test_taking_back_does_not_bring_the_same_reading_again(house) -> None:
    house.shows(ONE)
    house.tables.undo(house.table, at_seat(0), 1, "no")
    house.shows(ONE, 2.0)
    assert house.now.version == 2


def test_the_picture_of_a_throw_that_counted_is_kept_with_its_line(house) -> None:
    house.shows(ONE)
    assert house.kept.versions(house.table) == {1}
    assert house.kept.picture(house.table, 1).startswith(b"\xff\xd8")
    house.kept.forget(house.table)
    assert house.kept.versions(house.table) == set()


def test_where_the_table_wants_to_be_asked_it_is_asked(house) -> None:
    house.habits.let_count(house.table, False)
    house.shows(ONE)
    assert house.now.version == 0
    (made,) = house.proposals.open(house.table, 0, None)
    assert made.certain
    assert made.waits_for(at_seat(0))
    assert made.waits_for(HOST)
    assert not made.waits_for(at_seat(1))
    house.habits.let_count(house.table, True)
    assert house.habits.counts_at_once(house.table)


def test_a_doubtful_reading_is_asked_about_and_not_played(house, monkeypatch) -> None:
    def doubtful(image, prior):
        return replace(read(image, prior), certain=False)

    monkeypatch.setattr(readers, "read", doubtful)
    house.shows(ONE, 2.0)
    assert house.now.version == 0
    assert len(house.proposals.open(house.table, 0, None)) == 1


def test_dice_thrown_before_they_were_awaited_count_when_they_are(house) -> None:
    """Somebody throws while a new die is still to be taken: nobody throws again."""
    turn = ["rolled", "stop"]
    for _ in house.now.charter.players:
        house.shows(ONE)
        house.shows(picture(card=True))
    house.shows(OTHER)
    now = house.now
    assert house.said() == turn * 2
    assert now.game.expects(now.state, None) is None
    for _ in house.now.charter.players:
        draft = now.game.to_json(now.game.legal_actions(now.state)[0])
        now, _ = house.tables.act(
            house.table, HOST, draft, now.version, f"{now.version}"
        )
    house.shows(OTHER)
    assert house.said()[-1] == "rolled"


def test_the_light_says_what_the_camera_does(house) -> None:
    assert house.eyes.sight.light is Light.WAITING
    house.shows(ONE)
    assert house.eyes.sight.light is Light.READ
    assert [die["face"] for die in house.eyes.sight.pieces()] == [2]
    house.shows(picture((6, 4, 1)), 0.1)
    assert house.eyes.sight.light is Light.HANDS


def test_a_host_chooses_the_table(house, monkeypatch) -> None:
    tomorrow = written(datetime.now(UTC) + timedelta(days=1))
    monkeypatch.setattr("companion.table.service.now", lambda: tomorrow)
    other = house.tables.create("karma-dice", ["Eva", "Tom"], {}).charter.table
    house.shows(picture())
    assert house.eyes.table == other, "the newest that waits"
    house.eyes.look_at(house.table)
    house.shows(ONE)
    assert (house.now.version, house.tables.open(other).version) == (1, 0)


def test_a_camera_that_is_not_there_is_told_at_the_table(house, tmp_path) -> None:
    eyes = Eyes(str(tmp_path / "nothing.mp4"), house.eyes.room)
    eyes.start()
    while eyes.sight.advice is None:
        sleep(0.01)
    eyes.close()
    assert eyes.table == house.table
    assert "cannot be opened" in eyes.sight.advice.one


def test_only_so_many_pictures_are_kept(tmp_path, house) -> None:
    few = KeptThrows(tmp_path / "few", each=2)
    made = suggested(house.now, HOST, ONE, read(ONE, DicePrior()))
    for version in (1, 2, 3):
        few.keep(made, version)
    assert few.versions(house.table) == {2, 3}
    few.keep(replace(made, secret_of=0), 4)
    assert few.versions(house.table) == {2, 3}, "secrets are not kept"


def test_the_camera_reads_with_what_the_host_has_taught(house, monkeypatch) -> None:
    """The dice of the table's host, in the light of that table."""
    priors = []

    def reading(image, prior):
        priors.append(prior)
        return read(image, prior)

    monkeypatch.setattr(readers, "read", reading)
    Hosts(house.tables.store).seat_host(house.table, "a secret")
    die = Confirmed(2, 2, "red", {"orange": 0.9}, (1.5, 0.1, 4.0))
    taught = Photo((die,), (0.0, 0.0, 4.7), certain=True, whole=True)
    OwnDice(house.taught).learn(host_id("a secret"), taught)
    house.shows(ONE)
    assert set(priors[-1].own.dice) == {"red"}


def test_a_whole_turn_on_film_is_read_and_played(seeing_house, tmp_path) -> None:
    """No part of it is pretended: a file, the loop, the reader, the rules."""
    house = seeing_house
    cloth, three = drawn_dice.picture(), drawn_dice.picture((200, 200, 3))
    both = drawn_dice.picture((420, 150, 4), (300, 330, 2))
    card = drawn_dice.with_stop_card(cloth)
    path = drawn_dice.film(
        tmp_path / "turn.avi",
        (cloth, 1.0),
        (three, 1.0),
        (cloth, 0.6),
        (both, 1.0),
        (cloth, 0.6),
        (card, 1.0),
    )
    house.eyes.follow(film(str(path)))
    assert house.said() == ["rolled", "rolled", "stop"]
    rolls = [step.entry.body["action"]["faces"] for step in list(house.now.log)[:2]]
    assert [sorted(faces) for faces in rolls] == [[3], [2, 4]]
    assert house.kept.versions(house.table) == {1, 2}


def test_pictures_are_turned_as_the_camera_hangs(tmp_path, monkeypatch) -> None:
    configs, asked = [], []

    def kept_nowhere(config):
        configs.append(config)
        raise OSError("no room")

    with monkeypatch.context() as patched:
        patched.setattr("app.create_app", kept_nowhere)
        assert main(["run", "--camera", "0", "--camera-turn", "270"]) == 2
    chosen = {key: configs[0][key] for key in ("CAMERA", "CAMERA_TURN")}
    app = create_app({"DATA": str(tmp_path), "TESTING": True, **chosen})
    eyes = app.extensions["services"].eyes

    def opens(source, turn):
        asked.append((source, turn))
        eyes._over.set()
        raise NoFilm("none")

    monkeypatch.setattr("companion.table.eyes.film", opens)
    eyes._run()
    assert asked == [("0", 270)]
    app.extensions["services"].tables.store.close()
