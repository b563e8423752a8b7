"""A night's results from a spreadsheet, through its page: looked at first, then all of it or nothing."""

import csv
import io
import re
from datetime import date
from html import unescape
from typing import Any
from unittest.mock import patch

import openpyxl
import pytest
from django.core.exceptions import PermissionDenied
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.utils import timezone

from league.actions.club import import_club
from league.actions.proof import mark_proved
from league.models import Club, Match, Player, Result, Role, Season, User
from league.principals import CONSOLE
from league.spreadsheets.reader import MAX_TEXT_LENGTH
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
from tests.spreadsheets.workbooks import build_workbook
from tests.web.sheets import plain, text, value
from tests.web.test_other_games import CLUB, pond

__all__ = ["pond"]
PAIRS = ("dev bob", "ann cleo", "bob ann", "cleo dev", "ann dev", "cleo bob")
MATCHES = [{"id": f"m{number}", "seats": pair.split()} for number, pair in enumerate(PAIRS, 53)]
SEASONS = (
    build_season(
        build_division("ann bob", [build_played_match("m1", "ann bob", build_sheet_for_scores(-4, -5))]),
        number=1,
        state="closed",
    ),
    build_season(
        build_division(
            "ann bob cleo dev",
            [*MATCHES, build_played_match("m49", "ann bob", build_sheet_for_scores(-4, -5))],
        ),
        number=2,
    ),
    build_season(build_division("ann bob", [{"id": "m2", "seats": ["ann", "bob"]}]), number=3, state="draft"),
)
SEASON = "/club/league/2/"  # the first is closed, the third a draft
PAGE = SEASON + "results/"
HEAD = ["match", "played_on", "deal", "player 1", "bids 1", "tricks 1", "player 2", "bids 2", "tricks 2"]
PRINTED = [[16, 11, 16, 16], [12, 13, 13, 14], [14, 14, 14, 13], [15, 15, 10, 12]]
DAY = "2026-06-15"


def rows(match: str, first: str, second: str, day: str = DAY) -> list[list[Any]]:
    return [
        [match, day, deal, first, bid, took, second, bid2, took2]
        for deal, (bid, took, bid2, took2) in enumerate(PRINTED, 1)
    ]


NIGHT = [HEAD, *rows("m53", "", "")]


def pasted(night: list[list[Any]] = NIGHT) -> str:
    return "\r\n".join("\t".join(map(str, row)) for row in night)


def change(row: int, column: str, cell: Any) -> str:
    night = [list(own) for own in NIGHT]
    night[row - 1][HEAD.index(column)] = cell
    return pasted(night)


@scenario
def scorer() -> Client:
    """Of the club, in a browser."""
    import_club(encode_document(build_club(build_competition(*SEASONS, rules={"promoted": 0}))), by=CONSOLE)
    user = User.objects.create_user("sam@example.org", "correct horse", name="Sam Scorer")
    Club.objects.get().memberships.create(user=user, role=Role.SCORER)
    client = Client()
    client.force_login(user)
    return client


@pytest.fixture
def look(scorer: Client) -> Any:
    """Sends cells in, or a file."""

    def send(cells: str = "", **more: Any) -> Any:
        return scorer.post(PAGE, {"cells": cells} | more)

    return send


def hidden(page: Any) -> str:
    (digest,) = re.findall(r'name="seen" value="(\w+)"', page.content.decode())
    return str(digest)


def get_cells(page: Any) -> str:
    """What stands in the field for cells."""
    (found,) = re.findall(r"<textarea[^>]*>\s*?\n(.*?)</textarea>", page.content.decode(), re.DOTALL)
    return unescape(found)


def problems(page: Any) -> list[str]:
    top = page.content.decode().partition('<div class="problems"')[2].partition("</div>")[0]
    return [plain(re.sub(r"<br>.*", "", one)) for one in re.findall(r"<li>(.*?)</li>", top, re.DOTALL)]


# --- look, then save


def test_what_a_file_says_is_shown_and_nothing_is_saved(look: Any) -> None:
    before = Result.objects.count()
    page = look(file=SimpleUploadedFile("night.csv", pasted().encode()))
    said = text(page)
    assert "1 new result" in said and "15 Jun 2026" in said and "Save 1 result" in said
    assert re.search(r"-3 \(win\), .* -3 \(loss\)", said)
    assert Result.objects.count() == before


def test_what_was_looked_at_is_saved(look: Any, scorer: Client) -> None:
    page = look(pasted())
    done = scorer.post(PAGE, {"cells": get_cells(page), "seen": hidden(page), "save": "1"}, follow=True)
    assert done.redirect_chain == [(SEASON + "matches/", 302)] and "1 result saved." in text(done)
    match = Match.objects.get(key="m53")
    assert match.current and match.current.submission.by == User.objects.get(name="Sam Scorer")
    again = scorer.post(PAGE, {"cells": get_cells(page), "seen": hidden(page), "save": "1"}, follow=True)
    assert (
        "Nothing new: all results were already saved." in text(again)
        and Match.objects.get(key="m53").revision == 1
    )
    assert "1 already saved" in text(look(pasted()))


@pytest.mark.parametrize(
    ("night", "leads_to"),
    [("2026-06-15", "/club/-/enter/2026-06-15/"), ("", "/club/-/enter/"), ("//evil", "/club/-/enter/")],
)
def test_it_leads_back_to_the_night_that_is_entered(
    look: Any, scorer: Client, night: str, leads_to: str
) -> None:
    page = look(pasted())
    sent = {"cells": get_cells(page), "seen": hidden(page), "save": "1"}
    done = scorer.post(f"{PAGE}?night={night}", sent)
    assert (done.status_code, done.headers["Location"]) == (302, leads_to)


def test_workbook_is_read_and_goes_on_as_cells(look: Any, scorer: Client) -> None:
    page = look(file=SimpleUploadedFile("night.xlsx", build_workbook(HEAD, [], *NIGHT[1:])))
    assert get_cells(page).splitlines()[1:3] == ["", f"m53\t{DAY}\t1\t\t16\t11\t\t16\t16"]
    scorer.post(PAGE, {"cells": get_cells(page), "seen": hidden(page), "save": "1"})
    assert Match.objects.get(key="m53").revision == 1


def test_nothing_is_saved_that_was_not_looked_at(look: Any) -> None:
    assert "1 new result" in text(look(pasted(), save="1"))
    looked = look(pasted())
    sent = {"save": "1", "seen": hidden(looked)}
    page = look(change(2, "bids 1", 17), **sent)
    assert problems(page) == [
        "Something has changed since your preview. Check the new preview, then try again."
    ]
    assert "1 new result" in text(page) and Match.objects.get(key="m53").revision == 0


def test_day_that_is_not_written_is_the_matchs_own_or_today_and_told(look: Any, scorer: Client) -> None:
    Match.objects.filter(key="m53").update(due_on="2026-01-05")
    Match.objects.filter(key="m54").update(due_on="9999-01-05")
    night = [row[:1] + row[2:] for row in (*NIGHT, *rows("m54", "", ""))]
    page = look(pasted(night))
    assert "No date given: we use the match date if it has passed" in text(page)
    said = re.findall(r'<time datetime="([\d-]+)">[^<]*</time> <small>assumed', page.content.decode())
    assert said == ["2026-01-05", timezone.localdate().isoformat()]
    scorer.post(PAGE, {"cells": get_cells(page), "seen": hidden(page), "save": "1"})
    days = Result.objects.filter(match__key__in=["m53", "m54"]).order_by("match__key")
    assert list(days.values_list("played_on", flat=True)) == [date(2026, 1, 5), timezone.localdate()]
    assert "2 already saved" in text(look(pasted(night)))
    assert "not written" not in text(look(pasted(night))) + text(look(pasted()))


def test_day_before_the_season_is_no_matchs_own(look: Any, scorer: Client) -> None:
    Season.objects.update(starts_on="2026-02-01")
    Match.objects.filter(key="m53").update(due_on="2026-01-05")
    assert (
        f'datetime="{timezone.localdate().isoformat()}"'
        in look(pasted([row[:1] + row[2:] for row in NIGHT])).content.decode()
    )
    assert {row[1] for row in in_csv(scorer, "?all=1")[1:]} == {""}


def test_what_nothing_is_written_of_is_told(look: Any) -> None:
    said = text(look(pasted([*NIGHT, ["m54", "", 1], ["", "", 2]])))
    assert "1 match without entries (ignored)" in said


# --- what is wrong


def test_every_mistake_is_told_with_its_row_and_nothing_typed_is_lost(look: Any) -> None:
    cells = change(3, "tricks 2", 13).replace("\t15\t15\t", "\tfifteen\t15\t")
    page = look(cells)
    assert problems(page) == [
        "Row 3, tricks 2: Tricks add up to 26 – they must total 27.",
        "Row 5, bids 1: Must be a whole number.",
    ]
    assert f"m53 · {DAY} · 2 · 12 · 13 · 13 · 13" in text(page)
    assert get_cells(page).splitlines() == cells.splitlines()
    assert "Nothing has been saved yet" in text(page) and 'id="says"' not in page.content.decode()


def test_other_result_leads_to_its_match(look: Any) -> None:
    page = look(pasted([HEAD, *rows("m49", "", "")]))
    assert problems(page)[0].startswith("Row 2: Match m49 already has another result")
    assert 'href="/club/matches/m49/"' in page.content.decode()


def test_file_that_cannot_be_read_is_refused(look: Any) -> None:
    for sent, said in (
        (
            b"\x89PNG\r\n\x1a\n\x00",
            "This can't be read as CSV or XLSX. Save the spreadsheet in one of these formats.",
        ),
        (
            b"PK\x03\x04\x00",
            "This can't be read as CSV or XLSX. Save the spreadsheet in one of these formats.",
        ),
        (b"," * 1_000_001, "The file is too large: at most 1 MB."),
        (b"match\n" + b"m53\n" * 4_999, "The column deal is missing."),
        (b"match\n" * 5_001, "Too many rows: at most 5000."),
        (b"match,deal\n" + (b"m53" * 20 + b",1\n") * 4_000, "Too much text: at most 200000"),
        (build_workbook(*[['"' * 500] * 150] * 2), "Too much text: at most 200000"),  # as cells, that is
    ):
        page = look(file=SimpleUploadedFile("x.csv", sent))
        assert page.status_code == 200 and said in text(page)


def test_nonsense_is_refused_and_given_back(look: Any) -> None:
    for cells in ("", "\x00", " \t ", "x" * (MAX_TEXT_LENGTH + 1), "match\t\ufffd", "<b>", '"'):
        page = look(cells, seen="x" * 500, save="1")
        assert page.status_code == 200 and problems(page)
        assert get_cells(page) == cells and Match.objects.get(key="m53").revision == 0


def test_of_many_mistakes_the_first_are_told(look: Any) -> None:
    page = look(pasted([HEAD, *([f"x{number}", "", 1, "", 1, 1, "", 1, 1] for number in range(130))]))
    assert len(problems(page)) == 101 and problems(page)[-1] == "And 30 more."


def test_names_stand_as_text_of_their_own(look: Any) -> None:
    Player.objects.filter(seats__match__key="m53").update(name="<b>Bo</b>")
    page = look(pasted([*NIGHT[:2], ["", "", 2, "<i>"]])).content.decode()
    assert "<b>Bo" not in page and "<i>" not in page
    assert "<bdi>&lt;b&gt;Bo&lt;/b&gt;</bdi>" in look(pasted()).content.decode()


# --- where it is not to be had


def test_season_that_takes_no_results_says_so(look: Any, scorer: Client) -> None:
    for number, said in (
        (3, "has not started yet"),
        (1, "is closed: its results can't be changed"),
    ):
        address = PAGE.replace("2", str(number))
        page = scorer.get(address)
        assert said in text(page) and "<textarea" not in page.content.decode()
        sent = scorer.post(address, {"cells": pasted()})
        assert said in problems(sent)[0] and get_cells(sent).splitlines() == pasted().splitlines()


@pytest.fixture
def out(scorer: Client) -> Client:
    """The scorer's browser, after the log-in has run out."""
    scorer.logout()
    return scorer


def log_in(client: Client, page: Any) -> Any:
    """From the page that asked for it."""
    user = User.objects.get(name="Sam Scorer")
    mark_proved(user)
    fields = {"login": "sam@example.org", "password": "correct horse", "held": value(page, "held")}
    return client.post("/-/log-in/", fields, follow=True)


def test_cells_wait_until_after_the_log_in(out: Client, look: Any) -> None:
    page = log_in(out, look(pasted(), seen="x", save="1"))
    assert (
        get_cells(page).splitlines() == pasted().splitlines() and Match.objects.get(key="m53").revision == 0
    )
    assert "Your cells from before you logged in are back. They have not been saved yet." in text(page)
    assert get_cells(out.get(PAGE)) == ""


def test_cells_that_are_too_many_are_so_before_the_log_in(out: Client, look: Any) -> None:
    page = look("x" * (2 * MAX_TEXT_LENGTH))
    assert "and can't be kept" in text(page) and "x" * (2 * MAX_TEXT_LENGTH) in text(page)
    page = log_in(out, page)
    assert "Paste fewer cells at a time" in text(page) and get_cells(page) == ""


def test_file_cannot_wait_and_that_is_told(out: Client, look: Any) -> None:
    page = look(file=SimpleUploadedFile("night.csv", pasted().encode()))
    assert "You will have to choose the file again." in text(page)
    assert "nothing has been saved. Choose the file again." in text(log_in(out, page))


def test_it_is_there_for_those_who_enter_results(stranger: Client, scorer: Client, look: Any) -> None:
    for address in (PAGE, PAGE + "results.csv"):
        assert Client().get(address).headers["Location"] == f"/-/log-in/?next={address}"
        assert stranger.get(address).status_code == 404
        assert scorer.get(address).status_code == 200
    assert stranger.post(PAGE, {"cells": pasted()}).status_code == 404
    with patch("league.web.entry.import_results.import_results", side_effect=PermissionDenied):
        assert look(pasted(), save="1", seen="x").status_code == 404


def test_cells_for_a_season_that_is_gone_are_given_back(scorer: Client) -> None:
    page = scorer.post("/club/league/9/results/", {"cells": "m53\t1"})
    assert page.status_code == 404 and "m53\t1" in page.content.decode()


def test_number_of_queries_does_not_grow(look: Any, django_assert_max_num_queries: Any) -> None:
    night = [HEAD, *(row for id in ("m53", "m54", "m55", "m56", "m57", "m58") for row in rows(id, "", ""))]
    with django_assert_max_num_queries(11):  # session, user, season, role; what is played; the page
        assert "6 new results" in text(look(pasted(night)))


# --- files to write in


def in_csv(client: Client, query: str = "") -> list[list[str]]:
    response = client.get(f"{PAGE}results.csv{query}")
    assert response.headers["Content-Disposition"] == ('attachment; filename="club-league-2-results.csv"')
    return list(csv.reader(io.StringIO(response.content.decode("utf-8-sig"))))


def test_file_has_a_row_for_every_deal_that_is_to_be_played(scorer: Client) -> None:
    headings, *rows = in_csv(scorer, "?all=1")
    assert headings[:9] == HEAD
    assert len(rows) == 4 * len(MATCHES)
    assert [row[:9] for row in rows if row[0] == "m53"] == [
        ["m53", "", str(deal), "Dev", "", "", "Bob", "", ""] for deal in (1, 2, 3, 4)
    ]


def test_anonymised_player_has_one_name_in_files_and_pages_in_any_language_take_both(
    scorer: Client, look: Any
) -> None:
    Player.objects.filter(key="dev").update(name="Former player 1")
    User.objects.update(language="de")
    assert {row[3] for row in in_csv(scorer, "?all=1")[1:] if row[0] == "m53"} == {"Former player 1"}
    for name in ("Former player 1", "Ehemaliger Spieler 1"):
        assert "1 neues Ergebnis" in text(look(pasted([HEAD, *rows("m53", name, "Bob")])))


def test_file_may_be_of_a_night_or_a_round(scorer: Client) -> None:
    first = Match.objects.get(key="m53")
    seventh = first.division.stage.rounds.create(number=7)
    Match.objects.filter(key="m53").update(due_on="9999-01-07", round=seventh)
    Match.objects.filter(key="m54").update(due_on="9999-01-14")
    for query in ("", "?day=9999-01-07", "?round=7"):
        assert {row[0] for row in in_csv(scorer, query)[1:]} == {"m53"}
    assert "?day=9999-01-07" in scorer.get(PAGE).content.decode()
    for query in (
        "?day=tomorrow",
        "?day=2030-02-30",
        "?day=9999-01-08",
        "?round=8",
        "?round=x",
        "?round=" + "9" * 50,
    ):
        assert scorer.get(f"{PAGE}results.csv{query}").status_code == 404
    assert scorer.get(f"{PAGE}results.ods").status_code == 404


def test_file_that_is_filled_in_comes_in(scorer: Client, look: Any) -> None:
    book = openpyxl.load_workbook(io.BytesIO(scorer.get(f"{PAGE}results.xlsx?all=1").content))
    sheet = book.worksheets[0]
    (first,) = [row[0].row for row in sheet.iter_rows() if (row[0].value, row[2].value) == ("m53", 1)]
    for deal, (bid, took, bid2, took2) in enumerate(PRINTED):
        for column, number in (("E", bid), ("F", took), ("H", bid2), ("I", took2)):
            sheet[f"{column}{first + deal}"] = number
    out = io.BytesIO()
    book.save(out)
    said = text(look(file=SimpleUploadedFile("night.xlsx", out.getvalue())))
    assert "1 new result" in said and "matches without entries (ignored)" in said


def test_no_name_becomes_a_formula_and_it_is_understood_all_the_same(scorer: Client, look: Any) -> None:
    Player.objects.filter(key="dev").update(name="=1+1")
    (row, *_more) = [row for row in in_csv(scorer, "?all=1") if row[0] == "m53"]
    assert (row[3], row[6]) == ("'=1+1", "Bob")
    night = [[*own[:3], row[3], *own[4:6], row[6], *own[7:]] for own in NIGHT[1:]]
    assert "1 new result" in text(look(pasted([HEAD, *night])))


def test_file_says_the_day_of_matches_whose_day_has_been(scorer: Client, look: Any) -> None:
    Match.objects.filter(key="m53").update(due_on="2026-01-05")
    Match.objects.filter(key="m54").update(due_on="9999-01-05")
    days = {(row[0], row[2]): row[1] for row in in_csv(scorer, "?all=1")[1:]}
    assert {match for match, day in days.items() if day} == {("m53", "1")}
    assert days["m53", "1"] == "2026-01-05"


@pytest.mark.parametrize("days", [("2026-01-05", "2026-06-01"), ("2026-06-01", "9999-01-05"), (None, None)])
def test_file_is_of_the_night_whose_score_sheets_are_printed(scorer: Client, days: Any) -> None:
    own = Match.objects.get(key="m53").round
    for number, day in zip(("m53", "m54"), days, strict=True):
        Match.objects.filter(key=number).update(due_on=day, round=own)
    printed = scorer.get(SEASON + "paper/").context["sheets"]
    asked = {row[0] for row in in_csv(scorer)[1:]}
    assert asked and asked <= {match.key for match, _seats, _blank in printed}
    offered = scorer.get(PAGE).content.decode()
    assert all(f"?day={day}" in offered for day in days if day)


def test_file_of_a_whole_season_is_offered_only_if_it_can_come_back(scorer: Client) -> None:
    assert "?all=1" in scorer.get(PAGE).content.decode()
    with patch("league.web.entry.import_results.MAX_PREPARED_ROWS", 4 * len(MATCHES) - 1):
        assert "?all=1" not in scorer.get(PAGE).content.decode()


def test_page_speaks_of_deals_as_players_do(scorer: Client) -> None:
    said = text(scorer.get(PAGE))
    assert "One row per game" in said and "The last ones are optional." in said
    assert "Seats and games are numbered from 1." in said


# --- other games


def test_any_game_comes_in_at_tables_of_any_size(pond: Client) -> None:
    page = pond.get("/pond/cup/1/results/")
    assert "stones 3" in text(page) and CLUB
    response = pond.get("/pond/cup/1/results/results.csv?all=1").content.decode("utf-8-sig")
    headings, *rows = csv.reader(io.StringIO(response))
    assert len(rows) == 12 and rows[0][:4] == ["m1", "", "1", "Wes"]
    typed = {"stones 1": "7", "stones 2": "0", "stones 3": "2", "leader": "3", "weather": "WET"}
    rows[0] = [typed.get(name, cell) for name, cell in zip(headings, rows[0], strict=True)]
    looked = pond.post("/pond/cup/1/results/", {"cells": pasted([headings, *rows])})
    assert "Wes 7 (shared 1st), Uma 0 (shared 1st), Vic 2 (shared 1st)" in text(looked)
    pond.post("/pond/cup/1/results/", {"cells": get_cells(looked), "seen": hidden(looked), "save": "1"})
    assert Result.objects.get().sheet == {"deals": [{"leader": 2, "stones": [7, 0, 2], "weather": "wet"}]}
