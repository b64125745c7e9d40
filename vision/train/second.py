"""The second reader of faces: the network, and how it is trained.

Its lower layers stay as photos of all kinds taught them; the others go on from there,
with renders, then with permitted photos.
"""

from __future__ import annotations

from pathlib import Path

import torch
import torch.nn.functional as F  # noqa: N812
from torch import Tensor, nn
from torch.utils.data import DataLoader

from vision.dice.second import SIDE
from vision.train import lite
from vision.train.fit import loop
from vision.train.nets import PIP_MASS, conv
from vision.train.second_views import Crops

FOUR, EIGHT, SIXTEEN = 4, 6, 9
"""Layers of EfficientNet-Lite0 up to cells of four, eight and sixteen pixels."""

FROZEN = 4
"""Of these, so many stay as they are."""

BATCH = 48


class Second(nn.Module):
    """An 80 px crop of a die to its face, by way of a map of pips."""

    CHANNELS = 3

    def __init__(self, weights: Path) -> None:
        super().__init__()
        body = lite.body(weights)
        body[:FROZEN].requires_grad_(False)
        self.to4, self.to8 = body[:FOUR], body[FOUR:EIGHT]
        self.to16 = body[EIGHT:SIXTEEN]
        self.side16, self.side8 = nn.Conv2d(80, 48, 1), nn.Conv2d(40, 48, 1)
        self.side4 = nn.Conv2d(24, 40, 1)
        self.merge8, self.merge4 = conv(48, 40), conv(40, 40)
        self.pips = nn.Conv2d(40, 1, 1)
        nn.init.constant_(self.pips.bias, -4.0)
        self.down8, self.down16 = conv(41, 48, 2), conv(48 + 40, 64, 2)
        self.drop = nn.Dropout(0.3)
        self.face = nn.Linear((64 + 80) * (SIDE // 16) ** 2, 7)
        self.trust = nn.Parameter(torch.tensor(0.5))
        self.larger = nn.Upsample(scale_factor=2, mode="nearest")
        self.register_buffer("numbers", torch.arange(1.0, 7.0)[None])

    def look(self, x: Tensor) -> tuple[Tensor, Tensor]:
        """Return raw outputs (n, 7) and the raw map of pips (n, 20, 20)."""
        four = self.to4(x)
        eight = self.to8(four)
        sixteen = self.to16(eight)
        far = self.larger(self.side16(sixteen))
        middle = self.merge8(torch.relu(self.side8(eight) + far))
        near = self.merge4(torch.relu(self.side4(four) + self.larger(middle)))
        marks = self.pips(near)
        chances = torch.sigmoid(marks)
        count = chances.sum((2, 3)) / PIP_MASS
        off = torch.clamp((count - self.numbers) ** 2, max=4.0)
        small = self.down8(torch.cat([near, chances], 1))
        small = self.down16(torch.cat([small, middle], 1))
        whole = torch.cat([small, sixteen], 1).flatten(1)
        face = self.face(self.drop(whole))
        return torch.cat([face[:, :1], face[:, 1:] - self.trust * off], 1), marks[:, 0]

    def forward(self, x: Tensor) -> Tensor:
        """Return raw outputs: none, faces 1-6."""
        return self.look(x)[0]


def loss_of(out: Tensor, marks: Tensor, truth) -> Tensor:
    """Return the error of face and, where it is known, of the map of pips."""
    face, pips, known = truth
    loss = F.cross_entropy(out, face)
    if known.any():
        wrong = F.binary_cross_entropy_with_logits(marks[known], pips[known])
        loss = loss + 15 * wrong
    return loss


def fit(
    net: Second, banks, odds, *, steps: int, seed: int, peak: float, keep: Path
) -> None:
    """Train on crops of the banks' dice."""

    def loader_from(first: int):
        return DataLoader(Crops(banks, odds, seed + first), BATCH)

    def step(example):
        crop, *truth = example
        seen = net.look(crop.to(memory_format=torch.channels_last))
        return loss_of(*seen, truth)

    net.to(memory_format=torch.channels_last)
    loop(net, loader_from, step, steps=steps, peak=peak, keep=keep)
