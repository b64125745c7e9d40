"""The signs a recogniser knows, and the same network with fewer of them."""

from __future__ import annotations

import string

import numpy as np
import onnx
from onnx import numpy_helper

KEPT = (
    *(string.ascii_letters + string.digits),
    *".,:;!?'’\"-–&()/+*%#=@",
    *"àâäæçèéêëìîïñòóôöùûüÿœāīūßáíúóÀÂÄÆÇÈÉÊËÌÎÏÑÒÓÔÖÙÛÜŒÁÍÚ",
)
"""Print in the languages of the lexicons; the blank and the space stay besides."""

HEAD = ("linear_8.w_0", "linear_8.b_0")
"""The numbers of the last layer, one column for each sign."""


def signs_of(model: onnx.ModelProto) -> list[str]:
    """Return what each column of the network stands for; the first is the blank."""
    props = {prop.key: prop.value for prop in model.metadata_props}
    return ["", *props["character"].split("\n"), " "]


def fewer(model: onnx.ModelProto) -> onnx.ModelProto:
    """Return the network with the signs that are kept only."""
    signs = signs_of(model)
    last = len(signs) - 1
    chosen = [0, *(n for n, s in enumerate(signs[:last]) if s in KEPT), last]
    smaller = onnx.ModelProto()
    smaller.CopyFrom(model)
    for weight in smaller.graph.initializer:
        if weight.name in HEAD:
            cut = np.ascontiguousarray(numpy_helper.to_array(weight)[..., chosen])
            weight.CopyFrom(numpy_helper.from_array(cut, weight.name))
    del smaller.metadata_props[:]
    onnx.helper.set_model_props(
        smaller, {"character": "\n".join(signs[n] for n in chosen[1:-1])}
    )
    answer = smaller.graph.output[0].type.tensor_type.shape.dim[2]
    answer.dim_value = len(chosen)
    return smaller
