"""A sentence may hold another one, such as a word of the game: both are translated."""

from datetime import date

from games import Text


def test_text_in_a_text_is_translated_with_it() -> None:
    text = Text("{played} {word} are missing.", {"played": 2, "word": Text("games")})
    german = {"{played} {word} are missing.": "Es fehlen {played} {word}.", "games": "Spiele"}
    assert str(text) == "2 games are missing."
    assert text.translate(german.__getitem__) == "Es fehlen 2 Spiele."


def test_people_read_a_date_with_its_month_by_name() -> None:
    text = Text("{day} is listed twice.", {"day": date(2026, 11, 3)})
    assert str(text) == "2026-11-03 is listed twice."
    assert text.translate(lambda sentence: sentence) == "3 November 2026 is listed twice."
