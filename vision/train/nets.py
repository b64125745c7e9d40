"""The two networks: one finds dice, one reads a die."""

from __future__ import annotations

import math

import torch
from torch import Tensor, nn

STRIDE = 8
"""Pixels of the detector's input per cell of its answer."""

DETECTOR_OUT = 11
"""Heat, offset x y, log width and height in cells, six faces."""


def conv(inside: int, outside: int, stride: int = 1, dilation: int = 1) -> nn.Module:
    """Return a 3x3 convolution with its normalisation and bend."""
    return nn.Sequential(
        nn.Conv2d(inside, outside, 3, stride, dilation, dilation, bias=False),
        nn.BatchNorm2d(outside),
        nn.ReLU(inplace=True),
    )


class Residual(nn.Module):
    """Two convolutions around a shortcut."""

    def __init__(self, wide: int, dilation: int = 1) -> None:
        super().__init__()
        self.one = conv(wide, wide)
        self.two = nn.Conv2d(wide, wide, 3, 1, dilation, dilation, bias=False)
        self.norm = nn.BatchNorm2d(wide)

    def forward(self, x: Tensor) -> Tensor:
        """Return the bent sum of the shortcut and the two convolutions."""
        return torch.relu(x + self.norm(self.two(self.one(x))))


class Detector(nn.Module):
    """Photo to cells: is a die's middle here, how large, which face."""

    CHANNELS = 3

    def __init__(self) -> None:
        super().__init__()
        self.to4 = nn.Sequential(conv(3, 12, 2), conv(12, 24, 2))
        self.to8 = nn.Sequential(conv(24, 40, 2), Residual(40))
        self.to16 = nn.Sequential(conv(40, 72, 2), Residual(72), Residual(72))
        self.to32 = nn.Sequential(conv(72, 112, 2), Residual(112), Residual(112, 2))
        self.side16 = nn.Conv2d(112, 72, 1)
        self.merge16 = conv(72, 56)
        self.side8 = nn.Conv2d(40, 56, 1)
        self.merge8 = conv(56, 56)
        self.head = nn.Conv2d(56, DETECTOR_OUT, 1)
        nn.init.constant_(self.head.bias, 0.0)
        with torch.no_grad():
            self.head.bias[0] = -4.0
            self.head.bias[3:5] = 1.5
        self.larger = nn.Upsample(scale_factor=2, mode="nearest")

    def forward(self, x: Tensor) -> Tensor:
        """Return raw outputs (n, 11, h/8, w/8) for BGR in -0.5..0.5."""
        eight = self.to8(self.to4(x))
        sixteen = self.to16(eight)
        far = self.side16(self.to32(sixteen))
        sixteen = self.merge16(torch.relu(sixteen + self.larger(far)))
        eight = self.merge8(torch.relu(self.side8(eight) + self.larger(sixteen)))
        return self.head(eight)


PIP_SPREAD = 0.7
"""Of a pip's mark on the reader's map of pips, in cells of four pixels."""

PIP_MASS = 2 * math.pi * PIP_SPREAD**2


class Reader(nn.Module):
    """A 64 px crop of a die to its face and colour, by way of a map of pips."""

    CHANNELS = 6

    def __init__(self) -> None:
        super().__init__()
        self.to4 = nn.Sequential(
            conv(6, 16, 2), conv(16, 24), conv(24, 48, 2), Residual(48)
        )
        self.to8 = nn.Sequential(conv(48, 80, 2), Residual(80), Residual(80))
        self.side = nn.Conv2d(80, 48, 1)
        self.merge = conv(48, 40)
        self.pips = nn.Conv2d(40, 1, 1)
        nn.init.constant_(self.pips.bias, -4.0)
        self.to16 = conv(80, 80, 2)
        self.drop = nn.Dropout(0.2)
        self.face = nn.Linear(80 * 16, 7)
        self.colour = nn.Linear(80, 9)
        self.place = nn.Linear(80 * 16, 4)
        self.trust = nn.Parameter(torch.tensor(0.5))
        self.larger = nn.Upsample(scale_factor=2, mode="nearest")
        self.register_buffer("numbers", torch.arange(1.0, 7.0)[None])

    def look(self, x: Tensor) -> tuple[Tensor, Tensor]:
        """Return raw outputs (n, 21) and the raw map of pips (n, 16, 16)."""
        four = self.to4(x)
        eight = self.to8(four)
        marks = self.pips(self.merge(torch.relu(four + self.larger(self.side(eight)))))
        count = torch.sigmoid(marks).sum((2, 3)) / PIP_MASS
        far = torch.clamp((count - self.numbers) ** 2, max=4.0)
        whole = self.to16(eight).flatten(1)
        face = self.face(self.drop(whole))
        none, faces = face[:, :1], face[:, 1:] - self.trust * far
        colour = self.colour(eight.mean((2, 3)))
        place = self.place(whole)
        return torch.cat([none, faces, colour, count, place], 1), marks[:, 0]

    def forward(self, x: Tensor) -> Tensor:
        """Return raw outputs: none, faces 1-6, nine colours, pips, box."""
        return self.look(x)[0]
