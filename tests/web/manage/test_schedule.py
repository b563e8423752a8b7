"""Making a season's schedule: choosing the days, looking at it first, keeping it. Pages for organisers."""

import re
from datetime import date, timedelta
from itertools import product
from typing import Any
from unittest.mock import patch
from uuid import uuid4

import pytest
from django.test import Client
from django.utils import timezone
from django.utils.html import escape

from league.actions.result import submit_result
from league.models import Club, Division, Entry, Event, Match, Membership, Player, Role, Season, Stage
from league.principals import CONSOLE
from league.web.manage.access import get_season_to_run
from tests.actions.clubs import PRINTED_SHEET, build_club_file, make_club, make_member
from tests.scenarios import scenario
from tests.web.log_ins import log_in
from tests.web.sheets import summary, text

PAGE = "/riverside/league-1/1/set-up/schedule/"
SET_UP = "/riverside/league-1/1/set-up/"
NIGHTS = "/riverside/league-1/1/nights/"
WEEKLY = {"how": "weekly", "start": "2026-01-05"}
LISTED = {"how": "listed", "days": "2026-01-05\n\n2026-01-19\r\n 2026-02-02 "}
DEADLINES = {"how": "deadlines", "first": "2026-01-31", "every": "2"}


@scenario
def club() -> Club:
    """Two divisions of four, in which everyone is to meet everyone, without days."""
    return make_club(state="draft", divisions=2)


@scenario
def organiser(club: Club) -> Client:
    return log_in(make_member(club, Role.ORGANISER))


def shown(client: Client, **sent: str) -> Any:
    return client.post(PAGE, {"show": "1"} | sent)


def save_schedule(client: Client, **sent: str) -> Any:
    return client.post(PAGE, {"keep": "1"} | sent)


def days() -> list[str]:
    found = Match.objects.order_by("due_on").values_list("due_on", flat=True).distinct()
    return [str(day) for day in found]


def stored() -> list[Any]:
    """All that a look at a schedule must leave alone."""
    return [
        list(Match.objects.order_by("pk").values()),
        list(Season.objects.values()),
        Event.objects.count(),
    ]


# --- looking at it


def test_page_says_what_is_there_and_that_it_will_be_replaced(organiser: Client) -> None:
    said = text(organiser.get(PAGE))
    assert "2 divisions · 8 players" in said
    assert "This will replace the current schedule (12 matches)." in said
    assert "Preview – not saved yet" not in said


def test_without_players_there_is_nothing_to_be_made(organiser: Client) -> None:
    Match.objects.all().delete()
    Entry.objects.all().delete()
    page = organiser.get(PAGE)
    assert "This season has no players yet." in text(page)
    assert f'href="{SET_UP}divisions/"' in page.content.decode()
    assert "<form id" not in page.content.decode()


def test_it_is_shown_with_nights_tables_pairs_and_how_fair_it_is_and_nothing_is_kept(
    organiser: Client,
) -> None:
    before = stored()
    said = text(shown(organiser, **WEEKLY, holidays="2026-01-12"))
    assert "3 rounds, 12 matches. 3 nights, from Monday 5 January 2026 to Monday 26 January 2026." in said
    assert "A match usually takes 40 min." in said
    assert "Round 1: Monday 5 January 2026 Player p1 – Player p4 Division 1, table 1" in said
    assert "Round 2: Monday 19 January 2026" in said
    assert "Each player is listed first" in said
    assert stored() == before


def test_byes_are_shown_in_their_round(db: None) -> None:
    organiser = log_in(make_member(make_club(state="draft", entries=3), Role.ORGANISER))
    said = text(shown(organiser, **WEEKLY))
    for player in ("p1", "p2", "p3"):
        assert f"Byes: Player {player} (Division 1)" in said


def test_with_few_tables_a_round_takes_several_nights(organiser: Client) -> None:
    said = text(shown(organiser, **WEEKLY, tables="2"))
    assert "6 nights, from Monday 5 January 2026 to Monday 9 February 2026." in said
    assert said.count("Round 1: Monday") == 2


def test_what_was_typed_stands_in_the_form_again(organiser: Client) -> None:
    page = shown(organiser, **LISTED, holidays="2026-12-25", tables="4", first="x").content.decode()
    (checked,) = re.findall(r"<input[^>]*checked[^>]*>", page)
    assert 'value="listed"' in checked
    assert "2026-01-05\n\n2026-01-19\r\n 2026-02-02 </textarea>" in page
    assert "2026-12-25</textarea>" in page
    assert 'name="tables" value="4"' in page and 'name="first" value="x"' in page


def test_number_of_queries_does_not_grow(db: None, django_assert_num_queries: Any) -> None:
    for slug, divisions in (("riverside", 2), ("lakeside", 9)):
        club = make_club(slug=slug, state="draft", divisions=divisions)
        organiser = log_in(make_member(club, Role.ORGANISER))
        address = PAGE.replace("riverside", slug)
        with django_assert_num_queries(
            9
        ):  # session, user, season, role; results, what the schedule was made from, the page's 3
            assert organiser.get(address).status_code == 200
        with django_assert_num_queries(11):  # 2 for the schedule, 1 for the names
            assert "Preview – not saved yet" in text(organiser.post(address, {"show": "1"} | WEEKLY))


@pytest.mark.parametrize("name", ['<b onclick="x">Ann</b>', "سارة العلي", "W" * 80])
def test_names_stand_as_text_of_their_own(organiser: Client, name: str) -> None:
    Player.objects.filter(key="p1").update(name=name)
    page = shown(organiser, **WEEKLY).content.decode()
    assert f"<bdi>{escape(name)}</bdi>" in page and "<b onclick" not in page


# --- keeping it


def test_nights_of_every_week_are_kept(organiser: Client) -> None:
    assert save_schedule(organiser, **WEEKLY, holidays="2026-01-12").headers["Location"] == SET_UP
    assert days() == ["2026-01-05", "2026-01-19", "2026-01-26"]
    assert Match.objects.count() == 12
    assert Season.objects.get().remind_days == 0


def test_listed_nights_are_kept(organiser: Client) -> None:
    assert save_schedule(organiser, **LISTED).status_code == 302
    assert days() == ["2026-01-05", "2026-01-19", "2026-02-02"]


def test_deadlines_are_kept_with_the_reminder(organiser: Client) -> None:
    assert save_schedule(organiser, **DEADLINES, remind_days="3").status_code == 302
    assert days() == ["2026-01-31", "2026-02-14", "2026-02-28"]
    assert Season.objects.get().remind_days == 3


def test_rounds_are_kept_without_days(organiser: Client) -> None:
    assert save_schedule(organiser, how="without").status_code == 302
    assert days() == ["None"]
    assert Match.objects.count() == 12


def test_first_and_last_day_of_the_season_are_kept(organiser: Client) -> None:
    save_schedule(organiser, **WEEKLY, starts_on="2026-01-01", ends_on="2026-03-31")
    season = Season.objects.get()
    assert (str(season.starts_on), str(season.ends_on)) == ("2026-01-01", "2026-03-31")
    page = organiser.get(PAGE).content.decode()
    assert 'name="starts_on" value="2026-01-01"' in page and 'name="ends_on" value="2026-03-31"' in page


def test_what_is_kept_is_what_was_shown(organiser: Client) -> None:
    preview = text(shown(organiser, **WEEKLY, tables="2")).partition("Preview – not saved yet")[2]
    save_schedule(organiser, **WEEKLY, tables="2")
    for match in Match.objects.select_related("division").prefetch_related("seats__player"):
        names = " – ".join(seat.player.name for seat in match.seats.order_by("number"))
        assert f"{names} {match.division.name}, table {match.table}" in preview


@pytest.mark.parametrize(
    "left",
    [
        {"days": "nonsense", "every": "x", "first": "tomorrow", "remind_days": "-1"},
        {"first": "9" * 99, "every": "0"},
    ],
)
def test_fields_of_what_was_not_chosen_do_not_count(organiser: Client, left: dict[str, str]) -> None:
    assert save_schedule(organiser, **WEEKLY, **left).status_code == 302


# --- refusals


UNREADABLE = [
    ({"how": ""}, "id_how", "Please make a choice."),
    ({"how": "never"}, "id_how", "Please make a choice."),
    (WEEKLY | {"start": ""}, "id_start", "Please fill this in."),
    (WEEKLY | {"start": "31.1.2026"}, "id_start", "Write it like 2026-01-31."),
    (WEEKLY | {"start": "2026-02-30"}, "id_start", "Not a valid date."),
    (WEEKLY | {"start": "2026-01-05\x00"}, "id_start", "Not a valid date."),
    (WEEKLY | {"tables": "0"}, "id_tables", "Can't be less than 1."),
    (WEEKLY | {"tables": "9" * 5000}, "id_tables", "Enter a whole number."),
    (WEEKLY | {"tables": "many"}, "id_tables", "Enter a whole number."),
    (WEEKLY | {"holidays": "2026-01-12\nChristmas"}, "id_holidays", "Line 2: “Christmas” is not a date."),
    (WEEKLY | {"holidays": "2026-01-12\x00"}, "id_holidays", ""),
    (LISTED | {"days": ""}, "id_days", "Please fill this in."),
    (LISTED | {"days": "2026-01-05\n2026-01-32"}, "id_days", "Line 2: “2026-01-32” is not a date."),
    (LISTED | {"days": "5.1.2026\n32.1.2026"}, "id_days", "Line 2: “32.1.2026” is not a date."),
    (LISTED | {"days": "x\n" * 2000}, "id_days", "Line 1"),
    (LISTED | {"days": "2026-01-05\n" * 1001}, "id_days", "more than 1000 lines"),
    (DEADLINES | {"first": ""}, "id_first", "Please fill this in."),
    (DEADLINES | {"every": ""}, "id_every", "Please fill this in."),
    (DEADLINES | {"every": "53"}, "id_every", "Can't be more than 52."),
    (DEADLINES | {"remind_days": "-1"}, "id_remind_days", "Can't be less than 0."),
    (WEEKLY | {"ends_on": "x"}, "id_ends_on", "Not a valid date."),
]
IMPOSSIBLE = [
    (
        WEEKLY | {"start": "2926-01-05"},
        "id_start",
        "5 January 2926 is more than 10 years away. Choose an earlier date.",
    ),
    (LISTED | {"days": "2026-01-05\n2026-01-12"}, "id_days", "3"),
    (DEADLINES | {"first": "9999-12-31"}, "id_first", ""),
    (WEEKLY | {"starts_on": "2026-01-05", "ends_on": "2026-01-01"}, "id_ends_on", ""),
    (WEEKLY | {"starts_on": "2026-01-06"}, "id_starts_on", ""),
]


def test_what_is_wrong_is_told_at_the_field_and_nothing_is_kept(organiser: Client) -> None:
    before = stored()
    asked = [*product(["show", "keep"], [*UNREADABLE, IMPOSSIBLE[0]]), *product(["show"], IMPOSSIBLE[1:])]
    for button, (sent, place, said) in asked:
        response = organiser.post(PAGE, {button: "1"} | sent)
        assert response.status_code == 200, (button, sent)
        assert {where for where, _said in summary(response)} == {place}, (button, sent)
        assert said in text(response), (button, sent)
        assert "Preview – not saved yet" not in text(response), (button, sent)
    assert stored() == before


def test_only_the_first_wrong_lines_are_told(organiser: Client) -> None:
    assert len(summary(shown(organiser, how="listed", days="x\n" * 500))) == 5


@pytest.mark.parametrize("state", ["draft", "open"])
def test_season_with_results_keeps_its_schedule_and_leads_to_where_it_is_moved(db: None, state: str) -> None:
    file = build_club_file(state=state)
    played = file["competitions"][0]["seasons"][0]["divisions"][0]["matches"][0]
    played |= {"status": "played", "played_on": "2026-01-05", "sheet": PRINTED_SHEET}
    organiser = log_in(make_member(make_club(file), Role.ORGANISER))
    before = stored()
    why = "There are results, so you can't make a new schedule. You can still move single nights and matches."
    assert organiser.get(PAGE).headers["Location"] == NIGHTS
    assert why in text(organiser.get(NIGHTS))
    sent = save_schedule(organiser, **WEEKLY)
    assert why in text(sent) and "start 2026-01-05" in text(sent)
    assert f'href="{NIGHTS}"' in sent.content.decode()
    assert stored() == before


def test_closed_season_has_no_such_page(db: None) -> None:
    organiser = log_in(make_member(make_club(), Role.ORGANISER))
    Season.objects.update(state="closed")
    assert organiser.get(PAGE).headers["Location"] == "/riverside/league-1/1/"
    response = save_schedule(organiser, **WEEKLY)
    assert "The season is closed. Reopen it to change the schedule." in text(response)
    assert "how weekly" in text(response) and 'href="/riverside/league-1/1/"' in response.content.decode()


def test_season_that_got_results_meanwhile_is_refused(organiser: Client) -> None:
    def meanwhile(season: Season) -> bool:
        Season.objects.update(state="open", game="skuck")
        match = Match.objects.order_by("pk")[0]
        submit_result(match=match, sheet=PRINTED_SHEET, by=CONSOLE, key=uuid4(), base=0)
        return False

    with patch("league.web.manage.schedule.has_active_results", meanwhile):
        response = save_schedule(organiser, **WEEKLY)
    assert response.status_code == 200 and "Season 1 has results, so you can't make a new schedule." in text(
        response
    )
    assert days() == ["None"]


# --- an open season


def test_open_season_without_results_gets_days(db: None) -> None:
    organiser = log_in(make_member(make_club(divisions=2), Role.ORGANISER))
    assert "Add dates" in text(organiser.get(NIGHTS))
    assert "The season is open, so the new schedule is published at once." in text(organiser.get(PAGE))
    assert save_schedule(organiser, **WEEKLY).headers["Location"] == NIGHTS
    assert days() == ["2026-01-05", "2026-01-12", "2026-01-19"]
    assert "Create a new schedule" in text(organiser.get(NIGHTS))
    assert "Mon 5 Jan 2026" in text(Client().get("/riverside/league-1/1/matches/"))


# --- what was shown, and what has changed since


def seen_in(response: Any) -> str:
    (found,) = re.findall(r'name="seen" value="([0-9a-f]{64})"', response.content.decode())
    return str(found)


def test_page_with_a_preview_begins_there_and_leaves_no_mark_in_the_address(organiser: Client) -> None:
    page = shown(organiser, **WEEKLY).content.decode()
    assert '<h2 id="preview-name" tabindex="-1" autofocus>' in page
    assert f'<form id="schedule" method="post" action="{PAGE}"' in page


def test_what_was_looked_at_is_kept(organiser: Client) -> None:
    seen = seen_in(shown(organiser, **DEADLINES, remind_days="3", starts_on="2026-01-01"))
    kept_now = save_schedule(organiser, **DEADLINES, remind_days="3", starts_on="2026-01-01", seen=seen)
    assert kept_now.headers["Location"] == SET_UP


@pytest.mark.parametrize("changed", ["players", "choices"])
def test_where_it_would_be_another_one_now_that_is_shown_and_nothing_is_kept(
    organiser: Client, changed: str
) -> None:
    seen, sent = seen_in(shown(organiser, **WEEKLY)), WEEKLY
    if changed == "players":
        Entry.objects.filter(player__key="p4").update(player=Player.objects.get(key="substitute"))
    else:
        sent = WEEKLY | {"start": "2026-01-06"}
    before = stored()
    response = save_schedule(organiser, **sent, seen=seen)
    assert response.status_code == 200 and stored() == before
    assert "Something has changed since your preview. Check the new preview, then try again." in text(
        response
    )
    assert ("Player p4" in text(response)) == (changed != "players")
    assert ("6 January 2026" in text(response)) == (changed == "choices")
    assert seen_in(response) != seen
    assert save_schedule(organiser, **sent, seen=seen_in(response)).status_code == 302


# --- what the form begins with


def begins(client: Client, page: str = PAGE) -> dict[str, str]:
    """What is chosen and filled in when the page is opened."""
    html = client.get(page).content.decode()
    fields = dict(re.findall(r'<input[^>]* name="(\w+)" value="([^"]*)"', html))
    texts = re.findall(r'<textarea[^>]*name="(\w+)"[^>]*>\s*([^<]*)</textarea>', html)
    (chosen,) = re.findall(r'<input[^>]*value="(\w+)"[^>]* checked[^>]*>', html)
    return {name: said for name, said in (fields | dict(texts) | {"how": chosen}).items() if said}


@pytest.mark.parametrize(
    "sent",
    [
        WEEKLY | {"holidays": "2026-01-12", "tables": "2", "starts_on": "2026-01-01"},
        {"how": "listed", "days": "2026-01-05\n2026-01-19\n2026-02-03"},
        DEADLINES | {"remind_days": "3", "ends_on": "2026-12-31"},
        {"how": "without"},
    ],
)
def test_form_begins_with_what_was_made(organiser: Client, sent: dict[str, str]) -> None:
    assert save_schedule(organiser, **sent).status_code == 302
    assert sent.items() <= begins(organiser).items()


@pytest.mark.parametrize(
    ("sent", "field", "on"),
    [
        (WEEKLY | {"tables": "2"}, "start", 0),
        (DEADLINES | {"remind_days": "3"}, "first", 14),
    ],
)
def test_season_that_came_out_of_another_one_goes_on_as_that_was_played(
    organiser: Client, sent: dict[str, str], field: str, on: int
) -> None:
    assert save_schedule(organiser, **sent).status_code == 302
    before = Season.objects.get()
    made = Season.objects.create(competition=before.competition, number=2, rolled_from=before)
    stage = Stage.objects.create(season=made)
    for division in before.divisions.all():
        home = Division.objects.create(season=made, stage=stage, level=division.level, name=division.name)
        for entry in division.entries.all():
            Entry.objects.create(
                season=made, stage=stage, division=home, player=entry.player, seed=entry.seed
            )
    found = begins(organiser, PAGE.replace("/1/", "/2/"))
    first = date.fromisoformat(sent[field])
    earliest = timezone.localdate() + timedelta(on)
    day = next(day for day in (earliest + timedelta(n) for n in range(7)) if day.weekday() == first.weekday())
    assert (sent | {field: str(day)}).items() <= found.items()


def test_who_loses_the_right_meanwhile_finds_nothing(organiser: Client) -> None:
    def lose(*asked: Any) -> Any:
        found = get_season_to_run(*asked)
        Membership.objects.all().delete()
        return found

    with patch("league.web.manage.season.get_season_to_run", lose):
        assert save_schedule(organiser, **WEEKLY).status_code == 404
    assert days() == ["None"]


# --- large ones


def test_of_a_large_schedule_only_the_first_matches_are_listed(organiser: Client) -> None:
    with patch("league.web.manage.schedule.MAX_LISTED_MATCHES", 5):
        said = text(shown(organiser, **WEEKLY))
    assert "3 rounds, 12 matches." in said
    assert said.count("Player p1 – Player p4") == 1 and "Player p1 – Player p2" not in said
    assert "and 3 more matches Round 3: Monday 19 January 2026 4 matches" in said


def test_too_many_matches_are_refused_with_their_number(organiser: Client) -> None:
    before = stored()
    with patch("league.rules.pairing.fixtures.MAX_MATCHES", 11):
        pages = [shown(organiser, **WEEKLY), save_schedule(organiser, **WEEKLY)]
    for page in pages:
        assert "Too many matches: 12. A season has at most 11. Make more divisions" in text(page)
    assert stored() == before


@pytest.fixture
def unfinished(organiser: Client) -> Season:
    """A draft of which another process has made part of the schedule a minute ago."""
    Season.objects.update(schedule_token=uuid4(), schedule_batch_at=timezone.now() - timedelta(minutes=1))
    return Season.objects.get()


def test_schedule_that_is_not_finished_is_offered_to_be_made_once_more(
    organiser: Client, unfinished: Season
) -> None:
    said = "The schedule isn't complete because creating it was interrupted. Create it again."
    page = text(organiser.get(SET_UP))
    assert said in page and f'href="{PAGE}"' in organiser.get(SET_UP).content.decode()
    assert "Before you can start the season:" in page and "How often two players meet" not in page
    page = text(organiser.get(PAGE))
    assert said in page and "This will replace the current schedule" not in page
    assert "Player p1" not in text(organiser.get(NIGHTS))
    assert save_schedule(organiser, **WEEKLY).headers["Location"] == SET_UP
    page = text(organiser.get(SET_UP))
    assert said not in page and "12 matches in 3 rounds." in page and "Start season 1" in page


def test_schedule_that_is_being_made_is_said_to_be(organiser: Client, unfinished: Season) -> None:
    Season.objects.update(schedule_batch_at=timezone.now())
    for page in (SET_UP, PAGE):
        assert "The schedule is being created. Reload this page in a few seconds." in text(
            organiser.get(page)
        )
    assert "The schedule isn't complete" in text(organiser.post(SET_UP))
    assert Season.objects.get().state == "draft"


def test_divisions_can_be_changed_while_a_schedule_is_not_finished(
    organiser: Client, unfinished: Season
) -> None:
    assert "Changing divisions will delete the schedule" not in text(organiser.get(SET_UP + "divisions/"))
