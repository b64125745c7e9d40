"""The network that finds cards, and what it costs to be wrong."""

from __future__ import annotations

import torch
import torch.nn.functional as F  # noqa: N812
from torch import Tensor, nn

from vision.cards.finder import VECTOR
from vision.train.nets import Residual, conv

OUT = 12
"""Middle, corner, border, inside of a card, then the way to four corners."""


class Finder(nn.Module):
    """Photo to cells: is a card's middle here, where are its corners, its edge."""

    CHANNELS = 4

    def __init__(self) -> None:
        super().__init__()
        self.to4 = nn.Sequential(conv(4, 12, 2), conv(12, 20, 2), conv(20, 20))
        self.to8 = nn.Sequential(conv(20, 32, 2), Residual(32), Residual(32))
        self.to16 = nn.Sequential(conv(32, 48, 2), Residual(48), Residual(48, 2))
        self.to32 = nn.Sequential(conv(48, 64, 2), Residual(64), Residual(64, 2))
        self.side16 = nn.Conv2d(64, 48, 1)
        self.merge16 = conv(48, 40)
        self.side8 = nn.Conv2d(32, 40, 1)
        self.merge8 = conv(40, 24)
        self.side4 = nn.Conv2d(20, 24, 1)
        self.merge4 = conv(24, 24)
        self.head = nn.Conv2d(24, OUT, 1)
        nn.init.constant_(self.head.bias, 0.0)
        with torch.no_grad():
            self.head.bias[:2] = -3.5
            # one corner in each quarter: else the four would learn the same at first
            self.head.bias[4:] = torch.tensor([-1.0, -1, 1, -1, 1, 1, -1, 1])
        self.larger = nn.Upsample(scale_factor=2, mode="nearest")

    def forward(self, x: Tensor) -> Tensor:
        """Return raw outputs (n, 12, h/4, w/4) for what `finder.prepared` makes."""
        four = self.to4(x)
        eight = self.to8(four)
        sixteen = self.to16(eight)
        far = self.side16(self.to32(sixteen))
        sixteen = self.merge16(torch.relu(sixteen + self.larger(far)))
        eight = self.merge8(torch.relu(self.side8(eight) + self.larger(sixteen)))
        four = self.merge4(torch.relu(self.side4(four) + self.larger(eight)))
        return self.head(four)


def _focal(heat: Tensor, truth: Tensor, ignore: Tensor, full: float) -> Tensor:
    top = (truth > full).float()
    p = torch.sigmoid(heat)
    right = F.logsigmoid(heat) * (1 - p) ** 2 * top
    wrong = F.logsigmoid(-heat) * p**2 * (1 - truth) ** 4 * (1 - top) * (1 - ignore)
    return -(right.sum() + wrong.sum()) / top.sum().clamp(min=1)


def _even(raw: Tensor, truth: Tensor) -> Tensor:
    """Return the error where something is and where nothing is, each as heavy."""
    off = F.binary_cross_entropy_with_logits(raw, truth, reduction="none")
    on = truth / truth.sum().clamp(min=1)
    return (off * on).sum() + (off * (1 - truth)).sum() / (1 - truth).sum().clamp(min=1)


def loss_of(out: Tensor, want: Tensor) -> Tensor:
    """Return the errors of middles, corners, borders, insides and outlines, added."""
    none = torch.zeros_like(want[:, 0])
    loss = _focal(out[:, 0], want[:, 0], want[:, 3], 0.93)
    loss = loss + 0.5 * _focal(out[:, 1], want[:, 1], none, 0.7)
    loss = loss + 2 * _even(out[:, 2], want[:, 2]) + 2 * _even(out[:, 3], want[:, 14])
    weight, size = want[:, 4], want[:, 5].clamp(min=8) / VECTOR
    ways, truth = out[:, 4:12], want[:, 6:14]
    # which corner comes first nobody can tell: the nearest order counts
    orders = [torch.roll(truth, 2 * n, 1) for n in range(4)]
    off = torch.stack([(ways - one).abs().sum(1) for one in orders]).amin(0)
    return loss + (off / size * weight).sum() / weight.sum().clamp(min=1)
