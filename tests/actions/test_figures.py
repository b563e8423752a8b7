"""The games' own figures: computed for sheets from before they were stored, and summed game by game."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any
from unittest.mock import patch
from uuid import uuid4

import pytest
from django.utils import timezone

import games
from games import registry
from games.figures import format_number
from league.actions import statistics
from league.actions.job import LongJob
from league.actions.result import submit_result
from league.actions.statistics import recompute_figures
from league.models import Club, Competition, Job, Seat, Statistics
from league.principals import CONSOLE
from league.queries.club import verify_club
from league.rules import snapshot
from league.rules.standings.totals import BID_KEYS
from league.tasks import JOB_HANDLERS, run_jobs
from tests.actions.clubs import OTHER_SHEET, PRINTED_SHEET, build_club_file, list_matches, make_club

pytestmark = pytest.mark.django_db
DUCK = replace(games.get("skuck"), key="duck", name="Duck")  # another game, whose figures have the same keys


def make_played_club(file: dict[str, Any] | None = None) -> Club:
    club = make_club(file)
    for number, match in enumerate(list_matches(club)):
        sheet = PRINTED_SHEET if number % 2 else OTHER_SHEET
        submit_result(match=match, sheet=sheet, by=CONSOLE, key=uuid4(), base=0)
    run_jobs()
    return club


def fetch_seat_figures() -> list[Any]:
    return list(Seat.objects.order_by("match__key", "number").values_list("figures", flat=True))


def fetch_deal_scores() -> list[Any]:
    return list(Seat.objects.order_by("match__key", "number").values_list("deal_scores", flat=True))


def fetch_statistics_figures() -> list[Any]:
    return list(Statistics.objects.order_by("player__key").values_list("figures", flat=True))


def enqueue_figures_job(competition: Competition) -> None:
    """Enqueue the job as the migration does."""
    now = timezone.now()
    Job.objects.create(
        kind="keep-figures", arguments={"competition": competition.pk}, created_at=now, due_at=now
    )


def test_until_they_are_kept_they_are_no_difference() -> None:
    club = make_played_club()
    right, deal_scores = fetch_seat_figures(), fetch_deal_scores()
    Seat.objects.update(figures={}, deal_scores=None)
    enqueue_figures_job(club.competitions.get())
    assert verify_club(club) == []
    Job.objects.filter(kind="keep-figures").update(state="failed")
    paths = [found.path for found in verify_club(club)]
    assert any(".figures" in path for path in paths) and any(".deal_scores" in path for path in paths)
    Job.objects.filter(kind="keep-figures").update(state="waiting")
    run_jobs()
    assert verify_club(club) == []
    assert (fetch_seat_figures(), fetch_deal_scores()) == (right, deal_scores)


def test_of_other_competitions_they_are_compared_meanwhile() -> None:
    club = make_played_club(build_club_file(entries=2, competitions=2))
    first, _second = club.competitions.order_by("pk")
    enqueue_figures_job(first)
    Seat.objects.update(figures={})
    paths = {found.path.split(".seasons")[0] for found in verify_club(club)}
    assert paths == {"competitions.1"}


def test_sheets_are_read_a_chunk_at_a_time() -> None:
    club = make_played_club()
    right = fetch_seat_figures()
    Seat.objects.update(figures={})
    with patch.object(statistics, "BATCH_SIZE", 4):  # of six
        recompute_figures(competition=club.competitions.get().pk)
    assert fetch_seat_figures() == right


def test_nobody_waits_while_sheets_are_read() -> None:
    assert isinstance(JOB_HANDLERS["keep-figures"], LongJob)


# --- a competition that has changed its game


@pytest.fixture
def uninstall_duck(monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[], None]]:
    """Install the game Duck, and return a function that uninstalls it."""
    installed = {"duck": DUCK, "skuck": games.get("skuck")}
    monkeypatch.setattr(registry, "_load_games", lambda: installed)

    def take_away() -> None:
        del installed["duck"]
        snapshot._parse_cached_settings.cache_clear()

    yield take_away
    snapshot._parse_cached_settings.cache_clear()


def build_changed_game_file(*, after: bool = True) -> dict[str, Any]:
    """Build a competition with a season of Duck and a season of SKUCK.

    With `after`, the competition itself has changed over to SKUCK.
    """
    file = build_club_file(entries=2)
    competition = file["competitions"][0]
    [season] = competition["seasons"]
    again = build_club_file(entries=2)["competitions"][0]["seasons"][0] | {"number": 2, "game": "skuck"}
    again["divisions"][0]["matches"][0]["id"] = "again"
    competition["seasons"] = [season | {"game": "duck"}, again]
    competition["game"] = "skuck" if after else "duck"
    return file


def fetch_season_figures(number: int) -> Any:
    return leave_out_bids(Seat.objects.get(match__division__season__number=number, player__key="p1").figures)


def fetch_counted_figures() -> Any:
    return leave_out_bids(Statistics.objects.get(player__key="p1").figures)


def leave_out_bids(figures: dict[str, int]) -> dict[str, int]:
    """Return the game's own figures; bids are added up over all games."""
    return {key: value for key, value in sorted(figures.items()) if key not in BID_KEYS}


def test_only_figures_of_the_game_it_plays_now_are_added_up(uninstall_duck: Callable[[], None]) -> None:
    make_played_club(build_changed_game_file())
    assert fetch_season_figures(1)["best"] > fetch_season_figures(2)["best"]
    assert fetch_counted_figures() == fetch_season_figures(2)


def test_another_game_has_other_figures_as_soon_as_it_comes_in(uninstall_duck: Callable[[], None]) -> None:
    make_played_club(build_changed_game_file(after=False))
    assert fetch_counted_figures() == fetch_season_figures(1)
    file = build_changed_game_file()
    del file["competitions"][0]["seasons"]
    make_club(file)
    run_jobs()
    assert fetch_counted_figures() == fetch_season_figures(2)


def test_a_game_that_is_not_installed_any_more_stops_no_job(uninstall_duck: Callable[[], None]) -> None:
    club = make_played_club(build_changed_game_file())
    before, right = fetch_seat_figures(), fetch_statistics_figures()
    uninstall_duck()
    Seat.objects.filter(match__division__season__number=2).update(figures={})
    Statistics.objects.update(figures={})
    enqueue_figures_job(club.competitions.get())
    run_jobs()
    assert not Job.objects.exclude(state="done").exists()
    assert (fetch_seat_figures(), fetch_statistics_figures()) == (before, right)


def test_players_page_tells_figures_of_one_game(uninstall_duck: Callable[[], None], client: Any) -> None:
    make_played_club(build_changed_game_file())
    page = client.get("/riverside/players/p1/").content.decode()
    best = format_number(fetch_season_figures(2)["best"])
    assert re.search(rf"Best match[^\d−]*>{best}<", page)
