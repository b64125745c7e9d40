"""Train the heads that tell dice from other things, on features that stay as they are.

The things are what networks nearly take for dice on tables and pictures, the dice those
of these tables and of photos; each is seen by networks that were not trained with it.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

import numpy as np
import torch
from torch import nn

from vision.dice.look import crop
from vision.dice.thing import HEAD, features
from vision.network import Network
from vision.train.bank import unpack
from vision.train.calibrate import Seen
from vision.train.data import jitter

COPIES, OF_PHOTOS = 2, 12
"""Views of each box, in tables and in photos; all but the first are a little off."""

HIDDEN = 128
STEPS = 8000
PEAK = 3e-3
MOST = 400
"""A set of tables or photos has no more say than so many dice or things."""

LEVELS = 15
"""Steps from nought to the largest weight: fewer are packed smaller."""

Rows = tuple[np.ndarray, np.ndarray, np.ndarray]
"""Features, whether a die, and weights."""


def rows(net: Network, bank, seen: list[Seen], *, photos: bool) -> Rows | None:
    """Return what a set of photos or of tables teaches, if anything."""
    copies = OF_PHOTOS if photos else COPIES
    rng = np.random.default_rng(11)
    said, truth = [], []
    for (packed, *_), one in zip(bank, seen, strict=True):
        image = unpack(packed)
        known = [(x.found.box, f) for x, f in zip(one.looks, one.faces, strict=True)]
        boxes = [(box, face > 0) for box, face in known if face >= 0]
        views = [v for box, _ in boxes for v in _views(rng, image, box, copies)]
        if views:
            said.append(features(net, views))
            truth += [die for _, die in boxes for _ in range(copies)]
    if not truth:
        return None
    dice = np.array(truth)
    shares = {True: 2.0, False: 1.0} if photos else {True: 0.5, False: 1.0}
    weight = np.zeros(len(dice), np.float32)
    for kind, share in shares.items():
        views_of = max(int((dice == kind).sum()), 1)
        weight[dice == kind] = share * min(1 / copies, MOST / views_of)
    return np.concatenate(said), dice.astype(np.float32), weight


def weighed(taught: Rows | None, say: float) -> list[Rows]:
    """Return the same with more or less say, if there is anything."""
    return [(taught[0], taught[1], taught[2] * say)] if taught else []


def _views(rng, image, box, copies: int) -> Iterable[np.ndarray]:
    yield crop(image, box)
    for _ in range(copies - 1):
        view = crop(image, _shaken(rng, box))
        view = view[:, ::-1] if rng.random() < 0.5 else view
        yield jitter(rng, np.ascontiguousarray(view))


def _shaken(rng, box) -> tuple[float, ...]:
    """Return a box as far off as the reader's closer ones are."""
    x0, y0, x1, y1 = box
    size, scale = max(x1 - x0, y1 - y0), np.exp(rng.normal(0, 0.08)) / 2
    x = (x0 + x1) / 2 + rng.normal(0, 0.04) * size
    y = (y0 + y1) / 2 + rng.normal(0, 0.04) * size
    w, h = (x1 - x0) * scale, (y1 - y0) * scale
    return x - w, y - h, x + w, y + h


def fit(sets: list[Rows], folder: Path) -> None:
    """Train a head and write it beside its networks."""
    x, y, weight = (np.concatenate(some) for some in zip(*sets, strict=True))
    mean, spread = x.mean(0), x.std(0) + 1e-3
    told = torch.from_numpy((x - mean) / spread), torch.from_numpy(y)
    weights = torch.from_numpy(weight / weight.mean())
    head = _trained(*told, weights)
    first, last = head[1], head[4]
    inner = (first.weight.detach().numpy() / spread).T
    scale = np.abs(inner).max(0) / LEVELS
    np.savez(
        folder / HEAD,
        weight1=np.round(inner / scale).astype(np.int8),
        scale1=scale.astype(np.float32),
        bias1=first.bias.detach().numpy() - mean @ inner,
        weight2=last.weight.detach().numpy().T,
        bias2=last.bias.detach().numpy(),
    )


def _trained(x: torch.Tensor, y: torch.Tensor, weight: torch.Tensor) -> nn.Sequential:
    torch.manual_seed(0)
    drop, inner = nn.Dropout(0.4), nn.Linear(x.shape[1], HIDDEN)
    head = nn.Sequential(drop, inner, nn.ReLU(), drop, nn.Linear(HIDDEN, 1))
    optimiser = torch.optim.AdamW(head.parameters(), PEAK, weight_decay=0.5)
    chance = torch.Generator().manual_seed(0)
    for step in range(STEPS):
        for group in optimiser.param_groups:
            group["lr"] = PEAK * (0.5 + 0.5 * float(np.cos(np.pi * step / STEPS)))
        some = torch.randint(0, len(x), (512,), generator=chance)
        wrong = nn.functional.binary_cross_entropy_with_logits(
            head(x[some])[:, 0], y[some], reduction="none"
        )
        loss = (wrong * weight[some]).mean()
        optimiser.zero_grad()
        loss.backward()
        optimiser.step()
    return head.eval()
