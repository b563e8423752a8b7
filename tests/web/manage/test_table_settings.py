"""The settings of a competition whose game is for more than two: the size of tables, and points for places."""

import re

import pytest
from django.test import Client
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from league.actions.competition import change_rules, create_competition
from league.actions.draft import create_season
from league.actions.errors import ActionError
from league.models import (
    Club,
    Competition,
    Division,
    Entry,
    Match,
    Player,
    Season,
    Stage,
)
from league.models.competition import CompetitionKind
from league.principals import CONSOLE
from league.web.manage.competition_settings import put_at_fields
from tests.scenarios import discard_changes, scenario
from tests.web.entry.test_garbage import TEXTS, sent
from tests.web.manage.test_founding import read_field
from tests.web.manage.test_settings import LEAGUE, TYPED
from tests.web.sheets import summary, text

NIGHT = "/riverside/night/settings/"
AT_TABLES = TYPED | {
    "name": "Night",
    "table_size": "5",
    "points_by": "place",
    **{f"ranking_{place}": "" for place in range(3, 7)},
    "ranking_1": "points",
    "ranking_2": "lot",
    "forfeit_score": "",
    "places_3": "3 1 −1",
    "places_4": "4, 3, 2, 1",
    "places_5": "5;4;3;2;1;",
    "places_6": "",
}


@scenario
def hucklebuck(organiser: Client, riverside: Club) -> Competition:
    return create_competition(club=riverside, name="Night", game="hucklebuck", rules={}, by=CONSOLE)


def test_table_size_and_points_by_place_can_be_agreed_on(organiser: Client, hucklebuck: Competition) -> None:
    page = organiser.get(NIGHT)
    assert "Players at a table 3 to 7. Leave blank for the usual 4." in text(page)
    assert [read_field(page, f"places_{size}") for size in (3, 7)] == ["3, 2, 1", "7, 6, 5, 4, 3, 2, 1"]
    assert organiser.post(NIGHT, AT_TABLES).headers["Location"] == "/riverside/night/"
    kept = Competition.objects.get(slug="night").rules
    assert kept["table_size"] == 5 and kept["ranking"] == ["points", "lot"]
    assert kept["points"]["places"] == {"3": [3, 1, -1], "4": [4, 3, 2, 1], "5": [5, 4, 3, 2, 1]}
    page = organiser.get(NIGHT)
    assert [read_field(page, name) for name in ("table_size", "places_3")] == ["5", "3, 1, -1"]
    assert '<option value="place" selected>' in page.content.decode()
    assert 'name="places_6" value' not in page.content.decode()  # as it was left
    by_outcome = AT_TABLES | {"points_by": "outcome", "win": "3", "draw": "1", "loss": "0", "table_size": ""}
    assert organiser.post(NIGHT, by_outcome | {"places_4": "x"}).status_code == 302
    kept = Competition.objects.get(slug="night").rules
    assert kept["points"] == {"win": 3, "draw": 1, "loss": 0} and "table_size" not in kept


@pytest.mark.parametrize(
    ("options", "most", "refused"),
    [
        ({}, 6, "With these options, Skull King is for 2 to 6 players, not 7."),
        ({"edition": "official-2021"}, 8, "Skull King is for 2 to 8 players, not 9."),
    ],
)
def test_tables_are_offered_up_to_what_the_options_allow(
    organiser: Client, riverside: Club, options: dict[str, str], most: int, refused: str
) -> None:
    create_competition(club=riverside, name="Night", game="skull-king", options=options, rules={}, by=CONSOLE)
    page = organiser.get(NIGHT)
    assert f"Players at a table 2 to {most}. Leave blank for the usual 4." in text(page)
    sizes = re.findall(r'<input[^>]* name="places_(\d+)"', page.content.decode())
    assert sizes == [str(size) for size in range(2, most + 1)]
    response = organiser.post(NIGHT, AT_TABLES | {"points_by": "outcome", "table_size": str(most + 1)})
    assert ("id_table_size", f"Players at a table: {refused}") in summary(response)


def test_what_cannot_be_at_tables_is_refused_at_the_field(organiser: Client, hucklebuck: Competition) -> None:
    for wrong, place, said in (
        ({"table_size": "8"}, "id_table_size", "Hucklebuck is for 3 to 7 players, not 8."),
        ({"table_size": "0"}, "id_table_size", "Hucklebuck is for 3 to 7 players, not 0."),
        ({"table_size": "x"}, "id_table_size", "Enter a whole number."),
        ({"points_by": ""}, "id_points_by", "Please make a choice."),
        ({"points_by": "beauty" * 700}, "id_points_by", "Please make a choice."),
        ({"ranking_1": "beauty"}, "id_ranking_1", "Please make a choice."),
        ({"vacancies": "beauty"}, "id_vacancies", "Please make a choice."),
        ({"places_4": "4, 3, 2"}, "id_places_4", "has 4 places; points are given for 3."),
        ({"places_4": "4, 3, 1, 2"}, "id_places_4", "a lower place gets more points than a higher one."),
        ({"places_4": "4, 3, two, 1"}, "id_places_4", "Enter a whole number such as 4, 3, 2, 1."),
        ({"places_4": "4.5 3 2 1"}, "id_places_4", "Enter a whole number such as"),
        ({"places_4": "9" * 5000}, "id_places_4", "Enter a whole number such as"),
        ({"places_4": "1001 3 2 1"}, "id_places_4", "Can't be more than 1000."),
        ({"places_5": ""}, "id_places_5", "Please fill this in."),
        ({"table_size": "6"}, "id_places_6", "Please fill this in."),
        ({"table_size": "", "places_4": ""}, "id_places_4", "Please fill this in."),
    ):
        response = organiser.post(NIGHT, AT_TABLES | wrong)
        assert [(where, said in sentence) for where, sentence in summary(response)] == [(place, True)], wrong
        assert f'id="{place}_error"' in response.content.decode(), wrong
        assert read_field(response, "places_3") == "3 1 −1", wrong
        assert Competition.objects.get(slug="night").rules == hucklebuck.rules, wrong


def test_points_for_places_are_refused_where_they_leave_out_the_usual_table(hucklebuck: Competition) -> None:
    rules = hucklebuck.rules | {"ranking": ["points"], "points": {"places": {"3": [3, 2, 1]}}}
    with pytest.raises(ActionError) as refused:
        change_rules(competition=hucklebuck, rules=rules, by=CONSOLE)
    [problem] = refused.value.problems
    assert (problem.path, problem.code) == ("rules.points.places", "no-points")
    assert [found.path for found in put_at_fields([problem])] == ["places_4"]


def test_other_tables_take_the_schedule_of_a_draft_away(organiser: Client, hucklebuck: Competition) -> None:
    season = Season.objects.create(competition=hucklebuck, number=1)
    stage = Stage.objects.create(season=season)
    division = Division.objects.create(season=season, stage=stage, level=1, name="A")
    for player in Player.objects.all()[:4]:
        Entry.objects.create(season=season, stage=stage, division=division, player=player, seed=1)

    def matches_after(**sent: str) -> int:
        first, _created = stage.rounds.get_or_create(number=1)
        Match.objects.get_or_create(division=division, club=hucklebuck.club, key="x", round=first, table=1)
        assert organiser.post(NIGHT, AT_TABLES | sent).status_code == 302
        return Match.objects.filter(division=division).count()

    assert "or the players at a table will delete the schedule" not in text(organiser.get(LEAGUE))
    assert matches_after(table_size="4") == 1  # as is usual
    assert "or the players at a table will delete the schedule of season 1;" in text(organiser.get(NIGHT))
    assert matches_after(table_size="5") == 0


def test_game_for_two_is_not_asked_about_tables(organiser: Client) -> None:
    page = organiser.get(LEAGUE).content.decode()
    assert not any(f'name="{field}' in page for field in ("table_size", "points_by", "places_"))


POSTS = st.dictionaries(
    st.sampled_from([*AT_TABLES, "win", "\x00"]),
    st.lists(st.one_of(TEXTS, st.sampled_from(["points", "place"])), min_size=1, max_size=2),
    max_size=6,
)


@pytest.mark.full
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(posted=POSTS)
def test_nothing_that_is_posted_is_too_much(
    organiser: Client, hucklebuck: Competition, posted: dict[str, list[str]]
) -> None:
    with discard_changes():
        response = organiser.post(NIGHT, AT_TABLES | sent(posted))
    assert response.status_code in (200, 302, 413)


@pytest.mark.parametrize(
    ("options", "warned"),
    [
        ({"deals": 10}, ["At a table of 3", "At a table of 4"]),
        ({"deals": 8}, ["At a table of 3"]),
        ({"deals": 12}, []),
        ({"deals": 10, "deals_each": True}, []),
    ],
)
def test_deals_that_not_every_dealer_has_equally_often_are_named(
    organiser: Client, riverside: Club, options: dict[str, object], warned: list[str]
) -> None:
    create_competition(
        club=riverside, name="Night", game="international-skat", options=options, rules={}, by=CONSOLE
    )
    page = text(organiser.get(NIGHT))
    for size in ("At a table of 3", "At a table of 4"):
        assert (f"{size}, not every player deals equally often" in page) == (size in warned)


def test_options_that_contradict_each_other_are_named_once(organiser: Client, riverside: Club) -> None:
    options = {"all_pass": "ramsch", "passes_count": True}
    create_competition(
        club=riverside, name="Night", game="international-skat", options=options, rules={}, by=CONSOLE
    )
    page = text(organiser.get(NIGHT))
    sentence = "“A deal that all pass counts as one of them” changes nothing with “When all pass: A Ramsch"
    assert page.count(sentence) == 1


def test_deals_that_not_every_dealer_has_equally_often_are_named_in_the_set_up(
    organiser: Client, riverside: Club
) -> None:
    competition = create_competition(
        club=riverside,
        name="Night",
        game="international-skat",
        options={"deals": 10},
        rules={},
        by=CONSOLE,
    )
    season = create_season(competition=competition, by=CONSOLE)
    page = text(organiser.get(f"{season.get_absolute_url()}set-up/"))
    assert "At a table of 4, not every player deals equally often in 10 deals." in page


def test_points_may_be_what_the_sheet_gives(organiser: Client, riverside: Club) -> None:
    create_competition(club=riverside, name="Night", game="international-skat", rules={}, by=CONSOLE)
    page = organiser.get(NIGHT).content.decode()
    assert '<option value="figure-seeger_fabian">by the sheet: Seeger-Fabian</option>' in page
    assert "figure-games_lost" not in page and '"figure-best"' not in page
    sent_by_figure = {**AT_TABLES, "table_size": "", "points_by": "figure-seeger_fabian", "places_4": "x"}
    sent_by_figure |= {"ranking_2": "games_won", "ranking_3": "games_lost", "ranking_4": "lot"}
    assert organiser.post(NIGHT, sent_by_figure).status_code == 302
    kept = Competition.objects.get(slug="night").rules
    assert kept["points"] == {"win": 2, "draw": 1, "loss": 0, "figure": "seeger_fabian"}
    page = organiser.get(NIGHT).content.decode()
    assert '<option value="figure-seeger_fabian" selected>' in page
    assert "as many points as its sheet: Seeger-Fabian" in text(organiser.get("/riverside/night/rules/"))
    assert organiser.post(NIGHT, AT_TABLES).status_code == 302
    assert "figure" not in Competition.objects.get(slug="night").rules["points"]


def test_rules_say_how_many_deals_each_table_has(organiser: Client, riverside: Club) -> None:
    options = {"deals": 12, "deals_each": True}
    create_competition(
        club=riverside, name="Night", game="international-skat", options=options, rules={}, by=CONSOLE
    )
    page = text(organiser.get("/riverside/night/rules/"))
    assert "36 at a table of 3, 48 at a table of 4, 60 at a table of 5" in page
    assert "Each player at the table deals 12 times a session: 36 deals at three, 48 at four." in page


def test_year_of_evenings_and_teams_are_set_for_a_tournament(organiser: Client, riverside: Club) -> None:
    create_competition(
        club=riverside,
        name="Night",
        game="international-skat",
        rules={"pairing": "score", "rounds": 2, "points": {"figure": "seeger_fabian"}},
        by=CONSOLE,
        kind=CompetitionKind.TOURNAMENT,
    )
    fields = {
        "name": "Night",
        "pairing": "score",
        "rounds": "2",
        "points_by": "figure-seeger_fabian",
        "ranking_1": "points",
        "team_counts": "4",
        "evenings": "on",
        "evenings_best": "8",
        "evenings_least": "3",
        "evenings_by": "sum",
    }
    assert organiser.post(NIGHT, fields).status_code == 302
    kept = Competition.objects.get(slug="night").rules
    assert (kept["team_counts"], kept["evenings"]) == (4, {"best": 8, "least": 3, "by": "sum"})
    page = organiser.get(NIGHT)
    assert [read_field(page, name) for name in ("team_counts", "evenings_best", "evenings_least")] == [
        "4",
        "8",
        "3",
    ]
    response = organiser.post(NIGHT, fields | {"evenings_best": "0"})
    assert [place for place, _said in summary(response)] == ["id_evenings_best"]
    assert organiser.post(NIGHT, {**fields, "evenings": "", "team_counts": ""}).status_code == 302
    assert not {"team_counts", "evenings"} & Competition.objects.get(slug="night").rules.keys()
