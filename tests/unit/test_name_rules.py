"""The rules of people's names: one script, no hidden characters, and no two that look alike."""

from __future__ import annotations

import hashlib
import re
import unicodedata
from importlib import resources

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hyperoxo.errors import InputError
from hyperoxo.store import keys_of, read_name, read_title


@pytest.mark.parametrize(
    ("typed", "shown"),
    [
        ("Ada", "Ada"),
        ("Zoe\u0308", "Zoë"),
        ("\uff21\uff44\uff41", "Ada"),  # of full width
        ("Ada Lovelace 2", "Ada Lovelace 2"),
        ("Юлия", "Юлия"),
        ("नेहा", "नेहा"),
        ("さくら\u30fc", "さくら\u30fc"),
        ("שרה", "שרה"),
        ("\ufdfa", "صلى الله عليه وسلم"),  # one character that becomes 18
    ],
)
def test_a_name_is_shown_in_one_form(typed: str, shown: str) -> None:
    assert read_name(typed) == shown


@pytest.mark.parametrize(
    "typed",
    [
        *("", "A", "a" * 21, "ﬁ" * 11),  # too short or too long, in the last case after NFKC
        *("Ada\u200b", "\u200dAda", "A\u00adda", "\ufeffAda", "A\u2060da", "A\u034fda"),  # without width
        *("\u202eadA", "Ada\u2066", "\u200fAda"),  # of direction
        *("\u3164\u3164", "A\u115f", "ᠠ\u180b"),  # letters and marks without ink
        *("\u0410da", "Ad\u03b1", "田中さん"),  # of several scripts
        *("A" + "\u0323\u0302" * 3, "ก็็็", "\u0301a"),  # heaps of marks, and one alone
        *("<b>Ada</b>", "Ada&amp;", "\x1b[31mAda", "Ada\n", "Ada\0", "Ada\t2", 'A"da', "A\\da", "=1+1", "A\ud800"),
        *(" Ada", "Ada ", "A  da", "A\u3000\u3000da", "42", "A.D.", "Ada\U0001f600", "\u0661\u0662", "\u02bc\u02bc"),
        *("Hard", "HARD", "h a r d", "Hard 7", "House player", "H0use pIayer", "Someone", "IBM 1620", "ibm1620"),
        *("X1", "O 2", "You", "human", "Level 4", "House player level 4", "Strongest", "Adrnin", "\u0397\u0430rd"),
    ],
)
def test_another_text_is_refused_in_one_line(typed: str) -> None:
    with pytest.raises(InputError) as refused:
        read_name(typed)
    assert str(refused.value).isprintable()


def test_letters_that_the_tables_do_not_know_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """A newer Python may know newer letters than the tables; here it takes all characters for letters."""
    monkeypatch.setattr(unicodedata, "category", lambda _: "Lo")
    for number in (0x0378, *range(0x4_0000, 0x11_0000, 1_000)):
        with pytest.raises(InputError):
            read_name(2 * chr(number))


def test_other_tables_of_look_alikes_need_a_migration() -> None:
    """Databases have the keys of names by these tables; the migration 0011 shows how to make them anew."""
    tables = resources.files("hyperoxo.store").joinpath("letters.json").read_bytes()
    assert hashlib.sha256(tables).hexdigest() == "7a9e99e35313a0bf05cd1944dc47ee5b0523478a0359c932b55978485e848f0c"


@pytest.mark.parametrize(
    ("typed", "named"),
    [
        ("Ana-Maria", "“-”"),
        ("O'Neil", "“'”"),
        ("Ada\u200b", "U+200B"),
        ("\u202eadA", "U+202E"),
        ("A", "1 character;"),
        ("a" * 21, "21 characters;"),
    ],
)
def test_a_refusal_names_the_character_or_the_length(typed: str, named: str) -> None:
    with pytest.raises(InputError, match=re.escape(named)):
        read_name(typed)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Ada", "aDA"),
        ("Coco", "\u0421\u043e\u0441\u043e"),  # in Cyrillic
        ("COCO", "\u0441\u043e\u0441\u043e"),
        ("Paul", "PauI"),
        ("Bill", "Bi1l"),
        ("Bob", "B0b"),
        ("Tom", "T0M"),
        ("Amos", "Arnos"),
        ("Straße", "Strasse"),
    ],
)
def test_names_that_look_alike_share_a_key(one: str, other: str) -> None:
    assert keys_of(read_name(one)) & keys_of(read_name(other))


@given(st.text(st.characters(exclude_categories=()), max_size=30))
def test_a_name_of_any_text_is_bounded_and_stays_as_it_is(text: str) -> None:
    try:
        name = read_name(text)
    except InputError:
        return
    assert 2 <= len(name) <= 20
    assert name.isprintable()
    assert read_name(name) == name


@pytest.mark.parametrize(
    "typed", ["", " a", "a  b", "a\nb", "a\u202eb", "a\u2028b", "\u3164", "a" * 61, "x\u0300\u0301\u0302", "a\ud800"]
)
def test_a_title_is_one_line_of_characters_that_are_seen(typed: str) -> None:
    with pytest.raises(InputError):
        read_title(typed)


def test_a_title_is_shown_in_one_form() -> None:
    assert read_title("\uff11. \u00c5b <7b> & \u201cЮ\u201d!") == "1. \u00c5b <7b> & \u201cЮ\u201d!"
