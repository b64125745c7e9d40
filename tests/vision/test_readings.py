"""The values between table and readers, and the one way they become JSON."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest

from vision.readings import (
    AmuletGuess,
    AmuletReading,
    CardGuess,
    CardReading,
    CellReading,
    DicePrior,
    DieReading,
    Problem,
    Question,
    Report,
    ThrownDie,
    piece_json,
    question_json,
    symbols,
    to_json,
)

DIE = DieReading(5, "red", 0.98, (10, 20, 30, 40), ((5, 0.97), (6, 0.03)), (), 1)
CARD = CardReading(
    "panic",
    "Panic",
    0.99,
    ((0, 0), (10, 0), (10, 20), (0, 20)),
    (CardGuess("panic", "Panic", 0.99),),
)
FACE = symbols({"red": 4, "green": 4, "white": 0})
AMULET = AmuletReading(
    "gold", FACE, 0.9, (1, 2, 3, 4), (AmuletGuess("gold", FACE, 0.9),)
)
CELL = CellReading("A1", "light", 0.9, (("light", 0.9), ("", 0.1)))


def test_games_can_import_the_values_without_any_picture_library() -> None:
    program = (
        "import sys, vision.readings; "
        "print([m for m in ('cv2', 'numpy', 'PIL') if m in sys.modules])"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], check=True, capture_output=True, text=True
    )
    assert done.stdout.strip() == "[]"


@pytest.mark.parametrize("piece", [DIE, CARD, AMULET, CELL])
def test_every_piece_is_a_value_and_plain_json(piece: DieReading) -> None:
    assert hash(piece) == hash(piece)
    told = piece_json(piece)
    assert json.loads(json.dumps(told)) == told


def test_a_report_keeps_the_contract_of_the_command_line() -> None:
    told = to_json(Report("dice", (DIE,), certain=True))
    assert told["dice"][0]["face"] == 5
    assert told["dice"][0]["box"] == [10, 20, 30, 40]
    assert told["dice"][0]["faces"] == {"5": 0.97, "6": 0.03}
    assert (told["certain"], told["question"]) == (True, None)
    assert "problem" not in told
    assert to_json(Report("amulets", (AMULET,)))["amulets"][0]["symbols"] == dict(FACE)


def test_places_are_given_in_pixels_of_the_photo_as_taken() -> None:
    asked = Question(0, (5, 6), (10, 20, 30, 40))
    told = to_json(Report("dice", (DIE,), question=asked), scale=2.5)
    assert told["dice"][0]["box"] == told["question"]["box"] == [25, 50, 75, 100]
    card = to_json(Report("cards", (CARD,)), scale=2)["cards"][0]
    assert card["quad"] == [[0, 0], [20, 0], [20, 40], [0, 40]]


def test_a_question_names_its_piece_and_the_other_one_if_two_are_swapped() -> None:
    box = (1.0, 2.0, 3.0, 4.0)
    assert question_json(Question(1, (FACE,), box)) == {
        "piece": 1,
        "options": [dict(FACE)],
        "box": [1, 2, 3, 4],
    }
    swapped = question_json(Question(1, (), box, 0))
    assert swapped is not None
    assert swapped["or"] == 0


def test_a_problem_says_its_numbers() -> None:
    problem = Problem(
        "more", "{found} instead of {wanted}", (("found", 3), ("wanted", 2))
    )
    told = to_json(Report("dice", problem=problem))
    assert told["problem"] == {"code": "more", "advice": "3 instead of 2"}


def test_equal_priors_are_equal() -> None:
    assert DicePrior((ThrownDie("red"),)) == DicePrior((ThrownDie("red"),))
    assert hash(DicePrior((ThrownDie("red"),)))
