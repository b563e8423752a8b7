"""The page of a player, through its address."""

import json
import re
from typing import Any
from xml.etree import ElementTree

from django.test import Client
from django.utils.html import escape

import games
from league.actions.changes import invalidate_pages
from league.actions.club import import_club
from league.actions.demo import RIVERSIDE
from league.demo.large import build_club_file
from league.models import Club, Division, Match, Player, Season, Stage, Statistics
from league.principals import CONSOLE
from league.rules.standings.totals import BIDS_MADE
from league.tasks import run_jobs
from tests.scenarios import scenario
from tests.web.sheets import DESTINATION, build_fields, plain, summary, text
from tests.web.tables import as_read
from tests.web.test_names import NAMES

ANN = "/riverside/players/ann/"


@scenario
def riverside(riverside: Club) -> Club:
    """With the statistics that its players' pages read."""
    run_jobs()
    return riverside


def changed(**matches: dict[str, Any]) -> None:
    """Brings the riverside club in with some of its matches changed."""
    document = json.loads(RIVERSIDE.read_text())
    for season in document["competitions"][0]["seasons"]:
        for division in season["divisions"]:
            for match in division["matches"]:
                match |= matches.get(match["id"], {})
                if match["status"] in ("forfeit", "void"):
                    del match["sheet"], match["played_on"]
    import_club(json.dumps(document).encode(), by=CONSOLE, recompute=True)
    run_jobs()


def charts(response: Any) -> list[ElementTree.Element]:
    found = re.findall(r"<svg viewBox.*?</svg>", response.content.decode(), re.DOTALL)
    return [ElementTree.fromstring(svg) for svg in found if 'role="img"' in svg]  # noqa: S314  (our own)


def test_head_tells_level_and_style_and_what_it_means(riverside: Club, client: Client) -> None:
    page = text(client.get(ANN))
    assert "Ann Archer Hawk Very Good (A) Division B, 2nd" in page
    assert "Hawk – bids high (average 14.25, above 13.5)" in page
    doves = text(client.get("/riverside/players/dev/"))
    assert "Dove – bids low (average" in doves and "below 13.5" in doves


def test_organiser_edits_the_name_there(riverside: Club, organiser: Client, client: Client) -> None:
    address = "/riverside/-/players/ann/edit/"
    pages = [one.get(ANN).content.decode() for one in (client, organiser)]
    assert [f'href="{address}"' in page for page in pages] == [False, True]
    assert organiser.post(address, {"name": "Anne Archer"}).headers["Location"] == ANN
    assert "Changes saved. " in text(organiser.get(ANN)) and "Anne Archer" in text(client.get(ANN))
    refused = organiser.post(address, {"name": " "})
    assert summary(refused)[0][0] == "id_name"


def test_seasons_and_form_are_above_the_charts(riverside: Club, client: Client) -> None:
    page = client.get(ANN).content.decode()
    places = [page.index(part) for part in ('class="form-line"', '-seasons">Seasons</h3>', 'class="charts"')]
    assert places == sorted(places)


def test_record_is_the_one_the_job_keeps(riverside: Club, client: Client) -> None:
    for kept in Statistics.objects.select_related("player"):
        page = text(client.get(f"/riverside/players/{kept.player.key}/"))
        record = page.partition("Rivals")[2].partition("Played")[2].partition("Form")[0]
        figures = re.findall(r"−?\d+(?:\.\d+)?%?", record)
        counted = [figure for figure in figures if "." not in figure]
        told = (
            kept.played,
            kept.won,
            kept.drawn,
            kept.lost,
            kept.deals,
            kept.score,
            kept.figures.get(BIDS_MADE, 0),
        )
        own = [kept.figures[figure.key] for figure in games.get("skuck").figures]
        assert counted == [as_read(str(number)) for number in (*told, *own)]
        assert as_read(f"{kept.score / kept.deals:.4f}") in figures


def test_form_leads_to_the_last_matches(riverside: Club, client: Client) -> None:
    response = client.get(ANN)
    form = response.content.decode().partition('class="form-line"')[2].partition("</ol>")[0]
    assert re.findall(r'class="chip (\w+)" href="/riverside/matches/(\w+)/"', form) == [
        *(("win", "m1"), ("win", "m4"), ("win", "m6"), ("loss", "m25")),
        *(("loss", "m28"), ("win", "m30"), ("draw", "m55"), ("loss", "m58")),
    ]
    assert "L Loss, 15 July 2025, against Hana Hirsch" in re.sub(
        r"([WDL])(Win|Draw|Loss)", r"\1 \2", plain(form)
    )


def test_rivals_are_everyone_met_and_seasons_with_their_levels_lead_to_why(
    riverside: Club, client: Client
) -> None:
    response = client.get(ANN)
    rivals = text(response).partition("Head to head Against")[2].partition("Awards")[0]
    assert "Dev Dhar 2 1 0 1 −12 to −9" in rivals
    assert "Eva Engel 1 0 1 0 −7 to −7" in rivals
    assert rivals.index("Hana Hirsch") < rivals.index("Bob Birch") and "Gus" not in rivals
    assert (
        "3 Ended 29 Sep B 2 of 4 6 of 16 2 −1.63 A Very Good "
        "2 Finished A 3 of 4 3 of 16 3 −1.75 A Very Good 1 Finished A 1 of 4 1 of 16 3 0.00 A+ Excellent"
    ) in text(response)
    assert 'href="/riverside/skuck-league/2/why/ann/"' in response.content.decode()


def test_next_opponents_stand_by_day(riverside: Club, client: Client) -> None:
    assert "Next match against Omar Odum To be arranged" in text(client.get(ANN))
    Match.objects.filter(key="m60").update(due_on="2026-01-05")
    invalidate_pages(riverside)
    assert "against Omar Odum Mon 5 Jan 2026 overdue" in text(client.get(ANN))
    Season.objects.filter(number=3).update(state="closed")
    invalidate_pages(riverside)
    assert "Next match" not in text(client.get(ANN))


def test_average_is_drawn_after_each_match_on_the_levels(riverside: Club, client: Client) -> None:
    response = client.get(ANN)
    average, _bids, _path = charts(response)
    assert len(average.findall("circle")) == 8
    assert [text.text for text in average.findall("text[@class='label']")] == [
        "Master",
        "Excellent",
        "Very Good",
    ]
    assert average.findtext("text[@class='last']") == "−1.06"
    assert average.findall("circle")[-1].findtext("title") == "Match 8: −1.06"
    assert "Average of Ann Archer after each match of SKUCK League" in (average.findtext("title") or "")
    assert "−1.06 after 8 matches. Very Good" in (average.findtext("desc") or "")
    table = text(response).partition("All matches as a table Match")[2]
    assert "1 Dev Dhar 7 Jan 2025 win −3 to −3 −0.75 Excellent" in table
    assert "8 Hana Hirsch 15 Jul 2025 loss −6 to −3 −1.06 Very Good" in table


def test_average_after_one_match_is_told_and_not_drawn(db: None, client: Client) -> None:
    changed(**{key: {"status": "void"} for key in ("m4", "m6", "m25", "m28", "m30", "m55", "m58")})
    response = client.get(ANN)
    assert "The chart appears after the second match." in text(response)
    assert "1 Dev Dhar 7 Jan 2025 win −3 to −3 −0.75 Excellent" in text(response)
    bids, _path = charts(response)
    assert "Number of bids" in (bids.findtext("title") or "")


def test_bids_are_drawn_around_the_middle_and_charts_carry_no_style_of_their_own(
    riverside: Club, client: Client
) -> None:
    response = client.get(ANN)
    _average, bids, _path = charts(response)
    seats = riverside.players.get(key="ann").seats.filter(match__status="played")
    said = f"{sum(seat.bids for seat in seats)} bids, from 5 to 25, 14.25 on average."
    assert said in text(response) and said in (bids.findtext("desc") or "")
    assert "13.5" in [text.text for text in bids.findall("text")]
    table = text(response).partition("Bids Times Share")[2].partition("Path through")[0]
    assert "14 7 21.9%" in table and len(bids.findall("path[@class='column']")) == table.count("%")
    page = response.content.decode()
    assert "style=" not in page and "<style" not in page
    assert len(set(re.findall(r' id="([^"]+)"', page))) == len(re.findall(r' id="([^"]+)"', page))


def test_forfeits_and_voids_are_no_play(db: None, client: Client) -> None:
    changed(m58={"status": "forfeit", "absent": ["hana"]}, m55={"status": "void"})
    page = text(client.get(ANN))
    assert "Played6 Won – drawn – lost4–0–2 66.7% won" in page
    assert "Hana Hirsch 1 0 0 1" in page and "Eva Engel" not in page


def test_deals_count_for_who_sat_there(db: None, client: Client) -> None:
    changed(m1={"sat": ["gus", "dev"]})
    assert "Played7 " in text(client.get(ANN))
    stand_in = text(client.get("/riverside/players/gus/"))
    assert "Played9 " in stand_in and "Dev Dhar 1 1 0 0 −3 to −3" in stand_in
    assert "Gus Gray 1 0 0 1 −3 to −3" in text(client.get("/riverside/players/dev/"))
    assert "1 Finished A 1 of 4 1 of 16 3 0.00" in text(client.get(ANN))  # the standing is the entry's


def test_correction_is_shown_as_soon_as_it_is_counted(
    riverside: Club, client: Client, scorer: Client
) -> None:
    scorer.post(DESTINATION, build_fields())
    run_jobs()
    before = text(client.get("/riverside/players/bob/"))
    scorer.post(DESTINATION, build_fields(base=1, deals_0_bids_1="26"))
    behind = text(client.get("/riverside/players/bob/"))
    run_jobs()
    after = text(client.get("/riverside/players/bob/"))
    assert "36 bids, from 8 to 23" in before and "36 bids, from 8 to 23" in behind
    assert "36 bids, from 8 to 26" in after


def test_player_never_seated_has_a_page_that_says_so(riverside: Club, client: Client) -> None:
    Player.objects.create(club=riverside, key="new", name="New Nora")
    page = client.get("/riverside/players/new/")
    assert "New Nora hasn't played yet." in text(page) and not charts(page)


def test_player_entered_but_not_seated_yet_is_in_the_season(riverside: Club, client: Client) -> None:
    player = Player.objects.create(club=riverside, key="new", name="New Nora")
    season = Season.objects.get(number=3)
    division = season.divisions.get(level=4)
    season.entries.create(stage=division.stage, division=division, player=player, seed=5)
    invalidate_pages(riverside)
    page = text(client.get("/riverside/players/new/"))
    assert "No matches played yet." in page and "3 Ended 29 Sep D – – 0 –" in page


def test_names_are_text_and_kept_apart(riverside: Club, client: Client) -> None:
    names = (*NAMES, "M" * 39 + "-")
    for name in names:
        riverside.players.filter(key="dev").update(name=name)
        riverside.competitions.update(name=name)
        Division.objects.filter(season__number=3, level=1).update(name=name)
        Club.objects.update(name=name)
        invalidate_pages(riverside)
        shown = f"<bdi>{escape(name)}</bdi>"
        for address in ("/riverside/", "/riverside/players/dev/"):
            page = client.get(address).content.decode()
            assert shown in page, (name, address)
            if "<" in name:
                assert name not in page, (name, address)
    for four in (names[:4], names[4:8], names[5:]):
        for key, name in zip(("dev", "hana", "eva", "bob"), four, strict=True):
            riverside.players.filter(key=key).update(name=name)
        invalidate_pages(riverside)
        page = client.get(ANN).content.decode()
        for name in four:
            assert page.count(f"<bdi>{escape(name)}</bdi>") >= 2, name  # the form, and head to head
            assert "<" not in name or name not in page, name


def test_names_are_text_and_kept_apart_in_the_list(riverside: Club, client: Client) -> None:
    for player, name in zip(riverside.players.order_by("key"), NAMES, strict=False):
        riverside.players.filter(pk=player.pk).update(name=name)
    invalidate_pages(riverside)
    page = client.get("/riverside/players/").content.decode()
    for name in NAMES:
        assert f"<bdi>{escape(name)}</bdi>" in page, name
        assert "<" not in name or name not in page, name


def test_namesakes_are_kept_apart(riverside: Club, client: Client) -> None:
    riverside.players.filter(key__in=["dev", "hana"]).update(name="Kim Lee")
    invalidate_pages(riverside)
    page = client.get(ANN).content.decode()
    rivals = page.partition("Head to head")[2].partition("</section>")[0]
    assert rivals.count("<bdi>Kim Lee</bdi>") == 2
    assert 'href="/riverside/players/dev/"' in rivals and 'href="/riverside/players/hana/"' in rivals


def test_player_is_found_only_in_their_own_club(riverside: Club, client: Client) -> None:
    import_club(build_club_file(4), by=CONSOLE)
    assert client.get("/large-4/players/p1/").status_code == 200
    for address in (
        "/riverside/players/nobody/",
        "/riverside/players/ANN/",
        "/riverside/players/p1/",
        "/large-4/players/ann/",
        "/nowhere/players/ann/",
    ):
        assert client.get(address).status_code == 404, address


def test_draft_is_not_on_the_path(riverside: Club, client: Client, scorer: Client) -> None:
    draft = Season.objects.create(competition=riverside.competitions.get(), number=4)
    player = riverside.players.get(key="ann")
    stage = Stage.objects.create(season=draft)
    division = draft.divisions.create(stage=stage, level=1, name="Z")
    draft.entries.create(stage=stage, division=division, player=player, seed=1)
    invalidate_pages(riverside)
    assert "draft" not in text(client.get(ANN)) + text(scorer.get(ANN))


def test_player_of_3_seasons_takes_as_many_queries_as_one_of_1(
    riverside: Club, client: Client, django_assert_num_queries: Any
) -> None:
    import_club(build_club_file(4), by=CONSOLE)
    run_jobs()
    for address, drawn in ((ANN, 3), ("/large-4/players/p1/", 2)):
        with django_assert_num_queries(1 + 1 + 7):
            page = client.get(address)
        assert len(charts(page)) == drawn
        with django_assert_num_queries(1):
            client.get(address)
