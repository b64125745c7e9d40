"""Teach the board reader what lies on cells: `python -m vision.train.boards FOLDER`.

The folder holds cells of drawn photos (`python -m tests.vision.board_lessons`). What is
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

from vision.boards.judge import FILE, KEPT, KNOWN, ROUNDS, SIDES

MOST = 49
"""Cells of the largest board that is taught with."""

HELD_BACK = 6
"""Every sixth photo is looked at, never learned from."""

SHAPE, SEEN, BENT = (8, 16, 3), 24, 96
"""Rings, directions and channels of a cell; sizes of what is made of them."""

SEED = 1


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
        counts = (labels.sum(-2, keepdim=True) - labels).clamp(min=0)
        empty = labels[..., :1]
        near = same @ empty - empty
        means = []
        for n in range(3):
            part = labels[..., n : n + 1] * seen
            rest = part.sum(-2, keepdim=True) - part
            means.append(rest / (counts[..., n : n + 1] + KNOWN))
        part = empty * seen
        ground = (same @ part - part + means[0]) / (near + 1)
        known = torch.cat([near, counts], -1)
        offs = torch.cat([seen - ground, *(seen - mean for mean in means)], -1)
        inputs = torch.cat([offs, offs.abs(), sides, torch.log1p(known)], -1)
        return self.answer(torch.relu(self.compare(inputs)))


def views(folder: Path):
    """Return the cells of all photos, photo by photo, as arrays of one size."""
    loaded = [np.load(file) for file in sorted(folder.glob("*.npz"))]
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
        for name in ("patch", "edge", "told", "before", "now", "ground"):
            out[name][n, : len(part)] = data[name][part]
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
        # The first direction is away from the camera: mirrored it still is, and the
        # lens it was reckoned with is a guess.
        cells = cells.flip(3).roll(1, 3) if flip % 2 else cells
        cells = cells.roll(turn % 3 - 1, 3)
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
            sides = sides[..., [0, 2, 1, 3, 5, 4, 6]]
    real = (now >= 0).float()
    flat = torch.cat([cells.flatten(2), edge], -1)
    labels = functional.one_hot(last, 3).float() * real[..., None]
    same = (ground[:, :, None] == ground[:, None]).float()
    same = same * real[:, :, None] * real[:, None]
    return (flat, sides, labels, same), now


def begun(file: Path) -> Judge:
    """Return a judge as it was kept, to go on with."""
    judge = Judge()
    with np.load(file) as kept:
        numbers = {
            name: torch.from_numpy(kept[name.replace(".", "_")].astype(np.float32))
            for name in judge.state_dict()
        }
    judge.load_state_dict(numbers)
    return judge


def taught(judge: Judge, data: dict[str, Tensor], times: int) -> Judge:
    """Return the judge after it has seen the photos so many times."""
    rng = torch.Generator().manual_seed(SEED)
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
    parser.add_argument("lessons", type=Path, help="the folder of lessons")
    parser.add_argument("--times", type=int, default=60)
    parser.add_argument("--begin", type=Path, help="go on with what was learned")
    parser.add_argument("--out", type=Path, default=FILE)
    args = parser.parse_args()
    torch.set_num_threads(1)
    data = views(args.lessons)
    torch.manual_seed(SEED)
    judge = begun(args.begin) if args.begin else Judge()
    taught(judge, data, args.times)
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
