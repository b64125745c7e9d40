"""Networks to ONNX files that OpenCV reads, weights in half precision."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import onnx
import torch
from onnx import TensorProto, helper, numpy_helper

from vision.train.nets import Detector, Reader


def export(net: Detector | Reader, size: tuple[int, int], path: Path) -> None:
    """Write a network for inputs of about a size (height, width)."""
    free = {0: "n", 2: "h", 3: "w"} if size[0] > 64 else {0: "n"}
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
    onnx.save(_halved(onnx.load(str(path))), str(path))


def _halved(model: onnx.ModelProto) -> onnx.ModelProto:
    """Store large weights as float16 with a cast, which halves the file."""
    casts, kept = [], []
    for weight in model.graph.initializer:
        values = numpy_helper.to_array(weight)
        if values.dtype != np.float32 or values.size <= 64:
            kept.append(weight)
            continue
        small = f"{weight.name}_half"
        kept.append(numpy_helper.from_array(values.astype(np.float16), small))
        casts.append(
            helper.make_node("Cast", [small], [weight.name], to=TensorProto.FLOAT)
        )
    nodes = [*casts, *model.graph.node]
    del model.graph.initializer[:]
    del model.graph.node[:]
    model.graph.initializer.extend(kept)
    model.graph.node.extend(nodes)
    return model
