"""Trains the card finder: `python -m vision.train.cards --work DIR --art PICTURES`.

Scenes are drawn once into DIR; a training that was cut off goes on where it was.
"""

from __future__ import annotations

import argparse
import math
import time
from pathlib import Path

import cv2
import torch
from torch.utils.data import DataLoader

from vision.train.cards import bank
from vision.train.cards.net import Finder, loss_of
from vision.train.export import export

FILE = Path(__file__).parents[2] / "models" / "card-finder.onnx"
PEAK = 3e-3
BATCH = 10


def main() -> None:
    """Draw and train in turns: a stage adds a file of scenes and takes some steps."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--work", type=Path, required=True)
    parser.add_argument("--art", type=Path, help="pictures free to use, as card art")
    parser.add_argument("--stages", type=int, default=56)
    parser.add_argument("--scenes", type=int, default=250, help="drawn per stage")
    parser.add_argument("--steps", type=int, default=250, help="taken per stage")
    parser.add_argument("--out", type=Path, default=FILE)
    args = parser.parse_args()
    torch.set_num_threads(1)
    torch.set_flush_denormal(True)
    cv2.setNumThreads(1)
    paths: list[Path] = []
    net = Finder()
    for n in range(args.stages):
        paths.append(args.work / f"scenes-{n:02}.pickle")
        bank.draw(paths[-1], args.scenes, 501 + n, args.art)
        net = _stage(paths, args.work / "finder.pt", args.steps, args.stages)
    export(net, (256, 320), args.out, bytes_each=True)


def _stage(paths: list[Path], state: Path, steps: int, stages: int) -> Finder:
    """Return the network after this stage; what was done is kept in a file."""
    torch.manual_seed(3)
    net = Finder().to(memory_format=torch.channels_last)
    optimiser = torch.optim.AdamW(net.parameters(), PEAK, weight_decay=0.01)
    done, end = 0, len(paths) * steps
    if state.exists():
        kept = torch.load(state)
        net.load_state_dict(kept["net"])
        optimiser.load_state_dict(kept["optimiser"])
        done = kept["done"]
    if done >= end:
        return net
    views = bank.Views(paths, (end - done) * BATCH, 7 + done)
    began, mean = time.time(), 0.0
    net.train()
    for step, (blob, want) in enumerate(DataLoader(views, BATCH), done):
        fall = 0.5 + 0.5 * math.cos(math.pi * step / (steps * stages))
        for group in optimiser.param_groups:
            group["lr"] = PEAK * min(1.0, step / 100 + 0.05) * fall + 1e-6
        with torch.autocast("cpu", torch.bfloat16):  # halves the time, loses nothing
            out = net(blob.to(memory_format=torch.channels_last))
        loss = loss_of(out.float(), want)
        optimiser.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_norm_(net.parameters(), 10.0)
        optimiser.step()
        mean += (loss.item() - mean) / min(step - done + 1, 50)
        if step % 25 == 24:
            spent = time.time() - began
            print(f"{step + 1} loss {mean:.3f} {spent:.0f}s", flush=True)
    kept = {"net": net.state_dict(), "optimiser": optimiser.state_dict()}
    torch.save({**kept, "done": end}, state)
    return net


if __name__ == "__main__":
    main()
