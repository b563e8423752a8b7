"""What organisers see of a round that is being played: since when, and which results are to be looked at."""

from contextlib import AbstractContextManager
from datetime import datetime, timedelta
from typing import Any
from unittest.mock import patch

from django.utils import timezone

from league.actions.round_clock import start_clock
from league.actions.rounds import pair_next_round, unpair_round
from league.models import Club, Event, Match, Round, Season
from league.principals import CONSOLE
from league.queries.night import find_unusual
from league.queries.rounds import find_beginning, list_proposals
from tests.actions.submissions import enter_result
from tests.actions.tournaments import begin_round, make_tournament
from tests.scenarios import scenario


@scenario
def season() -> Season:
    """A tournament of six whose first round is published."""
    season = make_tournament(Club.objects.create(slug="riverside", name="Riverside"), 6)
    begin_round(season)
    return season


def get_round(season: Season, number: int = 1) -> Round:
    return Round.objects.get(stage__season=season, number=number)


def get_last_event(action: str) -> datetime:
    return Event.objects.filter(action=action).order_by("-pk")[0].at


def pass_minutes(minutes: int) -> AbstractContextManager[object]:
    """Let so many minutes pass."""
    return patch("django.utils.timezone.now", return_value=timezone.now() + timedelta(minutes=minutes))


def test_round_begins_when_it_is_published_or_its_clock_is_started(season: Season) -> None:
    assert find_beginning(season, get_round(season)) == get_last_event("publish_round")
    with pass_minutes(5):
        start_clock(season=season, number=1, minutes=40, by=CONSOLE)
        assert find_beginning(season, get_round(season)) == get_last_event("start_clock")
    with pass_minutes(10):
        unpair_round(season=season, number=1, by=CONSOLE)
        begin_round(season)
        assert find_beginning(season, get_round(season)) == get_last_event("publish_round")
    assert find_beginning(season, get_round(season, 2)) is None


def test_beginning_of_a_round_over_days_is_not_shown(season: Season) -> None:
    with pass_minutes(24 * 60 + 1):
        assert find_beginning(season, get_round(season)) is None


def test_of_a_round_that_came_from_a_file_nothing_is_known(season: Season) -> None:
    other = make_tournament(season.competition.club, 4, name="Autumn Open")
    assert find_beginning(other, get_round(season)) is None


def test_reason_that_another_program_gave_is_shown_by_its_code(season: Season) -> None:
    unpair_round(season=season, number=1, by=CONSOLE)
    chosen = pair_next_round(season=season, by=CONSOLE)
    assert chosen.pairings
    chosen.pairings["1"]["tables"][0]["reasons"] = [{"code": "by-weather", "values": {"wind": 4}}]
    [proposal] = list_proposals(season, chosen, {})
    [reason] = proposal.tables[0].reasons
    assert reason.translate(str) == "by-weather"


def test_results_that_would_be_questioned_are_unusual(season: Season, django_assert_num_queries: Any) -> None:
    today = season.competition.club.today
    season.ends_on = today - timedelta(days=1)
    season.save(update_fields=["ends_on"])
    usual, unusual, _to_play = Match.objects.filter(round__number=1).order_by("table")
    enter_result(usual, played_on=season.ends_on)
    enter_result(unusual, played_on=today)
    with django_assert_num_queries(2):  # the round itself, too
        assert find_unusual(season, get_round(season)) == {unusual.key}
