"""Entering a match night: where it begins, what stands beside the sheet, and how it goes on."""

import re
from datetime import timedelta
from typing import Any
from unittest.mock import patch
from uuid import uuid4

import pytest
from django.test import Client

from games import Invalid
from league.actions.confirmation import dispute_result
from league.actions.result import submit_result
from league.models import Club, Match, Player, Submission, User
from league.principals import Person
from league.rules.validation import build_problem
from tests.actions.clubs import build_random_sheet
from tests.actions.decisions import record_walkover
from tests.web.sheets import DESTINATION, MATCH, build_fields, cell, text, value

BEGIN = "/riverside/-/enter/"


def open_matches(club: Club) -> Any:
    return Match.objects.filter(club=club, status="scheduled").order_by("round__number", "table", "key")


def schedule(club: Club, *days: int) -> list[str]:
    """Give the first open matches these days, counted from today, and take them from the others."""
    matches = list(open_matches(club))
    open_matches(club).update(due_on=None)
    for match, days_on in zip(matches, days, strict=False):
        Match.objects.filter(pk=match.pk).update(due_on=club.today + timedelta(days_on))
    return [match.key for match in matches]


def lead(client: Client, path: str = BEGIN) -> str:
    answer = client.get(path)
    assert answer.status_code == 302, answer.status_code
    return answer.headers["Location"]


# --- where it begins


@pytest.mark.parametrize(
    ("days", "first"),
    [((-14, -7, -7, 7), 1), ((7, 14, 0), 2), ((7, 3, 14), 1), ((), 0)],
    ids=["the last night", "tonight", "the next night", "no days"],
)
def test_it_begins_with_the_night_that_is_missing(
    scorer: Client, riverside: Club, days: tuple[int, ...], first: int
) -> None:
    keys = schedule(riverside, *days)
    assert lead(scorer) == f"/riverside/matches/{keys[first]}/enter/"


def test_a_day_has_an_address(scorer: Client, riverside: Club) -> None:
    keys = schedule(riverside, 7, 14, 14)
    day = riverside.today + timedelta(14)
    assert lead(scorer, f"{BEGIN}{day}/") == f"/riverside/matches/{keys[1]}/enter/"
    Match.objects.filter(key=keys[1]).update(table=99)
    assert lead(scorer, f"{BEGIN}{day}/") == f"/riverside/matches/{keys[2]}/enter/"


def test_nothing_to_enter_leads_to_what_there_is_to_do(scorer: Client, riverside: Club) -> None:
    riverside.competitions.get().seasons.update(state="closed")
    assert lead(scorer) == "/-/my/#enter-riverside"


@pytest.mark.parametrize("day", ["2026-02-30", "tomorrow", "0001-01-01", "99999-01-01"])
def test_other_days_are_not_found(scorer: Client, day: str) -> None:
    assert scorer.get(f"{BEGIN}{day}/").status_code == 404


def test_it_is_for_those_who_enter_all_results(client: Client, riverside: Club) -> None:
    assert lead(client).startswith("/-/log-in/")
    user = User.objects.create_user("dev@example.org", "a good long pass phrase", name="Dev")
    Player.objects.filter(club=riverside, key="dev").update(user=user)
    client.force_login(user)
    assert client.get(BEGIN).status_code == 404
    page = text(client.get(DESTINATION))
    assert "Save result" in page and "Save and next" not in page


# --- how it goes on


def test_tables_of_the_night_stand_beside_the_sheet(scorer: Client, riverside: Club) -> None:
    open_matches(riverside).update(due_on=riverside.today)
    night = open_matches(riverside).count()
    page = scorer.get(DESTINATION).content.decode()
    rows = re.findall(r'<li( class="here")?>\s*<a href="/riverside/matches/[\w-]+/enter/"', page)
    assert len(rows) == night and rows.count(' class="here"') == 1
    assert f"0 of {night} played" in text(scorer.get(DESTINATION)) and "Save and next" in page


def test_saving_leads_to_the_next_table_until_all_are_in(scorer: Client, riverside: Club) -> None:
    open_matches(riverside).exclude(key__in=["m53", "m54"]).update(due_on=riverside.today)
    today = riverside.today.isoformat()
    answer = scorer.post(DESTINATION, build_fields(played_on=today, waved="") | {"then": "next"})
    answer = scorer.post(
        DESTINATION, build_fields(played_on=today, waved=value(answer, "waved")) | {"then": "next"}
    )
    assert answer.headers["Location"] == "/riverside/matches/m54/enter/"
    page = text(scorer.get(answer.headers["Location"]))
    assert "Result saved. Dev Dhar – Bob Birch" in page and "1 of 2 played" in page
    answer = scorer.post("/riverside/matches/m54/enter/", build_fields() | {"then": "next"})
    assert answer.headers["Location"] == "/riverside/matches/m54/"


def test_save_alone_leads_to_the_match_and_names_the_next(scorer: Client) -> None:
    assert scorer.post(DESTINATION, build_fields()).headers["Location"] == MATCH
    assert "Next:" in text(scorer.get(MATCH))


def test_refused_sheet_goes_nowhere(scorer: Client) -> None:
    answer = scorer.post(DESTINATION, build_fields(deals_0_bids_0="40") | {"then": "next"})
    assert answer.status_code == 200 and 'name="then"' in answer.content.decode()


# --- in the place of the sheet before

IN_PLACE = {"HX-Request": "true", "HX-Target": "content"}


def test_main_part_of_the_page_comes_alone_where_it_is_asked_for(scorer: Client, riverside: Club) -> None:
    whole = scorer.get(DESTINATION)
    part = scorer.get(DESTINATION, headers=IN_PLACE)
    assert {"HX-Request", "HX-Target"} <= set(part.headers["Vary"].split(", "))
    assert whole.headers["Vary"] == part.headers["Vary"]
    assert "<html" not in part.content.decode() and "<title>Dev Dhar" in part.content.decode()
    _title, _mark, read = text(part).partition(" – Bob Birch ")
    assert "Save and next" in read and read in text(whole)


def test_refused_sheet_does_not_change_the_address(scorer: Client) -> None:
    answer = scorer.post(DESTINATION, build_fields(deals_0_bids_0="40"), headers=IN_PLACE)
    assert answer.headers["HX-Push-Url"] == "false" and "<html" not in answer.content.decode()


@pytest.mark.parametrize("method", ["get", "post"])
def test_log_in_is_not_put_in_the_place_of_a_sheet(client: Client, riverside: Club, method: str) -> None:
    answer = getattr(client, method)(DESTINATION, headers=IN_PLACE)
    assert (answer.status_code, answer.content) == (204, b"")
    assert "log-in" in answer.headers["HX-Trigger"]


# --- the day of play


def post_next(scorer: Client, path: str, **fields: str) -> Any:
    return scorer.post(path, build_fields() | {"then": "next"} | fields)


def test_day_of_play_is_changed_once_for_the_matches_that_follow(scorer: Client, riverside: Club) -> None:
    over = "2025-10-18"
    answer = post_next(scorer, DESTINATION, played_on=over)
    assert "after the season ends" in text(answer)
    waved = value(answer, "waved")
    address = post_next(scorer, DESTINATION, played_on=over, waved=waved).headers["Location"]
    assert address.endswith(f"/enter/?played_on={over}")
    page = scorer.get(address)
    assert value(page, "played_on") == over
    assert f"/enter/?played_on={over}" in page.content.decode()
    fields = {name: value(page, name) for name in ("played_on", "waved")}
    address = post_next(scorer, address, **fields).headers["Location"]  # not asked about again
    assert address.endswith(f"/enter/?played_on={over}")
    usual = riverside.today.isoformat()
    assert value(scorer.get(f"{address}x"), "played_on") == usual


# --- the list


def test_what_there_is_to_do_stands_on_top_and_unusual_results_before_the_others(
    scorer: Client, riverside: Club
) -> None:
    first, second, third, *_rest = schedule(riverside, 0, 0, 0)
    for key, day in ((first, None), (second, "2025-10-18")):
        page = scorer.post(f"/riverside/matches/{key}/enter/", build_fields(played_on=day or "2025-09-18"))
        if day:
            sent = build_fields(played_on=day, waved=value(page, "waved"))
            scorer.post(f"/riverside/matches/{key}/enter/", sent)
    listed = scorer.get(f"/riverside/matches/{third}/enter/").content.decode().partition('id="night-list"')[2]
    keys = re.findall(r'<a href="/riverside/matches/([\w-]+)/enter/"', listed)
    assert keys == [third, second, first]
    assert listed.count(">unusual<") == listed.count(">entered<") == 1


def list_states(page: Any) -> list[str]:
    """The texts about the matches of the night, in their order; nothing of those without a result."""
    listed = page.content.decode().partition('id="night-list"')[2].partition("</ol>")[0]
    return re.findall(r">(disputed|not confirmed|unusual|entered)<", listed)


def test_forfeits_and_sheets_that_are_not_read_any_more_are_not_unusual(
    scorer: Client, riverside: Club
) -> None:
    first, second, third, *_rest = schedule(riverside, 0, 0, 0)
    record_walkover(Match.objects.get(key=first), 0)
    scorer.post(f"/riverside/matches/{second}/enter/", build_fields(played_on="2025-09-18"))
    with patch("games.parse", side_effect=Invalid(build_problem("", "gone", "Not read any more."))):
        assert list_states(scorer.get(f"/riverside/matches/{third}/enter/")) == ["entered", "entered"]


def test_disputed_result_stands_first_among_those_that_are_in(scorer: Client, riverside: Club) -> None:
    first, second, third, *_rest = schedule(riverside, 0, 0, 0)
    match = Match.objects.get(key=second)
    players = []
    for seat in match.seats.order_by("number"):
        players.append(Person(User.objects.create(email=f"{seat.number}@players.example")))
        Player.objects.filter(pk=seat.player_id).update(user=players[-1].user)
    scorer.post(f"/riverside/matches/{first}/enter/", build_fields())
    submit_result(match=match, sheet=build_random_sheet(1), by=players[0], key=uuid4(), base=0)
    dispute_result(match=match, submission=Submission.objects.latest("pk").pk, by=players[1], why="I bid 14")
    assert list_states(scorer.get(f"/riverside/matches/{third}/enter/")) == ["disputed", "entered"]


def test_decision_about_the_last_match_of_a_night_leads_to_the_match(scorer: Client, riverside: Club) -> None:
    schedule(riverside, 0)
    sent = {"how": "forfeit", "absent": "0", "reason": "Ill", "base": "0"}
    answer = scorer.post(f"{MATCH}decide/?then=night", sent)
    assert answer.headers.get("Location") == MATCH, text(answer)


@pytest.fixture
def watch(scorer: Client, riverside: Club) -> Any:
    """Return what htmx puts into the open form of m53."""
    open_matches(riverside).update(due_on=riverside.today)
    page = scorer.get(DESTINATION)
    state = {name: value(page, name) for name in ("base", "stood")}
    return lambda: text(scorer.get(f"{DESTINATION}night/", state))


def test_nothing_is_said_of_a_match_that_is_as_it_was(watch: Any) -> None:
    assert "0 of 8 played" in watch() and "match has" not in watch() and "Another user" not in watch()


def test_saves_of_others_show_at_the_night_and_at_the_match(watch: Any, scorer: Client) -> None:
    scorer.post("/riverside/matches/m54/enter/", build_fields())
    assert "1 of 8 played" in watch() and "Another user" not in watch()
    scorer.post(DESTINATION, build_fields())
    assert "2 of 8 played" in watch()
    assert "Another user has just saved this match" in watch() and "Compare with your entries" in watch()


def test_match_that_was_moved_says_so(watch: Any) -> None:
    Match.objects.filter(key="m53").update(table=77)
    assert "This match has been moved: Division A · Round 3" in watch() and "Table 77" in watch()


def test_match_with_a_substitute_says_who_plays(watch: Any, riverside: Club) -> None:
    nia = Player.objects.get(club=riverside, key="nia")
    Match.objects.get(key="m53").seats.filter(number=0).update(player=nia)
    assert "The players have changed: Nia Novak – Bob Birch" in watch()


def test_both_sheets_are_compared_and_nothing_is_saved(scorer: Client) -> None:
    scorer.post(DESTINATION, build_fields())
    page = scorer.post(DESTINATION, build_fields(deals_0_bids_0="15") | {"compare": "1"})
    assert "Another user has just saved this match" in text(page) and "Save mine anyway" in text(page)
    assert 'value="15"' in cell(page, "deals-0-bids-0")
    assert Match.objects.get(key="m53").revision == 1


def test_list_is_for_those_who_enter_all_results(client: Client, riverside: Club) -> None:
    assert "You have been logged out." in text(client.get(f"{DESTINATION}night/"))
    user = User.objects.create_user("dev@example.org", "a good long pass phrase", name="Dev")
    Player.objects.filter(club=riverside, key="dev").update(user=user)
    client.force_login(user)
    assert client.get(f"{DESTINATION}night/").status_code == 404


# --- what is decided from there


@pytest.mark.parametrize(
    ("path", "sent", "key"),
    [
        ("decide/", {"how": "forfeit", "absent": "0", "reason": "Ill"}, "m59"),
        ("decide/", {"how": "void", "reason": "Ill"}, "m59"),
        ("substitute/", {"seat": "0", "instead": "nia", "reason": "Ill", "waved": "nia"}, "m53"),
    ],
    ids=["no-show", "void", "substitute"],
)
def test_decisions_lead_back_to_the_night(
    scorer: Client, riverside: Club, path: str, sent: dict[str, str], key: str
) -> None:
    page = scorer.get(f"{DESTINATION}?played_on=2025-09-26").content.decode()
    (address,) = re.findall(rf'<a href="(/riverside/matches/m53/{path}[^"]*)"', page)
    address = address.replace("&amp;", "&")
    assert f'<a href="{DESTINATION}"' in scorer.get(address).content.decode()  # Cancel
    answer = scorer.post(address, sent | {"base": "0"})
    assert answer.headers["Location"] == f"/riverside/matches/{key}/enter/?played_on=2025-09-26"


def test_spreadsheet_is_pasted_on_the_page_of_a_night_and_leads_back_to_it(
    scorer: Client, riverside: Club
) -> None:
    schedule(riverside, -7, -7)
    night = riverside.today - timedelta(7)
    page = scorer.get(DESTINATION).content.decode()
    (form,) = re.findall(r'<form method="post" action="([^"]*/results/[^"]*)".*?</form>', page, re.DOTALL)
    assert (
        form == f"/riverside/skuck-league/3/results/?night={night}"
        and '<textarea id="cells" name="cells"' in page
    )
    sheet = build_fields()
    heads = ["match", "deal", *(f"{field} {seat}" for field in ("bids", "tricks") for seat in (1, 2))]
    rows = [
        ["m53", str(deal + 1)]
        + [sheet[f"deals-{deal}-{field}-{seat}"] for field in ("bids", "tricks") for seat in (0, 1)]
        for deal in range(4)
    ]
    preview = scorer.post(
        form, {"cells": "\n".join("\t".join(row) for row in [heads, *rows])}
    ).content.decode()
    assert "1 new result" in preview
    (seen,) = re.findall(r'name="seen" value="(\w+)"', preview)
    (cells,) = re.findall(r"<textarea[^>]*>\s*?\n(.*?)</textarea>", preview, re.DOTALL)
    saved = scorer.post(form, {"cells": cells, "seen": seen, "save": "1"})
    assert saved.headers["Location"] == f"/riverside/-/enter/{night}/"
    assert Match.objects.get(key="m53").revision == 1
