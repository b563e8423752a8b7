"""The days of a season: what falls on each, how much of it is decided, and moving what is not."""

from typing import Any
from unittest.mock import patch
from uuid import uuid4

import pytest
from django.test import Client
from django.utils.html import escape

from league.actions.result import submit_result
from league.models import Club, Event, Match, Membership, Player, Role, Season
from league.principals import CONSOLE
from league.web.manage.access import get_season_to_run
from tests.actions.clubs import PRINTED_SHEET, make_club, make_member
from tests.scenarios import scenario
from tests.web.log_ins import log_in
from tests.web.sheets import summary, text

PAGE = "/riverside/league-1/1/nights/"
SEASON = "/riverside/league-1/1/"
GONE = "That date has no open matches any more. The list below is up to date."
FIRST, SECOND, LATER = "2026-01-05", "2026-01-12", "2026-01-19"


@scenario
def club() -> Club:
    """Four players: of the three rounds of two matches, two have their night, one has no day."""
    club = make_club()
    for round, day in enumerate((FIRST, SECOND), 1):
        Match.objects.filter(round__number=round).update(due_on=day)
    return club


@scenario
def organiser(club: Club) -> Client:
    return log_in(make_member(club, Role.ORGANISER))


def play(key: str) -> None:
    submit_result(match=Match.objects.get(key=key), sheet=PRINTED_SHEET, by=CONSOLE, key=uuid4(), base=0)


def moved(client: Client, day: str, to: str) -> Any:
    return client.post(PAGE, {"day": day, "to": to})


def days() -> dict[str, str]:
    return {match.key: str(match.due_on) for match in Match.objects.order_by("key")}


def test_every_day_is_listed_with_its_matches_and_how_many_are_decided(organiser: Client) -> None:
    play("c1d1-m1")
    said = text(organiser.get(PAGE))
    first, rest = said.split("Monday 5 January 2026", 1)[1].split("Monday 12 January 2026", 1)
    second, dayless = rest.split("No date", 1)
    assert "Round 1 · 1 of 2 have a result 2 matches Player p1 – Player p4" in first
    assert "Division Division 1, round 1, table 1 played" in first
    assert "Round 2 · 0 of 2 have a result" in second
    assert "0 of 2 have a result" in dayless and "round 3" in dayless


def test_next_day_is_unfolded_and_the_others_are_folded(organiser: Client) -> None:
    for key in ("c1d1-m1", "c1d1-m2"):
        play(key)
    page = organiser.get(PAGE).content.decode()
    first, second = page.split(f'id="{SECOND}"')
    assert "<details open>" not in first
    assert "<details open>" in second


def test_undecided_matches_lead_to_where_they_are_moved_and_decided_ones_do_not(organiser: Client) -> None:
    play("c1d1-m1")
    page = organiser.get(PAGE).content.decode()
    assert "matches/c1d1-m2/move/" in page
    assert "matches/c1d1-m1/move/" not in page


def test_fixtures_are_a_link_away_for_the_wall(organiser: Client) -> None:
    assert f'href="{SEASON}matches/"' in organiser.get(PAGE).content.decode()


def test_season_without_matches_says_so(db: None) -> None:
    organiser = log_in(make_member(make_club(state="draft"), Role.ORGANISER))
    Match.objects.all().delete()
    page = organiser.get(PAGE)
    assert "There are no matches yet." in text(page)
    assert f'href="{SEASON}set-up/schedule/"' in page.content.decode()


def test_night_is_moved_and_what_is_decided_keeps_its_day(organiser: Client) -> None:
    play("c1d1-m1")
    assert moved(organiser, FIRST, LATER).headers["Location"] == PAGE
    assert days() == {
        "c1d1-m1": FIRST,
        "c1d1-m2": LATER,
        "c1d1-m3": SECOND,
        "c1d1-m4": SECOND,
        "c1d1-m5": "None",
        "c1d1-m6": "None",
    }
    said = text(organiser.get(PAGE))
    assert "Open matches of 5 January 2026 moved to 19 January 2026." in said


def test_who_plays_twice_on_a_day_then_is_told(organiser: Client) -> None:
    assert moved(organiser, FIRST, SECOND).status_code == 302
    said = text(organiser.get(PAGE))
    assert (
        "These players now have several matches on that date: Player p1, Player p2, Player p3, Player p4."
        in said
    )


def test_tables_that_are_given_instead_of_those_taken_are_told(db: None) -> None:
    organiser = log_in(make_member(make_club(entries=6), Role.ORGANISER))
    for round, day in enumerate((FIRST, SECOND), 1):
        Match.objects.filter(round__number=round).update(due_on=day)
    for number, match in enumerate(Match.objects.order_by("pk")):  # nobody stays at table 1
        Match.objects.filter(pk=match.pk).update(table=1 + (number + match.round.number) % 3)
    assert moved(organiser, FIRST, SECOND).status_code == 302
    said = text(organiser.get(PAGE))
    assert "Tables taken on that date: 1, 2, 3. The moved matches are now at 4, 5, 6." in said


def test_day_that_is_past_is_told_after_moving(organiser: Client) -> None:
    moved(organiser, FIRST, "2020-01-06")
    assert "Note: that date is in the past." in text(organiser.get(PAGE))


def test_only_the_first_of_many_names_are_told(db: None) -> None:
    organiser = log_in(make_member(make_club(entries=12), Role.ORGANISER))
    for round, day in enumerate((FIRST, SECOND), 1):
        Match.objects.filter(round__number=round).update(due_on=day)
    moved(organiser, FIRST, SECOND)
    assert "Player p6, Player p7 and 2 more." in text(organiser.get(PAGE))


def test_nights_of_a_draft_are_moved(db: None) -> None:
    organiser = log_in(make_member(make_club(state="draft"), Role.ORGANISER))
    Match.objects.update(due_on=FIRST)
    assert "Create a new schedule" in text(organiser.get(PAGE))
    assert moved(organiser, FIRST, LATER).status_code == 302
    assert set(days().values()) == {LATER}


def test_what_is_wrong_is_told_at_the_day_and_nothing_is_moved(organiser: Client) -> None:
    before = days()
    for day, to, place, said in (
        (FIRST, "", f"{FIRST}-to", "Choose the new date."),
        (FIRST, "12.1.2026", f"{FIRST}-to", "Write it like 2026-01-31."),
        (FIRST, "2026-02-30", f"{FIRST}-to", "Not a valid date."),
        (FIRST, "2026-01-12\x00", f"{FIRST}-to", "Not a valid date."),
        (FIRST, "9" * 5000, f"{FIRST}-to", "Not a valid date."),
        (
            FIRST,
            "2926-01-12",
            f"{FIRST}-to",
            "12 January 2926 is more than 10 years away. Choose an earlier date.",
        ),
        ("2026-01-06", LATER, "", GONE),
        ("", LATER, "", GONE),
        ("%d%s\x00", "", "", GONE),
    ):
        response = moved(organiser, day, to)
        assert response.status_code == 200, (day, to)
        found = [(where, said in sentence) for where, sentence in summary(response)]
        assert found == [(place, True)], (day, to)
    assert days() == before and not Event.objects.filter(action="move_night").exists()


def test_typed_day_stands_at_its_night_again(organiser: Client) -> None:
    page = moved(organiser, SECOND, "soon").content.decode()
    first, second = page.split(f'<section class="block night" id="{SECOND}"')
    assert 'value="soon"' not in first and 'value="soon"' in second
    assert f'id="{SECOND}-to_error"' in second


def test_closed_season_has_no_such_page(db: None) -> None:
    organiser = log_in(make_member(make_club(), Role.ORGANISER))
    Season.objects.update(state="closed")
    assert organiser.get(PAGE).headers["Location"] == SEASON
    response = moved(organiser, FIRST, LATER)
    assert "The season is closed. Reopen it to move matches." in text(response)
    assert f"to {LATER}" in text(response) and f'href="{SEASON}"' in response.content.decode()


def test_who_loses_the_right_meanwhile_finds_nothing(organiser: Client, club: Club) -> None:
    def lose(*asked: Any) -> Any:
        found = get_season_to_run(*asked)
        Membership.objects.filter(club=club).delete()
        return found

    with patch("league.web.manage.season.get_season_to_run", lose):
        assert moved(organiser, FIRST, LATER).status_code == 404
    assert LATER not in days().values()


def test_long_day_lists_what_is_not_decided_as_far_as_one_can_look_through_and_leads_to_the_rest(
    db: None,
) -> None:
    organiser = log_in(make_member(make_club(entries=12), Role.ORGANISER))
    Match.objects.update(due_on=FIRST)  # 66 matches
    page = organiser.get(PAGE)
    assert page.content.decode().count("/move/") == 60
    assert "0 of 66 have a result 60 of 66 matches without a result" in text(page)
    assert "6 more without a result" in text(page)
    assert f'href="{SEASON}matches/?status=scheduled"' in page.content.decode()
    for match in Match.objects.order_by("pk")[:7]:
        play(match.key)
    page = organiser.get(PAGE)
    assert page.content.decode().count("/move/") == 59
    assert "7 of 66 have a result 59 of 66 matches without a result" in text(page)
    assert "more that" not in text(page) and "matches/c1d1-m1/" not in page.content.decode()


def test_number_of_queries_does_not_grow(db: None, django_assert_num_queries: Any) -> None:
    for slug, entries in (("riverside", 4), ("lakeside", 12)):
        organiser = log_in(make_member(make_club(slug=slug, entries=entries), Role.ORGANISER))
        Match.objects.filter(club__slug=slug).update(due_on=FIRST)
        with django_assert_num_queries(6):  # session, user, season, role; the page's own 2
            assert organiser.get(PAGE.replace("riverside", slug)).status_code == 200


@pytest.mark.parametrize("name", ['<b onclick="x">Ann</b>', "سارة العلي", "W" * 80])
def test_names_stand_as_text_of_their_own(organiser: Client, name: str) -> None:
    Player.objects.filter(key="p1").update(name=name)
    page = organiser.get(PAGE).content.decode()
    assert f"<bdi>{escape(name)}</bdi>" in page and "<b onclick" not in page
