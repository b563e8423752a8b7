"""Charts stay on the paper, keep to their scale, and are marked at round numbers."""

import re
from collections import Counter
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games import Level
from league.web.charts import (
    BOTTOM,
    LEFT,
    MAX_BARS,
    MAX_DOTS,
    RIGHT,
    TOP,
    choose_step,
    draw_averages,
    draw_bids,
    format_decimal,
    list_multiples,
)
from league.web.path_chart import Column, draw_path

LEVELS = (
    Level("Best", "A", Fraction(0)),
    Level("Good", "B", Fraction(-1)),
    Level("Fair", "C", Fraction(-3)),
    Level("Low", "D", None),
)
AVERAGES = st.lists(st.fractions(-40, 40, max_denominator=100), min_size=2, max_size=60)
BIDS = st.lists(st.integers(0, 27), min_size=1, max_size=200)


@pytest.mark.parametrize(
    ("span", "most", "step"),
    [("5", 5, "1"), ("6", 5, "2"), ("50", 5, "10"), ("51", 5, "20"), ("0.1", 5, "0.02"), ("1", 10, "0.1")],
)
def test_steps_are_the_smallest_round_ones_that_do(span: str, most: int, step: str) -> None:
    assert choose_step(Fraction(span), most) == Fraction(step)


def test_ticks_are_multiples_within_both_ends() -> None:
    assert list_multiples(Fraction(-3), Fraction(7), Fraction(5)) == [0, 5]


@given(AVERAGES, st.sampled_from([LEVELS, ()]))
def test_averages_stay_in_the_field_from_left_to_right(
    averages: list[Fraction], levels: tuple[Level, ...]
) -> None:
    chart = draw_averages(averages, levels)
    assert chart and len(chart.lines[0].dots) == len(averages)
    across = [dot.x for dot in chart.lines[0].dots]
    assert across == sorted(set(across))
    assert all(LEFT <= dot.x <= RIGHT and TOP <= dot.y <= BOTTOM for dot in chart.lines[0].dots)
    by_height = sorted(zip(averages, chart.lines[0].dots, strict=True), key=lambda pair: pair[0])
    assert [dot.y for _average, dot in by_height] == sorted(
        (dot.y for dot in chart.lines[0].dots), reverse=True
    )


@given(AVERAGES)
def test_bands_fill_the_field_without_a_gap_best_at_the_top(averages: list[Fraction]) -> None:
    chart = draw_averages(averages, LEVELS)
    assert chart and chart.bands[0].y == TOP
    ends = [round(band.y + band.height, 1) for band in chart.bands]
    assert ends[-1] == BOTTOM
    assert ends[:-1] == [band.y for band in chart.bands[1:]]
    assert [band.shade for band in chart.bands] == sorted({band.shade for band in chart.bands})


@given(AVERAGES)
def test_ticks_of_averages_are_few_and_in_the_field(averages: list[Fraction]) -> None:
    chart = draw_averages(averages, LEVELS)
    assert chart and 2 <= len(chart.y_ticks) <= 8 and 1 <= len(chart.x_ticks) <= 9
    assert len({tick.label for tick in chart.y_ticks}) == len(chart.y_ticks)
    assert all(TOP <= tick.at <= BOTTOM for tick in chart.y_ticks)
    assert all(LEFT <= tick.at <= RIGHT for tick in chart.x_ticks)


def test_average_stands_in_the_band_of_its_level() -> None:
    chart = draw_averages([Fraction(-2), Fraction(-2)], LEVELS)
    assert chart
    (band,) = [band for band in chart.bands if band.y < chart.dots[0].y < band.y + band.height]
    assert band.label == "C"


def test_one_match_is_no_line_yet() -> None:
    assert draw_averages([Fraction(-2)], LEVELS) is None


def test_five_hundred_matches_are_a_line_with_a_dot_at_its_end() -> None:
    chart = draw_averages([Fraction(-number % 17, 4) for number in range(500)], LEVELS)
    assert chart and len(chart.lines[0].points.split()) == 500 > MAX_DOTS
    assert chart.dots == chart.lines[0].dots[-1:]
    assert [tick.label for tick in chart.x_ticks] == ["100", "200", "300", "400", "500"]


def test_label_of_a_level_keeps_out_of_the_lines_way() -> None:
    falling = draw_averages([Fraction(-1, 2), Fraction(-2), Fraction(-2), Fraction(-2)], LEVELS)
    assert falling
    assert {band.label: band.anchor for band in falling.bands} == {"B": "end", "C": "start"}


def test_without_anything_there_is_no_chart() -> None:
    assert draw_averages([], LEVELS) is None
    assert draw_bids(Counter([]), middle=Fraction(27, 2)) is None


@given(BIDS, st.sampled_from([Fraction(27, 2), Fraction(3), None]))
def test_bars_stand_on_the_axis_side_by_side_as_high_as_they_count(
    bids: list[int], middle: Fraction | None
) -> None:
    chart = draw_bids(Counter(bids), middle=middle, least=0, most=27)
    assert chart and sum(bar.count for bar in chart.bars) == len(bids)
    for bar in chart.bars:
        assert bar.x >= LEFT and bar.x + bar.width <= RIGHT and bar.y >= TOP
        assert bar.y + bar.height == pytest.approx(BOTTOM)
        assert bar.count == bids.count(int(bar.label))
    for left, right in zip(chart.bars, chart.bars[1:], strict=False):
        assert left.x + left.width < right.x
        assert (left.height <= right.height) == (left.count <= right.count)


def test_bars_reach_as_far_to_both_sides_of_the_middle() -> None:
    chart = draw_bids(Counter([14, 14, 18]), middle=Fraction(27, 2), least=0, most=27)
    assert chart and chart.middle
    assert [bar.label for bar in chart.bars] == [str(bid) for bid in range(9, 19)]
    assert chart.middle.at == (LEFT + RIGHT) / 2 and chart.middle.label == "13.5"


def test_bars_show_no_bid_that_cannot_be_made() -> None:
    chart = draw_bids(Counter([9]), middle=Fraction(2), least=0, most=9)
    assert chart and (chart.bars[0].label, chart.bars[-1].label) == ("0", "9")


def test_far_apart_bids_share_bars() -> None:
    chart = draw_bids(Counter([3, 57, 1003]), middle=None)
    assert chart and len(chart.bars) <= MAX_BARS
    assert [(bar.label, bar.count) for bar in chart.bars if bar.count] == [
        ("0–49", 1),
        ("50–99", 1),
        ("1000–1049", 1),
    ]


@pytest.mark.parametrize(("value", "text"), [("27/2", "13.5"), ("7", "7"), ("-1/4", "−0.25"), ("10", "10")])
def test_short_decimals(value: str, text: str) -> None:
    assert format_decimal(Fraction(value)) == text


@st.composite
def paths(draw: st.DrawFn) -> list[Column]:
    """Draw the seasons of a league, in some of which the player was in one of its divisions."""
    columns = []
    for season in range(1, draw(st.integers(2, 60)) + 1):
        sizes = draw(st.lists(st.integers(1, 9), min_size=1, max_size=6))
        divisions = tuple((f"Division {level}", size) for level, size in enumerate(sizes, 1))
        if draw(st.booleans()):
            division = draw(st.integers(0, len(sizes) - 1))
            rank = draw(st.integers(1, sizes[division]))
            columns.append(Column(season, divisions, division, sum(sizes[:division]) + rank))
        else:
            columns.append(Column(season, divisions))
    return columns


@given(paths())
def test_path_stays_in_the_field_and_on_the_band_of_its_division(columns: list[Column]) -> None:
    places = [column.place for column in columns if column.place is not None]
    chart = draw_path(columns)
    if len(places) < 2:
        assert chart is None
        return
    assert chart is not None
    for band in chart.bands:
        assert band.x >= LEFT - 0.2 and band.x + band.width <= RIGHT + 0.2
        assert band.y >= TOP - 0.2 and band.y + band.height <= BOTTOM + 0.2
        assert band.width > 0 and band.height > 0
    at = sorted({float(y) for line in chart.lines for y in re.findall(r",([\d.]+)", line.points)})
    assert len(at) == len(set(places)) and at[0] >= TOP and at[-1] <= BOTTOM
    assert chart.x_ticks[0].label == str(next(c.season for c in columns if c.place))
    labels = [band.label for band in chart.bands if band.label]
    assert len(labels) == len(set(labels))
    for dot in chart.dots:
        assert any(
            band.x <= dot.x <= band.x + band.width and band.y <= dot.y <= band.y + band.height
            for band in chart.bands
        )
