"""Trains the card finder: `python -m vision.train.cards --work DIR --art PICTURES`.

Scenes are drawn once into DIR; a training that was cut off goes on where it was.
"""

from __future__ import annotations

import argparse
import math
import time
from pathlib import Path

import torch
from torch.utils.data import DataLoader

from vision.train.cards import bank
from vision.train.cards.net import Finder, loss_of
from vision.train.export import export

FILE = Path(__file__).parents[2] / "models" / "card-finder.onnx"
PEAK = 3e-3
BATCH = 12
KEPT = 200
"""Steps between two savings."""


def main() -> None:
    """Draw what is missing, train, and write the network."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--work", type=Path, required=True)
    parser.add_argument("--art", type=Path, help="pictures free to use, as card art")
    parser.add_argument("--files", type=int, default=16, help="files of scenes")
    parser.add_argument("--scenes", type=int, default=300, help="scenes per file")
    parser.add_argument("--steps", type=int, default=3500)
    parser.add_argument("--out", type=Path, default=FILE)
    parser.add_argument("--only", choices=["draw", "export"])
    args = parser.parse_args()
    paths = [args.work / f"scenes-{n:02}.pickle" for n in range(args.files)]
    if args.only != "export":
        for n, path in enumerate(paths):
            bank.draw(path, args.scenes, 500 + n, args.art)
            print(path.name, flush=True)
    if args.only != "draw":
        net = _trained(paths, args.work / "finder.pt", args.steps, args.only is None)
        export(net, (288, 384), args.out)


def _trained(paths: list[Path], state: Path, steps: int, go_on: bool) -> Finder:
    """Return the network after so many steps, kept in a file on the way."""
    torch.set_num_threads(1)
    torch.set_flush_denormal(True)
    torch.manual_seed(3)
    net = Finder().to(memory_format=torch.channels_last)
    optimiser = torch.optim.AdamW(net.parameters(), PEAK, weight_decay=0.01)
    done = 0
    if state.exists():
        kept = torch.load(state)
        net.load_state_dict(kept["net"])
        optimiser.load_state_dict(kept["optimiser"])
        done = kept["done"]
    if not go_on or done >= steps:
        return net
    views = bank.Views(paths, (steps - done) * BATCH, 7 + done)
    began, mean = time.time(), 0.0
    net.train()
    for step, (blob, want) in enumerate(DataLoader(views, BATCH), done):
        fall = 0.5 + 0.5 * math.cos(math.pi * step / steps)
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
            print(f"{step + 1}/{steps} loss {mean:.3f} {spent:.0f}s", flush=True)
        if step % KEPT == KEPT - 1 or step + 1 == steps:
            kept = {"net": net.state_dict(), "optimiser": optimiser.state_dict()}
            torch.save({**kept, "done": step + 1}, state)
    return net


if __name__ == "__main__":
    main()
