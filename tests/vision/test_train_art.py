"""Pictures of real things on drawn tables."""

from pathlib import Path

import cv2
import numpy as np

from vision.train import art
from vision.train.render import decks
from vision.train.render.scene import render


def _picture(path: Path, *, cut_out: bool) -> None:
    image = np.full((80, 80, 4), (10, 20, 200, 255), np.uint8)
    image[:20, :, 3] = 0 if cut_out else 255
    cv2.imwrite(str(path), image)


def test_one_in_some_pictures_is_a_cut_out_or_a_photo_and_none_shows_dice(
    tmp_path: Path,
) -> None:
    for k in range(10):
        _picture(tmp_path / f"a thing {k}.png", cut_out=True)
        _picture(tmp_path / f"two_Dice{k}.png", cut_out=True)
        _picture(tmp_path / f"wood {k}.png", cut_out=False)
    (tmp_path / "no picture.png").write_text("")
    loaded = art.load(tmp_path)
    assert len(loaded.things) == 10 / art.EVERY
    assert len(loaded.photos) == 10 / art.EVERY
    assert loaded.things[0].shape == (80, 80, 4)
    assert loaded.photos[0].shape == (80, 80, 3)


def test_real_things_lie_on_the_drawn_table() -> None:
    thing = np.full((60, 60, 4), (250, 0, 250, 255), np.uint8)
    plain = render(5, 256, count=0, crowd=9)
    scene = render(5, 256, count=0, crowd=9, cut_outs=[thing])

    def pink(photo: np.ndarray) -> float:
        blue, green, red = (photo[..., k].astype(int) for k in range(3))
        return float(((blue > green + 40) & (red > green + 40)).mean())

    assert pink(scene.photo) > pink(plain.photo) + 0.01
    assert scene.dice == []


def _cards(folder: Path, *shapes: tuple[int, int]) -> None:
    folder.mkdir(parents=True)
    for k, (wide, tall) in enumerate(shapes):
        card = np.zeros((tall + 30, wide + 20, 4), np.uint8)
        card[15 : 15 + tall, 10 : 10 + wide] = (250, 0, 250, 255)
        cv2.imwrite(str(folder / f"{k}.png"), card)


def test_one_in_some_decks_is_kept_apart_and_what_is_no_card_left_out(
    tmp_path: Path,
) -> None:
    for k in range(art.EVERY + 1):
        _cards(tmp_path / art.DECKS / f"deck {k}", (100, 140), (300, 140), (20, 28))
    ours, others = art.load(tmp_path), art.load(tmp_path, others=True)
    assert len(ours.decks) == 2
    assert len(others.decks) == art.EVERY - 1
    assert [card.shape for card in ours.decks[0]] == [(140, 100, 4)]
    assert ours.things == ours.photos == [], "a card is no cut-out like others"


def test_cards_lie_on_a_table_and_a_seed_says_which() -> None:
    card = np.full((140, 100, 4), (250, 0, 250, 255), np.uint8)
    tables = [decks.table(seed, [[card]], []) for seed in (1, 2, 3, 1)]
    assert np.array_equal(tables[0], tables[3])
    for photo in tables:
        blue, green, red = (photo[..., k].astype(int) for k in range(3))
        assert ((blue > green + 30) & (red > green + 30)).mean() > 0.01
