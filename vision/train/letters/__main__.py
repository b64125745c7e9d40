"""Trains the recogniser of print further: `python -m vision.train.letters --work DIR`.

`--fonts`, `--art` and `--words` name folders and lists free to use. It begins with the
recogniser of the package `rapidocr`, or with a stored one (`--begin`), and ends after
so many minutes; what it has learned so far is kept in DIR. `python -m
vision.train.letters.store` then writes the network.
"""

from __future__ import annotations

import argparse
import math
import time
from collections.abc import Iterator
from pathlib import Path

import cv2
import numpy as np
import torch
import torch.nn.functional as F  # noqa: N812
from torch import Tensor

from vision.train.letters import shelf, store
from vision.train.letters.graph import Graph
from vision.train.letters.signs import signs_of
from vision.train.letters.strips import Press

BATCH = 16
MEAN = 0.995
"""How slowly the mean of all states follows: it is what is kept."""

SAVED = 250

STEM = "p2o.pd_op.relu.3.0"
"""Up to here nothing is learned: edges are edges, and half of the time is saved."""


def batches(
    press: Press, signs: list[str], seed: int
) -> Iterator[tuple[Tensor, list[list[int]]]]:
    """Yield strips of one width at a time, and the signs on them."""
    rng = np.random.default_rng(seed)
    column = {sign: n for n, sign in enumerate(signs)}
    waiting: dict[int, list[tuple[np.ndarray, list[int]]]] = {}
    while True:
        strip, text = press.lesson(rng)
        same = waiting.setdefault(strip.shape[2], [])
        same.append((strip, [column[sign] for sign in text]))
        if len(same) == BATCH:
            del waiting[strip.shape[2]]
            blob = torch.from_numpy(np.stack([strip for strip, _ in same]))
            yield blob, [signs for _, signs in same]


def loss_of(raw: Tensor, wanted: list[list[int]]) -> Tensor:
    """Return how unlikely the signs printed are, whatever their places."""
    steps = torch.full((len(raw),), raw.shape[1])
    lengths = torch.tensor([len(signs) for signs in wanted])
    flat = torch.tensor([sign for signs in wanted for sign in signs], dtype=torch.long)
    logs = F.log_softmax(raw.float(), 2).transpose(0, 1)
    lost = F.ctc_loss(logs, flat, steps, lengths, reduction="none", zero_infinity=True)
    return lost.sum() / lengths.sum().clamp(min=1)


def main() -> None:
    """Train until the time is over; keep what was learned and its mean."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--work", type=Path, required=True)
    parser.add_argument("--fonts", type=Path, required=True)
    parser.add_argument("--art", type=Path, required=True)
    parser.add_argument("--words", type=Path, nargs="*", default=[])
    parser.add_argument("--minutes", type=float, default=40)
    parser.add_argument("--begin", type=Path, help="a stored network to go on with")
    parser.add_argument("--peak", type=float, default=2e-4, help="most per step")
    parser.add_argument("--seed", type=int, default=11)
    args = parser.parse_args()
    torch.set_num_threads(1)
    torch.set_flush_denormal(True)
    cv2.setNumThreads(1)
    torch.manual_seed(3)
    model = store.begun(args.begin)
    signs = signs_of(model)
    press = shelf.press(args.fonts, args.art, args.words, set(signs), held=False)
    net = Graph(model)
    net.freeze(STEM)
    lessons = batches(press, signs, args.seed)
    _train(net, lessons, args.work, args.minutes * 60, args.peak)


def _train(
    net: Graph,
    lessons: Iterator[tuple[Tensor, list[list[int]]]],
    work: Path,
    seconds: float,
    peak: float,
) -> None:
    optimiser = torch.optim.AdamW(
        [p for p in net.parameters() if p.requires_grad], peak, weight_decay=0.0
    )
    mean = {name: value.detach().clone() for name, value in net.learned.items()}
    began, shown, step = time.time(), 0.0, 0
    while (past := (time.time() - began) / seconds) < 1:
        fall = 0.5 + 0.5 * math.cos(math.pi * past)
        for group in optimiser.param_groups:
            group["lr"] = peak * min(1.0, step / 60 + 0.02) * fall + 1e-6
        blob, wanted = next(lessons)
        with torch.autocast("cpu", torch.bfloat16):
            raw = net(blob.contiguous(memory_format=torch.channels_last))
        loss = loss_of(raw, wanted)
        optimiser.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_norm_(net.parameters(), 1.0)
        optimiser.step()
        step += 1
        share = min(MEAN, step / (step + 10))
        with torch.no_grad():
            for name, value in net.learned.items():
                mean[name].lerp_(value, 1 - share)
        shown += (loss.item() - shown) / min(step, 100)
        if step % 25 == 0:
            print(f"{step} loss {shown:.3f} {time.time() - began:.0f}s", flush=True)
        if step % SAVED == 0:
            torch.save({"net": dict(net.learned), "mean": mean}, work / f"{step}.pt")
    torch.save({"net": dict(net.learned), "mean": mean}, work / "last.pt")


if __name__ == "__main__":
    main()
