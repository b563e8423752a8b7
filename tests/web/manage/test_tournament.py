"""A tournament on its pages: four questions, then round after round."""

import re

from django.test import Client

from league.models import Club, Competition, Match, Role, Season
from league.queries.club import verify_club
from league.trf.reader import read_report
from tests.actions.clubs import make_member
from tests.actions.tournaments import NAMES, list_tables, play_round
from tests.scenarios import scenario
from tests.web.log_ins import log_in
from tests.web.sheets import summary, text


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
