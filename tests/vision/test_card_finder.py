"""The network that finds cards: every card, no ghosts, corners near the drawn ones."""

from __future__ import annotations

import numpy as np
import pytest

from tests.vision import render_cards, render_tables
from vision.cards import finder, geometry, whole
from vision.cards.quads import find_quads
from vision.image import BgrImage
from vision.train.cards import faces, scenes, tables


def table(kind: str, seed: int, many: int, size: float = 1.0) -> render_cards.Photo:
    rng = np.random.default_rng(seed)
    path = render_cards.fonts()[0]
    hand = [("panic", render_tables.full_art("Panic", rng, path)) for _ in range(many)]
    return render_tables.photo(hand, rng, kind, size=size)


@pytest.mark.parametrize(("kind", "seed"), [("plain", 1), ("cloth", 5), ("busy", 4)])
def test_every_card_is_outlined_and_nothing_else(kind: str, seed: int) -> None:
    photo = table(kind, seed, 4)
    found = find_quads(BgrImage(photo.image))
    assert len(found) == 4
    for truth in photo.quads:
        assert max(geometry.iou(truth, quad.corners) for quad in found) > 0.9


@pytest.mark.parametrize(("kind", "seed"), [("plain", 1), ("cloth", 5), ("busy", 8)])
def test_cards_seen_from_afar_are_looked_at_from_closer(kind: str, seed: int) -> None:
    photo = table(kind, seed, 4, size=0.4)
    found = find_quads(BgrImage(photo.image))
    for truth in photo.quads:
        assert max(geometry.iou(truth, quad.corners) for quad in found) > 0.8


def test_only_tiny_cards_cost_a_second_look(monkeypatch: pytest.MonkeyPatch) -> None:
    looked: list[int] = []
    look = finder.find

    def counted(image: BgrImage, side: int = finder.SIDE) -> finder.Found:
        looked.append(side)
        return look(image, side)

    monkeypatch.setattr(finder, "find", counted)
    finder.closely(BgrImage(table("plain", 1, 4).image))
    finder.closely(BgrImage(table("cloth", 3, 0).image))
    assert looked == [finder.SIDE, finder.SIDE]
    finder.closely(BgrImage(table("plain", 1, 4, size=0.3).image))
    assert finder.SIDE < looked[-1] <= finder.FINEST


@pytest.mark.parametrize("kind", ["cloth", "slanted"])
def test_a_table_without_cards_has_no_outlines(kind: str) -> None:
    assert find_quads(BgrImage(table(kind, 3, 0).image)) == []


def test_outlines_are_told_in_pixels_of_the_photo_given() -> None:
    photo = table("plain", 1, 1)
    large = finder.find(BgrImage(photo.image))
    small = finder.find(BgrImage(photo.image[::2, ::2].copy()))
    assert geometry.iou(large.quads[0], 2 * small.quads[0]) > 0.9


def test_a_face_is_like_itself_on_another_table_and_upside_down() -> None:
    rng = np.random.default_rng(6)
    drawn = [
        render_tables.full_art("Panic", rng, render_cards.fonts()[0]) for _ in range(3)
    ]
    seen: list[list[np.ndarray]] = []
    for kind in ("plain", "slanted"):
        photos = [render_tables.photo([("x", face)], rng, kind) for face in drawn]
        seen.append([whole.faces(BgrImage(p.image), p.quads[0])[0] for p in photos])
    alike = np.array(seen[0]) @ np.array(seen[1]).T
    assert (alike.argmax(axis=1) == np.arange(3)).all()
    turned = render_tables.photo([("x", drawn[0][::-1, ::-1].copy())], rng, "plain")
    upside, upright = whole.faces(BgrImage(turned.image), turned.quads[0])
    assert upright @ seen[0][0] > 0.8 > upside @ seen[0][0]
    found = whole.likest(np.array(seen[0]), "abc", np.stack([upside, upright]))
    assert (found.index, found.upside) == (0, True)


def test_thin_strokes_are_paler_from_afar_and_never_skipped() -> None:
    face = np.full((700, 500, 3), 255, np.uint8)
    face[::5] = 0  # a fifth of the face is ink
    photo = np.full((300, 300, 3), 255, np.uint8)
    corners = np.array([[100, 100], [200, 100], [200, 240], [100, 240]], float)
    look, rng = render_cards.Look(glare=0.0), np.random.default_rng(1)
    render_cards.lay(photo, face, corners, look, rng)
    inner = photo[120:220, 120:180]
    assert inner.mean() == pytest.approx(0.8 * 255, abs=8)
    assert inner.std() < 8


def test_a_drawn_scene_knows_how_much_of_each_card_is_seen() -> None:
    rng = np.random.default_rng(2)
    games = [faces.game(rng, [], 4)]
    drawn = [scenes.scene(rng, games, []) for _ in range(24)]
    seen = np.concatenate([scene.seen for scene in drawn])
    assert seen.max() <= 1.1
    assert (seen < 0.6).any()  # fans cover, edges of the photo cut
    for scene in drawn:
        assert scene.corners.shape == (len(scene.quads), 4)
        assert bool(scene.border.any()) == bool((scene.seen > 0.05).any())


@pytest.mark.parametrize("thing", tables.THINGS)
def test_things_beside_cards_are_drawn_and_the_table_stays(thing) -> None:
    changed = []
    for seed in range(8):
        image = np.full((360, 480, 3), 90, np.uint8)
        thing(np.random.default_rng(seed), image)
        changed.append(float((image != 90).any(axis=2).mean()))
    assert 0 < max(changed) < 0.95
    assert np.count_nonzero(changed) >= 4
