"""Groups and a final on their pages: from four questions to the prize list."""

import html
import re

import pytest
from django.test import Client

import games
from league.actions.final import begin_final
from league.actions.season import close_season
from league.actions.tournament import create_tournament
from league.models import Club, Competition, Entry, Role, Season
from league.principals import CONSOLE
from league.rules.seasons.tournament_plans import build_rules
from league.trf.reader import read_report
from tests.actions.clubs import make_member
from tests.actions.test_final import FINAL, NAMES, play_all, play_final
from tests.actions.tournaments import begin_round, make_tournament, play_round, reread
from tests.scenarios import scenario
from tests.web.log_ins import log_in
from tests.web.sheets import summary, text

SEASON = "/riverside/spring-open/1/"
PAGE = f"{SEASON}final/"


@scenario
def club() -> Club:
    return Club.objects.create(slug="riverside", name="Riverside")


@scenario
def organiser(club: Club) -> Client:
    return log_in(make_member(club, Role.ORGANISER))


@scenario
def sixteen(club: Club) -> Season:
    return make_tournament(club, names=NAMES, kind="round-robin", groups=4, final=FINAL)


def send(client: Client, do: str, **more: str) -> str:
    answer = client.post(PAGE, {"do": do, **more}, follow=True)
    assert answer.status_code == 200
    return text(answer)


def test_from_four_questions_to_the_prize_list(organiser: Client, client: Client) -> None:
    questions = {
        "game": "skuck",
        "names": "\n".join(NAMES),
        "hours": "5",
        "minutes": "",
        "name": "Spring Open",
    }
    page = text(organiser.post("/riverside/-/tournaments/new/", questions))
    assert "4 groups, then a knockout of the first two of each – 6 rounds, 4 h" in page
    answer = organiser.post("/riverside/-/tournaments/new/", questions | {"plan": "groups-6", "start": ""})
    assert answer.status_code == 302
    season = Season.objects.get()
    page = text(client.get(SEASON))
    assert all(f"Group {letter}" in page for letter in "ABCD")
    assert "Division" not in page
    assert "Results are missing: 24." in text(organiser.get(PAGE))
    play_all(season)
    assert "Begin the final" in text(organiser.get(SEASON))
    page = text(organiser.get(PAGE))
    assert "Who goes on to the final" in page and "Place 1 in Group " in page
    page = send(organiser, "begin")
    assert "The final has begun. Pair its round 1." in page
    assert "Players of the final" in text(organiser.get(PAGE))
    play_final(reread(season))
    page = text(client.get(f"{SEASON}bracket/"))
    assert "Quarter-finals" in page and "Place 1 in Group A." in page
    page = text(client.get(SEASON))
    assert page.index("Final") < page.index("Group A") < page.index("Group B")
    assert text(client.get(f"{SEASON}prizes/")).count(" place") >= 3
    assert client.get(f"{SEASON}rounds/").headers["Location"] == f"{SEASON}final/rounds/3/"
    assert "Final, round 3" in text(client.get(f"{SEASON}final/rounds/3/"))
    assert client.get(f"{SEASON}final/rounds/3/cards/").status_code == 200
    assert client.get(f"{SEASON}screen/").status_code == 200


def test_what_was_shown_has_changed_or_is_undone(organiser: Client, sixteen: Season) -> None:
    play_all(sixteen)
    assert "Check who goes on." in send(organiser, "begin", seen="other")
    assert "The final has begun." in send(organiser, "begin")
    assert "Run the final" in text(organiser.get(PAGE))
    assert "The beginning of the final has been undone." in send(organiser, "undo")


def test_pages_without_a_final_lead_away(organiser: Client, club: Club) -> None:
    make_tournament(club, 4, kind="round-robin")
    assert "By its rules no final follows" in text(organiser.get(PAGE, follow=True))


def test_no_final_begins_once_the_tournament_has_ended(organiser: Client, sixteen: Season) -> None:
    close_season(season=sixteen, missing="void", by=CONSOLE)
    answer = organiser.get(PAGE, follow=True)
    assert answer.redirect_chain == [(SEASON, 302)] and "The tournament has ended." in text(answer)


def test_only_organisers_begin_it(client: Client, sixteen: Season) -> None:
    play_all(sixteen)
    assert client.get(PAGE).status_code == 302
    assert (
        log_in(make_member(sixteen.competition.club, Role.SCORER)).post(PAGE, {"do": "begin"}).status_code
        == 404
    )
    assert reread(sixteen).finalists is None


def test_rounds_of_a_swiss_keep_their_addresses(organiser: Client, client: Client, club: Club) -> None:
    final = {"pairing": "knockout", "from_each": 3, "best_of_rest": 1}
    season = make_tournament(club, 8, rounds=1, final=final)
    rules = text(client.get("/riverside/spring-open/rules/"))
    assert "The first 4 go on to the final." in rules
    assert "The final is ranked by how far each player has come." in rules
    begin_round(season)
    play_round(season, 1)
    before = text(client.get(f"{SEASON}rounds/1/"))
    begin_final(season=season, by=CONSOLE)
    begin_round(reread(season))
    after = text(client.get(f"{SEASON}rounds/1/"))
    assert "4 of 4 played" in before and "4 of 4 played" in after
    assert "0 of 2 played" in text(client.get(f"{SEASON}final/rounds/1/"))
    bracket = text(client.get(f"{SEASON}bracket/"))
    assert "Semi-finals" in bracket and "Before the final" in bracket
    run = text(organiser.get(f"{SEASON}run/"))
    assert "2 results missing" in run and "Withdrawal" in run
    assert "Late entry" not in run
    assert "tournament.trf" in organiser.get(f"{SEASON}manage/").content.decode()
    report = read_report(organiser.get(f"{SEASON}tournament.trf").content)
    assert [len(player.rounds) for player in report.players] == [1] * 8
    assert report.rounds is None


def test_group_tables_stand_beside_the_bracket(sixteen: Season, client: Client) -> None:
    play_all(sixteen)
    begin_final(season=reread(sixteen), by=CONSOLE)
    page = client.get(f"{SEASON}bracket/").content.decode()
    tables = re.findall(r"<caption><bdi>(.*?)</bdi></caption>(.*?)</table>", page, re.DOTALL)
    assert [name for name, _rows in tables] == ["Group A", "Group B", "Group C", "Group D"]
    for level, (_name, rows) in enumerate(tables, 1):
        entries = Entry.objects.filter(division__level=level, stage__number=1).order_by("standing__rank")
        expected = list(entries.values_list("player__name", flat=True))
        assert re.findall(r"<bdi>(.*?)</bdi>", rows) == expected and len(expected) == 4


def test_groups_are_set_up_as_groups(organiser: Client, club: Club) -> None:
    rules = build_rules(games.get("skuck"), "round-robin", 3) | {"groups": 2, "final": FINAL}
    create_tournament(club=club, name="Spring Open", game="skuck", rules=rules, names=NAMES[:8], by=CONSOLE)
    page = text(organiser.get(f"{SEASON}set-up/"))
    assert "2 groups" in page and "ivision" not in page


def test_decisions_are_those_of_the_stage_that_is_played(organiser: Client, sixteen: Season) -> None:
    play_all(sixteen)
    listed, penalty = f"{SEASON}decisions/", f"{SEASON}penalty/"
    assert "Late entry" in text(organiser.get(listed))
    assert "Division" not in text(organiser.get(f"{SEASON}late-entry/"))
    assert 'name="points"' in organiser.get(penalty).content.decode()
    warning = "The final hasn't begun."
    page = text(organiser.get(f"{SEASON}close/"))
    assert warning in page and "The tables below become final." in page
    begin_final(season=reread(sixteen), by=CONSOLE)
    assert "Late entry" not in text(organiser.get(listed))
    assert 'name="points"' not in organiser.get(penalty).content.decode()
    play_final(reread(sixteen))
    page = organiser.get(f"{SEASON}close/").content.decode()
    assert warning not in html.unescape(page)
    ids = re.findall(r' id="(division-[^"]*)"', page)
    assert len(ids) == len(set(ids)) == 5


def test_a_b_final_is_a_bracket_of_its_own_on_the_page_and_on_the_hall_screen(
    club: Club, client: Client
) -> None:
    season = make_tournament(
        club, names=NAMES[:8], kind="round-robin", groups=2, final=FINAL | {"b_final": True}
    )
    play_all(season)
    begin_final(season=reread(season), by=CONSOLE)
    page = client.get(f"{SEASON}bracket/").content.decode()
    headings = [html.unescape(re.sub("<[^>]*>", "", heading)) for heading in re.findall("<h2.*?</h2>", page)]
    assert headings == ["Final", "Bracket", "Third place", "B final", "Bracket", "Third place", "Groups"]
    brackets = page.split("<h2")[1:7]
    for level, bracket in ((1, brackets[1]), (2, brackets[4])):
        entries = Entry.objects.filter(stage__number=2, division__level=level)
        assert set(re.findall("<bdi>(.*?)</bdi>", bracket)) == set(
            entries.values_list("player__name", flat=True)
        )
    titles = [page.title for page in client.get(f"{SEASON}screen/").context["pages"]]
    assert titles == ["Final: Semi-finals", "Group A", "B final: Semi-finals", "Group B"]


@pytest.mark.parametrize(
    ("sent", "final"),
    [
        (
            {"final_reseeding": "on", "final_consolation": "on", "final_b_final": "on"},
            {"reseeding": True, "consolation": True, "b_final": True, "third_place": True},
        ),
        ({"final_pairing": "double-elimination", "final_reseeding": "on", "final_consolation": "on"}, {}),
        ({"final_pairing": "double-elimination", "final_b_final": "on"}, {"b_final": True}),
    ],
)
def test_reseeding_consolation_and_b_final_are_chosen_in_the_form(
    organiser: Client, sixteen: Season, sent: dict[str, str], final: dict[str, bool]
) -> None:
    page = "/riverside/spring-open/settings/"
    values = read_values(organiser, page)
    assert organiser.post(page, values | sent).status_code == 302
    kept = Competition.objects.get().rules["final"]
    pairing = sent.get("final_pairing", "knockout")
    assert kept == {"pairing": pairing, "from_each": 2, "best_of_rest": 0} | final
    again = read_values(organiser, page)
    assert {name for name in sent if again.get(name)} >= {f"final_{name}" for name in final} - {
        "final_third_place"
    }
    assert organiser.post(page, again).status_code == 302
    assert Competition.objects.get().rules["final"] == kept


def test_rules_say_how_the_bracket_of_a_final_is_played(club: Club, client: Client) -> None:
    sentences = {
        "third_place": "Who loses a semi-final plays for the third place.",
        "reseeding": "In each round the best seed left meets the last.",
        "consolation": "Who loses the first match plays on in the consolation.",
        "b_final": "The others play a B final.",
    }
    final = {"pairing": "knockout", "from_each": 2}
    for number, said in enumerate(({}, dict.fromkeys(sentences, True))):
        name = f"Open {number}"
        make_tournament(club, names=NAMES[:8], kind="round-robin", groups=2, final=final | said, name=name)
        rules = text(client.get(f"/riverside/open-{number}/rules/"))
        assert [key for key, sentence in sentences.items() if sentence in rules] == list(said)


def test_a_final_at_tables_is_chosen_in_the_form(organiser: Client, club: Club) -> None:
    make_tournament(club, names=NAMES, game="hucklebuck", kind="even", groups=4)
    page = "/riverside/spring-open/settings/"
    shown = organiser.get(page).context["form"].fields
    assert [value for value, _label in shown["final_pairing"].choices] == ["", "table-knockout"]
    assert not shown.keys() & {"final_third_place", "final_best_of", "final_carry_over"}
    sent = {
        "final_pairing": "table-knockout",
        "final_from_each": "2",
        "final_go_on": "4",
        "final_tie_key": "score",
        "final_b_final": "on",
    }
    values = read_values(organiser, page)
    refused = organiser.post(page, values | sent)
    assert summary(refused) == [
        (
            "id_final_go_on",
            "In the final, how many of each table go on: At a table of 4 fewer than 4 go on.",
        )
    ]
    assert organiser.post(page, values | sent | {"final_go_on": "1"}).status_code == 302
    final = {"pairing": "table-knockout", "from_each": 2, "best_of_rest": 0, "go_on": 1}
    kept = final | {"tie_key": "score", "b_final": True}
    assert Competition.objects.get().rules["final"] == kept
    again = read_values(organiser, page)
    assert organiser.post(page, again).status_code == 302
    assert Competition.objects.get().rules["final"] == kept
    assert organiser.post(page, again | {"final_from_each": ""}).status_code == 302
    assert Competition.objects.get().rules["final"] == kept, "two of each group are usual"
    assert organiser.post(page, again | {"final_go_on": "", "final_pairing": ""}).status_code == 302
    assert Competition.objects.get().rules.get("final") is None


def test_groups_whose_matches_are_all_there_lead_from_running_rounds_to_the_final(
    organiser: Client, sixteen: Season
) -> None:
    assert organiser.get(f"{SEASON}run/").headers["Location"] == PAGE


def test_rules_say_how_a_final_at_tables_is_played(club: Club, client: Client) -> None:
    final = {"pairing": "table-knockout", "from_each": 2, "b_final": True}
    for number, more in enumerate(({}, {"go_on": 1, "tie_key": "score"})):
        make_tournament(
            club,
            names=NAMES,
            game="hucklebuck",
            kind="even",
            groups=4,
            final=final | more,
            name=f"Open {number}",
        )
    half, first = (text(client.get(f"/riverside/open-{number}/rules/")) for number in range(2))
    assert "There, the first 2 of each table go on, until all who are left fit at one. The others" in half
    level = (
        "There, the first of each table goes on, until all who are left fit at one. If players are level, "
    )
    assert level in first and "Ties that" not in first


def test_who_goes_on_to_a_final_at_tables_is_shown_with_reasons_and_begun(
    organiser: Client, club: Club
) -> None:
    final = {"pairing": "table-knockout", "from_each": 2}
    season = make_tournament(
        club, rounds=1, names=NAMES[:8], game="hucklebuck", kind="even", groups=2, final=final
    )
    begin_round(season)
    play_all(season)
    page = text(organiser.get(PAGE))
    assert "Place 2 in Group A." in page and "Place 1 in Group B." in page and "Begin the final" in page
    digest = organiser.get(PAGE).context["plan"].digest
    send(organiser, "begin", seen=digest)
    assert "Run the final" in text(organiser.get(PAGE))
    assert Entry.objects.filter(season=season, stage__number=2).count() == 4
    send(organiser, "undo")
    assert not Entry.objects.filter(season=season, stage__number=2).exists()


def read_values(client: Client, page: str) -> dict[str, object]:
    """Return the values of a form as a browser sends them."""
    given = {field.html_name: field.value() for field in client.get(page).context["form"]}
    return {name: value for name, value in given.items() if value is not None and value is not False}


@pytest.mark.parametrize(
    ("sent", "kept"),
    [
        ({"final_pairing": ""}, None),
        (
            {
                "final_pairing": "double-elimination",
                "final_from_each": "1",
                "final_best_of": "3",
                "final_tie_key": "zeros",
            },
            1,
        ),
    ],
)
def test_settings_of_the_next_one_are_changed(
    organiser: Client, sixteen: Season, sent: dict[str, str], kept: int | None
) -> None:
    page = "/riverside/spring-open/settings/"
    answer = organiser.post(page, read_values(organiser, page) | {"groups": "3", "draw_groups": "on"} | sent)
    assert answer.status_code == 302, text(answer)
    rules = Competition.objects.get().rules
    assert (rules["groups"], rules["draw_groups"]) == (3, True)
    final = rules.get("final") or {}
    assert final.get("from_each") == kept
    assert final.get("best_of") == (kept and [3])
    assert final.get("tie_key") == (kept and "zeros")
    assert reread(sixteen).rules["groups"] == 4
