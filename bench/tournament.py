"""What a tournament costs more than a league: a result's save, and its standings with all tie-breaks."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import count
from random import Random
from typing import TYPE_CHECKING, Any
from unittest.mock import patch
from uuid import uuid4

from bench.comparison import Row, compare, format_seconds
from bench.database import set_up

if TYPE_CHECKING:  # nothing of the league can be imported before it is set up
    from league.models import Match

PLAYERS, PLAYED_ROUNDS = 40, 3
LARGE_FIELD, LARGE_ROUNDS = 1000, 9
SLOWER = 1.25  # the byes are read besides, and ties broken by opponents


def measure(rounds: int) -> Iterator[Row]:
    set_up()
    yield compare_saves(rounds)
    yield compare_standings(min(rounds, 5))


def compare_saves(rounds: int) -> Row:
    """Edit a result over and over, in a tournament and in a league of as many players and results."""
    from league.actions import job as jobs
    from league.models import Match

    jobs.run_in_background = lambda work: None
    tournament, league = make_tournament(), make_league()
    played = Match.objects.filter(division__season=tournament).exclude(current=None).count()
    assert played == Match.objects.filter(division__season=league).exclude(current=None).count()
    with patch.object(jobs, "notify_worker"):
        comparison = compare(
            build_editing(Match.objects.filter(division__season=tournament).exclude(current=None)[0]),
            build_editing(Match.objects.filter(division__season=league).exclude(current=None)[0]),
            rounds,
            min_seconds=0.5,
        )
    return Row(
        f"submit_result in a Swiss of {PLAYERS}",
        "the same in a division of as many players and results",
        comparison.ratios,
        format_seconds(comparison.seconds),
        "the action and its commit with standings and tie-breaks, without the job that follows; more"
        " than 1.25 ends with status 1",
        SLOWER,
    )


def make_tournament() -> Any:
    """Return a Swiss of PLAYERS after PLAYED_ROUNDS rounds."""
    import games
    from league.actions.rounds import pair_next_round, publish_round
    from league.actions.season import open_season
    from league.actions.tournament import create_tournament
    from league.models import Club, Match, Season
    from league.principals import CONSOLE
    from league.rules.seasons.tournament_plans import build_rules

    club = Club.objects.create(slug="tournament", name="Tournament")
    season = create_tournament(
        club=club,
        name="Open",
        game="skuck",
        rules=build_rules(games.get("skuck"), "swiss", PLAYED_ROUNDS + 1),
        names=[f"Player {number}" for number in range(PLAYERS)],
        by=CONSOLE,
    )
    season = Season.objects.for_page().get(pk=season.pk)
    open_season(season=season, by=CONSOLE)
    for _round in range(PLAYED_ROUNDS):
        number = pair_next_round(season=season, by=CONSOLE).number
        publish_round(season=season, number=number, by=CONSOLE)
        play(Match.objects.filter(round__stage__season=season, round__number=number))
    return season


def make_league() -> Any:
    """Return a season with one division of PLAYERS, of whom as many have played as in the tournament."""
    from bench.submission import make_matches
    from league.models import Match

    slug = f"club-{uuid4()}"
    with patch("bench.submission.PLAYERS", PLAYERS):
        matches = make_matches(slug, divisions=1)
    play(Match.objects.filter(pk__in=[match.pk for match in matches[: PLAYERS // 2 * PLAYED_ROUNDS]]))
    return matches[0].division.season


def play(matches: Any) -> None:
    from league.actions.result import submit_result
    from league.principals import CONSOLE

    for match in matches.select_related("club").order_by("round__number", "table", "pk"):
        sheet = make_sheet(match.pk)
        submit_result(match=match, sheet=sheet, by=CONSOLE, key=uuid4(), base=0, played_on=match.club.today)


def make_sheet(number: int) -> dict[str, Any]:
    from games import parse_options, registry

    game = registry.get("skuck")
    assert game.plausible is not None
    return game.plausible(parse_options(game, {}), 2, Random(number))


def build_editing(match: Match) -> Callable[[], None]:
    """Return what edits the result of a match, with another sheet each time."""
    from league.actions.result import submit_result
    from league.principals import CONSOLE

    revisions = count(match.revision)

    def edit() -> None:
        base = next(revisions)
        submit_result(
            match=match,
            sheet=make_sheet(base),
            by=CONSOLE,
            key=uuid4(),
            base=base,
            why="Typed wrongly",
            played_on=match.club.today,
        )

    return edit


def compare_standings(rounds: int) -> Row:
    """Rank a large field with all tie-breaks, beside pairing its next round."""
    from dataclasses import replace

    from league.rules.pairing.swiss import pair_club_round
    from league.rules.standings.crosstable import rank_field
    from league.rules.standings.paired_field import PairedField
    from tests.rules.pairing.tournaments import draw_results, make_input, play_round

    given = make_input(LARGE_FIELD, LARGE_ROUNDS + 1)
    results = draw_results(Random(LARGE_FIELD))
    for _round in range(LARGE_ROUNDS):
        given = replace(given, history=(*given.history, play_round(pair_club_round(given), results)))
    seeds = {entry.id: entry.seed for entry in given.entries}

    def rank() -> None:
        field = PairedField(list(seeds), given.history, win=given.win, draw=given.win / 2)
        assert len(rank_field(field, seeds)) == LARGE_FIELD

    comparison = compare(rank, lambda: pair_club_round(given), rounds)
    return Row(
        f"standings with all tie-breaks of {LARGE_FIELD} players after {LARGE_ROUNDS} rounds",
        "pairing their next round by club",
        comparison.ratios,
        format_seconds(comparison.seconds),
        "from what was played to ranks, no database; made once after each result",
    )
