"""What was played and does not count any more stays on the player's page, and counts in nothing."""

import re
from typing import Any

import pytest
from django.test import Client

from league.actions.changes import invalidate_pages
from league.actions.club import import_club
from league.actions.decisions.forfeit import forfeit_match
from league.actions.decisions.revocation import revoke_decision
from league.actions.decisions.void import void_match
from league.actions.decisions.withdrawal import withdraw_entry
from league.models import Club, Entry, Match, Result, Statistics
from league.principals import CONSOLE
from league.tasks import run_jobs
from tests.clubfile.documents import (
    build_club,
    build_competition,
    build_division,
    build_played_match,
    build_season,
    build_sheet_for_scores,
    encode_document,
)
from tests.scenarios import scenario
from tests.web.sheets import text

pytestmark = pytest.mark.django_db
WHY = "Moved <away> & left"


@scenario
def three() -> Club:
    """Ann has beaten Bob, with Zoe in her place lost to Cleo, and drawn with Bob again."""
    matches = [
        build_played_match("m1", "ann bob", build_sheet_for_scores(-4, -6), "2026-01-06", round=1),
        build_played_match(
            "m2", "cleo ann", build_sheet_for_scores(-4, -6), "2026-01-13", round=2, sat=["cleo", "zoe"]
        ),
        build_played_match("m3", "bob ann", build_sheet_for_scores(-5, -5), "2026-01-20", round=3),
        {"id": "m4", "seats": ["bob", "cleo"], "round": 4},
    ]
    file = build_club(
        build_competition(build_season(build_division("ann bob cleo", matches)), rules={"promoted": 0}),
        players="zoe",
    )
    import_club(encode_document(file), by=CONSOLE)
    run_jobs()
    return Club.objects.get()


def left(outcome: Any = "expunge") -> Any:
    made = withdraw_entry(entry=Entry.objects.get(player__key="ann"), outcome=outcome, reason=WHY, by=CONSOLE)
    run_jobs()
    return made


def page(client: Client, player: str) -> str:
    return text(client.get(f"/club/players/{player}/"))


def matches(page: str) -> str:
    return page.partition("Average after Level")[2].strip()


def test_expunged_matches_stay_on_the_page_of_who_withdrew(three: Club, client: Client) -> None:
    before = page(client, "ann")
    assert "Played2 Won – drawn – lost1–1–0 100.0% won" in before
    made = left()
    after = page(client, "ann")
    assert f"– Bob does not count {WHY} 6 Jan 2026 win −4 to −6 –" in matches(after)
    assert f"– Bob does not count {WHY} 20 Jan 2026 draw −5 to −5 –" in matches(after)
    assert "Cleo" not in matches(after)  # Zoe has played that
    assert "Played2" not in after and "Head to head" not in after and "Form" not in after
    assert "No matches that count yet." in after
    assert "1 In progress withdrawn A" in after  # the season says that they left
    html = client.get("/club/players/ann/").content.decode()
    assert re.search(r'<details class="data printed" open>', html) and 'href="/club/matches/m1/"' in html
    assert not Statistics.objects.filter(player__key="ann").exists()
    revoke_decision(decision=made, by=CONSOLE)
    run_jobs()
    again = page(client, "ann")
    assert "Played2 Won – drawn – lost1–1–0 100.0% won" in again and "does not count" not in again


def test_they_stay_with_those_who_met_them_and_with_the_substitute(three: Club, client: Client) -> None:
    left()
    assert f"– Ann does not count {WHY} 6 Jan 2026 loss −6 to −4 –" in matches(page(client, "bob"))
    assert f"– Cleo does not count {WHY} 13 Jan 2026 loss −6 to −4 –" in matches(page(client, "zoe"))
    assert f"– Zoe does not count {WHY} 13 Jan 2026 win −4 to −6 –" in matches(page(client, "cleo"))
    for player in ("bob", "cleo", "zoe"):
        assert "Head to head" not in page(client, player)


def test_what_stands_counts_as_before(three: Club, client: Client) -> None:
    left("stand")
    after = page(client, "ann")
    assert "Played2 Won – drawn – lost1–1–0 100.0% won" in after and "does not count" not in after
    assert "1 In progress withdrawn A" in after


def test_between_matches_that_count_it_stands_in_its_place_without_a_number(
    three: Club, client: Client
) -> None:
    match = Match.objects.get(key="m1")
    void_match(match=match, reason="Wrong cards.", by=CONSOLE, base=1)
    run_jobs()
    rows = matches(page(client, "bob"))
    assert rows.startswith(
        "1 Ann 20 Jan 2026 draw −5 to −5 −1.25 Very Good – Ann does not count Wrong cards."
    )
    assert "Ann 1 0 1 0 −5 to −5" in page(client, "bob")


def test_match_that_was_played_and_forfeited_after_says_so(three: Club, client: Client) -> None:
    forfeit_match(match=Match.objects.get(key="m3"), absent=[0], reason="Cheated.", by=CONSOLE, base=1)
    run_jobs()
    after = page(client, "ann")
    assert "– Bob counts as a forfeit Cheated. 20 Jan 2026 draw −5 to −5 –" in matches(after)
    assert "Played1 Won – drawn – lost1–" in after


def test_match_that_nobody_played_is_not_listed(three: Club, client: Client) -> None:
    void_match(match=Match.objects.get(key="m4"), reason="Never arranged.", by=CONSOLE, base=0)
    assert "Never arranged" not in page(client, "bob")


def test_sheet_that_came_in_as_void_later_is_told_without_a_reason(three: Club, client: Client) -> None:
    one = build_season(
        build_division(
            "ann bob cleo", [{"id": "m1", "seats": ["ann", "bob"], "status": "void", "revision": 2}]
        )
    )
    import_club(encode_document(build_club(build_competition(one, rules={"promoted": 0}))), by=CONSOLE)
    run_jobs()
    assert "– Bob does not count 6 Jan 2026 win −4 to −6 –" in matches(page(client, "ann"))


def test_page_is_there_while_nothing_has_been_counted_yet(three: Club, client: Client) -> None:
    Statistics.objects.all().delete()
    invalidate_pages(three)
    bare = page(client, "ann")
    assert "1 Bob 6 Jan 2026 win −4 to −6" in bare and "Played2" not in bare
    assert "No match" not in bare


def test_rows_from_before_tell_what_they_hold(three: Club, client: Client) -> None:
    Statistics.objects.update(details={})
    invalidate_pages(three)
    assert "Played2 Won – drawn – lost1–" in page(client, "ann") and "Head to head" not in page(client, "ann")


def test_uncounted_matches_cost_no_query_each(
    three: Club, client: Client, django_assert_num_queries: Any
) -> None:
    left()
    assert Result.objects.filter(status="void").count() == 3
    with django_assert_num_queries(1 + 1 + 7):
        client.get("/club/players/ann/")
