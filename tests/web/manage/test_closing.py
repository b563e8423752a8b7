"""Closing a season and opening it again, through their pages."""

import re
from typing import Any
from unittest.mock import patch
from uuid import uuid4

import pytest
from django.core.exceptions import PermissionDenied
from django.test import Client
from django.utils import timezone

from league.actions.club import import_club
from league.actions.decisions.forfeit import forfeit_match
from league.actions.rollover import roll_over_season
from league.actions.season import reopen_season
from league.demo.large import build_club_file
from league.models import Club, Entry, Event, Match, Reply, Season, Submission
from league.principals import CONSOLE
from tests.clubfile import documents as written
from tests.web.sheets import plain, summary, text, value
from tests.web.tables import classes

OPEN = "/autumn/tuesdays/2/"  # two matches are missing
PLAYED = "/autumn/thursdays/1/"
CLOSED = "/autumn/mondays/1/"
MISSING = ("tuesdays-2-1-6", "tuesdays-2-3-6")


def get_season_state(address: str) -> str:
    _, _club, competition, number, _ = address.split("/")
    return Season.objects.get(competition__slug=competition, number=number).state


# --- closing


def test_what_is_missing_is_listed_before_anything_else(autumn_organiser: Client, autumn: Club) -> None:
    page = autumn_organiser.get(OPEN + "close/")
    html = page.content.decode()
    assert "2 matches have no result" in text(page) and "overdue" in text(page)
    assert all(f'href="/autumn/matches/{key}/enter/"' in html for key in MISSING)
    assert "<table" not in html and 'method="post" class="stacked"' not in html


@pytest.mark.parametrize(
    ("missing", "sentence"),
    [
        ("forfeit", "2 matches without a result: both forfeit."),
        ("void", "2 matches without a result are void."),
    ],
)
def test_what_is_chosen_for_them_is_shown_first_and_then_done(
    autumn_organiser: Client, autumn: Club, missing: str, sentence: str
) -> None:
    page = autumn_organiser.get(OPEN + "close/", {"missing": missing})
    assert sentence in text(page) and get_season_state(OPEN) == "open"
    shown = classes(page)

    done = autumn_organiser.post(OPEN + "close/", {"missing": missing}, follow=True)
    assert done.redirect_chain == [(OPEN, 302)] and get_season_state(OPEN) == "closed"
    assert "Season closed. Its tables are final." in text(done)
    assert "/autumn/tuesdays/2/roll-over/" in done.content.decode()
    assert {Match.objects.get(club=autumn, key=key).status for key in MISSING} == {missing}
    closed = classes(done)
    assert {player: kind for player, kind in closed.items() if player in shown} == shown


def test_tables_say_who_goes_up_and_who_down(autumn_organiser: Client, autumn: Club) -> None:
    page = autumn_organiser.get(PLAYED + "close/")
    assert "3 players promoted, 3 relegated." in text(page)
    moving = list(classes(page).values())
    assert moving.count("up") == 3 and moving.count("down") == 3 and len(moving) == 16
    assert (
        autumn_organiser.post(PLAYED + "close/").status_code == 302 and get_season_state(PLAYED) == "closed"
    )


def test_closing_with_matches_missing_is_refused_once_for_all_of_them(
    autumn_organiser: Client, autumn: Club
) -> None:
    page = autumn_organiser.post(OPEN + "close/", {"missing": ""})
    assert page.status_code == 200 and get_season_state(OPEN) == "open"
    (problem,) = summary(page)
    assert problem[1].endswith("Choose what should happen to the matches without a result.")


def test_asking_what_it_gives_without_a_choice_is_said_at_the_choice(
    autumn_organiser: Client, autumn: Club
) -> None:
    assert summary(autumn_organiser.get(OPEN + "close/")) == []
    for page in (
        autumn_organiser.get(OPEN + "close/", {"show": "1"}),
        autumn_organiser.post(OPEN + "roll-over/", {"show": "1"}),
    ):
        html = page.content.decode()
        ((place, sentence),) = summary(page)
        question, answer = sentence.split(": ")
        assert re.fullmatch(r"What should happen to the (match|[0-9]+ matches)\?", question)
        assert answer == "Choose what should happen to the matches without a result."
        assert place == "id_missing" and f'<fieldset id="{place}" aria-describedby="missing-said"' in html
        assert 'class="problems" role="alert" tabindex="-1" autofocus' in html
        beside = html.partition('id="missing-said">')[2].partition("</div>")[0]
        assert plain(beside) == "Choose what should happen to the matches without a result."


def test_once_it_is_decided_the_tables_come_first_and_what_is_missing_is_folded(
    autumn_organiser: Client, autumn: Club
) -> None:
    for page in (
        autumn_organiser.get(OPEN + "close/", {"missing": "void", "show": "1"}),
        autumn_organiser.post(OPEN + "roll-over/", {"missing": "void", "show": "1"}),
    ):
        html = page.content.decode()
        tables, _, after = html.rpartition("</table>")
        assert all(f"/matches/{key}/enter/" in after and key not in tables for key in MISSING)
        assert "2 matches have no result" in plain(after.partition("<summary>")[2].partition("</summary>")[0])


def test_tables_that_have_changed_since_they_were_looked_at_are_shown_anew(
    autumn_organiser: Client, autumn: Club
) -> None:
    page = autumn_organiser.get(PLAYED + "close/")
    digest = value(page, "seen")
    Entry.objects.filter(season__competition__slug="thursdays", player__key="edith").update(left=True)
    again = autumn_organiser.post(PLAYED + "close/", {"seen": digest})
    assert get_season_state(PLAYED) == "open" and value(again, "seen") != digest
    assert [sentence for _place, sentence in summary(again)] == [
        "Something has changed since your preview. Check the new preview, then try again."
    ]
    assert "withdrawn" in text(again)
    assert autumn_organiser.post(PLAYED + "close/", {"seen": value(again, "seen")}).status_code == 302
    assert get_season_state(PLAYED) == "closed"


def test_matches_without_a_result_that_are_more_or_fewer_than_were_looked_at_are_told(
    autumn_organiser: Client, autumn: Club
) -> None:
    closing = autumn_organiser.get(OPEN + "close/", {"missing": "void"})
    rolling = autumn_organiser.post(OPEN + "roll-over/", {"missing": "void", "show": "1"})
    match = Match.objects.get(key="tuesdays-2-1-6")
    forfeit_match(match=match, absent=[0], reason="Was ill", by=CONSOLE, base=0)
    for page, address in ((closing, "close/"), (rolling, "roll-over/")):
        sent = {"missing": "void", "seen": value(page, "seen")}
        again = autumn_organiser.post(OPEN + address, sent)
        assert get_season_state(OPEN) == "open"
        assert "Something has changed since your preview." in text(again)


@pytest.mark.parametrize("missing", ["won", "\x00", "forfeit\x00", "x" * 5000, "null"])
def test_no_other_choice_is_taken(autumn_organiser: Client, autumn: Club, missing: str) -> None:
    for page in (
        autumn_organiser.get(OPEN + "close/", {"missing": missing}),
        autumn_organiser.post(OPEN + "close/", {"missing": missing}),
    ):
        assert page.status_code == 200 and len(summary(page)) == 1
    assert get_season_state(OPEN) == "open"


def test_only_an_open_season_is_closed(autumn_organiser: Client, autumn: Club) -> None:
    for send in (autumn_organiser.get, autumn_organiser.post):
        page = send(CLOSED + "close/", follow=True)
        assert page.redirect_chain == [(CLOSED, 302)]
        assert "Only an open season can be closed." in text(page)


def test_that_a_lot_decides_is_said(autumn_organiser: Client, autumn: Club) -> None:
    sheet = written.build_sheet_for_scores(-4, -4)
    tied = [
        written.build_played_match(f"t{number}", pair, sheet)
        for number, pair in enumerate(("ann bob", "cleo dev"))
    ]
    first, second = (
        written.build_division(pair, [match], level=level)
        for level, (pair, match) in enumerate(zip(("ann bob", "cleo dev"), tied, strict=True), 1)
    )
    rules = {"promoted": 1, "relegated": 1, "ranking": ["average", "head-to-head", "wins"]}
    document = written.build_club(
        written.build_competition(written.build_season(first, second, lot=7), rules=rules)
    )
    document["club"]["slug"] = "tied"
    import_club(written.encode_document(document), by=CONSOLE)
    Club.objects.get(slug="tied").memberships.create(
        user_id=int(autumn_organiser.session["_auth_user_id"]), role="owner"
    )
    page = autumn_organiser.get("/tied/league/1/close/")
    assert "Ties that nothing else breaks are drawn by lot, as marked in the tables." in text(page)
    assert text(page).count("lot") >= 3


def test_what_was_refused_since_somebody_was_quicker_is_told_where_it_leads(
    autumn_organiser: Client, autumn: Club
) -> None:
    def reopen_first(**wanted: Any) -> None:
        reopen_season(**wanted)
        reopen_season(**wanted)

    with patch("league.web.manage.closure.reopen_season", reopen_first):
        page = autumn_organiser.post(CLOSED + "reopen/", follow=True)
    said = text(page)
    assert "Only a closed season can be reopened." in said and "Season 1 is not closed." in said


@pytest.mark.parametrize("verb", ["close_season", "reopen_season"])
def test_who_has_lost_the_right_meanwhile_finds_no_page(
    autumn_organiser: Client, autumn: Club, verb: str
) -> None:
    address = PLAYED + "close/" if verb == "close_season" else CLOSED + "reopen/"
    with patch(f"league.web.manage.closure.{verb}", side_effect=PermissionDenied):
        assert autumn_organiser.post(address).status_code == 404


# --- opening again


def test_opening_again_says_what_it_undoes_and_does_it(autumn_organiser: Client, autumn: Club) -> None:
    autumn_organiser.post(OPEN + "close/", {"missing": "forfeit"})
    page = text(autumn_organiser.get(OPEN + "reopen/"))
    assert "The promotion or relegation of 6 players is undecided again." in page
    assert "2 matches forfeited or voided at closing can be played again." in page
    done = autumn_organiser.post(OPEN + "reopen/", follow=True)
    assert done.redirect_chain == [(OPEN, 302)] and "Season reopened." in text(done)
    assert {Match.objects.get(club=autumn, key=key).status for key in MISSING} == {"scheduled"}


def test_season_that_was_rolled_over_is_not_opened_and_leads_to_taking_that_back(
    autumn_organiser: Client, autumn: Club
) -> None:
    made = roll_over_season(season=Season.objects.get(competition__slug="mondays"), by=CONSOLE)
    page = autumn_organiser.get(CLOSED + "reopen/")
    assert f"Season {made.number} was created from this one. Undo the rollover first." in text(page)
    main = page.content.decode().partition("<main")[2].partition("</main>")[0]
    assert "/autumn/mondays/2/undo/" in main and "<form" not in main
    refused = autumn_organiser.post(CLOSED + "reopen/")
    assert refused.status_code == 200 and "was created from this one. Undo the rollover first." in text(
        refused
    )
    assert get_season_state(CLOSED) == "closed"


def test_season_before_one_with_results_stays_closed(autumn_organiser: Client, autumn: Club) -> None:
    before = "/autumn/tuesdays/1/"
    assert "The season after it already has results, so this one can't be reopened." in text(
        autumn_organiser.get(before + "reopen/")
    )
    refused = autumn_organiser.post(before + "reopen/")
    assert refused.status_code == 200 and get_season_state(before) == "closed"


def test_only_a_closed_season_is_opened_again(autumn_organiser: Client, autumn: Club) -> None:
    page = autumn_organiser.post(OPEN + "reopen/", follow=True)
    assert page.redirect_chain == [(OPEN, 302)] and "Only a closed season can be reopened." in text(page)


# --- all of them


def test_disputes_and_what_waits_are_said_before_the_season_is_closed(
    autumn_organiser: Client, autumn: Club
) -> None:
    assert "Settle these first" not in text(autumn_organiser.get(PLAYED + "close/"))
    matches = Match.objects.filter(division__season__competition__slug="thursdays", status="played")
    disputed, waiting = matches.order_by("pk")[:2]
    submission = Submission.objects.get(result=disputed.current)
    Reply.objects.create(submission=submission, kind="disputed", at=timezone.now())
    Submission.objects.create(
        match=waiting, key=uuid4(), at=timezone.now(), base=waiting.revision, content="{}", verdict="waiting"
    )
    for address in (PLAYED + "close/", PLAYED + "close/?missing=void", PLAYED + "roll-over/"):
        page = autumn_organiser.get(address)
        assert "Settle these first. The season can't be closed before." in text(page)
        for match, what in (
            (disputed, "the result is disputed"),
            (waiting, "a result waits to be confirmed"),
        ):
            assert f'href="{match.get_absolute_url()}"' in page.content.decode() and what in text(page)


def test_looking_changes_nothing(autumn_organiser: Client, autumn: Club) -> None:
    before = Event.objects.count()
    for address in (OPEN + "close/?missing=void", PLAYED + "close/", CLOSED + "reopen/"):
        assert autumn_organiser.get(address).status_code == 200
    assert (
        Event.objects.count() == before
        and get_season_state(OPEN) == "open"
        and get_season_state(CLOSED) == "closed"
    )


@pytest.mark.parametrize("slug", ["large-4", "large-100"])
def test_number_of_queries_does_not_grow(
    autumn_organiser: Client, autumn: Club, django_assert_num_queries: Any, slug: str
) -> None:
    import_club(build_club_file(int(slug.removeprefix("large-"))), by=CONSOLE)
    club = Club.objects.get(slug=slug)
    club.memberships.create(user_id=int(autumn_organiser.session["_auth_user_id"]), role="owner")
    with django_assert_num_queries(9):  # session, user, season, role; the page's own 5
        assert autumn_organiser.get(f"/{slug}/league/1/close/?missing=void").status_code == 200


def test_names_stand_as_text_of_their_own(autumn_organiser: Client, autumn: Club) -> None:
    autumn.players.filter(key="agnes").update(name='<b onclick="x">Agnes</b>')
    page = autumn_organiser.get(OPEN + "close/", {"missing": "void"}).content.decode()
    assert "&lt;b onclick=&quot;x&quot;&gt;Agnes&lt;/b&gt;</bdi>" in page
    assert "<b onclick" not in page
