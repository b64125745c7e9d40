"""The command line's contract."""

import json
from pathlib import Path

import cv2
import numpy as np
import pytest

from vision.__main__ import main


def run(capsys: pytest.CaptureFixture[str], *words: str) -> dict[str, object]:
    assert main(["dice", *words, "--json"]) == 0
    line: dict[str, object] = json.loads(capsys.readouterr().out)
    return line


def test_an_empty_table_is_a_problem_with_advice(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    noise = np.random.default_rng(1).normal(150, 6, (480, 640, 3))
    cv2.imwrite(str(tmp_path / "a.jpg"), noise.clip(0, 255).astype(np.uint8))
    line = run(capsys, str(tmp_path / "a.jpg"))
    assert line["dice"] == []
    assert line["certain"] is False
    assert line["problem"]["code"] == "no-dice"  # type: ignore[index]
    assert line["ms"] > 0  # type: ignore[operator]


def test_darkness_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    cv2.imwrite(str(tmp_path / "a.png"), np.full((300, 400, 3), 4, np.uint8))
    problem = run(capsys, str(tmp_path / "a.png"))["problem"]
    assert problem["code"] == "dark"  # type: ignore[index]
    assert "light" in problem["advice"]  # type: ignore[index]


def test_blur_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    blobs = np.random.default_rng(2).random((6, 8, 3)) * 255
    soft = cv2.resize(blobs, (800, 600), interpolation=cv2.INTER_CUBIC)
    cv2.imwrite(str(tmp_path / "a.png"), soft.clip(0, 255).astype(np.uint8))
    problem = run(capsys, str(tmp_path / "a.png"))["problem"]
    assert problem["code"] == "blurred"  # type: ignore[index]


def test_what_is_no_image_exits_2(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "a.jpg").write_text("not a picture")
    assert main(["dice", str(tmp_path / "a.jpg"), "--json"]) == 2
    assert capsys.readouterr().out == ""


def test_a_drawing_is_written(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    photo, out = tmp_path / "a.png", tmp_path / "out.png"
    cv2.imwrite(str(photo), np.full((200, 300, 3), 90, np.uint8))
    run(capsys, str(photo), "--draw", str(out))
    drawn = cv2.imread(str(out))
    assert drawn is not None
    assert drawn.shape == (200, 300, 3)
