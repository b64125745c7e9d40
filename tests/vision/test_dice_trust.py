"""Chances that mean what they say."""

from pathlib import Path

import numpy as np
import pytest

from vision.dice import trust
from vision.dice.company import presence_signs
from vision.dice.find import Found
from vision.dice.look import Look
from vision.dice.nets import MODELS
from vision.dice.trust import Trust
from vision.train.calibrate import Seen, fit, judged, logistic


def faces(best: float) -> trust.Floats:
    return np.array([best, *[(1 - best) / 5] * 5], np.float32)


def test_what_was_saved_is_loaded(tmp_path: Path) -> None:
    kept = Trust((1.0, 2.0, 3.0, -4.0, -5.0, 6.0), (1.0, 2.0), 0.7)
    trust.save(kept, tmp_path)
    assert trust.load(tmp_path) == kept


def test_the_shipped_trust_rises_with_what_speaks_for_a_die() -> None:
    shipped = trust.load(MODELS)
    low, high = (shipped.there(presence_signs(p, p)) for p in (0.3, 0.9))
    assert 0 <= low < high <= 1
    like, unlike = (
        shipped.there(presence_signs(0.6, 0.6, (d, 0.0, 0.0))) for d in (0.0, 1.0)
    )
    assert unlike < like
    among = [
        shipped.there(presence_signs(0.6, 0.6, (0.0, 0.0, r))) for r in (-2.0, 1.0)
    ]
    assert among[0] < among[1]
    doubt, sure = (shipped.right(faces(p)) for p in (0.4, 0.99))
    assert 0 <= doubt < sure <= 1


def test_a_fitted_curve_tells_how_often() -> None:
    rng = np.random.default_rng(4)
    signs = np.stack([np.ones(4000), rng.normal(0, 2, 4000)], 1)
    truth = rng.random(4000) < 1 / (1 + np.exp(-(0.5 + signs[:, 1])))
    weights = logistic(signs, truth, np.ones(4000))
    assert weights == pytest.approx((0.5, 1.0), abs=0.15)


def seen(rng: np.random.Generator) -> Seen:
    """One die whose likeliest face is right as often as the network says."""
    best = float(rng.uniform(0.4, 0.999))
    truth = 1 if rng.random() < best else 2
    found = Found((0.0, 0.0, 50.0, 50.0), 0.95)
    signs = presence_signs(0.95, 0.99)
    look = Look(found, 0.99, 0.99, faces(best), faces(0.9), signs)
    aside, signs = Found((90.0, 0.0, 140.0, 50.0), 0.1), presence_signs(0.1, 0.05)
    nothing = Look(aside, 0.05, 0.05, faces(0.5), faces(0.9), signs)
    return Seen([look, nothing], [truth, 0], 0)


def test_the_threshold_lets_few_wrong_photos_pass() -> None:
    rng = np.random.default_rng(5)
    fitted = fit([], [seen(rng) for _ in range(2000)])
    verdicts = [judged(seen(rng), fitted) for _ in range(2000)]
    accepted = [good for sure, good in verdicts if sure >= fitted.certain]
    assert len(accepted) > 200
    assert sum(not good for good in accepted) <= 0.03 * len(verdicts)
    sure = [good for chance, good in verdicts if chance > 0.8]
    assert np.mean(sure) > 0.8
