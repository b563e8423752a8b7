"""A tournament on its pages: four questions, then round after round."""

import re
from datetime import timedelta
from unittest.mock import patch

from django.core.cache import cache
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from league.actions.confirmation import dispute_result
from league.actions.decisions.forfeit import forfeit_match
from league.actions.player import add_players
from league.actions.result import undo_result
from league.actions.rounds import pair_next_round
from league.actions.season import close_season
from league.models import Club, Competition, Match, Membership, Role, Season, Standing, Submission, User
from league.principals import CONSOLE
from league.queries.club import verify_club
from league.trf.reader import read_report
from tests.actions.clubs import make_member
from tests.actions.same_cards import make_evening
from tests.actions.seasons import make_league
from tests.actions.submissions import enter_result, get_player_actor
from tests.actions.test_brackets import LEVEL, play
from tests.actions.tournaments import NAMES, begin_round, list_tables, make_tournament, play_round
from tests.scenarios import scenario
from tests.web.log_ins import log_in
from tests.web.sheets import build_fields, summary, text


@scenario
def club() -> Club:
    return Club.objects.create(slug="riverside", name="Riverside")


@scenario
def organiser(club: Club) -> Client:
    return log_in(make_member(club, Role.ORGANISER))


NEW = "/riverside/-/tournaments/new/"
FOUR_QUESTIONS = {
    "game": "skuck",
    "names": "\n".join(NAMES[:7]),
    "hours": "3",
    "minutes": "",
    "name": "Spring Open",
}


def start(client: Client, plan: str = "swiss-4", **more: str) -> Season:
    answer = client.post(NEW, FOUR_QUESTIONS | {"plan": plan, "start": ""} | more)
    assert answer.status_code == 302, text(answer)
    return Season.objects.get()


def run(client: Client, season: Season, do: str, **more: object) -> str:
    page = f"/riverside/{season.competition.slug}/1/run/"
    answer = client.post(page, {"do": do, **more}, follow=True)
    assert answer.status_code == 200
    return text(answer)


def test_plans_follow_from_names_and_hours(organiser: Client) -> None:
    page = text(organiser.post(NEW, FOUR_QUESTIONS))
    assert "Swiss: each round pairs players with equal scores – 4 rounds, 2 h 40 min" in page
    assert "Too long: Round robin: everyone plays everyone – 7 rounds, 4 h 40 min" in page
    assert not Competition.objects.exists()
    page = text(organiser.post(NEW, FOUR_QUESTIONS | {"hours": "5"}))
    assert "Round robin: everyone plays everyone – 7 rounds, 4 h 40 min" in page and "Too long" not in page


def test_a_tournament_from_nothing_to_its_end(organiser: Client) -> None:
    season = start(organiser)
    assert season.is_open and season.name.startswith("Spring Open ")
    for number in range(1, 5):
        assert f"Round {number} is paired" in run(organiser, season, "pair", round=number)
        assert f"Round {number} is published" in run(organiser, season, "publish", round=number)
        assert len(list_tables(season, number)) == 3
        play_round(season, number)
    assert "Round 4 is finished." in run(organiser, season, "finish", round=4)
    public = Client()
    for path in ("", "rounds/1/", "rounds/", "grid/", "matches/", "rounds/4/?find=ann"):
        answer = public.get(f"/riverside/{season.competition.slug}/1/{path}", follow=True)
        assert answer.status_code == 200, path
    assert "Spring Open" in text(answer)
    closing = organiser.get(f"/riverside/{season.competition.slug}/1/close/")
    seen = re.search(r'name="seen" value="([^"]+)"', closing.content.decode())
    assert seen
    organiser.post(f"/riverside/{season.competition.slug}/1/close/", {"seen": seen[1]})
    season.refresh_from_db()
    assert season.is_closed


def test_skat_is_planned_in_series(organiser: Client) -> None:
    page = text(organiser.post(NEW, FOUR_QUESTIONS | {"game": "international-skat"}))
    assert "Series: drawn at first, then seated by score – 4 series, 3 h" in page


def test_what_is_wrong_with_a_new_tournament_is_said_at_its_field(organiser: Client, club: Club) -> None:
    make_tournament(club, 4, name="Winter Open")
    add_players(club=club, names=["Zoe", "Zoe"], namesakes=True, by=CONSOLE)
    taken = "The club already has a league or tournament of this name."
    unreadable = "Can't contain control characters: remove U+0007."
    several = "Line 2, zoe: The club has several players of this name. Enter the players first, then choose."
    for sent, place, sentence in (
        ({"name": "Winter Open"}, "id_name", f"Name: {taken}"),
        ({"name": "Spring\u0007Open"}, "id_name", f"Name: {unreadable}"),
        ({"names": "\n".join(["Ann", "zoe", *NAMES[1:4]])}, "id_names", f"Players (one per line): {several}"),
    ):
        refused = organiser.post(NEW, FOUR_QUESTIONS | {"plan": "swiss-4", "start": ""} | sent)
        assert summary(refused) == [(place, sentence)]
    assert [each.name for each in Competition.objects.all()] == ["Winter Open"]


def test_an_afternoon_is_a_round_robin(organiser: Client) -> None:
    names = "\n".join(NAMES[:4])
    season = start(organiser, "round-robin-3", names=names)
    assert Match.objects.filter(division__season=season).count() == 6


def test_a_draft_is_set_up_and_its_settings_are_changed(organiser: Client) -> None:
    answer = organiser.post(NEW, FOUR_QUESTIONS | {"plan": "swiss-4", "draft": ""}, follow=True)
    assert "4 rounds, paired one after the other" in text(answer)
    page = "/riverside/spring-open/settings/"
    form = organiser.get(page).context["form"]
    sent = {name: form.initial.get(name) for name in form.fields} | {
        field.name: field.value() for field in form.comparisons
    }
    sent = {name: "" if value is None else value for name, value in sent.items()}
    assert organiser.post(page, sent | {"rounds": "5", "pairing": "dutch"}).status_code == 302
    rules = Competition.objects.get().rules
    assert (rules["rounds"], rules["pairing"]) == (5, "dutch")
    again = organiser.post(page, sent | {"rounds": "101"})
    assert "id_rounds" in str(summary(again))
    organiser.post(page, sent | {"rounds": "9", "pairing": "club"})
    opening = organiser.post("/riverside/spring-open/1/set-up/", follow=True)
    assert "7 players can meet in 7 rounds without a repeat, not in 9." in text(opening)


def test_a_draft_at_larger_tables_becomes_a_knockout(organiser: Client) -> None:
    questions = FOUR_QUESTIONS | {"game": "hucklebuck", "hours": "10", "names": "\n".join(NAMES[:9])}
    shown = organiser.post(NEW, questions)
    assert "Knockout: the better half of each table goes on – 3 rounds" in text(shown)
    even = next(plan for plan in shown.context["form"].plans if plan.kind == "even")
    organiser.post(NEW, questions | {"plan": even.key, "draft": ""})
    page = "/riverside/spring-open/settings/"
    form = organiser.get(page).context["form"]
    sent = {name: form.initial.get(name) for name in form.fields} | {
        field.name: field.value() for field in form.comparisons
    }
    sent = {name: "" if value is None else value for name, value in sent.items()}
    knockout = sent | {"pairing": "table-knockout", "go_on": "1"}
    assert organiser.post(page, knockout).status_code == 302
    rules = Competition.objects.get().rules
    assert (rules["pairing"], rules["go_on"], rules.get("rounds")) == ("table-knockout", 1, None)
    assert rules["ranking"][0] == "bracket"
    assert "At a table of 4 fewer than 4 go on." in text(organiser.post(page, knockout | {"go_on": "4"}))
    assert "As many as the bracket takes" in text(organiser.get("/riverside/spring-open/1/set-up/"))
    assert organiser.post(page, sent).status_code == 302
    rules = Competition.objects.get().rules
    assert (rules.get("go_on"), rules["rounds"], "bracket" in rules["ranking"]) == (None, even.rounds, False)


def test_settings_of_an_evening_with_the_same_cards_are_saved(organiser: Client, club: Club) -> None:
    make_evening(club, 8, 7)
    page = "/riverside/spring-open/settings/"
    form = organiser.get(page).context["form"]
    sent = {field.name: "" if field.value() is None else field.value() for field in form}
    assert organiser.post(page, sent | {"compare": "difference"}).status_code == 302
    rules = Competition.objects.get().rules
    assert (rules["same_cards"], rules["ranking"][0], rules["pairing"]) == (True, "difference", "movement")
    assert not {"tie_key", "third_place", "best_of", "ladder"} & set(rules)
    assert "choose the movement" in text(organiser.post(page, sent | {"pairing": "knockout"}))


def test_a_draft_becomes_a_knockout_and_swiss_again(organiser: Client) -> None:
    organiser.post(NEW, FOUR_QUESTIONS | {"plan": "swiss-4", "draft": ""})
    competition = Competition.objects.get()
    page = f"/riverside/{competition.slug}/settings/"
    sent = {
        "name": "Spring Open",
        "pairing": "knockout",
        "rounds": "4",
        "third_place": "on",
        "best_of": "5, 3",
        "ranking_1": "wins",
        "ranking_2": "lot",
        "win": "2",
        "draw": "1",
        "loss": "0",
        "unconfirmed_results": "",
        "confirm_days": "",
    }
    assert organiser.post(page, sent).status_code == 302
    rules = Competition.objects.get().rules
    assert (rules["pairing"], rules["third_place"], rules["ranking"]) == (
        "knockout",
        True,
        ["bracket", "wins", "lot"],
    )
    assert (rules.get("rounds"), rules["best_of"]) == (None, [5, 3])
    assert 'value="5, 3"' in organiser.get(page).content.decode()
    drawn = sent | {"reseeding": "on", "consolation": "on"}
    assert organiser.post(page, drawn).status_code == 302
    rules = Competition.objects.get().rules
    assert (rules["reseeding"], rules["consolation"]) == (True, True)
    shown = organiser.get(page).content.decode()
    for name in ("reseeding", "consolation"):
        assert re.search(f'<input[^>]*name="{name}"[^>]* checked', shown), name
    assert organiser.post(page, drawn | {"pairing": "double-elimination"}).status_code == 302
    rules = Competition.objects.get().rules
    assert (rules.get("reseeding"), rules.get("consolation"), rules["best_of"]) == (None, None, [5, 3])
    assert organiser.post(page, sent | {"tie_key": "seed"}).status_code == 302
    assert Competition.objects.get().rules["tie_key"] == "seed"
    assert '<option value="seed" selected>Seed</option>' in organiser.get(page).content.decode()
    even, words = (text(organiser.post(page, sent | {"best_of": typed})) for typed in ("2", "three"))
    assert "Must be an odd number, so that a player wins most of the matches." in even
    assert "Enter whole numbers such as 5, 3." in words
    assert "How far each has come in the bracket decides first." in text(organiser.get(page))
    assert organiser.post(page, sent | {"pairing": "club"}).status_code == 302
    rules = Competition.objects.get().rules
    assert (rules["rounds"], rules["ranking"], rules.get("third_place")) == (4, ["wins", "lot"], None)
    assert rules.get("best_of") is None and rules.get("tie_key") is None
    missing = organiser.post(page, sent | {"pairing": "club", "rounds": ""})
    assert "Say how many rounds there will be." in text(missing)


def test_a_knockout_is_run_from_one_page_and_a_level_table_plays_again(organiser: Client) -> None:
    season = start(organiser, "knockout-3")
    assert "All results" not in run(organiser, season, "pair", round=1)
    page = run(organiser, season, "publish", round=1)
    assert "Change by hand" not in page
    level = {"deals": [{"bids": [14, 13], "tricks": [14, 13]}] * 4}
    for match in Match.objects.filter(round__number=1):
        enter_result(match, level, played_on=match.club.today)
    page = text(organiser.get(f"/riverside/{season.competition.slug}/1/run/"))
    assert "Table 1 ended level." in page and "Table 3 ended level." in page
    assert "Table 1 has another match." in run(organiser, season, "leg", round=1, level=1)
    assert "Only players of a bracket who are level" in run(organiser, season, "leg", round=1, level=1)


def test_standings_and_results_are_files_too(organiser: Client) -> None:
    season = start(organiser)
    run(organiser, season, "pair", round=1)
    run(organiser, season, "publish", round=1)
    play_round(season, 1)
    page = f"/riverside/{season.competition.slug}/1/"
    table = organiser.get(f"{page}?download=csv").content.decode()
    assert table.splitlines()[0].count("Buchholz") == 2 and len(table.splitlines()) == 8
    assert organiser.get(f"{page}?download=xlsx").content[:2] == b"PK"
    matches = organiser.get(f"{page}matches/?download=csv").content.decode()
    assert len(matches.splitlines()) == 4 and "Ann Archer" in matches


def test_a_match_is_ended_by_time(organiser: Client) -> None:
    season = start(organiser)
    run(organiser, season, "pair", round=1)
    run(organiser, season, "publish", round=1)
    match = Match.objects.get(division__season=season, table=1)
    page = f"/riverside/matches/{match.key}/"
    form = organiser.get(f"{page}enter/").context["form"]
    sent = {cell.name: "" for cell in form.sheet.cells} | {
        "key": form["key"].value(),
        "base": "0",
        "played_on": form.data["played_on"],
        "waved": "",
        "why": "",
    }
    deal = [cell.name for cell in form.sheet.deals[0].cells if cell.is_wanted]
    sent |= dict(zip(deal, ("7", "14", "8", "13"), strict=False))
    refused = organiser.post(f"{page}enter/", sent)
    assert "The match is not finished: 1 of 4 games are on the sheet." in text(refused)
    assert organiser.post(f"{page}enter/", sent | {"ended": "time"}).status_code == 302
    assert "Ended by time: only what was played counts." in text(organiser.get(page))
    again = organiser.get(f"{page}enter/").content.decode()
    assert re.search(r'name="ended" value="time" checked', again)
    match.refresh_from_db()
    assert match.current and (match.current.sheet or {})["ended"] == "time"
    assert sorted(match.seats.values_list("deals", flat=True)) == [1, 1]
    assert verify_club(season.competition.club) == []


def test_the_report_for_rating_programs_is_a_file(organiser: Client) -> None:
    season = start(organiser)
    run(organiser, season, "pair", round=1)
    run(organiser, season, "publish", round=1)
    play_round(season, 1)
    page = f"/riverside/{season.competition.slug}/1/"
    assert 'tournament.trf"' in organiser.get(f"{page}manage/").content.decode()
    report = read_report(organiser.get(f"{page}tournament.trf").content)
    assert [player.name for player in report.players] == NAMES[:7]
    assert report.rounds == 4 and len(report.players[0].rounds) == 1


# --- from sheet to sheet


def enter(client: Client, match: Match) -> str:
    """Save the sheet of a match as its form does, and return where that leads."""
    fields = build_fields(played_on=match.club.today.isoformat())
    answer = client.post(f"/riverside/matches/{match.key}/enter/", fields | {"then": "next"})
    assert answer.status_code == 302, text(answer)
    return str(answer["Location"])


def test_an_afternoon_leads_from_sheet_to_sheet_round_by_round_and_to_the_final_table(
    organiser: Client,
) -> None:
    answer = organiser.post(
        NEW, FOUR_QUESTIONS | {"plan": "round-robin-3", "start": "", "names": "\n".join(NAMES[:4])}
    )
    matches = list(Match.objects.select_related("club").order_by("round__number", "table"))
    addresses = [f"/riverside/matches/{match.key}/enter/" for match in matches]
    assert answer["Location"] == addresses[0]
    led = [enter(organiser, match) for match in matches]
    assert led == [*addresses[1:], "/riverside/spring-open/1/"]
    assert "End the tournament" in text(organiser.get(led[-1]))


def test_one_that_is_played_later_begins_with_its_matches(organiser: Client) -> None:
    later = {"names": "\n".join(NAMES[:4]), "starts_on": "2999-01-01"}
    answer = organiser.post(NEW, FOUR_QUESTIONS | {"plan": "round-robin-3", "start": ""} | later)
    assert answer["Location"] == "/riverside/spring-open/1/matches/"


def test_last_sheet_of_a_round_leads_to_where_the_next_one_is_paired(organiser: Client, club: Club) -> None:
    season = start(organiser)
    scorer = log_in(make_member(club, Role.SCORER))
    for number, client, page in ((1, organiser, "run/"), (2, scorer, "rounds/")):
        begin_round(season)
        matches = Match.objects.filter(round__number=number).select_related("club").order_by("table")
        led = [enter(client, match) for match in matches]
        assert led[-1] == f"/riverside/spring-open/1/{page}"


def test_last_decision_of_a_round_leads_there_too(organiser: Client) -> None:
    season = start(organiser)
    begin_round(season)
    *others, last = Match.objects.filter(round__number=1).select_related("club").order_by("table")
    for match in others:
        enter(organiser, match)
    answer = organiser.post(
        f"/riverside/matches/{last.key}/decide/?then=night",
        {"how": "forfeit", "absent": ["0"], "base": "0", "reason": "Missed the bus"},
    )
    assert answer.status_code == 302 and answer["Location"] == "/riverside/spring-open/1/run/"


def test_who_corrects_reads_that_published_rounds_keep_their_pairings(organiser: Client) -> None:
    season = start(organiser)
    begin_round(season)
    match = Match.objects.filter(round__number=1).select_related("club").order_by("table")[0]
    form = f"/riverside/matches/{match.key}/enter/"
    assert "keep their pairings" not in text(organiser.get(form))
    enter(organiser, match)
    assert "published rounds keep their pairings" in text(organiser.get(form))


def test_draft_is_started_from_its_checklist_and_run_then(organiser: Client) -> None:
    organiser.post(NEW, FOUR_QUESTIONS | {"plan": "swiss-4", "draft": ""})
    answer = organiser.post("/riverside/spring-open/1/set-up/", follow=True)
    assert answer.redirect_chain[-1][0] == "/riverside/spring-open/1/run/"
    assert f"{Season.objects.get().name} has started." in text(answer) and "Pair round 1" in text(answer)


def test_draft_whose_schedule_is_made_at_once_is_started_and_shown(organiser: Client) -> None:
    names = "\n".join(NAMES[:4])
    organiser.post(NEW, FOUR_QUESTIONS | {"plan": "round-robin-3", "names": names, "draft": ""})
    answer = organiser.post("/riverside/spring-open/1/set-up/", follow=True)
    assert answer.redirect_chain[-1][0] == "/riverside/spring-open/1/"
    assert f"{Season.objects.get().name} has started." in text(answer)


def test_one_that_has_ended_is_reopened(organiser: Client) -> None:
    season = start(organiser, "round-robin-3", names="\n".join(NAMES[:4]))
    close_season(season=Season.objects.for_page().get(), by=CONSOLE, missing="void")
    page = text(organiser.post("/riverside/spring-open/1/reopen/", follow=True))
    assert f"{season.name} is open again." in page and "Season" not in page


def test_round_says_who_was_absent(organiser: Client) -> None:
    season = start(organiser)
    begin_round(season)
    match = Match.objects.filter(round__number=1).order_by("table")[0]
    forfeit_match(match=match, absent=[1], reason="Missed the bus", by=CONSOLE, base=0)
    absent = match.seats.get(number=1).player.name
    for page in ("rounds/1/", "run/"):
        assert f"forfeit, {absent} absent" in text(organiser.get(f"/riverside/spring-open/1/{page}"))


def test_proposal_says_why_beneath_the_names(organiser: Client) -> None:
    season = start(organiser)
    page = run(organiser, season, "pair", round=1)
    assert "Players, and why these" in page and "Both have 0 points." in page


def test_organisers_see_for_how_long_is_played_and_which_sheets_to_look_at(organiser: Client) -> None:
    season = start(organiser)
    begin_round(season)
    first, second, third = Match.objects.filter(round__number=1).order_by("table")
    yesterday = first.club.today - timedelta(days=1)
    Season.objects.update(starts_on=yesterday, ends_on=yesterday)
    enter_result(first, played_on=yesterday)
    enter_result(second, played_on=first.club.today)
    page = f"/riverside/{season.competition.slug}/1/run/"
    with patch("django.utils.timezone.now", return_value=timezone.now() + timedelta(minutes=34)):
        shown = organiser.get(page)
    rows = re.findall(r"(?s)<tr>.*?</tr>", shown.content.decode().partition('id="current"')[2])
    assert [("playing for 34 min" in row, ">unusual<" in row) for row in rows[1:4]] == [
        (False, False),
        (False, True),
        (True, False),
    ]
    assert f'href="/riverside/matches/{second.key}/"' in rows[2]
    assert f'href="/riverside/matches/{third.key}/enter/"' in rows[3]
    assert "playing for" not in text(organiser.get(f"/riverside/{season.competition.slug}/1/rounds/1/"))


def test_result_that_waits_for_an_opponent_leads_to_the_match(organiser: Client, club: Club) -> None:
    season = make_tournament(club, 4, unconfirmed_results="wait", confirm_days=3)
    begin_round(season)
    match = Match.objects.filter(round__number=1).order_by("table")[0]
    enter_result(match, by=get_player_actor(match))
    page = organiser.get(f"{season.get_absolute_url()}run/").content.decode()
    assert page.count(">not confirmed<") == 1 and f'href="/riverside/matches/{match.key}/"' in page
    dispute_result(
        match=match,
        submission=Submission.objects.get(match=match).pk,
        why="I bid 14",
        by=get_player_actor(match, 1),
    )
    page = organiser.get(f"{season.get_absolute_url()}run/").content.decode()
    assert ">not confirmed<" not in page and page.count(">disputed<") == 1


PAGES = ("", "rounds/1/", "prizes/", "run/", "grid/", "matches/", "manage/", "why/ann-archer/")


def test_a_larger_tournament_needs_no_more_queries(organiser: Client, club: Club) -> None:
    counts = []
    for name, players in (("Small", 4), ("Large", 13)):
        season = make_tournament(club, players, name=name, rounds=3)
        for number in (1, 2):
            begin_round(season)
            play_round(season, number)
        pair_next_round(season=season, by=CONSOLE)
        cache.clear()
        for page in PAGES:
            organiser.get(f"{season.get_absolute_url()}{page}")  # what is read once only
        found = {}
        for page in PAGES:
            cache.clear()
            with CaptureQueriesContext(connection) as queries:
                assert organiser.get(f"{season.get_absolute_url()}{page}").status_code == 200
            found[page] = len(queries)
        counts.append(found)
    assert counts[0] == counts[1]


def test_players_are_invited_from_a_league(organiser: Client, club: Club) -> None:
    season = make_league([4, 4])
    close_season(season=season, by=CONSOLE)
    Membership.objects.create(
        club=season.competition.club, user=User.objects.get(memberships__club=club), role=Role.ORGANISER
    )
    page = f"/{season.competition.club.slug}/-/tournaments/new/"
    sent = {"game": "skuck", "names": "Ann Archer", "hours": "3", "first": "3", "fill": ""}
    key = f"{season.competition.slug}/1/2"
    answer = organiser.post(page, sent | {"source": key, "plan": "swiss-3"})
    names = answer.context["form"].data["names"].split("\n")
    best = list(
        Standing.objects.filter(entry__season=season, entry__division__level=2)
        .order_by("rank")
        .values_list("entry__player__name", flat=True)[:3]
    )
    assert names == ["Ann Archer", *best]
    again = organiser.post(page, sent | {"source": key, "names": answer.context["form"].data["names"]})
    assert again.context["form"].data["names"].split("\n") == names, "nobody twice"
    for source in ("", "nowhere/1", key + "9"):
        kept = organiser.post(page, sent | {"source": source})
        assert kept.context["form"].data["names"] == "Ann Archer"
    assert not Competition.objects.filter(kind="tournament").exists()


def test_bracket_says_what_an_earlier_round_lacks_after_a_correction(organiser: Client) -> None:
    season = make_tournament(Club.objects.get(), 4, kind="knockout")
    for number in (1, 2):
        begin_round(season)
        if number == 1:
            play(season, 1)
    page = reverse("run-rounds", args=["riverside", season.competition.slug, season.number])
    first = Match.objects.get(division__season=season, round__number=1, table=1)
    undo_result(match=first, by=CONSOLE, base=1)
    shown = organiser.get(page)
    assert "Round 1, table 1: no result yet. Enter" in text(shown)
    assert f'href="/riverside/matches/{first.key}/enter/"' in shown.content.decode()
    enter_result(first, LEVEL, played_on=first.club.today)
    assert "Round 1, table 1 ended level." in text(organiser.get(page))
    organiser.post(page, {"do": "leg", "round": "1", "level": "1"})
    assert "Round 1, table 1: no result yet." in text(organiser.get(page))
    play(season, 1, "Dan Dyer")
    pairs = Match.objects.filter(division__season=season, round__number=2, table=1)
    assert list(pairs.values_list("seats__player__name", flat=True).order_by("seats")) == [
        "Bob Baker",
        "Dan Dyer",
    ]
