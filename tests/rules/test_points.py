"""Seat points: what the scores of a round are worth (docs/reference/ranking.md, Points)."""

from league.rules.settings import PointsTable
from league.rules.standings.points import score_round
from league.rules.standings.totals import SeatResult

PAIR = [SeatResult("a", outcome="win", place=1, score=-3), SeatResult("b", outcome="loss", place=2, score=-9)]
DRAW = [SeatResult("c", outcome="draw", place=1), SeatResult("d", outcome="draw", place=1)]
TABLE = [
    SeatResult("e", outcome="draw", place=1),
    SeatResult("f", outcome="draw", place=1),
    SeatResult("g", outcome="loss", place=3),
]


def list_points(table: PointsTable, *matches: list[SeatResult]) -> list[list[int]]:
    return [[seat.points for seat in match] for match in score_round(matches, table)]


def test_points_go_by_outcome() -> None:
    assert list_points(PointsTable(win=3, draw=1, loss=-1), PAIR, DRAW) == [[3, -1], [1, 1]]


def test_points_go_by_place_where_the_rules_say_so_for_a_table_of_that_size() -> None:
    assert list_points(PointsTable(places={"3": [4, 2, 1]}), TABLE, PAIR) == [[4, 4, 1], [2, 0]]


def test_points_are_the_score_where_the_rules_say_so() -> None:
    assert list_points(PointsTable(figure="score"), PAIR, TABLE) == [[-3, -9], [0, 0, 0]]


def test_the_absent_get_none_by_place_or_those_of_a_last_place_below_none() -> None:
    table = [SeatResult("a", outcome="win"), *(SeatResult(who, outcome="loss", absent=True) for who in "bc")]
    assert list_points(PointsTable(places={"3": [4, 2, 1]}), table) == [[4, 0, 0]]
    assert list_points(PointsTable(places={"3": [4, 2, -3]}), table) == [[4, -3, -3]]


def test_a_match_that_counts_for_nothing_gives_no_points() -> None:
    empty = [SeatResult("a"), SeatResult("b")]
    assert list_points(PointsTable(loss=-2), empty) == [[0, 0]]
    assert list_points(PointsTable(places={"2": [4, 2]}), empty) == [[0, 0]]


def test_nothing_else_of_a_seat_changes_and_no_match_needs_the_others() -> None:
    together = score_round([PAIR, TABLE], PointsTable())
    assert [*score_round([PAIR], PointsTable()), *score_round([TABLE], PointsTable())] == together
    assert [(seat.entry, seat.score, seat.place) for seat in together[0]] == [("a", -3, 1), ("b", -9, 2)]
