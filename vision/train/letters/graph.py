"""A network in an ONNX file, run by torch so that it can be trained further.

Its graph is followed node by node; what was learned is written back into the same
graph, so nothing is exported anew.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import onnx
import torch
import torch.nn.functional as F  # noqa: N812
from onnx import numpy_helper
from torch import Tensor, nn

Values = dict[str, Tensor]
Settings = dict[str, Any]

FIXED = ("helper.constant", "w_1", "w_2")
"""Parts of the names of numbers that are not learned: constants, and the means and
spreads of normalisations."""

HALF, ROOT = 0.5, 2**0.5


class Graph(nn.Module):
    """What an ONNX graph computes, its large numbers being parameters."""

    def __init__(self, model: onnx.ModelProto) -> None:
        super().__init__()
        self.model = model
        self.fixed: Values = {}
        self.names: dict[str, str] = {}
        self.learned = nn.ParameterDict()
        for weight in model.graph.initializer:
            self._keep(weight.name, numpy_helper.to_array(weight))
        self.steps = [(node, _settings(node)) for node in model.graph.node]
        self.wide = _smooth_steps(self.steps, self.fixed)

    def _keep(self, name: str, values: np.ndarray) -> None:
        tensor = torch.from_numpy(values.copy())
        fixed = any(part in name for part in FIXED)
        if fixed or values.dtype != np.float32 or values.size < 2:
            self.fixed[name] = tensor
        else:
            self.names[name] = f"p{len(self.names)}"
            self.learned[self.names[name]] = nn.Parameter(tensor)

    def freeze(self, until: str) -> None:
        """Leave the numbers of all nodes up to one as they are."""
        for node, _ in self.steps:
            for name in node.input:
                if name in self.names:
                    self.learned[self.names[name]].requires_grad_(False)
            if node.output[0] == until:
                return

    def forward(self, x: Tensor) -> Tensor:
        """Return the answer of the graph before its last softmax."""
        values: Values = {self.model.graph.input[0].name: x, **self.fixed}
        for name, own in self.names.items():
            values[name] = self.learned[own]
        for node, settings in self.steps[:-1]:
            if node.output[0] in self.wide:
                first = self.wide[node.output[0]]
                if first:
                    values[node.output[0]] = F.gelu(values[first])
                continue
            inputs = [values[name] for name in node.input]
            values[node.output[0]] = OPERATIONS[node.op_type](inputs, settings)
        return values[self.steps[-1][0].input[0]]

    def written(self) -> onnx.ModelProto:
        """Return the graph with the numbers as they are now."""
        model = onnx.ModelProto()
        model.CopyFrom(self.model)
        for weight in model.graph.initializer:
            if weight.name in self.names:
                values = self.learned[self.names[weight.name]].detach().numpy()
                fresh = numpy_helper.from_array(values.astype(np.float32), weight.name)
                weight.CopyFrom(fresh)
        return model


def _settings(node: onnx.NodeProto) -> Settings:
    return {a.name: onnx.helper.get_attribute_value(a) for a in node.attribute}


def _smooth_steps(
    steps: Sequence[tuple[onnx.NodeProto, Settings]], fixed: Values
) -> dict[str, str]:
    """Return the steps of each GELU that is spelled out, its last with its input.

    One operation in their place saves a third of the time.
    """
    users: dict[str, list[onnx.NodeProto]] = {}
    for node, _ in steps:
        for name in node.input:
            users.setdefault(name, []).append(node)
    found: dict[str, str] = {}
    for node, _ in steps:
        if node.op_type != "Erf":
            continue
        one = next(n for n, _ in steps if n.output[0] == node.input[0])
        whole = users[node.output[0]][0]
        times = users[whole.output[0]][0]
        half = users[times.output[0]][0]
        assert abs(float(fixed[one.input[1]]) - ROOT) < 1e-4
        assert float(fixed[half.input[1]]) == HALF
        found |= {n.output[0]: "" for n in (one, node, whole, times)}
        found[half.output[0]] = one.input[0]
    return found


def _conv(inputs: list[Tensor], given: Settings) -> Tensor:
    x = inputs[0]
    if given.get("auto_pad") == b"SAME_UPPER":
        x = _padded(x, given["kernel_shape"], 0.0)
        pads = (0, 0)
    else:
        pads = tuple(given["pads"][:2])
    return F.conv2d(
        x, *inputs[1:], stride=given["strides"], padding=pads, groups=given["group"]
    )


def _padded(x: Tensor, kernel: Sequence[int], value: float) -> Tensor:
    return F.pad(x, (0, kernel[1] - 1, 0, kernel[0] - 1), value=value)


def _greatest(inputs: list[Tensor], given: Settings) -> Tensor:
    x = _padded(inputs[0], given["kernel_shape"], float("-inf"))
    return F.max_pool2d(x, given["kernel_shape"], given["strides"])


def _normal(inputs: list[Tensor], given: Settings) -> Tensor:
    x, scale, shift, mean, spread = inputs
    factor = scale / torch.sqrt(spread + given["epsilon"])
    return x * factor[:, None, None] + (shift - mean * factor)[:, None, None]


def _sliced(inputs: list[Tensor], given: Settings) -> Tensor:
    x, starts, ends, axes = inputs[:4]
    for start, end, axis in zip(
        *(i.tolist() for i in (starts, ends, axes)), strict=True
    ):
        size = x.shape[axis]
        first, last = (n + size if n < 0 else min(n, size) for n in (start, end))
        x = x.narrow(axis, first, last - first)
    return x


def _shaped(inputs: list[Tensor], given: Settings) -> Tensor:
    x, wanted = inputs
    sizes = [x.shape[n] if s == 0 else s for n, s in enumerate(wanted.tolist())]
    return x.reshape(sizes)


def _squeezed(inputs: list[Tensor], given: Settings) -> Tensor:
    return inputs[0].squeeze(tuple(given["axes"]))


OPERATIONS: dict[str, Callable[[list[Tensor], Settings], Tensor]] = {
    "Identity": lambda i, _: i[0],
    "Add": lambda i, _: i[0] + i[1],
    "Sub": lambda i, _: i[0] - i[1],
    "Mul": lambda i, _: i[0] * i[1],
    "Div": lambda i, _: i[0] / i[1],
    "Pow": lambda i, _: i[0] ** i[1],
    "Sqrt": lambda i, _: torch.sqrt(i[0]),
    "Relu": lambda i, _: torch.relu(i[0]),
    "Sigmoid": lambda i, _: torch.sigmoid(i[0]),
    "HardSigmoid": lambda i, g: (i[0] * g["alpha"] + g["beta"]).clamp(0, 1),
    "MatMul": lambda i, _: i[0] @ i[1],
    "Softmax": lambda i, g: torch.softmax(i[0], g["axis"]),
    "ReduceMean": lambda i, g: i[0].mean(g["axes"], bool(g.get("keepdims", 1))),
    "Transpose": lambda i, g: i[0].permute(*g["perm"]),
    "Concat": lambda i, g: torch.cat(i, g["axis"]),
    "Unsqueeze": lambda i, g: i[0].unsqueeze(g["axes"][0]),
    "Shape": lambda i, _: torch.tensor(i[0].shape),
    "AveragePool": lambda i, g: F.avg_pool2d(i[0], g["kernel_shape"], g["strides"]),
    "Cast": lambda i, _: i[0].float(),
    "MaxPool": _greatest,
    "Conv": _conv,
    "BatchNormalization": _normal,
    "Slice": _sliced,
    "Squeeze": _squeezed,
    "Reshape": _shaped,
}


def load(path: Path) -> Graph:
    """Return the network of a file."""
    return Graph(onnx.load(str(path)))
