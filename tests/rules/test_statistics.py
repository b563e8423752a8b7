"""Statistics of a player: they equal a naive recount of the player's matches, whatever these were."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from datetime import date, timedelta
from itertools import count
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

import games
from games import Figure
from league.rules.seasons.statistics import (
    STATISTICS_COLUMNS,
    BidReader,
    PlayedMatch,
    PlayedSeat,
    compute_statistics,
)
from league.rules.snapshot import parse_settings
from league.rules.standings.totals import BID_TOTAL, BIDS, SeatResult
from tests.games.sheets import PRINTED_DEALS

PLAYERS = ("ann", "bob", "cleo", "dev", "eva")
FIGURES = (Figure("most", "Most", "most", lambda *_: None), Figure("sum", "Sum", "sum", lambda *_: None))


@st.composite
def seated_players(draw: Any, players: Sequence[str]) -> list[PlayedSeat]:
    """Draw those who sat at a table, placed by their scores."""
    scores = [draw(st.integers(-9, 9)) for _ in players]
    sat = []
    for player, score in zip(players, scores, strict=True):
        place = 1 + sum(other > score for other in scores)
        first = "draw" if scores.count(max(scores)) > 1 else "win"
        own = draw(st.dictionaries(st.sampled_from(["most", "sum", "other"]), st.integers(0, 9)))
        bids = tuple(draw(st.lists(st.integers(0, 12), max_size=4)))
        sat.append(
            PlayedSeat(
                player,
                SeatResult(
                    player,
                    outcome=first if place == 1 else "loss",
                    place=place,
                    score=score,
                    deals=4,
                    figures={**own, BIDS: len(bids), BID_TOTAL: sum(bids)},
                ),
                bids,
            )
        )
    return sat


@st.composite
def seasons(draw: Any) -> list[PlayedMatch]:
    matches = []
    for number in range(draw(st.integers(0, 12))):
        players = draw(st.lists(st.sampled_from(PLAYERS), min_size=2, max_size=4, unique=True))
        matches.append(
            PlayedMatch(
                match=f"m{number}",
                played_on=date(2026, 1, 1) + timedelta(days=draw(st.integers(0, 3))),
                stage=draw(st.integers(1, 2)),
                round=draw(st.integers(1, 2)),
                table=draw(st.integers(1, 2)),
                game=draw(st.sampled_from(["duck", "pond"])),
                seats=tuple(draw(seated_players(players))),
            )
        )
    return matches


def count_naively(meetings: Sequence[PlayedMatch], player: str) -> dict[str, Any]:
    """Count the same again match by match, as one would on paper."""
    rows = sorted(
        (meeting.played_on, meeting.stage, meeting.round, meeting.table, meeting.match, meeting)
        for meeting in meetings
        if is_seated(meeting, player)
    )
    totals: dict[str, Any] = {name: 0 for name in STATISTICS_COLUMNS if name not in ("figures", "details")}
    own: dict[str, int] = {}
    form: list[Any] = []
    by_game: dict[str, Any] = {}
    rivals: dict[str, Any] = {}
    places: dict[str, Any] = {}
    for *_when, meeting in rows:
        (me,) = [seat for seat in meeting.seats if seat.player == player]
        got = me.result
        totals["played"] += 1
        totals[{"win": "won", "draw": "drawn", "loss": "lost"}[got.outcome]] += 1
        for name in ("deals", "score"):
            totals[name] += getattr(got, name)
        for name in (BIDS, BID_TOTAL):
            own[name] = own.get(name, 0) + got.figures[name]
        if meeting.game == "duck":
            if "most" in got.figures:
                own["most"] = max(own.get("most", 0), got.figures["most"])
            if "sum" in got.figures:
                own["sum"] = own.get("sum", 0) + got.figures["sum"]
        form.append({"match": meeting.match, "outcome": got.outcome, "place": got.place})
        here = {"match": meeting.match, "score": got.score}
        game = by_game.setdefault(meeting.game, {"best": here, "worst": here, "bids": Counter()})
        if got.score > game["best"]["score"]:
            game["best"] = here
        if got.score < game["worst"]["score"]:
            game["worst"] = here
        game["bids"].update(map(str, me.bids))
        reached = places.setdefault(str(got.place), {"times": 0, "shared": 0})
        reached["times"] += 1
        reached["shared"] += [seat.result.place for seat in meeting.seats].count(got.place) > 1
        for seat in meeting.seats:
            if seat is not me:
                names = ("played", "won", "drawn", "lost", "score", "against")
                met = rivals.setdefault(seat.player, dict.fromkeys(names, 0))
                met["played"] += 1
                ahead = (got.place or 0) - (seat.result.place or 0)
                met["won" if ahead < 0 else "lost" if ahead > 0 else "drawn"] += 1
                met["score"] += got.score
                met["against"] += seat.result.score
    for game in by_game.values():
        if not game["bids"]:
            del game["bids"]
    streaks = find_streaks_naively(form)
    details: dict[str, Any] = {"form": form[-8:], "games": by_game, "rivals": rivals}
    if any(len(meeting.seats) > 2 for *_when, meeting in rows):
        details["places"] = places
    if streaks:
        details["streaks"] = streaks
    return {**totals, "figures": own, "details": details}


def is_seated(meeting: PlayedMatch, player: str) -> bool:
    return player in [seat.player for seat in meeting.seats]


def find_streaks_naively(form: Sequence[Any]) -> dict[str, Any]:
    """Go through every stretch there is, and return the longest that nothing spoils."""
    streaks: dict[str, Any] = {}
    for name, good in (("winning", {"win"}), ("unbeaten", {"win", "draw"})):
        for first in range(len(form)):
            for last in range(first, len(form)):
                part = form[first : last + 1]
                if {match["outcome"] for match in part} <= good:
                    streak = {"matches": len(part), "first": part[0]["match"], "last": part[-1]["match"]}
                    if streak["matches"] > streaks.get(name, {"matches": 0})["matches"]:
                        streaks[name] = streak
    current = 0
    while current < len(form) and form[-1 - current]["outcome"] == "win":
        current += 1
    if current:
        streaks["current"] = {"matches": current, "first": form[-current]["match"], "last": form[-1]["match"]}
    return streaks


@given(seasons(), st.randoms(use_true_random=False))
def test_what_is_kept_is_what_a_naive_recount_gives_in_whatever_order_matches_come(
    meetings: list[PlayedMatch], chance: Any
) -> None:
    chance.shuffle(meetings)
    statistics = compute_statistics(meetings, game="duck", figures=FIGURES)
    who = {seat.player for meeting in meetings for seat in meeting.seats}
    assert list(statistics) == sorted(who)
    assert statistics == {player: count_naively(meetings, player) for player in who}
    assert all(list(columns) == list(STATISTICS_COLUMNS) for columns in statistics.values())


@given(seasons())
def test_named_players_get_what_they_get_among_all(meetings: list[PlayedMatch]) -> None:
    everybody = compute_statistics(meetings, game="duck", figures=FIGURES)
    named = compute_statistics(meetings, game="duck", figures=FIGURES, players={"bob", "eva"})
    assert named == {
        player: statistics for player, statistics in everybody.items() if player in {"bob", "eva"}
    }


# --- single figures


def build_meetings(*outcomes: str) -> list[PlayedMatch]:
    """Build meetings of Ann and Bob a week apart, each won, drawn or lost by a point."""
    apart = {"w": 1, "d": 0, "l": -1}
    meetings, number = [], count(1)
    for outcome in outcomes:
        by = apart[outcome]
        sat = [
            PlayedSeat(player, SeatResult(player, decide_outcome(own), 1 if own >= 0 else 2, score=own))
            for player, own in (("ann", by), ("bob", -by))
        ]
        week = next(number)
        day = date(2026, 1, 1) + timedelta(weeks=week)
        meetings.append(PlayedMatch(f"m{week}", day, 1, week, 1, "duck", tuple(sat)))
    return meetings


def decide_outcome(by: int) -> str:
    return "win" if by > 0 else "loss" if by < 0 else "draw"


def compute_streaks(*outcomes: str) -> Any:
    return compute_statistics(build_meetings(*outcomes), game="duck")["ann"]["details"].get("streaks", {})


def test_streaks_end_with_a_defeat_and_of_equal_ones_the_first_is_told() -> None:
    assert compute_streaks(*"wwdlww") == {
        "winning": {"matches": 2, "first": "m1", "last": "m2"},
        "current": {"matches": 2, "first": "m5", "last": "m6"},
        "unbeaten": {"matches": 3, "first": "m1", "last": "m3"},
    }
    assert compute_streaks(*"ld") == {"unbeaten": {"matches": 1, "first": "m2", "last": "m2"}}
    assert "current" not in compute_streaks(*"wwd")
    assert compute_streaks("l") == {}


def test_form_is_of_the_last_eight() -> None:
    form = compute_statistics(build_meetings(*"wwwwlllllldd"), game="duck")["ann"]["details"]
    assert [result["match"] for result in form["form"]] == [f"m{number}" for number in range(5, 13)]
    assert form["rivals"] == {
        "bob": {"played": 12, "won": 4, "drawn": 2, "lost": 6, "score": -2, "against": 2}
    }


def test_of_equal_scores_the_first_match_is_the_best_and_the_worst() -> None:
    (game,) = compute_statistics(build_meetings(*"lwwl"), game="duck")["ann"]["details"]["games"].values()
    assert game == {"best": {"match": "m2", "score": 1}, "worst": {"match": "m1", "score": -1}}


def test_nobody_who_has_not_played_is_told_of() -> None:
    assert compute_statistics([], game="duck") == {}
    assert compute_statistics(build_meetings("w"), game="duck", players={"cleo"}) == {}


# --- bids


def test_bids_are_read_by_seat() -> None:
    reader = BidReader(parse_settings("skuck", {}, {}))
    bids = [tuple(deal["bids"][seat] for deal in PRINTED_DEALS) for seat in (0, 1)]
    assert reader.read_bids({"deals": PRINTED_DEALS}, 2) == bids
    assert reader.read_bids(None, 2) == [(), ()]


def test_no_bids_are_read_where_there_are_none_or_nobody_knows_where() -> None:
    settings = parse_settings("skuck", {}, {})
    without = replace(settings, game=replace(games.get("skuck"), has_bids=False))
    for reader in (BidReader(without), BidReader(None)):
        assert reader.read_bids({"deals": PRINTED_DEALS}, 2) == [(), ()]
