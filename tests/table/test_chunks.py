"""A sequence that shares its past behaves as a tuple does."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.table.chunks import CHUNK, Chunks


def chunks_of(items):
    made = Chunks()
    for item in items:
        made = made.plus(item)
    return made


@given(
    st.integers(0, 3 * CHUNK + 2),
    st.slices(3 * CHUNK + 2),
)
def test_it_reads_as_a_tuple_does(length, part):
    items = tuple(range(length))
    chunks = chunks_of(items)
    assert len(chunks) == length
    assert tuple(chunks) == items
    assert tuple(reversed(chunks)) == items[::-1]
    assert chunks[part] == items[part]
    for place in range(-length, length):
        assert chunks[place] == items[place]


@given(st.lists(st.one_of(st.none(), st.integers()), max_size=4 * CHUNK))
def test_adding_and_dropping_leave_every_earlier_version_as_it_was(moves):
    chunks, items, past = Chunks(), (), []
    for move in moves:
        past.append((chunks, items))
        if move is not None:
            chunks, items = chunks.plus(move), (*items, move)
        elif items:
            chunks, items = chunks.without_last(), items[:-1]
        assert tuple(chunks) == items
    assert all(tuple(was) == held for was, held in past)


def test_what_is_not_there_is_no_item():
    for place in (0, -1, 5):
        with pytest.raises(IndexError):
            Chunks()[place]
    with pytest.raises(IndexError):
        Chunks().without_last()


def test_equal_items_make_equal_sequences():
    one, other = chunks_of(range(40)), chunks_of(range(41)).without_last()
    assert one == other
    assert one != chunks_of(range(41))
    assert one != tuple(range(40))
    assert repr(chunks_of("ab")) == "Chunks(['a', 'b'])"


def test_one_more_item_touches_one_chunk_only():
    long = chunks_of(range(100 * CHUNK))
    longer = long.plus("x")
    assert longer._earlier is long, "the past is shared, not copied"
