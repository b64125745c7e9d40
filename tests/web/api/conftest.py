"""Photos for tests: a reader that sees what it is told, and a picture to send."""

import io
from dataclasses import replace

import pytest
from PIL import Image

from companion.table import readers
from vision.readings import DieReading, Report, Whole


def jpeg(size=(64, 48), format_="JPEG"):
    out = io.BytesIO()
    Image.new("RGB", size, "green").save(out, format_)
    return out.getvalue()


class Eyes:
    """A reader that sees what the test tells it."""

    def __init__(self):
        self.prior = None
        self.report = Report("dice")

    def read(self, image, prior):
        self.prior = prior
        return replace(self.report, size=(image.shape[1], image.shape[0]))

    def see(self, *dice, certain=True, **more):
        """Let the next photo show these dice, and that they are all."""
        wholes = (Whole(dice, dice[0].confidence),) if dice else ()
        self.report = Report("dice", dice, wholes, certain, **more)


@pytest.fixture
def eyes(monkeypatch):
    told = Eyes()
    monkeypatch.setattr(readers, "read", told.read)
    return told


def send(someone, data, field="photo", **more):
    return someone.client.post(
        f"/api/tables/{someone.table}/photos",
        data={field: (io.BytesIO(data), "roll.jpg"), **more},
        headers=someone.headers(),
    )


@pytest.fixture
def rolling(party):
    party.seats[0].act("roll")
    return party


def die(face, confidence=0.99):
    return DieReading(face, "white", confidence, (1, 2, 3, 4))
