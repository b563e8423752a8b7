"""Ranking against a second ranking written the other way round: it compares two rows at a time."""

import hashlib
import random
from fractions import Fraction
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from league.rules.standings.ranking import rank_entries
from league.rules.standings.tie_breaks import StandingsInput
from league.rules.standings.totals import BIDS_MADE, EntryTotals, SeatResult

MIN_VALUE = Fraction(-(10**12))
KEYS = ["average", "score", "wins", "points", "zeros", "win_rate", "played", "seed", "head-to-head", "lot"]


def compute_value(key: str, mine: EntryTotals, tied: set[str], contest: StandingsInput) -> Any:
    """Return a value of which higher is better; numbers only, but for the digest."""
    if key == "average":
        return Fraction(mine.score, mine.deals) if mine.deals else Fraction(contest.forfeit_score or 0)
    if key == "win_rate":
        return Fraction(mine.won, mine.won + mine.lost) if mine.won + mine.lost else MIN_VALUE
    if key == "head-to-head":
        met = [
            seat
            for match in contest.matches
            if sum(seat.entry in tied for seat in match) > 1
            for seat in match
            if seat.entry == mine.player
        ]
        return sum(seat.outcome == "win" for seat in met) * 10**9 + sum(seat.score for seat in met)
    if key == "lot":
        return int(hashlib.sha256(f"{contest.draw_seed}:{mine.player}".encode()).hexdigest(), 16)
    if key == "seed":
        return -mine.seed
    return {
        "score": mine.score,
        "wins": mine.won,
        "points": mine.points,
        "zeros": mine.bids_made,
        "played": mine.played,
    }[key]


def find_first_difference(
    mine: EntryTotals, other: EntryTotals, contest: StandingsInput, keys: list[str]
) -> tuple[str, bool] | None:
    """Return the first key that separates two rows, and whether the first row is the better.

    For each key, ask who is still tied with both.
    """
    tied = {row.player for row in contest.rows if row.played}
    for key in keys:
        values = {
            row.player: compute_value(key, row, tied, contest) for row in contest.rows if row.player in tied
        }
        if values[mine.player] != values[other.player]:
            return key, values[mine.player] > values[other.player]
        tied = {player for player in tied if values[player] == values[mine.player]}
    return None


def rank_naively(contest: StandingsInput, keys: list[str]) -> list[tuple[int, str, str | None]]:
    """Rank each row one more than the number of rows that are better."""
    playing = [row for row in contest.rows if row.played]
    waiting = sorted((row for row in contest.rows if not row.played), key=lambda row: (row.seed, row.player))
    ranks = {
        row.player: 1
        + sum(
            (difference := find_first_difference(other, row, contest, keys)) is not None and difference[1]
            for other in playing
            if other is not row
        )
        for row in playing
    }
    in_order = sorted(playing, key=lambda row: (ranks[row.player], row.seed, row.player))
    ranking: list[tuple[int, str, str | None]] = []
    for place, row in enumerate(in_order, 1):
        below = in_order[place : place + 1]
        difference = find_first_difference(row, below[0], contest, keys) if below else None
        ranking.append((ranks[row.player], row.player, difference[0] if difference else None))
    return ranking + [(len(playing) + at, row.player, None) for at, row in enumerate(waiting, 1)]


few = st.integers(0, 2)


@st.composite
def contests(draw: st.DrawFn) -> StandingsInput:
    """Draw small numbers, so that ties are common; tables of two to four."""
    players = [f"p{number}" for number in range(draw(st.integers(0, 7)))]
    seeds = draw(st.permutations(range(1, len(players) + 1)))
    rows = [
        EntryTotals(
            player,
            seed,
            played=draw(few),
            won=draw(few),
            lost=draw(few),
            deals=draw(few),
            score=draw(st.integers(-3, 1)),
            points=draw(few),
            figures={BIDS_MADE: draw(few)},
        )
        for player, seed in zip(players, seeds, strict=True)
    ]
    matches = []
    if len(players) > 1:
        for _ in range(draw(st.integers(0, 8))):
            table = draw(st.lists(st.sampled_from(players), min_size=2, max_size=4, unique=True))
            matches.append(
                [
                    SeatResult(
                        player,
                        outcome=draw(st.sampled_from(["win", "draw", "loss"])),
                        score=draw(st.integers(-2, 1)),
                    )
                    for player in table
                ]
            )
    return StandingsInput(rows, matches, draw(st.integers(0, 3)), draw(st.sampled_from([None, -1, 0])))


keys_in_any_order = st.lists(st.sampled_from(KEYS), min_size=1, max_size=6)


@given(contests(), keys_in_any_order)
def test_ranking_is_what_comparing_rows_two_by_two_gives(contest: StandingsInput, keys: list[str]) -> None:
    result = [(entry.rank, entry.row.player, entry.decided_by) for entry in rank_entries(contest, keys)]
    assert result == rank_naively(contest, keys)


@given(contests(), keys_in_any_order, st.randoms(use_true_random=False))
def test_the_order_of_rows_and_matches_does_not_matter(
    contest: StandingsInput, keys: list[str], chance: random.Random
) -> None:
    rows, matches = list(contest.rows), [list(match) for match in contest.matches]
    chance.shuffle(rows)
    chance.shuffle(matches)
    for match in matches:
        chance.shuffle(match)
    again = StandingsInput(rows, matches, contest.draw_seed, contest.forfeit_score)
    assert rank_entries(again, keys) == rank_entries(contest, keys)


@given(contests(), keys_in_any_order)
def test_ranks_count_the_rows_above(contest: StandingsInput, keys: list[str]) -> None:
    result = rank_entries(contest, keys)
    assert {entry.row.player for entry in result} == {row.player for row in contest.rows}
    for place, entry in enumerate(result, 1):
        assert entry.rank == place or entry.rank == result[place - 2].rank
        assert (entry.decided_by is None) == (
            place == len(result) or result[place].rank == entry.rank or not result[place].row.played
        )
    if "lot" in keys or "seed" in keys:
        assert [entry.rank for entry in result] == list(range(1, len(result) + 1))
