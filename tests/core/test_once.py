"""What was worked out for a state is given again for that very state only."""

from companion.core import once as module
from companion.core.once import once


class State:
    """Equal to every other: only being the same tells them apart."""

    def __eq__(self, other):
        return True

    __hash__ = None


def test_the_same_object_is_asked_for_once_and_an_equal_one_again():
    asked = []

    @once
    def answer(state, more=None):
        asked.append(state)
        return object()

    one, two = State(), State()
    assert answer(one) is answer(one)
    assert answer(one) is not answer(two)
    assert answer(one, one) is not answer(one), "every value counts"
    assert len(asked) == 3
    assert answer(one, more=one) is not answer(one, more=one), "named ones are not kept"


def test_it_is_bounded_and_never_gives_what_belonged_to_a_state_that_is_gone(
    monkeypatch,
):
    monkeypatch.setattr(module, "LATEST", 8)

    @once
    def answer(state):
        return [state]

    for _ in range(2000):  # ids are taken again at once when nothing holds them
        state = State()
        assert answer(state)[0] is state
