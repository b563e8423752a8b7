"""Who plays where in a draft: what the form begins with, and how it fills itself in as it is told."""

import pytest
from django.test import Client

from league.actions.draft import create_season
from league.models import Competition, Entry, Role, Season, Statistics
from league.principals import CONSOLE
from tests.actions.clubs import build_club_file, make_club, make_member
from tests.scenarios import scenario
from tests.web.log_ins import log_in
from tests.web.placing import PAGE, a_draft, after_a_season, filled, placed, read_fields, saved
from tests.web.sheets import text

pytestmark = pytest.mark.django_db


@scenario
def season() -> Season:
    return a_draft()


@scenario
def organiser(season: Season) -> Client:
    return log_in(make_member(season.competition.club, Role.ORGANISER))


@scenario
def later_season() -> Season:
    """A draft after a season in which p1 to p8 have played."""
    return after_a_season()


@scenario
def later_organiser(later_season: Season) -> Client:
    return log_in(make_member(later_season.competition.club, Role.ORGANISER))


# --- what it begins with


def test_in_a_new_club_everybody_plays_and_nobody_is_placed_yet(organiser: Client) -> None:
    form = read_fields(organiser.get(PAGE.format(1)))
    assert set(placed(form).values()) == {"0/"} and len(placed(form)) == 9
    assert (form["name-1"], form["size"]) == ("A", "4") and "name-2" not in form


def test_after_a_season_those_play_who_played_last(later_organiser: Client) -> None:
    assert sorted(placed(read_fields(later_organiser.get(PAGE.format(2))))) == [
        f"p{number}" for number in range(1, 9)
    ]


def test_a_club_without_players_is_sent_to_add_them() -> None:
    file = build_club_file()
    file["players"], file["competitions"][0]["seasons"] = [], []
    club = make_club(file)
    create_season(competition=Competition.objects.get(club=club), by=CONSOLE)
    page = log_in(make_member(club, Role.ORGANISER)).get(PAGE.format(1))
    assert "This club has no players yet." in text(page)
    assert b'href="/riverside/-/players/add/"' in page.content


# --- filling in


def test_in_order_of_the_list_it_fills_from_the_top_and_saves_nothing(
    organiser: Client, season: Season
) -> None:
    page = filled(organiser, "list")
    assert "Filled in, not saved yet. Check it, edit what you like, then save." in text(page)
    form = read_fields(page)
    assert [placed(form)[f"p{number}"] for number in (1, 4, 5, 6, 8)] == ["1/1", "1/4", "1/5", "2/6", "2/8"]
    assert placed(form)["substitute"] == "2/9"
    assert [form[f"name-{level}"] for level in (1, 2, 3)] == ["A", "B", "C"]
    assert saved(season) == []


def test_what_was_filled_in_can_be_changed_and_saved(organiser: Client, season: Season) -> None:
    form = read_fields(filled(organiser, "list"))
    form |= {"division-p9": "", "division-substitute": "", "number-p1": "7", "name-2": "Zweite"}
    answer = organiser.post(PAGE.format(1), form | {"save": "1"}, follow=True)
    assert answer.redirect_chain == [("/riverside/league-1/1/set-up/", 302)]
    assert "Divisions saved." in text(answer)
    assert saved(season) == [("A", "p2 p3 p4 p5 p1"), ("Zweite", "p6 p7 p8")]
    # What is saved is what the form begins with.
    again = read_fields(organiser.get(PAGE.format(1)))
    assert placed(again)["p1"] == "1/5" and placed(again)["p6"] == "2/6" and "substitute" not in placed(again)
    assert [again[f"name-{level}"] for level in (1, 2, 3)] == ["A", "Zweite", "C"]


def test_by_the_numbers_typed_the_lowest_are_on_top(organiser: Client) -> None:
    form = read_fields(filled(organiser, "numbers", **{"number-p8": "1", "number-p7": "2", "number-p1": "3"}))
    assert [placed(form)[player] for player in ("p8", "p7", "p1", "p2")] == ["1/1", "1/2", "1/3", "1/4"]


def test_the_size_that_was_typed_counts(organiser: Client) -> None:
    form = read_fields(filled(organiser, "list", size="3"))
    assert sorted(level.split("/")[0] for level in placed(form).values()) == list("111222333")
    assert form["size"] == "3"


def test_only_those_who_play_are_filled_in_unless_everybody_is_asked_for(organiser: Client) -> None:
    out = {"division-p1": "", "division-p2": ""}
    assert {"p1", "p2"} & set(placed(read_fields(filled(organiser, "list", **out)))) == set()
    everybody = filled(organiser, "list", everybody="1", **out)
    assert len(placed(read_fields(everybody))) == 9


def test_by_average_the_best_are_on_top_and_whoever_has_none_comes_last(later_organiser: Client) -> None:
    page = filled(later_organiser, "average", "2", everybody="1")
    averages = {one.player.key: one.score / one.deals for one in Statistics.objects.select_related("player")}
    assert len(averages) == 8 and len(set(averages.values())) > 2
    form = read_fields(page)
    by_number = sorted(placed(form), key=lambda player: int(form[f"number-{player}"]))
    filled_in = [averages[player] for player in by_number[:8]]
    assert filled_in == sorted(averages.values(), reverse=True)
    assert by_number[8] == "substitute"


def test_from_last_season_players_go_up_and_down(later_organiser: Client) -> None:
    form = read_fields(filled(later_organiser, "last", "2", **{"division-substitute": "0"}))
    last = Season.objects.get(number=1)
    table = {
        entry.player.key: (entry.division.level, entry.standing.rank)
        for entry in Entry.objects.filter(season=last).select_related("player", "division", "standing")
    }
    (down,) = [player for player, place in table.items() if place == (1, 4)]
    (up,) = [player for player, place in table.items() if place == (2, 1)]
    level = {player: int(place.split("/")[0]) for player, place in placed(form).items()}
    assert (level[down], level[up], level["substitute"]) == (2, 1, 2)
    assert all(level[p] == table[p][0] for p in table if p not in (down, up))
    assert (form["name-1"], form["name-2"]) == ("Division 1", "Division 2")


def test_where_nothing_was_played_before_there_is_no_last_season(organiser: Client) -> None:
    assert b'value="last"' not in organiser.get(PAGE.format(1)).content
    assert "There is no earlier season to go by." in text(filled(organiser, "last"))


@pytest.mark.parametrize("size", ["", "1", "1001", "four", "9" * 5000, "-4", "４", "4.0"])
def test_a_size_that_is_none_is_refused_where_it_was_typed(organiser: Client, size: str) -> None:
    page = filled(organiser, "list", size=size)
    assert page.status_code == 200
    assert "Enter 2 to 1000 players per division." in text(page)
    assert read_fields(page)["size"] == size
    assert b'id="size" name="size"' in page.content and b"size-said" in page.content


def test_where_no_sizes_work_it_says_why_and_keeps_what_was_typed() -> None:
    season = a_draft(players=8, rules={"promoted": 5, "relegated": 5})
    client = log_in(make_member(season.competition.club, Role.ORGANISER))
    page = filled(client, "list", **{"number-p3": "17"})
    assert "9 players are too few to promote 5 and relegate 5 per division: at most 4" in text(page)
    assert read_fields(page)["number-p3"] == "17"


def test_one_player_alone_cannot_be_divided() -> None:
    season = a_draft(players=2)
    client = log_in(make_member(season.competition.club, Role.ORGANISER))
    page = filled(client, "list", **{"division-p1": "", "division-p2": ""})
    assert "A division needs at least 2 players; this one has 1." in text(page)


def test_where_everybody_pauses_it_asks_for_them_at_the_box() -> None:
    season = a_draft(players=2)
    client = log_in(make_member(season.competition.club, Role.ORGANISER))
    nobody = {f"division-{player}": "" for player in ("p1", "p2", "substitute")}
    page = filled(client, "list", **nobody)
    html = page.content.decode()
    assert "Include players who are not playing: No player is playing. Tick this to include them all" in text(
        page
    )
    assert 'href="#everybody"' in html and 'id="everybody-said"' in html
    assert 'aria-describedby="everybody-said"' in html
    everybody = filled(client, "list", **nobody, everybody="1")
    assert len(placed(read_fields(everybody))) == 3
