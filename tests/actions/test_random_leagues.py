"""Random leagues: rolling over loses nobody, and undoing it leaves no trace."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from league.actions.rollover import preview_rollover, roll_over_season, undo_rollover
from league.actions.season import close_season, open_season, reopen_season
from league.models import Season
from league.principals import CONSOLE
from league.queries.club import verify_club
from league.queries.opening import find_opening_blockers
from league.queries.season_answer import build_answer, build_rollover_answer
from league.rules.pairing.round_robin import build_berger_rounds
from tests.actions.clubs import make_club
from tests.actions.seasons import (
    assert_club_is_sound,
    export_season_club,
    fetch_standings,
    get_latest_season,
    list_divisions,
    make_player_ids,
    reload_season,
)
from tests.clubfile.documents import (
    JSON,
    build_club,
    build_competition,
    build_division,
    build_forfeited_match,
    build_played_match,
    build_season,
    build_sheet_for_scores,
)
from tests.scenarios import discard_changes

pytestmark = pytest.mark.django_db

MAX_PLAYERS = 60
ROUNDS = 3  # as many of a division's as are played: enough to rank it
EXAMPLES = settings().max_examples // 8  # each is a whole club


@dataclass(frozen=True)
class League:
    """A club file with one open league, and how it is rolled over."""

    file: JSON
    sizes: list[int]
    missing: Any
    newcomers: list[str]
    left: set[str]
    rules: JSON


@st.composite
def leagues(draw: st.DrawFn) -> League:
    """Draw leagues of 2 to 60 players, with any sizes and numbers of promoted and relegated allowed."""
    moving = draw(st.integers(0, 3))
    count = draw(st.integers(1, 8))
    least = [max(2, moving * (1 if level in (1, count) else 2)) for level in range(1, count + 1)]
    if count == 1:
        least = [2]
    spare = MAX_PLAYERS - sum(least)
    sizes = []
    for size in least:
        more = draw(st.integers(0, min(spare, 8)))
        spare -= more
        sizes.append(size + more)
    rules = {
        "division_size": draw(st.integers(2, 8)),
        "promoted": moving,
        "relegated": moving,
        "min_played": draw(st.sampled_from([0, 0, 1, 2, 3])),
        "vacancies": draw(st.sampled_from(["relegate-fewer", "promote-more"])),
        "ranking": draw(st.sampled_from([["average", "lot"], ["wins"], ["points", "seed"], ["zeros"]])),
    }
    chance = Random(draw(st.integers(0, 10**6)))
    everybody = make_player_ids(sum(sizes))
    left = {player for player in everybody if chance.random() < draw(st.sampled_from([0, 0, 0.1, 0.6]))}
    start, divisions = 0, []
    for level, size in enumerate(sizes, 1):
        divisions.append(_build_random_division(level, everybody[start : start + size], left, chance))
        start += size
    newcomers = [f"new-{number}" for number in range(draw(st.integers(0, 5)))]
    season = build_season(*divisions, lot=chance.randrange(10**6))
    return League(
        build_club(build_competition(season, rules=rules), players=" ".join(newcomers)),
        sizes,
        draw(st.sampled_from(["forfeit", "void"])),
        newcomers,
        left,
        rules,
    )


def _build_random_division(level: int, players: list[str], left: set[str], chance: Random) -> JSON:
    matches: list[JSON] = []
    for number, pairs in enumerate(build_berger_rounds(len(players))[:ROUNDS], 1):
        for pair in pairs:
            key, seats = f"d{level}m{len(matches)}", [players[seed - 1] for seed in pair]
            matches.append({**_build_random_match(key, seats, chance), "round": number})
    entries = [{"player": player, "left": player in left} for player in players]
    return build_division(entries, matches, level=level)


def _build_random_match(match_id: str, seats: list[str], chance: Random) -> JSON:
    """Build a match with one of few different results, so that there are ties."""
    scores = build_sheet_for_scores(chance.choice([-4, -5]), chance.choice([-4, -5]))
    return chance.choice(
        [
            *(
                build_played_match(match_id, " ".join(seats), scores),
                build_played_match(match_id, " ".join(seats), scores),
            ),
            *(
                build_forfeited_match(match_id, " ".join(seats), seats[0]),
                build_forfeited_match(match_id, " ".join(seats), " ".join(seats)),
            ),
            *({"id": match_id, "seats": seats, "status": "void"}, {"id": match_id, "seats": seats}),
        ]
    )


@settings(max_examples=EXAMPLES)
@given(league=leagues())
def test_rolled_over_and_undone(league: League) -> None:
    with discard_changes():
        before = get_latest_season(make_club(league.file))
        content, table = export_season_club(before), fetch_standings(before)
        found, plan = preview_rollover(season=before, missing=league.missing, newcomers=league.newcomers)
        made = reload_season(
            roll_over_season(season=before, by=CONSOLE, missing=league.missing, newcomers=league.newcomers)
        )
        assert build_answer(made) == build_rollover_answer(found, plan)
        assert_nobody_is_lost(league, made)
        assert_neighbours_exchange(league, made)
        assert_club_is_sound(made)
        after = export_season_club(made)

        undo_rollover(season=made, by=CONSOLE)
        assert (export_season_club(before), fetch_standings(before)) == (content, table)
        assert verify_club(before.competition.club) == []

        again = reload_season(
            roll_over_season(season=before, by=CONSOLE, missing=league.missing, newcomers=league.newcomers)
        )
        assert export_season_club(before) == after
        if not find_opening_blockers(again):
            open_season(season=again, by=CONSOLE)
            assert_club_is_sound(again)
        undo_rollover(season=reload_season(again), by=CONSOLE)
        assert export_season_club(before) == content


@settings(max_examples=EXAMPLES)
@given(league=leagues())
def test_closed_and_opened_again(league: League) -> None:
    with discard_changes():
        one = get_latest_season(make_club(league.file))
        content = export_season_club(one)
        close_season(season=one, by=CONSOLE, missing=league.missing)
        assert_club_is_sound(one)
        reopen_season(season=one, by=CONSOLE)
        assert export_season_club(one) == content
        assert verify_club(one.competition.club) == []


def assert_nobody_is_lost(league: League, made: Season) -> None:
    """Assert that the next season has everybody who has not left, and the newcomers, once each."""
    everybody = {*make_player_ids(sum(league.sizes)), *league.newcomers} - league.left
    assert Counter(player for players in list_divisions(made) for player in players) == Counter(everybody)


def assert_neighbours_exchange(league: League, made: Season) -> None:
    """Assert that as many players are relegated as are promoted, between neighbouring divisions.

    Sizes stay the same, except that of the lowest division.
    """
    moves = [move for division in build_answer(made)["divisions"] for move in division["moves"]]
    for move in moves:
        if move["reason"] in ("promoted", "relegated", "vacancy"):
            assert abs(move["from"] - move["to"]) == 1
            assert (move["to"] < move["from"]) == (move["reason"] != "relegated")
    sizes = [len(players) for players in list_divisions(made)]
    if league.left:
        return
    *upper, _lowest = league.sizes
    assert sizes[: len(upper)] == upper
    assert not any(move["reason"] == "vacancy" for move in moves)
    down = Counter(move["to"] for move in moves if move["reason"] in ("relegated", "split"))
    up = Counter(move["from"] for move in moves if move["reason"] == "promoted")
    for level in range(2, len(league.sizes)):
        assert down[level] == up[level] <= league.rules["promoted"]
