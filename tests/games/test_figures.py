"""How numbers are written, for programs and for people."""

from fractions import Fraction

from games import Text, choose_decimals, format_number, fraction_text


def test_fraction_has_four_decimals_rounded_half_even() -> None:
    cases: list[tuple[Fraction, str]] = [
        (Fraction(-3, 4), "-0.7500"),
        (Fraction(0), "0.0000"),
        (Fraction(-1, 100_000), "0.0000"),
        (Fraction(-1, 20_000), "0.0000"),
        (Fraction(1, 20_000), "0.0000"),
        (Fraction(3, 20_000), "0.0002"),
        (Fraction(-3, 20_000), "-0.0002"),
        (Fraction(5, 12), "0.4167"),
        (Fraction(-27), "-27.0000"),
    ]
    for value, text in cases:
        assert fraction_text(value) == text, (value, text)


def test_nothing_to_divide_by_stays_nothing() -> None:
    assert fraction_text(None) is None


def test_people_read_a_minus_sign_and_two_decimals_rounded_half_up() -> None:
    cases: list[tuple[Fraction | int, str]] = [
        (-7, "−7"),
        (0, "0"),
        (Fraction(-7, 8), "−0.88"),
        (Fraction(-13, 8), "−1.63"),
        (Fraction(13, 8), "1.63"),
        (Fraction(-1, 1000), "0.00"),
        (Fraction(-27), "−27.00"),
    ]
    for value, text in cases:
        assert format_number(value) == text, (value, text)


def test_figures_have_as_many_decimals_as_tell_them_apart() -> None:
    cases: list[tuple[list[object], int]] = [
        ([], 2),
        ([Fraction(-7, 8), Fraction(-7, 8)], 2),
        ([Fraction(-7, 8), None, -1, "-"], 2),
        ([Fraction("-0.875"), Fraction("-0.88")], 3),
        ([Fraction("-0.875"), Fraction("-0.8751")], 4),
        ([Fraction("-0.8750"), Fraction("-0.87501")], 2),
        ([Fraction("0.01"), Fraction("0.021"), Fraction("0.022")], 3),
    ]
    for values, decimals in cases:
        assert choose_decimals(values) == decimals, values


def test_sentence_tells_its_figures_apart_for_people_and_has_all_decimals_for_programs() -> None:
    text = Text(
        "{left} against {right}, {score}",
        {"left": Fraction("-0.875"), "right": Fraction("-0.88"), "score": -7},
    )
    assert text.translate(str) == "−0.875 against −0.880, −7"
    assert str(text) == "-0.8750 against -0.8800, -7"
