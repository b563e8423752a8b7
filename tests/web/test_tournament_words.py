"""The pages of a tournament speak of a tournament and its rounds, not of a league's seasons and divisions."""

import json
import re
from datetime import date
from typing import Any

import pytest
from django.test import Client

from league.actions.club import import_club
from league.actions.demo import HARBOUR
from league.actions.season import close_season
from league.demo.calendar import bring_up_to_date
from league.models import Club, Match, Player, Role, Season
from league.principals import CONSOLE
from league.rules.seasons.groups import describe_name
from tests.actions.clubs import make_member
from tests.scenarios import scenario
from tests.web.log_ins import log_in
from tests.web.sheets import text

OPEN, ENDED = "/harbour/spring-open/", "/harbour/hucklebuck-evening/"
OF_LEAGUES = re.compile(r"[^.|>]*\b(season|division|league|promot|relegat|award|rollover)[^.|<]*", re.I)
PUBLIC = (
    *(
        f"{OPEN}1/{page}"
        for page in ("", "rounds/3/", "grid/", "matches/", "decisions/", "why/maeve/", "paper/", "prizes/")
    ),
    *(
        f"{ENDED}1/{page}"
        for page in (
            "",
            "rounds/1/",
            "rounds/1/cards/",
            "grid/",
            "matches/",
            "decisions/",
            "why/hamish/",
            "prizes/",
        )
    ),
    *(f"/harbour/matches/{match}/" for match in ("m72", "m87", "m95")),
    *(f"{start}rules/" for start in (OPEN, ENDED)),
    "/harbour/matches/m95/paper/",
)
OF_ORGANISERS = (
    *(f"{OPEN}1/{page}" for page in ("", "run/", "manage/", "close/", "close/?missing=void&show=1")),
    *(
        f"{OPEN}1/{page}"
        for page in ("late-entry/", "withdraw/", "withdraw/?player=maeve", "penalty/", "nights/")
    ),
    *(f"{OPEN}1/{page}" for page in ("decisions/", "results/")),
    *(f"{ENDED}1/{page}" for page in ("", "manage/", "reopen/", "decisions/")),
    *(f"/harbour/matches/m95/{page}" for page in ("", "enter/", "decide/", "move/", "substitute/")),
    f"{OPEN}settings/",
)


@scenario
def harbour() -> Club:
    """The demo's second club, today in the third round of a tournament."""
    document = bring_up_to_date(json.loads(HARBOUR.read_bytes()), date.today())
    import_club(json.dumps(document).encode(), by=CONSOLE)
    return Club.objects.get(slug="harbour")


@scenario
def organiser(harbour: Club) -> Client:
    return log_in(make_member(harbour, Role.ORGANISER))


def read_main(client: Client, path: str) -> str:
    answer: Any = client.get(path)
    assert answer.status_code == 200, path
    return list_words(answer)


def list_words(answer: Any) -> str:
    """Return the title of a page and its words, without those of bar and foot, and of rulings, which are for all."""
    page = re.sub(r'(?s)<details class="rulings.*?</details>', "", answer.content.decode())
    parts = re.search(r"(?s)<title>(.*?)</title>.*(<main.*?</main>)", page)
    assert parts
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", "|", "|".join(parts.groups())))


def test_readers_find_no_word_of_leagues(harbour: Club, client: Client) -> None:
    for path in PUBLIC:
        found = OF_LEAGUES.search(read_main(client, path))
        assert found is None, (path, found[0] if found else "")


def test_organisers_find_no_word_of_leagues(organiser: Client) -> None:
    for path in OF_ORGANISERS:
        found = OF_LEAGUES.search(read_main(organiser, path))
        assert found is None, (path, found[0] if found else "")


@pytest.mark.parametrize("path", ["/", "/harbour/", f"{OPEN}1/", "/harbour/players/hamish/"])
def test_a_running_is_called_by_its_name_alone(harbour: Club, client: Client, path: str) -> None:
    page = text(client.get(path))
    year = harbour.today.year
    assert f"Spring Open {year}" in page
    assert not re.search(
        r"Spring Open\W+Spring Open", page.replace("Clubs Harbour Card Club Spring Open", "")
    )


def test_a_running_tournament_comes_before_one_that_has_ended(harbour: Club, client: Client) -> None:
    page = read_main(client, "/harbour/")
    assert page.index("Spring Open") < page.index("Hucklebuck Evening")
    page = text(client.get("/harbour/"))
    assert "Division Open" not in page and page.count("Hall of fame: Hucklebuck") == 1


def test_players_have_places_in_tournaments_and_no_awards(harbour: Club, client: Client) -> None:
    page = text(client.get("/harbour/players/hamish/"))
    assert "Division Open" not in page and "Places" in page
    assert "awards" not in text(client.get(f"{ENDED}1/why/hamish/")).lower()
    assert "Maeve Mast Spring Open – 3 2" in text(client.get("/harbour/players/"))


def test_it_has_prizes_where_leagues_have_awards_and_a_hall_of_fame(harbour: Club, client: Client) -> None:
    for start in (OPEN, ENDED):
        assert client.get(f"{start}1/awards/")["Location"] == f"{start}1/prizes/"
        assert client.get(f"{start}hall-of-fame/").status_code == 404


def test_it_ends_when_its_last_round_is_played_not_before(harbour: Club, organiser: Client) -> None:
    season = Season.objects.get(competition__slug="spring-open")
    Match.objects.filter(division__season=season, status="scheduled").delete()
    assert "End the tournament" not in text(organiser.get(f"{OPEN}1/")) + text(organiser.get("/harbour/"))
    season.stages.get().rounds.filter(state="planned").delete()
    assert "End the tournament" in text(organiser.get(f"{OPEN}1/"))


def test_one_that_has_ended_says_so_where_something_is_changed(organiser: Client) -> None:
    match = Match.objects.filter(division__season__competition__slug="hucklebuck-evening")[0]
    forms = ("penalty/", "withdraw/", "late-entry/", "substitute/", "nights/", "set-up/schedule/")
    pages = (
        *(f"{ENDED}1/{page}" for page in forms),
        f"/harbour/matches/{match.key}/substitute/",
    )
    for page in pages:
        for answer in (organiser.get(page, follow=True), organiser.post(page, {"reason": "Moved away"})):
            words = list_words(answer)
            assert "The tournament has ended" in words and not OF_LEAGUES.search(words), page


def test_rounds_of_one_that_has_ended_are_not_changed(organiser: Client) -> None:
    page = text(organiser.get(f"{ENDED}1/run/", follow=True))
    assert "The tournament has ended. Reopen it to change its rounds." in page


def test_who_comes_late_is_paired_from_the_next_round(harbour: Club, organiser: Client) -> None:
    page, sent = f"{OPEN}1/late-entry/", {"player": "astrid", "reason": "The ferry was late"}
    field = organiser.get(page).context["form"]["division"]
    assert field.is_hidden
    sent["division"] = str(field.value())
    shown = organiser.post(page, sent | {"show": "1"})
    assert "Astrid Anker plays from the next round that is paired" in text(shown)
    done = organiser.post(page, sent | {"seen": shown.context["plan"].digest}, follow=True)
    assert "Astrid Anker plays from the next round that is paired." in text(done)
    assert "astrid" in harbour.players.filter(entries__season__name__startswith="Spring").values_list(
        "key", flat=True
    )


def test_my_page_shows_the_tournament(harbour: Club) -> None:
    by = make_member(harbour, Role.PLAYER)
    Player.objects.filter(club=harbour, key="gwen").update(user=by.user)
    page = text(log_in(by).get("/-/my/"))
    assert "Spring Open" in page and "Division Open" not in page


def test_close_season_is_still_possible(harbour: Club) -> None:
    season = Season.objects.for_page().get(competition__slug="spring-open")
    close_season(season=season, by=CONSOLE, missing="void")
    season.refresh_from_db()
    assert season.is_closed


def test_drafts_are_tournaments_too(harbour: Club, organiser: Client) -> None:
    sent = {"game": "skuck", "names": "Ann Archer\nBob Baker\nCleo Carter\nDan Dyer", "hours": "3"}
    new = "/harbour/-/tournaments/new/"
    for plan in ("swiss-2", "round-robin-3"):
        answer = organiser.post(new, sent | {"name": f"Cup {plan}", "plan": plan, "draft": ""})
        assert answer.status_code == 302, text(answer)
        start = answer["Location"].removesuffix("set-up/")
        pages = ("", "set-up/", "set-up/schedule/", "registration/", "check-in/", "manage/", "undo/")
        for page in pages:
            found = OF_LEAGUES.search(read_main(organiser, start + page))
            assert found is None, (page, found[0] if found else "")
    preview = list_words(organiser.post(f"{start}set-up/schedule/", {"how": "without", "show": "1"}))
    assert "table 1" in preview and not OF_LEAGUES.search(preview)


def test_draft_is_deleted_and_begun_again(harbour: Club, organiser: Client) -> None:
    sent = {"game": "skuck", "names": "Ann Archer\nBob Baker\nCleo Carter\nDan Dyer", "hours": "3"}
    organiser.post("/harbour/-/tournaments/new/", sent | {"name": "Cup", "plan": "swiss-2", "draft": ""})
    year = harbour.today.year
    for said in (f"Draft of Cup {year} deleted.", "This tournament no longer exists: its draft was deleted."):
        answer = organiser.post("/harbour/cup/1/undo/", follow=True)
        assert said in text(answer) and not OF_LEAGUES.search(list_words(answer))
    assert not OF_LEAGUES.search(read_main(organiser, "/harbour/cup/new-season/"))
    for _twice in range(2):
        organiser.post("/harbour/cup/new-season/")
    again = organiser.post("/harbour/cup/new-season/")
    assert f"Cup {year} is still a draft." in text(again) and not OF_LEAGUES.search(list_words(again))


def test_names_that_the_program_gave_to_groups_are_translated() -> None:
    names = ["Group A", "Group AB", "Final", "B final", "Group of friends", "A"]
    assert [describe_name(name).template for name in names] == [
        *("Group {name}", "Group {name}", "Final", "B final", "{name}", "{name}"),
    ]
    assert [str(describe_name(name)) for name in names] == names
