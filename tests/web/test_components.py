"""The small parts that several pages show."""

from fractions import Fraction

from django.template.loader import render_to_string

from league.web.formats import format_comparison, format_figure
from tests.web.sheets import plain


def test_form_is_said_in_words_and_seen_in_letters() -> None:
    shown = render_to_string("components/form.html", {"form": ["won", "drawn", "lost"]})
    assert 'role="img" aria-label="won, drawn, lost"' in shown
    assert plain(shown) == "WDL"


def test_without_a_match_there_is_no_form() -> None:
    assert render_to_string("components/form.html", {"form": []}).strip() == ""


def test_word_that_could_be_read_as_no_finite_number_stays_a_word() -> None:
    assert [format_figure(word) for word in ("Infinity", "NaN", "Bold")] == ["Infinity", "NaN", "Bold"]


def test_comparison_is_a_share_in_per_cent_or_a_difference_with_its_sign() -> None:
    values = (Fraction(5, 2), Fraction(0), Fraction(-5, 2), None)
    assert [format_comparison(value, "matchpoints") for value in values[:2]] == ["2.50 %", "0.00 %"]
    assert [format_comparison(value, "difference") for value in values] == ["+2.50", "0.00", "−2.50", "–"]
