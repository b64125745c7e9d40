"""Trains what knows taught cards: `python -m vision.train.cards.know --work DIR`.

`--art` names folders of pictures free to use.

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

from vision.cards.whole import LENGTH, SIZE
from vision.train.cards import prints
from vision.train.export import export
from vision.train.nets import Residual, conv

FILE = Path(__file__).parents[2] / "models" / "card-face.onnx"
PEAK = 3e-3
PAIRS = 64
SHARP = 14.0
"""How sharply near pictures are told apart: the inverse of a temperature."""

SAVED = 100
"""Steps after which what was learned is kept."""


class Face(nn.Module):
    """A straightened card to numbers: what is on it, and roughly where."""

    CHANNELS = 3

    def __init__(self) -> None:
        super().__init__()
        self.maps = nn.Sequential(
            *(conv(3, 16, 2), conv(16, 32, 2), Residual(32)),
            *(conv(32, 64, 2), Residual(64)),
            *(conv(64, 96, 2), Residual(96)),
        )
        self.what = nn.Conv2d(96, LENGTH, 1)
        self.less = nn.Conv2d(96, 24, 1)
        self.where = nn.Conv2d(24, LENGTH, (SIZE[1] // 16, SIZE[0] // 16))

    def forward(self, x: Tensor) -> Tensor:
        """Return numbers (n, 128) for what `whole.prepared` makes."""
        far = self.maps(x)
        what = self.what(F.adaptive_avg_pool2d(far, 1))
        where = self.where(torch.relu(self.less(far)))
        return what.flatten(1) + where.flatten(1)


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
    parser.add_argument("--most", type=int, default=2500, help="files per folder")
    parser.add_argument("--steps", type=int, default=1400)
    parser.add_argument("--out", type=Path, default=FILE)
    args = parser.parse_args()
    torch.set_num_threads(1)
    torch.set_flush_denormal(True)
    cv2.setNumThreads(1)
    bank = args.work / "pictures.npz"
    prints.gather(bank, args.art, args.most)
    net = _trained(Batches(bank), args.work / "face.pt", args.steps)
    export(net, (SIZE[1], SIZE[0]), args.out)


def _trained(batches: Batches, state: Path, steps: int) -> Face:
    torch.manual_seed(3)
    net = Face().to(memory_format=torch.channels_last)
    optimiser = torch.optim.AdamW(net.parameters(), PEAK, weight_decay=0.02)
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
        for group in optimiser.param_groups:
            group["lr"] = PEAK * min(1.0, step / 100 + 0.05) * fall + 1e-6
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
    return net


if __name__ == "__main__":
    main()
