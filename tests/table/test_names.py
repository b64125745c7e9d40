"""Names can be seen, and told apart."""

import pytest

from companion.core.errors import Malformed
from companion.table.names import ALPHABET, new_code, seated


@pytest.mark.parametrize(
    ("given", "written"),
    [
        ("  Ana \n M. ", "Ana M."),
        ("A\0na", "Ana"),
        ("\u202eAna\u202c", "Ana"),
        ("A\u200bn\u2060a\ufeff", "Ana"),
        ("\u3164\u115fAna", "Ana"),
        ("Ana\u2028Ben", "Ana Ben"),
        ("Zoe\u0308", "Zoë"),
        ("B" * 30, "B" * 24),
        ("\u200f\u200d", "Player 1"),
        ("", "Player 1"),
        ("李雷", "李雷"),
        ("राम", "राम"),
    ],
)
def test_a_name_holds_only_what_can_be_seen(given, written):
    assert seated([given]) == (written,)


@pytest.mark.parametrize(
    "names",
    [
        ("Ana", "Ana"),
        ("Ana", "ana"),
        ("Ana", "A\u200bna"),
        ("Ana", "Ａｎａ"),
        ("Straße", "STRASSE"),
        ("Zoë", "Zoe\u0308"),
        # Put in order before it is made small, and not alike until it is again.
        ("H\u0331\u0307ana", "h\u0331\u0307ana"),
        ("I\u0316\u0307rem", "i\u0316\u0307rem"),
        ("", "player 1"),
    ],
)
def test_no_two_names_look_or_sound_alike(names):
    with pytest.raises(Malformed, match="Two players are called"):
        seated(names)


def test_names_that_differ_may_both_sit():
    assert seated(["Ana", "Anna", "रमा", "राम"]) == ("Ana", "Anna", "रमा", "राम")


def test_a_code_is_easy_to_read_aloud():
    code = new_code(200)
    assert set(code) <= set(ALPHABET)
    assert not set(ALPHABET) & set("01ilo")
