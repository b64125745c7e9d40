"""Networks put in whole numbers say what they said before."""

from pathlib import Path

import numpy as np
import pytest

from vision.network import Network


def small(path: Path, rng: np.random.Generator) -> None:
    """Write two convolutions: one in between, and the one that answers."""
    onnx = pytest.importorskip("onnx")
    helper, floats = onnx.helper, onnx.TensorProto.FLOAT
    kept, nodes = [], []
    layers = (("inner", 3, 8, "photo", "seen"), ("head", 8, 5, "bent", "answer"))
    for name, inside, outside, *said in layers:
        weights = rng.normal(0, 0.3, (outside, inside, 3, 3)).astype(np.float16)
        kept.append(onnx.numpy_helper.from_array(weights, f"{name}.small"))
        nodes.append(helper.make_node("Cast", [kept[-1].name], [name], to=floats))
        asked = ([said[0], name], [said[1]], f"/{name}/Conv")
        nodes.append(helper.make_node("Conv", *asked, pads=[1] * 4))
    nodes.insert(2, helper.make_node("Relu", ["seen"], ["bent"], "/Relu"))
    photo = helper.make_tensor_value_info("photo", floats, ["n", 3, "h", "w"])
    answer = helper.make_tensor_value_info("answer", floats, ["n", 5, "h", "w"])
    graph = helper.make_graph(nodes, "small", [photo], [answer], kept)
    opset = [helper.make_opsetid("", 17)]
    onnx.save(helper.make_model(graph, opset_imports=opset, ir_version=8), str(path))


def test_a_network_says_the_same_in_whole_numbers(tmp_path: Path) -> None:
    whole = pytest.importorskip("vision.train.whole", exc_type=ImportError)
    onnx = pytest.importorskip("onnx")
    rng, path = np.random.default_rng(1), tmp_path / "small.onnx"
    small(path, rng)
    pictures = [rng.uniform(-0.5, 0.5, (1, 3, 24, 32)).astype("f4") for _ in range(6)]
    before = Network(path).run(pictures[0])
    whole.in_whole_numbers(path, pictures)
    after = Network(path).run(pictures[0])
    assert 0 < np.abs(after - before).max() < 0.04 * np.ptp(before)
    stored = map(onnx.numpy_helper.to_array, onnx.load(str(path)).graph.initializer)
    weights = [one for one in stored if one.dtype == np.int8 and one.ndim == 4]
    assert [one.shape for one in weights] == [(8, 3, 3, 3)], "the answer stays"
    assert np.abs(weights[0]).max() <= 64, "two products fit into sixteen bits"
