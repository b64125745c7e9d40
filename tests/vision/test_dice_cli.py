"""The command line's contract."""

import json
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest
from PIL import Image

from vision.__main__ import main
from vision.train.render.scene import render


def run(capsys: pytest.CaptureFixture[str], *words: str) -> dict[str, Any]:
    assert main(["dice", *words, "--json"]) == 0
    line: dict[str, Any] = json.loads(capsys.readouterr().out)
    return line


def test_an_empty_table_is_a_problem_with_advice(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    noise = np.random.default_rng(1).normal(150, 6, (480, 640, 3))
    cv2.imwrite(str(tmp_path / "a.jpg"), noise.clip(0, 255).astype(np.uint8))
    line = run(capsys, str(tmp_path / "a.jpg"))
    assert line["dice"] == []
    assert line["certain"] is False
    assert line["problem"]["code"] == "no-dice"
    assert line["ms"] > 0


def test_darkness_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    cv2.imwrite(str(tmp_path / "a.png"), np.full((300, 400, 3), 4, np.uint8))
    problem = run(capsys, str(tmp_path / "a.png"))["problem"]
    assert problem["code"] == "dark"
    assert "light" in problem["advice"]


def test_blur_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    blobs = np.random.default_rng(2).random((6, 8, 3)) * 255
    soft = cv2.resize(blobs, (800, 600), interpolation=cv2.INTER_CUBIC)
    cv2.imwrite(str(tmp_path / "a.png"), soft.clip(0, 255).astype(np.uint8))
    problem = run(capsys, str(tmp_path / "a.png"))["problem"]
    assert problem["code"] == "blurred"


def test_what_is_no_image_exits_2(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "a.jpg").write_text("not a picture")
    assert main(["dice", str(tmp_path / "a.jpg"), "--json"]) == 2
    assert capsys.readouterr().out == ""


def test_a_thread_of_pixels_exits_2(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    cv2.imwrite(str(tmp_path / "a.png"), np.zeros((1, 5000, 3), np.uint8))
    assert main(["dice", str(tmp_path / "a.png"), "--json"]) == 2
    assert "narrow" in capsys.readouterr().err


def test_a_phone_held_sideways_is_read_upright(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The file lies on its side and says so, as phones do."""
    scene = render(507, side=512, die_px=70, count=4).photo[:384]
    cv2.imwrite(str(tmp_path / "a.png"), scene)
    Image.fromarray(np.rot90(scene)[..., ::-1]).save(
        tmp_path / "b.jpg", quality=97, exif=_turned(6)
    )
    upright, turned = (
        {die["face"]: die["box"] for die in run(capsys, str(tmp_path / name))["dice"]}
        for name in ("a.png", "b.jpg")
    )
    assert upright
    assert upright.keys() == turned.keys()
    for face, box in upright.items():
        assert turned[face] == pytest.approx(box, abs=12)


def _turned(way: int) -> Image.Exif:
    exif = Image.Exif()
    exif[0x0112] = way
    return exif


def test_a_drawing_is_written(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    photo, out = tmp_path / "a.png", tmp_path / "out.png"
    cv2.imwrite(str(photo), np.full((200, 300, 3), 90, np.uint8))
    run(capsys, str(photo), "--draw", str(out))
    drawn = cv2.imread(str(out))
    assert drawn is not None
    assert drawn.shape == (200, 300, 3)
