"""Writes the file that is shipped: `python -m vision.train.letters.store`.

The way between the network of the package and what was learned may be gone in part
only; weights are stored as bytes with a scale for each channel.
"""

from __future__ import annotations

import argparse
from pathlib import Path

import numpy as np
import onnx
import torch
from onnx import TensorProto, helper, numpy_helper

from vision import ppocr
from vision.train.export import swapped
from vision.train.letters.graph import Graph
from vision.train.letters.signs import fewer

FILE = Path(__file__).parents[2] / "models" / "letters.onnx"
SMALL = 256
"""Numbers up to which a weight stays as it is."""

MOST = 127


def between(old: onnx.ModelProto, learned: Path, share: float) -> onnx.ModelProto:
    """Return the network so far on the way from the old numbers to the mean learned."""
    net = Graph(old)
    new = torch.load(learned)["mean"]
    with torch.no_grad():
        for name, value in net.learned.items():
            value.lerp_(new[name], share)
    return net.written()


def begun(path: Path | None) -> onnx.ModelProto:
    """Return the network of the package, or one that was stored, its weights whole."""
    if path is None:
        return fewer(onnx.load(str(ppocr._model("rec"))))
    return whole(onnx.load(str(path)))


def whole(model: onnx.ModelProto) -> onnx.ModelProto:
    """Return a stored network with its weights as they are multiplied out."""
    stored = {w.name: numpy_helper.to_array(w) for w in model.graph.initializer}
    names = {name.removesuffix("_bytes") for name in stored if name.endswith("_bytes")}
    made = {f"{name}{end}" for name in names for end in ("", "_steps")}
    parts = {f"{name}{end}" for name in names for end in ("_bytes", "_scale")}
    kept = [w for w in model.graph.initializer if w.name not in parts]
    for name in sorted(names):
        values = stored[f"{name}_bytes"].astype(np.float32) * stored[f"{name}_scale"]
        kept.append(numpy_helper.from_array(values, name))
    nodes = [node for node in model.graph.node if node.output[0] not in made]
    del model.graph.node[:]
    model.graph.node.extend(nodes)
    return swapped(model, kept, [])


def in_bytes(model: onnx.ModelProto) -> onnx.ModelProto:
    """Return the network with large weights as bytes and what makes them whole."""
    nodes: list[onnx.NodeProto] = []
    kept: list[onnx.TensorProto] = []
    for weight in model.graph.initializer:
        values = numpy_helper.to_array(weight)
        if values.dtype != np.float32 or values.size <= SMALL or values.ndim < 2:
            kept.append(weight)
            continue
        # a channel is a row of a convolution, but a column of a matrix
        axes = (0,) if values.ndim == 2 else tuple(range(1, values.ndim))
        most = np.abs(values).max(axis=axes, keepdims=True)
        scale = np.maximum(most / MOST, 1e-9).astype(np.float32)
        steps = np.round(values / scale).astype(np.int8)
        name = weight.name
        kept.append(numpy_helper.from_array(steps, f"{name}_bytes"))
        kept.append(numpy_helper.from_array(scale, f"{name}_scale"))
        cast = [f"{name}_bytes"], [f"{name}_steps"]
        nodes.append(helper.make_node("Cast", *cast, to=TensorProto.FLOAT))
        both = [f"{name}_steps", f"{name}_scale"]
        nodes.append(helper.make_node("Mul", both, [name]))
    return swapped(model, kept, nodes)


def main() -> None:
    """Write the network that is so far on the way."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--learned", type=Path, required=True)
    parser.add_argument("--share", type=float, default=1.0)
    parser.add_argument("--begin", type=Path, help="the network it began with")
    parser.add_argument("--out", type=Path, default=FILE)
    args = parser.parse_args()
    learned = between(begun(args.begin), args.learned, args.share)
    onnx.save(in_bytes(learned), str(args.out))


if __name__ == "__main__":
    main()
