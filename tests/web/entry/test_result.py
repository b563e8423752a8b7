"""Entering a match's result and correcting it, through the form's addresses."""

import re
from collections.abc import Callable
from datetime import UTC, date, datetime
from typing import Any
from unittest.mock import patch

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from league.actions.club import import_club
from league.actions.result import submit_result
from league.actions.season import close_season
from league.demo.large import build_club_file
from league.models import Club, Match, Membership, Result, Role, Season, Seat, Submission, User
from league.principals import CONSOLE
from tests.scenarios import discard_changes
from tests.web.sheets import (
    DESTINATION,
    MATCH,
    build_fields,
    cell,
    filled,
    get_message,
    marks,
    plain,
    sent_again,
    summary,
    text,
    value,
)

# --- the form


def test_form_has_a_labelled_cell_for_all_that_is_read_aloud_in_that_order(scorer: Client) -> None:
    page = text(scorer.get(DESTINATION))
    labels = [f"Game 1, {name}, {cell}" for name in ("Dev Dhar", "Bob Birch") for cell in ("Bid", "Tricks")]
    labels += ["Game 4, Bob Birch, Tricks", "Game 1, Dev Dhar, Point count", "Game 1, Trump"]
    places = [page.index(label) for label in labels]
    assert places == sorted(places)
    assert "Game 5" not in page


def test_day_is_the_scheduled_one_or_today_where_the_club_is(scorer: Client) -> None:
    with patch("django.utils.timezone.now", return_value=datetime(2026, 7, 2, 1, 30, tzinfo=UTC)):
        assert 'value="2026-07-01"' in cell(scorer.get(DESTINATION), "played_on")
        for due_on, day in {"2025-09-18": "2025-09-18", "2026-07-02": "2026-07-01"}.items():
            Match.objects.filter(key="m53").update(due_on=due_on)
            assert f'value="{day}"' in cell(scorer.get(DESTINATION), "played_on"), due_on


def test_form_says_which_match_it_is(scorer: Client) -> None:
    Match.objects.filter(key="m53").update(due_on="2025-09-18")
    assert "Dev Dhar – Bob Birch Division A · Round 3 · 18 September 2025 · Table 1" in text(
        scorer.get(DESTINATION)
    )


@pytest.mark.parametrize(
    ("day", "question"),
    [
        ("2999-01-01", "2999-01-01 is in the future; today is 2026-02-01."),
        ("2025-07-06", "2025-07-06 is before the season starts (2025-07-07)."),
        ("2025-09-30", "2025-09-30 is after the season ends (2025-09-29)."),
    ],
)
def test_day_out_of_season_or_in_the_future_is_asked_about_and_then_saved(
    submit: Any, day: str, question: str
) -> None:
    with patch("django.utils.timezone.now", return_value=datetime(2026, 2, 1, 12, tzinfo=UTC)):
        asked = submit(build_fields(played_on=day))
        assert f'<a href="#played_on"><span class="line"><bdi>Played on</bdi>: </span>{question}</a>' in (
            asked.content.decode()
        )
        assert get_message(asked, "played_on") == question and "Save anyway" in text(asked)
        assert not Result.objects.filter(match__key="m53").exists()
        assert submit(sent_again(asked)).status_code == 302
        assert Result.objects.get(match__key="m53").played_on == date.fromisoformat(day)
        # corrected without another day, it is not asked about again
        assert submit(build_fields(base=1, played_on=day, deals_0_bids_0="15")).status_code == 302


def test_printed_match_is_entered(submit: Any, scorer: Client) -> None:
    response = submit(build_fields())
    assert response.status_code == 302 and response.headers["Location"] == MATCH
    page = text(scorer.get(MATCH))
    assert "Result saved." in page
    assert "Dev Dhar −3 win Bob Birch −3" in page


def test_all_that_may_be_left_out_is_kept_where_it_is_typed(submit: Any) -> None:
    more = {
        "deals_0_points_0": "20",
        "deals_0_points_1": " 31 ",
        "deals_0_trump": "hearts",
        "deals_0_caller": "0",
        "penalties_1_seat": "1",
        "penalties_1_kind": "miscount",
        "penalties_1_deal": "2",
    }
    submit(build_fields(**more))
    sheet: Any = Result.objects.get(match__key="m53").sheet
    assert sheet["deals"][0] == {
        "bids": [16, 16],
        "tricks": [11, 16],
        "trump": "hearts",
        "points": [20, 31],
        "caller": 0,
    }
    assert sheet["penalties"] == [{"seat": 1, "kind": "miscount", "deal": 2}]


def test_correction_starts_from_what_counts(submit: Any, scorer: Client) -> None:
    submit(build_fields(deals_1_trump="none"))
    page = scorer.get(DESTINATION)
    assert "Edit result" in text(page)
    assert (value(page, "deals-3-tricks-1"), value(page, "base")) == ("12", "1")
    assert 'value="2025-09-25"' in page.content.decode()
    assert 'name="deals-1-trump" value="none" checked' in page.content.decode()
    assert submit(build_fields(base=1, deals_0_bids_0="15")).status_code == 302
    assert "Dev Dhar −2 win" in text(scorer.get(MATCH))


# --- refusals

REFUSED = [
    # what is typed over the printed match; the cells that are marked; what is said, and where
    (
        {"deals_0_tricks_0": "10"},
        ["deals-0-tricks-0", "deals-0-tricks-1"],
        "Game 1: Tricks add up to 26 – they must total 27.",
    ),
    ({"deals_1_bids_0": "28"}, ["deals-1-bids-0"], "Game 2, Dev Dhar, Bid: Can't be more than 27."),
    ({"deals_1_bids_0": "-1"}, ["deals-1-bids-0"], "Game 2, Dev Dhar, Bid: Can't be less than 0."),
    ({"deals_2_bids_1": "x"}, ["deals-2-bids-1"], "Game 3, Bob Birch, Bid: Must be a whole number."),
    ({"deals_2_bids_1": "1.5"}, ["deals-2-bids-1"], "Game 3, Bob Birch, Bid: Must be a whole number."),
    (
        {"deals_3_bids_1": " "},
        ["deals-3-bids-1"],
        "Game 4, Bob Birch, Bid: Please fill this in.",
    ),
    (
        {"deals_0_points_0": "30"},
        ["deals-0-points-1"],
        "Game 1, Bob Birch, Point count: Please fill this in.",
    ),
    (
        {"deals_0_points_0": "40", "deals_0_points_1": "40"},
        ["deals-0-points-0", "deals-0-points-1"],
        "Game 1: The point counts add up to 80 – must be 60 or less.",
    ),
    (
        {"deals_0_points_0": "30", "deals_0_points_1": "20", "deals_0_caller": "0"},
        ["deals-0-caller"],
        "Game 1, Named by: The player with 20 points names trump, not the one with 30.",
    ),
    (
        {"deals_1_trump": "nuts"},
        ["deals-1-trump"],
        "Game 2, Trump: Must be one of these: clubs, diamonds, hearts, spades, none.",
    ),
    ({"deals_1_caller": "7"}, ["deals-1-caller"], "Game 2, Named by: Can't be more than 1."),
    (
        {"penalties_1_seat": "0"},
        ["penalties-1-kind"],
        "Penalties 2, Penalty: Please fill this in.",
    ),
    (
        {"penalties_0_seat": "0", "penalties_0_kind": "time"},
        ["penalties-0-kind"],
        "Penalties 1, Penalty: This competition has no time penalties.",
    ),
    (
        {"penalties_2_seat": "0", "penalties_2_kind": "renege", "penalties_2_deal": "9"},
        ["penalties-2-deal"],
        "Penalties 3, Game: There is no game 10 on the sheet, only 4.",
    ),
    (
        {f"deals_4_{field}_{seat}": "13" for field in ("bids", "tricks") for seat in (0, 1)}
        | {"deals_4_tricks_0": "14"},
        ["deals-4-bids-0", "deals-4-tricks-0", "deals-4-bids-1", "deals-4-tricks-1"],
        "Game 5: A match has 4 games, not 5.",
    ),
    ({"played_on": ""}, ["played_on"], "Played on: Write the date like 2026-01-31."),
    ({"played_on": "yesterday"}, ["played_on"], "Played on: Write the date like 2026-01-31."),
]


def test_refusal_stands_at_its_cell_and_at_the_top_and_what_was_typed_is_there(submit: Any) -> None:
    for cells, marked, sentence in REFUSED:
        sent = build_fields(**cells)
        with patch("django.utils.timezone.now", return_value=datetime(2026, 2, 1, 12, tzinfo=UTC)):
            response = submit(sent)
        assert response.status_code == 200, cells
        assert summary(response) == [(marked[0], sentence)], cells
        assert marks(response) == marked, cells
        place = re.findall(r'aria-describedby="([^"]*)-said"', cell(response, marked[0]))[0]
        assert get_message(response, place) == (sentence.removeprefix("Played on: ")), cells
        assert not Result.objects.filter(match__key="m53").exists(), cells
        again = sent_again(response)
        assert again | {"key": ""} == filled(sent) | {"key": "", "draft": "0"}, cells
        assert again["key"] != sent["key"], cells


def test_whole_match_is_needed(submit: Any) -> None:
    sent = {name: text for name, text in build_fields().items() if not name.startswith("deals-3")}
    assert summary(submit(sent)) == [("", "The match is not finished: 3 of 4 games are on the sheet.")]
    blank = {"key": sent["key"], "base": "0"}
    assert summary(submit(blank)) == [("", "The match is not finished: 0 of 4 games are on the sheet.")]


def test_every_mistake_is_told_at_once_also_beside_a_wrong_date(submit: Any) -> None:
    response = submit(
        build_fields(played_on="?", deals_0_bids_0="99", deals_1_tricks_0="0", deals_3_bids_1="")
    )
    assert [place for place, _sentence in summary(response)] == [
        *("played_on", "deals-0-bids-0", "deals-1-tricks-0", "deals-3-bids-1")
    ]


def test_correction_without_a_reason_that_can_be_read_is_refused_at_its_field(
    submit: Any,
) -> None:
    submit(build_fields())
    for why, sentence in {
        "": "Enter a reason for the change.",
        "  ": "Enter a reason for the change.",
        "x" * 201: "Can't be longer than 200 characters.",
        "a\0b": "Can't contain control characters: remove U+0000.",
    }.items():
        response = submit(build_fields(base=1, deals_0_bids_0="15", why=why))
        assert summary(response) == [("why", f"Reason: {sentence}")], why
        assert marks(response) == ["why"] and get_message(response, "why") == sentence, why
        assert sent_again(response).get("why", "") == why.strip(), why
        assert sent_again(response)["deals-0-bids-0"] == "15", why
        assert Match.objects.get(key="m53").revision == 1, why


def test_reason_is_asked_for_only_where_something_is_corrected(submit: Any, scorer: Client) -> None:
    assert 'name="why"' not in scorer.get(DESTINATION).content.decode()
    submit(build_fields())
    page = scorer.get(DESTINATION).content.decode()
    assert 'name="why"' in page and '<option value="Typing mistake">' in page


def test_missing_reason_is_told_beside_every_other_mistake(submit: Any) -> None:
    submit(build_fields())
    response = submit(build_fields(base=1, why="", played_on="?", deals_0_bids_0="99"))
    assert [place for place, _sentence in summary(response)] == ["played_on", "why", "deals-0-bids-0"]


def test_mended_form_is_accepted(submit: Any) -> None:
    refused = submit(build_fields(deals_0_tricks_0="10"))
    assert submit(sent_again(refused) | {"deals-0-tricks-0": "11"}).status_code == 302


def test_half_filled_deal_is_missing_at_its_empty_cells_and_blank_ones_at_the_end_are_left_out(
    submit: Any,
) -> None:
    sent = build_fields(deals_2_bids_0="", deals_2_tricks_1="") | {"deals-4-bids-0": "", "deals-5-trump": ""}
    assert [place for place, _sentence in summary(submit(sent))] == ["deals-2-bids-0", "deals-2-tricks-1"]


def test_closed_season_stays_as_it_is(scorer: Client) -> None:
    address = "/riverside/matches/m1/enter/"
    page = scorer.get(address)
    assert "This season is not open" in text(page) and "Save" not in text(page)
    assert "The season is closed" in summary(scorer.post(address, build_fields(base=1)))[0][1]


def close_it() -> None:
    season = Season.objects.get(divisions__matches__key="m53")
    close_season(season=season, by=CONSOLE, missing="void")


def take_it_away() -> None:
    Seat.objects.filter(match__key="m53").delete()
    Match.objects.filter(key="m53").delete()


@pytest.mark.parametrize(
    ("meanwhile", "sentence"),
    [(close_it, "The season is closed"), (take_it_away, "This match no longer exists.")],
)
def test_what_was_typed_for_a_match_that_is_over_by_now_is_refused_and_still_there(
    submit: Any, meanwhile: Callable[[], None], sentence: str
) -> None:
    def late(**asked: Any) -> Result | None:
        meanwhile()
        return submit_result(**asked)

    with patch("league.web.entry.result.submit_result", late):
        response = submit(build_fields())
    assert response.status_code == 200
    assert sentence in text(response)
    assert value(response, "deals-3-tricks-1") == "12"
    assert not Result.objects.filter(match__key="m53", by_closing=False).exists()


def test_more_lines_are_added_without_losing_any(submit: Any, scorer: Client) -> None:
    assert text(scorer.get(DESTINATION)).count("Penalties 3") < text(
        submit(build_fields() | {"more": "1"})
    ).count("Penalties 3")
    response = submit(build_fields(deals_0_bids_0="x", penalties_1_seat="1") | {"more": "1"})
    assert 'value="x"' in cell(response, "deals-0-bids-0") and summary(response) == []
    assert not Submission.objects.filter(match__key="m53").exists()


# --- overtaken, and twice


def test_overtaken_sheet_is_shown_beside_the_newer_one_and_saved_only_on_purpose(
    submit: Any, scorer: Client
) -> None:
    submit(build_fields())
    late = build_fields(deals_0_bids_0="15", deals_0_trump="clubs", played_on="2025-09-24")
    response = submit(late)
    page = text(response)
    assert "Another user has just saved this match" in page and "by Sam Scorer" in page
    assert re.findall(r"<mark>(.*?)<", response.content.decode()) == ["16", "–", "15", "♣ Clubs"]
    assert page.count("(differs)") == page.count("≠") == 4
    again = sent_again(response)
    assert again | {"key": "", "base": "0"} == late | {"key": ""}
    assert (again["base"], Match.objects.get(key="m53").revision) == ("1", 1)
    assert summary(submit(again)) == [("why", "Reason: Enter a reason for the change.")]
    assert submit(again | {"why": "Both were wrong"}).status_code == 302
    assert Match.objects.get(key="m53").revision == 2


def test_overtaken_by_the_same_sheet_says_so(submit: Any) -> None:
    submit(build_fields())
    response = submit(build_fields())
    assert "Both sheets are the same" in text(response)
    assert "<mark>" not in response.content.decode()


def test_same_form_sent_twice_is_one_result(submit: Any) -> None:
    sent = build_fields()
    assert submit(sent).headers["Location"] == submit(sent).headers["Location"] == MATCH
    assert Result.objects.filter(match__key="m53").count() == 1
    assert Submission.objects.filter(match__key="m53").count() == 1


def test_going_back_and_saving_other_numbers_is_not_taken_for_the_first_time_again(submit: Any) -> None:
    sent = build_fields()
    submit(sent)
    response = submit(sent | {"deals-0-bids-0": "15"})
    assert "Another user has just saved this match" in text(response)
    assert 'value="15"' in cell(response, "deals-0-bids-0")


def test_wrong_key_or_base_never_overwrites(submit: Any) -> None:
    submit(build_fields())
    wrong_bases = [("x", base) for base in ("", "x", "-1", "9" * 40, "7", "\x00")]
    wrong_keys = [(key, "7") for key in ("", "\x00", "0" * 32)]
    for key, base in wrong_bases + wrong_keys:
        with discard_changes():
            response = submit(build_fields(deals_0_bids_0="15") | {"key": key, "base": base})
            assert Match.objects.get(key="m53").revision == 1, (key, base)
        assert response.status_code == 200, (key, base)
        assert sent_again(response)["base"] == "1", (key, base)


# --- while it is build_fields


def checked(response: Any, place: str) -> str:
    ((_tag, found),) = re.findall(
        rf'<(div|span|p) id="{place}" hx-swap-oob="innerHTML">(.*?)</\1>',
        response.content.decode(),
        re.DOTALL,
    )
    return plain(found)


def test_score_runs_along_with_every_deal_that_is_right_and_finished(submit: Any) -> None:
    response = submit(build_fields(deals_2_tricks_1="12", deals_3_bids_0=""), "check/")
    assert checked(response, "running") == "Dev Dhar −6 Bob Birch 0 2 of 4 games entered"
    assert (checked(response, "deals-0-score-0"), checked(response, "deals-2-score-0")) == ("−5", "")
    assert [checked(response, f"sum-{row}-1") for row in ("bonus", "penalties", "total")] == ["+1", "0", "0"]
    assert checked(response, "deals-2-said") == "Game 3: Tricks add up to 26 – they must total 27."
    assert checked(response, "deals-3-said") == ""  # only not finished yet
    assert not Submission.objects.filter(match__key="m53").exists()


def test_optional_cell_that_is_wrong_does_not_stop_the_score(submit: Any) -> None:
    response = submit(
        build_fields(deals_0_points_0="99", deals_1_points_1="20", penalties_0_seat="0"), "check/"
    )
    assert checked(response, "running") == ("Dev Dhar −3 (win) Bob Birch −3 (loss) The match is complete.")
    assert checked(response, "told") == ("Dev Dhar −3 (win), Bob Birch −3 (loss), The match is complete.")
    assert "Can't be more than 58." in checked(response, "deals-0-more-said")


def test_check_names_no_cell_that_can_be_typed_in(submit: Any) -> None:
    assert "<input" not in submit(build_fields(), "check/").content.decode()


def test_check_after_the_session_has_ended_says_that_nothing_is_lost(client: Client, riverside: Club) -> None:
    for place in ("running", "told"):
        assert "You have been logged out." in checked(
            client.post(DESTINATION + "check/", build_fields()), place
        )
    assert client.get(DESTINATION + "check/").status_code == 405


# --- queries


@pytest.mark.parametrize("players", [4, 400])
def test_submission_takes_at_most_24_queries_at_1_and_at_100_divisions(
    helper: User, scorer: Client, players: int
) -> None:
    """All that the request's database calls are: session, user, role, and the savepoint that stands for the
    transaction here; one looks for numbers that were undone, the last two for the next match. The job that it leaves is
    run after the commit, so not in this test.
    """
    import_club(build_club_file(players), by=CONSOLE)
    Membership.objects.create(
        user=helper, club=Club.objects.get(slug=f"large-{players}"), role=Role.ORGANISER
    )
    with CaptureQueriesContext(connection) as queries:
        response = scorer.post(
            f"/large-{players}/matches/d1r1t1/enter/", build_fields(base=1, played_on="2026-01-10")
        )
    assert response.status_code == 302
    assert len(queries) <= 24, [query["sql"][:80] for query in queries]


def test_lines_of_the_form_are_made_only_where_it_is_shown(submit: Any) -> None:
    with patch("league.web.entry.sheet_form.LineForm", side_effect=AssertionError):
        assert submit(build_fields()).status_code == 302
