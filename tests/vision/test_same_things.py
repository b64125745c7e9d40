"""The browser's camera knows again what it read, whichever pieces these are."""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path

import pytest

NODE = shutil.which("node")
SCRIPT = Path(__file__).parents[2] / "static" / "js" / "alike.js"

LOOK = """
import { alike } from "%(script)s"
const cases = JSON.parse(process.argv[2])
console.log(JSON.stringify(cases.map(([old, now]) => alike(old, now, [0, 0]))))
"""

DIE = {"face": 3, "box": [10, 10, 40, 40]}
AMULET = {"face": "gold", "symbols": {"red": 4, "blue": 4}, "box": [0, 0, 90, 90]}
CELL = {"cell": "a1", "what": "yellow", "box": [5, 5, 30, 30]}
CARD = {"card": "hope", "quad": [[0, 0], [50, 0], [50, 80], [0, 80]]}

CASES = [
    ([DIE], [DIE | {"box": [14, 10, 40, 40]}], True),
    ([DIE], [DIE | {"face": 4}], False),
    ([DIE], [DIE | {"box": [60, 10, 40, 40]}], False),
    ([AMULET], [AMULET], True),
    ([AMULET], [AMULET | {"symbols": {"red": 4, "green": 4}}], False),
    ([CELL], [CELL], True),
    ([CELL], [CELL | {"what": ""}], False),
    ([CARD], [CARD], True),
    ([CARD], [CARD | {"card": "fury"}], False),
]


@pytest.mark.skipif(NODE is None, reason="node is not here")
def test_only_the_same_things_in_their_places_are_the_same(tmp_path) -> None:
    script = tmp_path / "look.mjs"
    script.write_text(LOOK % {"script": SCRIPT})
    said = subprocess.run(
        [NODE, str(script), json.dumps([[old, now] for old, now, _ in CASES])],
        capture_output=True,
        text=True,
        check=True,
    )
    assert json.loads(said.stdout) == [same for _, _, same in CASES]
