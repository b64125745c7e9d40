"""A network's convolutions in whole numbers: as right, in less than half the time."""

from __future__ import annotations

import tempfile
from collections.abc import Iterable, Iterator
from pathlib import Path

import cv2
import numpy as np
import onnx
import onnxruntime
from onnxruntime.quantization import (
    CalibrationDataReader,
    QuantFormat,
    QuantType,
    quantize_static,
)

from vision.dice.find import SCALES
from vision.dice.nets import blob, close_blob
from vision.dice.search import FIRST
from vision.network import Floats
from vision.train import bank
from vision.train.data import die_crop

KINDS = ["Conv", "Relu", "Add", "Resize"]

TOLD = ("/head/Conv", "/pips/Conv")
"""Layers that say what is read later: these stay as they are."""

PHOTOS, CROPS, AT_ONCE = 120, 2000, 25
"""By so many renders the range of every layer is measured."""


def photos(scenes) -> Iterator[Floats]:
    """Return scenes as the finder sees photos."""
    for packed, *_ in scenes[:PHOTOS]:
        image = bank.unpack(packed)
        for side in (FIRST, SCALES[0]):
            yield blob([cv2.resize(image, (side, side))])


def crops(close_ups) -> Iterator[Floats]:
    """Return dice as the reader sees them."""
    rng = np.random.default_rng(4)
    seen = [
        die_crop(bank.unpack(packed), die.box, rng)[0]
        for packed, dice, *_ in close_ups[:CROPS]
        for die in dice[:1]
    ]
    for k in range(0, len(seen), AT_ONCE):
        yield close_blob(seen[k : k + AT_ONCE])


class _Shown(CalibrationDataReader):
    """Pictures, one after the other."""

    def __init__(self, name: str, pictures: Iterable[Floats]) -> None:
        self._left = ({name: picture} for picture in pictures)

    def get_next(self) -> dict[str, Floats] | None:
        return next(self._left, None)


def in_whole_numbers(path: Path, pictures: Iterable[Floats]) -> None:
    """Write a network anew, what its layers say in bytes.

    Weights take seven bits of eight: processors without instructions of their own for
    it add two products in sixteen bits, where those of eight bits would overflow.
    """
    with tempfile.TemporaryDirectory() as folder:
        plain = Path(folder) / path.name
        _unpacked(path, plain)
        graph = onnx.load(str(plain)).graph
        quantize_static(
            str(plain),
            str(path),
            _Shown(graph.input[0].name, pictures),
            quant_format=QuantFormat.QDQ,
            activation_type=QuantType.QUInt8,
            weight_type=QuantType.QInt8,
            op_types_to_quantize=KINDS,
            nodes_to_exclude=[one.name for one in graph.node if one.name in TOLD],
            per_channel=True,
            reduce_range=True,
        )


def _unpacked(path: Path, to: Path) -> None:
    """Write a network with its weights as plain numbers."""
    options = onnxruntime.SessionOptions()
    level = onnxruntime.GraphOptimizationLevel.ORT_ENABLE_BASIC
    options.graph_optimization_level = level
    options.optimized_model_filepath = str(to)
    onnxruntime.InferenceSession(str(path), options, providers=["CPUExecutionProvider"])
