"""The bench of the readers ends in time, keeps what it measured and goes on from it."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from tests.bench import bench_vision


@pytest.fixture
def five(monkeypatch):
    """A part of five pieces that take ten seconds each; what is measured is noted."""
    clock, measured = [0.0], []

    def piece(name):
        def work():
            clock[0] += 10
            measured.append(name)
            return {"seen": 1}

        return work

    part = SimpleNamespace(
        pieces=lambda: {name: piece(name) for name in "abcde"},
        told=lambda done: f"{sum(one['seen'] for one in done.values())} seen",
    )
    monkeypatch.setattr(bench_vision, "module", lambda _name: part)
    monkeypatch.setattr(bench_vision.time, "process_time", lambda: clock[0])
    return measured


def test_it_stops_in_time_and_goes_on_where_it_was(five, tmp_path) -> None:
    first = bench_vision.Ledger("part", tmp_path)
    said = bench_vision.measure("part", first, seconds=15)
    assert five == ["a", "b"]
    assert "2 of 5 pieces" in said
    assert "2 seen" in said
    then = bench_vision.Ledger("part", tmp_path)
    said = bench_vision.measure("part", then, seconds=600)
    assert five == list("abcde")
    assert "all of it" in said
    assert "5 seen" in said


def test_a_piece_cut_off_in_mid_writing_is_measured_again(five, tmp_path) -> None:
    bench_vision.measure("part", bench_vision.Ledger("part", tmp_path), seconds=15)
    file = tmp_path / "part.jsonl"
    file.write_text(file.read_text()[:-4])
    bench_vision.measure("part", bench_vision.Ledger("part", tmp_path), seconds=5)
    assert five == ["a", "b", "b"]
    assert list(bench_vision.Ledger("part", tmp_path).done) == ["a", "b"]


def test_what_a_part_leaves_of_its_time_the_others_have(five, tmp_path) -> None:
    kept = ["--keep", str(tmp_path)]
    bench_vision.main(["cards", "--minutes", "1", *kept])
    assert five == list("abcde")
    bench_vision.main(["cards", "dice", "--minutes", "0.5", *kept])
    assert five == list("abcdeabc"), "half of it would be two"


@pytest.mark.parametrize("part", bench_vision.parts())
def test_every_part_is_made_of_pieces(part) -> None:
    bench = bench_vision.module(part)
    assert callable(bench.told)
    assert all(callable(work) for work in bench.pieces().values())


@pytest.mark.parametrize("part", bench_vision.parts())
def test_results_stand_once_and_on_their_page(part) -> None:
    mark = f"<!-- results: {part} -->"
    pages = [
        page.name
        for page in bench_vision.DOCS.rglob("*.md")
        if mark in page.read_text()
    ]
    assert pages == [bench_vision.PAGES.get(part, "vision.md")]
