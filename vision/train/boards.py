"""Teach the board reader what lies on cells: `python -m vision.train.boards FILE...`.

The files hold cells of drawn photos (`python -m tests.vision.board_lessons`). What is
learned is not what discs look like but how to tell, from a few cells of a photo that
are known, what lies on the others: colours, shapes and lamps are new in every photo.
"""

from __future__ import annotations

import argparse
from pathlib import Path

import numpy as np
import torch
from torch import Tensor, nn
from torch.nn import functional

from vision.boards.judge import FILE, KEPT, ROUNDS, SIDES, sides_of
from vision.boards.weigh import weigh
from vision.readings import BoardPrior, Cell

MOST = 49
"""Cells of the largest board that is taught with."""

HELD_BACK = 6
"""Every sixth photo is looked at, never learned from."""

SHAPE, SEEN, BENT = (8, 16, 3), 24, 64
"""Rings, directions and channels of a cell; sizes of what is made of them."""

SEED = 1
PIECES = ("light", "dark")


class Judge(nn.Module):
    """Cells of a photo, and what lay there last, to what lies there now."""

    def __init__(self) -> None:
        super().__init__()
        size = int(np.prod(SHAPE)) + 1
        self.straight = nn.Linear(size, SEEN, bias=False)
        self.bend = nn.Linear(size, BENT)
        self.bent = nn.Linear(BENT, SEEN)
        self.compare = nn.Linear(4 * 2 * 2 * SEEN + SIDES, BENT)
        self.answer = nn.Linear(BENT, 4)

    def forward(self, cells: Tensor, sides: Tensor, labels: Tensor, same: Tensor):
        """Return what each round says: cells by empty, light, dark and strange."""
        bent = torch.relu(self.bend(cells))
        seen = torch.cat([self.straight(cells), self.bent(bent)], -1)
        # Cells beyond the end of a smaller board are of no kind.
        real = same.diagonal(dim1=-2, dim2=-1)[..., None]
        last, logits = labels, []
        for _ in range(ROUNDS):
            logits.append(self.judged(seen, sides, labels, same))
            chances = torch.softmax(logits[-1][..., :3] + KEPT * last, -1)
            labels = chances * real
        return logits

    def judged(self, seen: Tensor, sides: Tensor, labels: Tensor, same: Tensor):
        """Compare each cell with those of its ground, of any ground, and the pieces."""
        counts = labels.sum(-2)
        means = labels.transpose(-1, -2) @ seen / (counts[..., None] + 1e-3)
        empty = labels[..., :1]
        near = (same @ empty).squeeze(-1)
        ground = (same @ (empty * seen) + means[..., :1, :]) / (near[..., None] + 1)
        shape = seen.shape
        offs = [seen - ground, *(seen - means[..., n, None, :] for n in range(3))]
        known = torch.cat(
            [near[..., None], counts[..., None, :].expand(*shape[:-1], 3)], -1
        )
        offs = torch.cat(offs, -1)
        inputs = torch.cat([offs, offs.abs(), sides, torch.log1p(known)], -1)
        return self.answer(torch.relu(self.compare(inputs)))


def views(files: list[Path]):
    """Return the cells of all photos, photo by photo, as arrays of one size."""
    loaded = [np.load(file) for file in files]
    data = {name: np.concatenate([one[name] for one in loaded]) for name in loaded[0]}
    key = data["photo"] * 2 + data["way"]
    parts = np.split(np.arange(len(key)), np.flatnonzero(np.diff(key)) + 1)
    count = len(parts)
    out = {
        "patch": np.zeros((count, MOST, *SHAPE), np.float32),
        "edge": np.zeros((count, MOST, 1), np.float32),
        "told": np.zeros((count, MOST, SIDES - 4), np.float32),
        "before": np.zeros((count, MOST), int),
        "now": np.full((count, MOST), -1),
        "ground": np.full((count, MOST), -1),
        "photo": np.array([data["photo"][part[0]] for part in parts]),
        "way": np.array([data["way"][part[0]] for part in parts]),
    }
    for n, part in enumerate(parts):
        size = len(part)
        prior = BoardPrior(
            tuple(Cell(str(k), 0, 0) for k in range(size)),
            pieces=PIECES,
            last=tuple(("", *PIECES)[k] for k in data["before"][part]),
            grounds=tuple(str(k) for k in data["ground"][part]),
        )
        features = data["features"][part].astype(float)
        out["told"][n, :size] = sides_of(weigh(features, prior, data["arms"][part]))
        out["patch"][n, :size] = data["patch"][part]
        out["edge"][n, :size, 0] = features[:, 6]
        for name in ("before", "now", "ground"):
            out[name][n, :size] = data[name][part]
    return {name: torch.from_numpy(rows) for name, rows in out.items()}


def batch(data: dict[str, Tensor], rows: Tensor, rng: torch.Generator | None):
    """Return inputs and answers, turned, mirrored and recoloured if there is chance."""
    cells, edge, sides, last, now, ground = (
        data[name][rows]
        for name in ("patch", "edge", "told", "before", "now", "ground")
    )
    if rng is not None:
        turn, flip, swap, noise = torch.randint(
            0, 1 << 20, (4,), generator=rng
        ).tolist()
        cells = cells.roll(turn % SHAPE[1], 3)
        cells = cells.flip(3) if flip % 2 else cells
        cells = cells[..., torch.randperm(3, generator=rng)]
        cells = cells * (0.8 + 0.4 * torch.rand(len(rows), 1, 1, 1, 1, generator=rng))
        grain = 0.03 * (noise % 3)
        cells = cells + grain * torch.randn(cells.shape, generator=rng)
        # Some places say nothing: no single one may decide.
        seen = torch.rand(len(rows), 1, *SHAPE[:2], 1, generator=rng) > 0.1
        cells = cells * seen
        if swap % 2:
            # The darker piece plays the part of the lighter one.
            other = torch.tensor([0, 2, 1, 3, -1])
            last, now = other[last], other[now]
            sides = sides[..., [0, 2, 1, 3, 5, 4]]
    real = (now >= 0).float()
    flat = torch.cat([cells.flatten(2), edge], -1)
    labels = functional.one_hot(last, 3).float() * real[..., None]
    same = (ground[:, :, None] == ground[:, None]).float()
    same = same * real[:, :, None] * real[:, None]
    return (flat, sides, labels, same), now


def taught(data: dict[str, Tensor], times: int) -> Judge:
    """Return a judge that has seen the photos so many times."""
    torch.manual_seed(SEED)
    rng = torch.Generator().manual_seed(SEED)
    judge = Judge()
    learned = torch.nonzero(data["photo"] % HELD_BACK != 0).flatten()
    steps = times * (len(learned) // 24)
    how = torch.optim.AdamW(judge.parameters(), 3e-3, weight_decay=0.05)
    slower = torch.optim.lr_scheduler.OneCycleLR(how, 3e-3, steps, pct_start=0.1)
    for step in range(steps):
        rows = learned[torch.randint(0, len(learned), (24,), generator=rng)]
        inputs, now = batch(data, rows, rng)
        answers = judge(*inputs)
        loss = sum(
            functional.cross_entropy(one.flatten(0, 1), now.flatten(), ignore_index=-1)
            for one in answers
        )
        how.zero_grad()
        loss.backward()
        how.step()
        slower.step()
        if step % 200 == 0:
            print(step, round(loss.item(), 4), flush=True)
    return judge


@torch.no_grad()
def heat_of(judge: Judge, data: dict[str, Tensor], rows: Tensor) -> float:
    """Return by how much answers are too sure of themselves on photos held back."""
    inputs, now = batch(data, rows, None)
    logits = judge(*inputs)[-1].flatten(0, 1)

    def surprise(heat: float) -> float:
        loss = functional.cross_entropy(logits / heat, now.flatten(), ignore_index=-1)
        return loss.item()

    return min(np.arange(0.8, 4.0, 0.1).tolist(), key=surprise)


@torch.no_grad()
def checked(judge: Judge, data: dict[str, Tensor], rows: Tensor) -> str:
    """Return how many photos without a hand over cells are read right as wholes."""
    inputs, now = batch(data, rows, None)
    logits = judge(*inputs)[-1][..., :3]
    clear = (now != 3).all(1)
    lines = []
    for held in (0.0, 1.5, 3.0, 4.5):
        found = (logits + held * inputs[2]).argmax(-1)
        right = ((found == now) | (now < 0)).all(1) & clear
        shares = [
            f"{int(right[data['way'][rows] == way].sum())} of "
            f"{int(clear[data['way'][rows] == way].sum())}"
            for way in (0, 1)
        ]
        lines.append(f"held {held}: exact {shares[0]}, aligned {shares[1]}")
    return "\n".join(lines)


def main() -> None:
    """Learn, say how well it reads what was held back, and keep it."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("lessons", type=Path, nargs="+")
    parser.add_argument("--times", type=int, default=60)
    parser.add_argument("--out", type=Path, default=FILE)
    args = parser.parse_args()
    torch.set_num_threads(1)
    data = views(args.lessons)
    judge = taught(data, args.times)
    held = torch.nonzero(data["photo"] % HELD_BACK == 0).flatten()
    heat = heat_of(judge, data, held)
    for name, part in (("held back", 0), ("learned", 1)):
        rows = torch.nonzero(data["photo"] % HELD_BACK == part).flatten()
        print(name, checked(judge, data, rows), sep="\n")
    numbers = {
        name.replace(".", "_"): value.numpy().astype(np.float16)
        for name, value in judge.state_dict().items()
    }
    np.savez_compressed(args.out, heat=np.float16(heat), **numbers)


if __name__ == "__main__":
    main()
