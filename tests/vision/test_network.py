"""Networks: read once, asked by many threads, a few at a time, any size of picture."""

from __future__ import annotations

import subprocess
import sys
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
import pytest

from vision import network
from vision.dice.nets import MODELS

ROOT = Path(__file__).parents[2]
READER = MODELS / "dice-reader.onnx"


def some(count, seed=3):
    return np.random.default_rng(seed).normal(0, 0.4, (count, 6, 64, 64)).astype("f4")


def test_each_picture_has_its_own_answer_whatever_stands_beside_it():
    net, batch = network.Network(READER), some(5)
    whole = net.run(batch)
    assert whole.shape[0] == 5
    assert whole.dtype == np.float32
    for picture, answer in zip(batch, whole, strict=True):
        assert np.abs(net.run(picture[None])[0] - answer).max() < 1e-4
    assert np.abs(whole[0] - whole[1]).max() > 1e-2


def test_pictures_of_any_size_are_taken():
    net = network.Network(MODELS / "dice-finder.onnx")
    shapes = [
        net.run(np.zeros((1, 3, high, wide), np.float32)).shape[2:]
        for high, wide in ((96, 128), (256, 192), (96, 128))
    ]
    assert shapes == [(12, 16), (32, 24), (12, 16)]


def test_threads_get_the_answers_one_alone_would_get():
    net, batches = network.Network(READER), [some(2, seed) for seed in range(12)]
    alone = [net.run(batch) for batch in batches]
    with ThreadPoolExecutor(6) as pool:
        for _ in range(3):
            together = list(pool.map(net.run, batches))
            assert all(map(np.array_equal, together, alone))


class Slow:
    """Counts who asks at the same time."""

    def __init__(self):
        self.now = self.most = 0
        self.lock = threading.Lock()

    def get_inputs(self):
        return [type("Input", (), {"name": "photo"})]

    def run(self, _, said):
        with self.lock:
            self.now += 1
            self.most = max(self.most, self.now)
        time.sleep(0.02)
        with self.lock:
            self.now -= 1
        return [said["photo"]]


def test_a_file_is_read_once_and_few_pictures_are_looked_at_at_once(monkeypatch):
    slow, read = Slow(), []

    def session(path):
        read.append(path)
        time.sleep(0.05)
        return slow

    monkeypatch.setattr(network, "_session", session)
    net = network.Network(lambda: READER)
    assert read == [], "not before somebody asks"
    with ThreadPoolExecutor(8) as pool:
        said = list(pool.map(net.run, [np.full(1, k, np.float32) for k in range(16)]))
    assert [one.item() for one in said] == list(range(16))
    assert read == [READER]
    assert slow.most == network.AT_ONCE


def test_a_file_that_was_not_there_is_looked_for_again(tmp_path):
    path = tmp_path / "late.onnx"
    net = network.Network(path)
    with pytest.raises(Exception, match=r"late\.onnx"):
        net.run(some(1))
    path.write_bytes(READER.read_bytes())
    assert net.run(some(1)).shape[0] == 1


def test_a_server_that_sees_no_photo_loads_no_runtime():
    code = "import app, sys, vision.dice, vision.cards; print(*sys.modules)"
    words = [sys.executable, "-c", code]
    done = subprocess.run(words, cwd=ROOT, capture_output=True, text=True, check=True)
    assert "onnxruntime" not in done.stdout.split()
