"""Networks to ONNX files that OpenCV reads, weights in half precision."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import onnx
import torch
from onnx import TensorProto, helper, numpy_helper

from vision.train.nets import Detector, Reader


def export(
    net: Detector | Reader, size: tuple[int, int], path: Path, bytes_each: bool = False
) -> None:
    """Write a network for inputs of about a size (height, width).

    Large weights take two bytes, or one, with a scale for each channel.
    """
    crops = size[0] == size[1]
    free = {0: "n"} if crops else {0: "n", 2: "h", 3: "w"}
    path.parent.mkdir(parents=True, exist_ok=True)
    torch.onnx.export(
        net.eval(),
        (torch.zeros(1, net.CHANNELS, *size),),
        str(path),
        input_names=["photo"],
        output_names=["answer"],
        dynamic_axes={"photo": free, "answer": {0: "n"}},
        opset_version=17,
        dynamo=False,
    )
    onnx.save(_smaller(onnx.load(str(path)), bytes_each), str(path))


def _smaller(model: onnx.ModelProto, bytes_each: bool) -> onnx.ModelProto:
    """Store large weights in fewer bytes with what makes them whole again."""
    nodes, kept = [], []
    for weight in model.graph.initializer:
        values = numpy_helper.to_array(weight)
        if values.dtype != np.float32 or values.size <= 64:
            kept.append(weight)
        elif bytes_each and values.ndim == 4 and values.shape[1] > 1:
            most = np.abs(values).max(axis=(1, 2, 3), keepdims=True)
            scale = np.maximum(most / 127, 1e-9).astype(np.float32)
            _cast(np.round(values / scale).astype(np.int8), weight.name, kept, nodes)
            step = numpy_helper.from_array(scale, f"{weight.name}_scale")
            kept.append(step)
            nodes[-1].output[0] = f"{weight.name}_steps"
            whole = [nodes[-1].output[0], step.name]
            nodes.append(helper.make_node("Mul", whole, [weight.name]))
        else:
            _cast(values.astype(np.float16), weight.name, kept, nodes)
    return swapped(model, kept, nodes)


def swapped(
    model: onnx.ModelProto,
    kept: list[onnx.TensorProto],
    nodes: list[onnx.NodeProto],
) -> onnx.ModelProto:
    """Return the network with these weights, and nodes before all others."""
    nodes = [*nodes, *model.graph.node]
    del model.graph.initializer[:]
    del model.graph.node[:]
    model.graph.initializer.extend(kept)
    model.graph.node.extend(nodes)
    return model


def _cast(small: np.ndarray, name: str, kept: list, nodes: list) -> None:
    """Keep these weights, and a node that gives them their name as floats."""
    kept.append(numpy_helper.from_array(small, f"{name}_small"))
    cast = helper.make_node("Cast", [f"{name}_small"], [name], to=TensorProto.FLOAT)
    nodes.append(cast)
