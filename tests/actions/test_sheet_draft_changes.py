"""What becomes of an unfinished sheet and of secret bids where the players, or the state, of its match change.

See docs/reference/sheets.md, Unfinished sheets; docs/reference/sheets.md, Secret bids.
"""

from __future__ import annotations

from django.db import connection

from league.actions import ladder
from league.actions.rounds import unpair_round
from league.actions.schedule import make_schedule
from league.actions.sheet_draft import enter_bid
from league.models import Club, Match, Season, SheetDraft
from league.principals import CONSOLE
from tests.actions.clubs import list_matches, make_club
from tests.actions.submissions import get_player_actor
from tests.actions.test_ladder import challenge
from tests.actions.tournaments import begin_round, make_tournament
from tests.scenarios import scenario


@scenario
def club() -> Club:
    return make_club()


def bid(match: Match, seat: int, number: int, *, deal: int = 0, field: str = "bids") -> None:
    enter_bid(match=match, deal=deal, field=field, number=number, by=get_player_actor(match, seat))


# --- a match that goes


def test_a_round_that_is_taken_back(db: None) -> None:
    season = make_tournament(Club.objects.create(slug="open", name="Open"))
    number = begin_round(season)
    match = Match.objects.filter(round__number=number)[0]
    bid(match, 0, 16)
    unpair_round(season=season, number=number, by=CONSOLE)
    connection.check_constraints()
    assert not SheetDraft.objects.exists()


def test_a_challenge_that_is_withdrawn(db: None) -> None:
    season = make_tournament(Club.objects.create(slug="ladder", name="Ladder"), 6, kind="ladder")
    made = challenge(season, "D", "A")
    match = Match.objects.get()
    bid(match, 0, 16)
    ladder.withdraw_challenge(season=season, level=1, number=made.number, by=CONSOLE)
    connection.check_constraints()
    assert not SheetDraft.objects.exists() and not Match.objects.exists()


def test_another_schedule_of_an_open_season(club: Club) -> None:
    bid(list_matches(club)[0], 0, 16)
    season = Season.objects.for_page().get()
    make_schedule(season=season, dates=None, tables=None, remind_days=0, by=CONSOLE)
    connection.check_constraints()
    assert not SheetDraft.objects.exists()
