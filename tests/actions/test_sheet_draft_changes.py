"""What becomes of an unfinished sheet and of secret bids where the players, or the state, of its match change.

See docs/reference/sheets.md, Unfinished sheets; docs/reference/sheets.md, Secret bids.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest
from django.db import connection

from league.actions import ladder
from league.actions.club import import_club
from league.actions.decisions.substitution import substitute_player, substitute_rest_of_season
from league.actions.invitation import accept_invitation, invite_member
from league.actions.player import change_player
from league.actions.proof import mark_proved
from league.actions.rounds import unpair_round
from league.actions.schedule import make_schedule
from league.actions.sheet_draft import enter_bid, save_sheet_draft
from league.models import Club, Decision, Match, Player, Season, SheetDraft, User
from league.principals import CONSOLE, Person
from league.queries.club import export_club_file
from tests.actions.clubs import PRINTED_SHEET, list_matches, make_club
from tests.actions.decisions import get_match, revoke
from tests.actions.late_entries import enter_player_late, make_open_table_league
from tests.actions.submissions import get_player_actor
from tests.actions.test_ladder import challenge
from tests.actions.tournaments import begin_round, make_tournament
from tests.clubfile.documents import encode_document
from tests.scenarios import scenario

TYPED = {"deals-0-bids-0": "16", "played_on": "2026-01-05"}


@scenario
def club() -> Club:
    return make_club()


@pytest.fixture
def match(club: Club) -> Match:
    """A match whose first deal is shown; in the second both have bid, and one has entered the tricks."""
    match = list_matches(club)[0]
    for deal, field, seat, number in (
        (0, "bids", 0, 16),
        (0, "bids", 1, 12),
        (0, "tricks", 0, 17),
        (0, "tricks", 1, 10),
        (1, "bids", 0, 9),
        (1, "bids", 1, 18),
        (1, "tricks", 1, 19),
    ):
        bid(match, seat, number, deal=deal, field=field)
    save_sheet_draft(match=match, texts=TYPED, by=CONSOLE, base=0)
    return match


SHOWN = {0: [16, 17], 1: [12, 10]}
BOTH = {0: SHOWN, 1: {0: [9], 1: [18, 19]}}
WITHOUT_FIRST = {0: SHOWN, 1: {1: [18, 19]}}


def bid(match: Match, seat: int, number: int, *, deal: int = 0, field: str = "bids") -> None:
    enter_bid(match=match, deal=deal, field=field, number=number, by=get_player_actor(match, seat))


def get_draft(match: Match) -> SheetDraft:
    return SheetDraft.objects.get(match=match)


def name_substitute(match: Match) -> Decision:
    player = Player.objects.get(key="substitute")
    return substitute_player(match=match, seat=0, substitute=player, reason="Ill", by=CONSOLE, base=0)


def name_substitute_for_rest(match: Match) -> Decision:
    entry = match.seats.get(number=0).entry
    player = Player.objects.get(key="substitute")
    return substitute_rest_of_season(entry=entry, substitute=player, reason="Ill", by=CONSOLE)


def import_changed(club: Club, key: str, **changes: Any) -> None:
    """Import the club's file in which one match says something else."""
    file = json.loads(export_club_file(club))
    for division in file["competitions"][0]["seasons"][0]["divisions"]:
        for record in division["matches"]:
            if record["id"] == key:
                record |= changes
    import_club(encode_document(file), by=CONSOLE)


# --- another player in a seat


@pytest.mark.parametrize("name", [name_substitute, name_substitute_for_rest])
def test_a_substitute_gets_no_number_of_the_one_before_and_neither_comes_back(
    match: Match, name: Callable[[Match], Decision]
) -> None:
    assert get_draft(match).entered == BOTH
    decision = name(match)
    draft = get_draft(match)
    assert draft.entered == WITHOUT_FIRST and draft.texts == TYPED
    bid(match, 0, 5, deal=1)
    revoke(decision)
    assert get_draft(match).entered == WITHOUT_FIRST
    bid(match, 0, 6, deal=1)


def test_numbers_that_are_shown_stay_with_a_substitute(club: Club) -> None:
    match = list_matches(club)[0]
    for field, seat, number in (("bids", 0, 16), ("bids", 1, 12), ("tricks", 0, 17), ("tricks", 1, 10)):
        bid(match, seat, number, field=field)
    name_substitute(match)
    assert get_draft(match).entered == {0: SHOWN}


def test_another_account_of_a_player_gets_no_number_of_the_one_before(club: Club, match: Match) -> None:
    player = Player.objects.get(seats__match=match, seats__number=0)
    change_player(player=player, name="Ann of the harbour", user=player.user, by=CONSOLE)
    assert get_draft(match).entered == BOTH
    change_player(player=player, name=player.name, user=None, by=CONSOLE)
    assert get_draft(match).entered == BOTH  # nobody can see them, and the account may come back
    other = User.objects.create(email="other@example.org")
    change_player(player=player, name=player.name, user=other, by=CONSOLE)
    assert get_draft(match).entered == WITHOUT_FIRST


def test_who_accepts_an_invitation_gets_no_number_of_the_one_before(club: Club, match: Match) -> None:
    player = Player.objects.get(seats__match=match, seats__number=0)
    change_player(player=player, name=player.name, user=None, by=CONSOLE)
    player.refresh_from_db()
    made = invite_member(club=club, email="other@example.org", role="player", player=player, by=CONSOLE)
    other = User.objects.create(email="other@example.org")
    mark_proved(other)
    accept_invitation(invitation=made, by=Person(other))
    assert Player.objects.get(pk=player.pk).user == other
    assert get_draft(match).entered == WITHOUT_FIRST


def test_nothing_is_left_of_bids_alone(club: Club) -> None:
    match = list_matches(club)[0]
    bid(match, 0, 16)
    name_substitute(match)
    assert not SheetDraft.objects.exists()


def test_a_club_file_that_seats_another_player(club: Club, match: Match) -> None:
    seats = list(match.seats.order_by("number").values_list("player__key", flat=True))
    import_changed(club, match.key, sat=["substitute", seats[1]])
    draft = get_draft(match)
    assert draft.entered == WITHOUT_FIRST and draft.texts == TYPED


def test_a_club_file_that_knows_of_no_substitute(club: Club, match: Match) -> None:
    file = export_club_file(club)
    name_substitute(match)
    bid(match, 0, 5, deal=1)
    import_club(file, by=CONSOLE)
    assert [seat.player_id == seat.entry.player_id for seat in match.seats.all()] == [True, True]
    assert get_draft(match).entered == WITHOUT_FIRST


def test_a_club_file_that_only_gives_another_day(club: Club, match: Match) -> None:
    import_changed(club, match.key, due_on="2026-02-02")
    draft = get_draft(match)
    assert draft.entered == BOTH and draft.texts == TYPED


def test_a_club_file_that_gives_the_seats_to_other_entries(club: Club, match: Match) -> None:
    seats = list(match.seats.order_by("number").values_list("player__key", flat=True))
    import_changed(club, match.key, seats=seats[::-1])
    assert not SheetDraft.objects.exists()


# --- a table of another size


def test_a_late_entry_at_a_table_and_its_end(db: None) -> None:
    season = make_open_table_league(4, lot=1)
    for match in Match.objects.all():
        save_sheet_draft(match=match, texts=TYPED, by=CONSOLE, base=0)
    decision = enter_player_late(season)
    joined = [get_match(key) for key in decision.detail["joined"]]
    assert joined and not SheetDraft.objects.filter(match__in=joined).exists()
    for match in joined:
        save_sheet_draft(match=match, texts=TYPED, by=CONSOLE, base=0)
    revoke(decision)
    assert not SheetDraft.objects.filter(match__in=joined).exists()


# --- a result from a file


@pytest.mark.parametrize(
    "result",
    [
        {"status": "played", "sheet": PRINTED_SHEET, "played_on": "2026-01-05", "revision": 1},
        {"status": "void", "revision": 1},
    ],
)
def test_a_result_from_a_club_file(club: Club, match: Match, result: dict[str, Any]) -> None:
    import_changed(club, match.key, **result)
    assert get_match(match.key).status == result["status"]
    assert not SheetDraft.objects.exists()


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
