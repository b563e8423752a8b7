"""Names as they are compared: what looks alike is alike, and what does not is not."""

import pytest

from league.rules.names import MAX_FOLDED_LENGTH, fold_name, list_alike_folds

ALIKE = {
    "case": "RIVERSIDE card club",
    "accents": "Rivérsidë Card Club",
    "letters with a stroke": "Riversiđe Card Club",
    "spaces": " River side  CardClub",
    "punctuation": "Riverside-Card_Club!",
    "other signs": "♠ Riverside ♥ Card Club",
    "full width": "Ｒｉｖｅｒｓｉｄｅ Card Club",
    "mathematical": "𝐑𝐢𝐯𝐞𝐫𝐬𝐢𝐝𝐞 Card Club",
    "Cyrillic": "Rіvеrѕіdе Саrd Сlub",
    "Greek": "Rινerside Card Club",
    "invisible signs": "River\u200bside\u034f Card\ufe0f \u3164Club",
    "I for l": "Riverside Card CIub",
    "1 for l": "R1vers1de Card C1ub",
    "| for i": "R|vers|de Card Club",
}
APART = [
    "Riverside Card Club",
    "Riverside Card Club 2",
    "Riverdale Card Club",
    "Karten-Club Ufer",
    "Клуб Весна",
    "Клуб Сосна",
    "राम क्लब",
    "रीम क्लब",
    "ナイト",
    "明月",
    "سارة",
    "♠♣",
    "♥♦",
]


@pytest.mark.parametrize("name", ALIKE.values(), ids=ALIKE)
def test_names_that_look_alike_are_compared_as_one(name: str) -> None:
    assert fold_name("Riverside Card Club") in list_alike_folds(name)


def test_capitals_of_other_scripts_count_as_what_they_look_like() -> None:
    assert fold_name("Nightly Hearts") in list_alike_folds("Νightly Ηearts")


def test_names_that_differ_stay_apart() -> None:
    assert len({fold_name(name) for name in APART} | {""}) == len(APART) + 1


@pytest.mark.parametrize("name", ["", " ", "\x00", "\u200b\u3164", "\ud800"])
def test_what_cannot_be_seen_is_nothing(name: str) -> None:
    assert fold_name(name) == "" and list_alike_folds(name) == set()


def test_folded_name_has_room_in_its_column() -> None:
    assert len(fold_name("\N{ARABIC LIGATURE SALLALLAHOU ALAYHE WASALLAM}" * 80)) == MAX_FOLDED_LENGTH
