"""What all tests of the readers share."""

import pytest

from vision import ocr
from vision.cards import reading


@pytest.fixture(autouse=True)
def all_the_time(monkeypatch) -> None:
    """Let no reading end early because the machine is busy with something else."""
    monkeypatch.setattr(reading, "PATIENCE", 600.0)
    monkeypatch.setattr(ocr, "PATIENCE", 120.0)
