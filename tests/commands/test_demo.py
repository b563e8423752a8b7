"""`demo`: the demo clubs, which are the same every time."""

import json
from datetime import date, timedelta
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from django.test import Client, override_settings

import games
from league.actions.club import import_club
from league.actions.demo import DEMO_FILES, HARBOUR, LANTERN, RIVERSIDE
from league.demo.calendar import bring_up_to_date
from league.models import Club, Match, Membership, Reply, Role, Season, Submission, User
from league.principals import CONSOLE
from league.queries.proof import is_proved
from tests.clubfile.documents import find_mistakes, load_riverside_reports
from tests.commands.console import CommandResult, fetch_all_rows, run_command, run_export
from tests.scenarios import discard_changes, scenario

pytestmark = pytest.mark.django_db
DAY = date(2026, 5, 20)  # gone by, so that what was to come then is late now


@pytest.fixture(autouse=True)
def _a_place_of_its_own(settings: Any, tmp_path: Path) -> None:
    settings.VAR_DIR = tmp_path


def run_demo(*flags: str) -> CommandResult:
    ran = run_command("demo", *flags, "--json")
    assert (ran.code, ran.err) == (0, "")
    return ran


@scenario
def demo() -> Any:
    """Make the demo clubs, and return the JSON that `demo` prints."""
    with TemporaryDirectory() as folder, override_settings(VAR_DIR=Path(folder)):
        return run_demo("--day", str(DAY)).json


def test_it_is_riverside_with_a_log_in_for_each_role(demo: Any) -> None:
    assert (demo["club"], demo["added"]) == ("riverside", True)
    assert [each["role"] for each in demo["log_ins"]] == [
        "owner",
        "organiser",
        "scorer",
        "player",
        "administrator of the whole site",
    ]
    document = run_command("report", "riverside/skuck-league", "--season", "2", "--json").json
    assert document == load_riverside_reports()[1]


def test_second_club_plays_another_game_with_more_at_a_table(demo: Any) -> None:
    assert demo["clubs"] == [
        {"club": "riverside", "added": True},
        {"club": "harbour", "added": True},
        {"club": "lantern", "added": True},
    ]
    assert run_command("verify", "harbour").code == 0
    competition = load_competition("harbour", "hucklebuck-league")
    first, second = competition["seasons"]
    assert competition["game"] != "skuck"
    assert [first["state"], second["state"]] == ["closed", "open"]
    for season in (first, second):
        matches = [match for division in season["divisions"] for match in division["matches"]]
        assert len({player for match in matches for player in match["seats"]}) == 20
        assert {len(match["seats"]) for match in matches} == {4}
    assert {match["status"] for match in matches} == {"played", "forfeit", "scheduled"}


def test_second_club_is_in_the_third_round_of_a_tournament(demo: Any) -> None:
    competition = load_competition("harbour", "spring-open")
    (season,) = competition["seasons"]
    (field,) = season["divisions"]
    assert (competition["kind"], competition["game"], season["state"]) == ("tournament", "skuck", "open")
    assert (season["name"], season["starts_on"]) == (f"Spring Open {DAY.year}", str(DAY))
    assert len(field["entries"]) == 14 and sum(entry.get("left", False) for entry in field["entries"]) == 1
    states = [each["state"] for each in season["rounds"]]
    assert states == ["finished", "finished", "published", "planned", "planned"]
    assert [len(each.get("byes", ())) for each in season["rounds"]] == [1, 0, 1, 0, 0]
    last = [match["status"] for match in field["matches"] if match["round"] == 3]
    assert sorted(last) == ["played"] * 3 + ["scheduled"] * 3


def test_second_club_has_ended_an_evening_of_thirteen(demo: Any) -> None:
    (season,) = load_competition("harbour", "hucklebuck-evening")["seasons"]
    (field,) = season["divisions"]
    assert season["state"] == "closed" and len(field["entries"]) == 13
    assert DAY - timedelta(7) <= date.fromisoformat(season["starts_on"]) < DAY
    for number in (1, 2, 3):
        sizes = [len(match["seats"]) for match in field["matches"] if match["round"] == number]
        assert sorted(sizes) == [3, 3, 3, 4]


def load_competition(club: str, slug: str) -> Any:
    """Return a competition of a club as the club's file has it."""
    competitions = json.loads(run_export(club))["competitions"]
    return next(each for each in competitions if each["slug"] == slug)


def test_second_club_has_groups_with_a_final_a_double_elimination_in_play_and_a_ladder(demo: Any) -> None:
    [cup] = load_competition("harbour", "summer-cup")["seasons"]
    sizes = [(division.get("stage", 1), len(division["entries"])) for division in cup["divisions"]]
    assert (cup["state"], sizes) == ("closed", [(1, 4)] * 4 + [(2, 8)])
    winter = load_competition("harbour", "winter-cup")
    [cup] = winter["seasons"]
    states = {each.get("state", "planned") for each in cup["rounds"]}
    assert (winter["rules"]["pairing"], cup["state"]) == ("double-elimination", "open")
    assert len(cup["divisions"][0]["entries"]) == 8 and {"finished", "planned"} <= states
    ladder = load_competition("harbour", "ladder")
    [division] = ladder["seasons"][0]["divisions"]
    assert ladder["rules"]["pairing"] == "ladder" and ladder["seasons"][0]["state"] == "open"
    assert "open" in {challenge.get("state", "open") for challenge in division["challenges"]}


def test_third_club_is_ranked_by_a_figure_of_its_game_and_plays_another_one_with_six_at_a_table(
    demo: Any,
) -> None:
    assert run_command("verify", "lantern").code == 0
    document = json.loads(run_export("lantern"))
    skat, evenings, king = document["competitions"]
    assert [season["state"] for season in evenings["seasons"]] == ["closed", "open"]
    for season, states in zip(
        evenings["seasons"], (["finished", "finished"], ["finished", "published"]), strict=True
    ):
        assert [series["state"] for series in season["rounds"]] == states
        of_series = [match["round"] for division in season["divisions"] for match in division["matches"]]
        assert sorted(of_series) == [1, 1, 1, 2, 2, 2]
    assert (
        evenings["rules"]["pairing"] == "score" and evenings["rules"]["points"]["figure"] == "seeger_fabian"
    )
    assert [season["state"] for season in skat["seasons"]] == ["closed", "open"]
    assert [season["state"] for season in king["seasons"]] == ["open"]
    assert skat["rules"]["ranking"][0] in {
        figure.key for figure in games.get(skat["game"]).figures if figure.ranks
    }
    for competition, sizes in ((skat, {3, 4}), (king, {6})):
        matches = [
            match
            for season in competition["seasons"]
            for division in season["divisions"]
            for match in division["matches"]
        ]
        assert {len(match["seats"]) for match in matches} == sizes
        assert {"played", "scheduled"} <= {match["status"] for match in matches}


@pytest.mark.parametrize("path", [HARBOUR, LANTERN], ids=lambda path: str(path.stem))
def test_larger_clubs_come_out_as_they_are_kept(path: Path) -> None:
    import_club(path.read_bytes(), by=CONSOLE)
    assert run_export(path.stem) == path.read_bytes()


@pytest.mark.parametrize("weekday", range(7))
def test_running_seasons_are_in_their_middle_whatever_day_it_is(weekday: int) -> None:
    today = date(2027, 2, 27) + timedelta(weekday)
    missed = []
    for path in DEMO_FILES:
        document = bring_up_to_date(json.loads(path.read_bytes()), today)
        assert find_mistakes(document) == []
        leagues = [each for each in document["competitions"] if each["kind"] == "league"]
        for competition in leagues:
            season = competition["seasons"][-1]
            matches = [match for division in season["divisions"] for match in division["matches"]]
            nights = {date.fromisoformat(match["due_on"]) for match in matches}
            assert season["starts_on"] <= min(nights).isoformat() and today.isoformat() <= season["ends_on"]
            assert max(night for night in nights if night <= today) > today - timedelta(7)  # this week's
            assert min(night for night in nights if night > today) <= today + timedelta(7)  # and the next
            played = [date.fromisoformat(match["played_on"]) for match in matches if "played_on" in match]
            assert max(night for night in nights if night <= today) == max(played)
            waiting = [match for match in matches if match["status"] == "scheduled"]
            missed += [match for match in waiting if match["due_on"] <= today.isoformat()]
            places = [(match["round"], match["table"]) for match in matches]
            assert len(set(places)) == len(places)
    assert len(missed) == 1


def test_a_result_of_the_night_is_not_confirmed_and_one_is_disputed(demo: Any) -> None:
    entered = Submission.objects.filter(match__club__slug="riverside", reporter__isnull=False)
    assert sorted(hasattr(submission, "reply") for submission in entered) == [False, True]
    assert Reply.objects.get().is_open_dispute


def test_a_word_that_is_no_day_is_refused() -> None:
    assert run_command("demo", "--day", "tomorrow").code == 2
    assert not Club.objects.exists()


def test_every_log_in_works_in_all_clubs(demo: Any) -> None:
    for each in demo["log_ins"][:4]:
        browser = Client()
        browser.post("/-/log-in/", {"login": each["email"], "password": each["password"]})
        page = browser.get("/-/my/").content.decode()
        for name in ("Riverside Card Club", "Harbour Card Club", "Lantern Card Club"):
            assert name in page
    roles = Membership.objects.filter(club__slug="harbour").values_list("user__email", "role")
    assert dict(roles) == {f"{role}@riverside.example": role for role in Role}
    assert all(is_proved(user) for user in User.objects.all())
    player = User.objects.get(email="player@riverside.example")
    assert set(player.players.values_list("club__slug", flat=True)) == {"riverside", "harbour", "lantern"}


def test_every_log_in_works_and_shows_something_to_do(demo: Any) -> None:
    finds = {
        "owner": "Members",
        "organiser": "Enter result",
        "scorer": "Enter result",
        "player": "Enter result",
        "administrator of the whole site": "Site administration",
    }
    for each in demo["log_ins"]:
        browser = Client()
        sent = browser.post("/-/log-in/", {"login": each["email"], "password": each["password"]})
        assert sent.status_code == 302
        assert finds[each["role"]] in browser.get("/-/my/").content.decode()


def test_administrator_finds_the_administration(demo: Any) -> None:
    browser = Client()
    browser.force_login(User.objects.get(email="administrator@riverside.example"))
    assert browser.get("/-/admin/").status_code == 200


@pytest.mark.parametrize(
    ("flags", "slugs"),
    [(("--day", str(DAY)), ["riverside", "harbour", "lantern"]), (("--players", "41"), ["large-41"])],
)
def test_it_is_the_same_every_time(flags: tuple[str, ...], slugs: list[str]) -> None:
    with discard_changes():
        run_demo(*flags)
        first = {slug: run_export(slug) for slug in slugs}
    run_demo(*flags)
    assert {slug: run_export(slug) for slug in slugs} == first
    assert {slug: find_mistakes(content) for slug, content in first.items()} == {slug: [] for slug in slugs}


def test_a_second_time_it_is_left_as_it_is() -> None:
    run_demo()
    Club.objects.update(name="Ours")
    before = fetch_all_rows()
    again = run_demo()
    assert again.json["added"] is False
    assert [each["added"] for each in again.json["clubs"]] == [False] * 3
    assert fetch_all_rows() == before
    output = run_command("demo").out
    assert "Already there: the club Ours (riverside)." in output
    assert "Already there: the club Ours (harbour)." in output


def test_other_clubs_are_added_to_a_demo_that_had_only_the_first() -> None:
    import_club(RIVERSIDE.read_bytes(), by=CONSOLE)
    assert [each["added"] for each in run_demo().json["clubs"]] == [False, True, True]


@pytest.mark.parametrize("players", [2, 3, 5, 8, 50])
def test_a_large_club_has_as_many_players_as_asked_for(players: int) -> None:
    run_demo("--players", str(players))
    document = json.loads(run_export(f"large-{players}"))
    entries = [
        entry["player"]
        for division in document["competitions"][0]["seasons"][0]["divisions"]
        for entry in division["entries"]
    ]
    assert len(set(entries)) == len(entries) == len(document["players"]) == players
    assert run_command("verify", f"large-{players}").code == 0
    assert Membership.objects.count() == 4


@pytest.mark.parametrize("players", ["1", "0", "-4", "10001"])
def test_a_number_out_of_bounds_is_refused(players: str) -> None:
    ran = run_command("demo", f"--players={players}")
    assert (ran.code, ran.lines) == (1, [f"players: Enter 2 to 10000 players, not {players}."])
    assert not Club.objects.exists()


@pytest.mark.parametrize("day", ["0001-01-01", "9999-12-31"])
def test_a_day_out_of_bounds_is_refused(day: str) -> None:
    ran = run_command("demo", "--day", day)
    assert (ran.code, ran.lines) == (1, [f"day: Choose a day from 1970-01-01 to 2999-12-31, not {day}."])
    assert not Club.objects.exists()


def test_it_plays_a_season_the_same_way_every_time(demo: Any) -> None:
    with discard_changes():
        ran = run_command("demo", "--play", "riverside/skuck-league", "--json")
        assert ran.json == {"competition": "riverside/skuck-league", "season": 3, "played": 3}
        first = run_command("report", "riverside/skuck-league", "--json").json
        assert {row["played"] for division in first["divisions"] for row in division["standings"]} == {3}
        assert run_command("verify", "riverside").code == 0
    run_command("demo", "--play", "riverside/skuck-league")
    assert run_command("report", "riverside/skuck-league", "--json").json == first
    assert "season 3: 0 results made up" in run_command("demo", "--play", "riverside/skuck-league").out


def test_matches_are_played_on_the_day_they_were_due_unless_it_is_still_to_come(demo: Any) -> None:
    ours = Match.objects.filter(division__season__competition__slug="hucklebuck-league")
    due = dict(ours.filter(status="scheduled").values_list("key", "due_on"))
    late = min(due)
    ours.filter(key=late).update(due_on="2999-01-01")
    run_command("demo", "--play", "harbour/hucklebuck-league")
    played = dict(ours.filter(key__in=due).values_list("key", "current__played_on"))
    assert played.pop(late) not in (None, date(2999, 1, 1))
    del due[late]
    assert played == due


def test_without_an_open_season_there_is_nothing_to_play(demo: Any) -> None:
    Season.objects.update(state="closed")
    ran = run_command("demo", "--play", "riverside/skuck-league")
    assert (ran.code, ran.lines) == (1, ["season: No season is open."])


def test_it_makes_a_club_or_plays_a_season() -> None:
    assert run_command("demo", "--players", "8", "--play", "riverside/skuck-league").code == 2
