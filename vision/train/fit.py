"""Training loops of the two networks, bounded by steps so that they can be repeated."""

from __future__ import annotations

import itertools
import math
import time
from pathlib import Path

import torch
import torch.nn.functional as F  # noqa: N812
from torch.utils.data import DataLoader

from vision.dice.look import COLOUR, KIND, PLACE
from vision.train.data import Crops, Windows
from vision.train.nets import Detector, Reader

WINDOW = 288
"""Side of the detector's training views."""


def detector_loss(out: torch.Tensor, want: torch.Tensor) -> torch.Tensor:
    """Return focal loss of the heat plus errors of place, size and face."""
    heat = out[:, 0].float()
    truth, weight, ignore = want[:, 0], want[:, 1], want[:, 8]
    middle = (truth == 1).float()
    p = torch.sigmoid(heat)
    right = F.logsigmoid(heat) * (1 - p) ** 2 * middle
    wrong = F.logsigmoid(-heat) * p**2 * (1 - truth) ** 4 * (1 - middle)
    wrong = wrong * (1 - ignore * (truth < 0.3).float())
    count = middle.sum().clamp(min=1)
    loss = -(right.sum() + wrong.sum()) / count
    total = weight.sum().clamp(min=1)
    place = (out[:, 1:3] - want[:, 2:4]).abs().sum(1)
    size = (out[:, 3:5] - want[:, 4:6]).abs().sum(1)
    loss = loss + ((0.3 * place + 1.0 * size) * weight).sum() / total
    known = weight * want[:, 7]
    face = F.cross_entropy(out[:, 5:11], want[:, 6].long(), reduction="none")
    return loss + 0.1 * (face * known).sum() / known.sum().clamp(min=1)


def reader_loss(out, marks, truth) -> torch.Tensor:
    """Return the error of face, map of pips, place and, where it has a name, colour."""
    face, colour, pips, known, place, upright = truth
    loss = F.cross_entropy(out[:, KIND], face)
    named = colour >= 0
    if named.any():
        loss = loss + 0.3 * F.cross_entropy(out[named, COLOUR], colour[named])
    if known.any():
        wrong = F.binary_cross_entropy_with_logits(marks[known], pips[known])
        loss = loss + 10 * wrong
    if upright.any():
        off = (out[upright, PLACE] - place[upright]).abs().mean(0)
        loss = loss + 2 * off[:2].sum() + off[2:].sum()
    return loss


def _loop(net, loader, step_of, *, steps: int, peak: float) -> None:
    """Take steps with a rate that rises shortly and falls along a cosine."""
    optimiser = torch.optim.AdamW(net.parameters(), peak, weight_decay=0.01)
    began, mean = time.time(), 0.0
    net.train()
    for step, batch in enumerate(itertools.islice(loader, steps)):
        fall = 0.5 + 0.5 * math.cos(math.pi * step / steps)
        for group in optimiser.param_groups:
            group["lr"] = peak * min(1.0, step / 100 + 0.05) * fall + 1e-6
        loss = step_of(batch)
        optimiser.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_norm_(net.parameters(), 10.0)
        optimiser.step()
        mean += (loss.item() - mean) / min(step + 1, 100)
        if step % 50 == 49:
            spent = time.time() - began
            print(f"{step + 1}/{steps} loss {mean:.4f} {spent:.0f}s", flush=True)
    net.eval()


def fit_detector(
    banks,
    odds,
    *,
    steps: int,
    seed: int,
    peak: float,
    start: Path | None = None,
) -> Detector:
    """Return a detector trained on windows of the banks."""
    torch.manual_seed(seed)
    net = Detector().to(memory_format=torch.channels_last)
    if start:
        net.load_state_dict(torch.load(start))
    data = Windows(banks, odds, WINDOW, seed)
    loader = DataLoader(data, 8, num_workers=1, prefetch_factor=4)

    def step(pair):
        view, want = pair
        return detector_loss(net(view.to(memory_format=torch.channels_last)), want)

    _loop(net, loader, step, steps=steps, peak=peak)
    return net


def fit_reader(
    banks,
    odds,
    *,
    steps: int,
    seed: int,
    peak: float,
    start: Path | None = None,
) -> Reader:
    """Return a reader trained on crops of the banks' dice."""
    torch.manual_seed(seed)
    net = Reader().to(memory_format=torch.channels_last)
    if start:
        net.load_state_dict(torch.load(start))
    data = Crops(banks, odds, seed)
    loader = DataLoader(data, 64, num_workers=1, prefetch_factor=4)

    def step(example):
        crop, *truth = example
        seen = net.look(crop.to(memory_format=torch.channels_last))
        return reader_loss(*seen, truth)

    _loop(net, loader, step, steps=steps, peak=peak)
    return net
