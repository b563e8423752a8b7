"""How a club plays its game, through the page's address."""

import json
import re
from collections.abc import Iterator
from typing import Any

import pytest
from django.core.cache import cache
from django.test import Client

import games
from league.actions.club import import_club
from league.actions.demo import RIVERSIDE
from league.demo.large import build_club_file
from league.models import Club, Competition, Season
from league.principals import CONSOLE
from tests.web.sheets import text
from tests.web.test_other_games import pond

__all__ = ["pond"]  # the fixture of a club that plays a game nobody has heard of

RULES = "/riverside/skuck-league/rules/"


@pytest.fixture(autouse=True)
def _nothing_is_kept() -> Iterator[None]:
    """Each test begins with clubs of the same names and versions, and other contents."""
    cache.clear()
    yield
    cache.clear()


def club(slug: str = "other", *, state: str = "open", **competition: Any) -> bytes:
    """A club whose competition is as given, with one season."""
    season = {"number": 1, "state": state, "divisions": [{"level": 1, "entries": []}]}
    document = {
        "format": "boolie-club/1",
        "club": {"slug": slug, "name": "Other Club"},
        "competitions": [
            {"slug": "league", "name": "League", "game": "skuck", "seasons": [season], **competition}
        ],
    }
    return json.dumps(document).encode()


def page_of(client: Client, **competition: Any) -> str:
    import_club(club(**competition), by=CONSOLE)
    return text(client.get("/other/league/rules/"))


def test_rules_and_examples_of_the_game_are_told(riverside: Club, client: Client) -> None:
    page = text(client.get(RULES))
    assert "How we play SKUCK Standard rules" in page and "rules of season 3" in page
    assert "Our rule:" not in page
    assert "Usual length of a match 40 min" in page
    assert "The player with fewer points names trump" in page
    assert "4 zeros: 10" in page and "5 zeros" not in page
    assert "Game 1 16 11 16 16 Game 2 12 13 13 14" in page
    assert "First player −3 win Second player −3 loss" in page
    assert "Place 1: equal scores, more zeros, 2 to 1" in page
    assert "A match has 4 games. Standard" in page


@pytest.mark.parametrize("game", games.installed(), ids=lambda game: game.key)
def test_only_how_a_short_first_example_came_about_is_unfolded(
    game: games.Game, client: Client, db: None
) -> None:
    import_club(club(game=game.key), by=CONSOLE)
    page = client.get("/other/league/rules/").content.decode()
    first = game.examples[0]
    short = first.seats == 2 and len(first.sheet["deals"]) <= 6
    told = re.findall(r"<details( open)?>\s*<summary>How it was scored", page)
    assert len(told) == len(game.examples)
    assert [bool(unfolded) for unfolded in told] == [short] + [False] * (len(told) - 1)


def test_drawings_are_shown_with_their_words(riverside: Club, client: Client) -> None:
    html = client.get(RULES).content.decode()
    drawing = html[html.index('<figure class="drawing">') : html.index("</figure>")]
    assert drawing.count("<rect") == 32 and 'aria-labelledby="drawing-boards"' in drawing
    assert '<desc id="drawing-boards">Player A&#x27;s columns' in drawing
    assert "<figcaption>Both boards, with the order in which the cards are dealt." in drawing
    assert html.index("Cards, boards and the deal</h3>") < html.index('<figure class="drawing">')


def test_option_that_another_makes_meaningless_is_left_out(db: None, client: Client) -> None:
    page = page_of(client, game="north-american-skat", options={})
    assert "Gucki Nullo is not played." in page and "A lost Gucki Nullo costs as much" not in page


def test_every_level_and_style_is_named(riverside: Club, client: Client) -> None:
    page = text(client.get(RULES))
    for level in games.get("skuck").levels:
        assert f"{level.name} {level.grade} " in page
    assert "Master !!!! above 0 Excellent A+ above −1, up to 0" in page
    assert "Keep Trying H-m-m-m −5 or less" in page
    assert "Hawk: bids more than 13.5 on average." in page and "Dove: bids less than 13.5" in page


def test_example_that_needs_another_option_shows_what_it_would_be_worth_without(
    riverside: Club, client: Client
) -> None:
    page = text(client.get(RULES))
    assert "Different from our rules: A third renege in a match disqualifies." in page
    assert "First player 1 not finished Second player −5 not finished" in page
    assert page.count("is refused: This competition has no time penalties.") == 1


def test_leagues_own_rules_are_told(riverside: Club, client: Client) -> None:
    page = text(client.get(RULES))
    assert "Divisions have about 4 players." in page
    assert "Each pair of a division plays once." in page
    assert "Average Zeros Head-to-head record Wins Drawing of lots" in page
    assert (
        "the top 2 of each division are promoted, and the bottom 2 of the division above are relegated"
        in page
    )
    assert "loses the match with −20: −5 for each of its 4 games" in page


def test_changed_options_are_told_with_the_usual(db: None, client: Client) -> None:
    page = page_of(client, options={"deals": 6, "time_penalties": True})
    assert "How we play SKUCK Our own house rules" in page
    house_rules = page.index("House rules A match has 6 games. Standard: A match has 4 games.")
    beside = page.index("Our rule: A match has 6 games. Standard: A match has 4 games.")
    assert page.index("The game in short SKUCK is") < beside < house_rules
    assert "Each player has 5 minutes a game; a player who takes longer loses 1, once a game." in page
    assert "Standard: Slow play costs nothing." in page
    assert "6 zeros: 21" in page and "Games a match 6" in page and "four games a match" not in page
    assert (
        "Different from our rules: A match has 4 games. Slow play costs nothing." in page
    )  # the printed match


def test_changed_rules_of_the_league_are_told(db: None, client: Client) -> None:
    page = page_of(
        client,
        rules={
            "division_size": 8,
            "promoted": 1,
            "meetings": 3,
            "ranking": ["points", "lot"],
            "points": {"win": 3, "draw": 1, "loss": 0},
            "min_played": 2,
            "vacancies": "promote-more",
            "forfeit_score": None,
        },
    )
    assert "Divisions have about 8 players." in page and "3 times" in page
    assert "A match gives points: 3 for a win, 1 for a draw, 0 for a loss." in page
    assert "Points Drawing of lots" in page
    assert (
        "the top player of each division is promoted, and the bottom player of the division above is relegated"
        in page
    )
    assert (
        "takes 2 played matches" in page and "filled by the next best players of the division below" in page
    )
    assert "loses the match, without a score" in page


def test_nobody_moves_where_nobody_is_promoted_or_it_is_a_tournament(db: None, client: Client) -> None:
    assert "No promotion or relegation." in page_of(client, rules={"promoted": 0})
    assert "Promotion and relegation" not in page_of(client, kind="tournament")


def test_places_that_cost_points_are_told(db: None, client: Client) -> None:
    places = {"3": [3, 1, -2], "4": [3, 2, 1, -3]}
    page = page_of(client, game="hucklebuck", rules={"ranking": ["points"], "points": {"places": places}})
    assert (
        "At a table of 3: 1st: 3, 2nd: 1, 3rd: −2. At a table of 4: 1st: 3, 2nd: 2, 3rd: 1, 4th: −3." in page
    )
    assert "All others are ranked by: Points " in page
    assert "absent players lose what last place loses." in page


def test_season_that_was_opened_keeps_its_rules(db: None, client: Client) -> None:
    import_club(club(options={"deals": 6}), by=CONSOLE)
    Competition.objects.update(options={"deals": 9})
    assert "A match has 6 games." in text(client.get("/other/league/rules/"))
    later = Season.objects.create(competition=Competition.objects.get(), number=2)
    assert later.state == "draft"
    assert "rules of season 1" in text(client.get("/other/league/rules/"))


def test_before_the_first_season_the_competitions_own_rules_are_told(admin_client: Client) -> None:
    page = page_of(admin_client, state="draft", options={"deals": 5})
    assert "rules of the first season" in page and "A match has 5 games." in page


def test_game_without_rules_of_its_own_gets_a_page_of_what_is_known(pond: Client) -> None:
    response = pond.get("/pond/cup/rules/")
    page = text(response)
    assert "How we play Pond" in page and "Throw stones." in page
    assert "Players at a table 2 to 7" in page and "Throws a match any number" in page
    assert "Score Drawing of lots" in page and "No promotion or relegation" in page
    assert "loses the match, without a score" in page
    for absent in ("Worked examples", "Levels and styles", "House rules"):
        assert absent not in page


def test_contents_lead_to_every_part(riverside: Club, client: Client) -> None:
    html = client.get(RULES).content.decode()
    ids = re.findall(r' id="([^"]+)"', html)
    links = re.findall(r'href="#([^"]+)"', html)
    assert len(ids) == len(set(ids))
    assert set(links) <= set(ids)
    parts = [id for id in ids if id.startswith("game-") and not id.endswith("-heading")]
    assert len(parts) > 8
    assert {*parts, "options", "names", "examples", "league"} <= set(links)


@pytest.mark.parametrize(
    "address",
    ["/riverside/nothing/rules/", "/nowhere/skuck-league/rules/", "/riverside/league/rules/"],
)
def test_rules_are_found_only_under_their_own_club(riverside: Club, client: Client, address: str) -> None:
    import_club(build_club_file(4), by=CONSOLE)
    assert client.get("/large-4/league/rules/").status_code == 200
    assert client.get(address).status_code == 404


@pytest.mark.parametrize("players", [4, 100])
def test_rules_take_as_many_queries_at_1_as_at_25_divisions(
    scorer: Client, django_assert_num_queries: Any, players: int
) -> None:
    import_club(build_club_file(players), by=CONSOLE)
    address = f"/large-{players}/league/rules/"
    with django_assert_num_queries(3):
        Client().get(address)
    with django_assert_num_queries(1):  # kept for the next visitor
        Client().get(address)
    with django_assert_num_queries(3 + 2):  # the session and the user
        scorer.get(address)


def test_names_of_club_and_competition_stay_text(db: None, client: Client) -> None:
    document = json.loads(RIVERSIDE.read_text())
    document["club"]["name"] = document["competitions"][0]["name"] = "<i>x</i>"
    import_club(json.dumps(document).encode(), by=CONSOLE)
    html = client.get(RULES).content.decode()
    assert "<i>x</i>" not in html and "<bdi>&lt;i&gt;x&lt;/i&gt;</bdi>" in html


@pytest.mark.parametrize(
    ("game", "options", "heading", "is_certain"),
    [
        ("international-skat", {"losses": "double-unless-hand", "deals": 12}, "Räuber Skat, 12 deals", False),
        ("north-american-skat", {"losses_double": True}, "Räuber Skat", False),
        ("skull-king", {"edition": "legacy-2018"}, "Skull King, Legendary (2018)", False),
        ("hucklebuck", {"target": 15}, "Hucklebuck to 15", True),
        (
            "north-american-skat",
            {"kontra": True, "extra_multipliers": {"Spitze": 1}},
            "Skat with Kontra",
            True,
        ),
        ("international-skat", {"deals": 12}, "Standard rules, 12 deals", True),
        ("skuck", {"deals": 1}, "Standard rules, 1 game", True),
        ("skuck", {"time_penalties": True}, "Our own house rules", True),
    ],
)
def test_variant_goes_by_its_name_and_a_reconstructed_one_says_so(
    db: None, client: Client, game: str, options: Any, heading: str, is_certain: bool
) -> None:
    page = page_of(client, game=game, options=options)
    assert f"{heading} " in page
    assert ("This variant is reconstructed" in page) != is_certain
    is_usual = heading.startswith(("Standard", "Our"))
    for address in ("/other/", "/other/league/1/"):
        shown = text(client.get(address))
        assert (heading in shown) != is_usual, address
        assert (f"{heading} reconstructed" in shown) != is_certain, address


# --- how to play well


def test_rules_lead_to_how_to_play_well(riverside: Club, client: Client) -> None:
    address = f"{RULES}strategy/"
    assert f'href="{address}"' in client.get(RULES).content.decode()
    page = client.get(address)
    assert "How to play SKUCK well" in text(page) and "Keep the four columns even." in text(page)
    assert f'href="{RULES}"' in page.content.decode()


@pytest.mark.django_db
def test_a_game_without_advice_has_no_such_page(client: Client) -> None:
    import_club(club(game="hucklebuck"), by=CONSOLE)
    assert client.get("/other/league/rules/strategy/").status_code == 404
    assert "How to play well" not in text(client.get("/other/league/rules/"))


# --- what a club has added


@pytest.mark.django_db
def test_rules_name_the_awards_that_a_club_adds_and_who_does_the_dishes(client: Client) -> None:
    added = {"win_rate_of": "deals", "more_awards": True, "dishes": True}
    page = page_of(client, game="fighting-cards", rules={"promoted": 0, **added})
    assert "The win rate counts the deals of a season's matches" in page
    assert "Given as well: Grand slam." in page and "The last of the final table does the dishes." in page


@pytest.mark.django_db
def test_rules_say_nothing_of_what_a_club_has_not_added(client: Client) -> None:
    page = page_of(client, game="fighting-cards", rules={"promoted": 0})
    assert "win rate counts" not in page and "Given as well" not in page and "dishes" not in page
