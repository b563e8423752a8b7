"""The awards of a season, through their address: who holds them, who was considered, and what there will be."""

import json
import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Any
from unittest.mock import patch

import pytest
from django.test import Client
from django.utils.html import escape

import games
from games import registry
from league.actions.club import import_club
from league.actions.demo import HARBOUR
from league.demo.large import build_club_file
from league.models import Club, Competition, Player, Season
from league.principals import CONSOLE
from league.queries.season import explain_standing, read_season_report
from league.queries.season_awards import list_player_awards
from league.rules import snapshot
from league.rules.explain.standings import step_to_json
from tests.clubfile.documents import RIVERSIDE, build_division, build_season, encode_document
from tests.clubfile.documents import build_club as club_of
from tests.clubfile.documents import build_competition as competition_of
from tests.rules.test_awards import WON, build_matches
from tests.web.sheets import text
from tests.web.tables import as_read
from tests.web.test_names import NAMES, renamed

AWARDS = "/riverside/skuck-league/2/awards/"


def card(response: Any, category: str) -> str:
    """What can be read of one award."""
    html = response.content.decode().partition(f'id="award-{category}"')[2].partition("</article>")[0]
    return text(type("Part", (), {"content": ("<p " + html).encode()})())


def test_holders_are_those_of_the_report_in_its_order(riverside: Club, client: Client) -> None:
    names = dict(riverside.players.values_list("key", "name"))
    for number in (1, 2):
        response = client.get(f"/riverside/skuck-league/{number}/awards/")
        page = text(response)
        for award in read_season_report(Competition.objects.get(), season=number)["awards"]:
            holders = ", ".join(names[player] for player in award["players"])
            assert f"{holders} {as_read(award['value'])}" in card(response, award["category"])
        assert page.index("Best average: Hawk") < page.index("Best average: Dove") < page.index("Master")


def test_award_tells_what_it_is_for_who_was_considered_and_what_was_wanting(
    riverside: Club, client: Client
) -> None:
    response = client.get(AWARDS)
    told = card(response, "most-clicks")
    assert "For the two players with the most clicks against each other" in told
    assert "Awarded to Bob Birch, Jo Jansen 2 At least 2 needed Eva Engel, Omar Odum 1" in told
    assert told.endswith("With none: 20")
    told = card(response, "best-average-hawk")
    assert told.startswith("Best average: Hawk Jo Jansen 0.33 Highest average (Hawk). Contenders")
    assert "Awarded to Jo Jansen 0.33 Less than 0.33 Bob Birch −0.75" in told
    assert "Another style: 8" in told
    told = card(response, "most-improved-hawk")  # which nobody has
    assert "Not awarded Biggest rise in win rate" in told and "Nothing to compare: 8" in told


def test_page_says_once_where_the_awards_come_from_and_what_it_takes(riverside: Club, client: Client) -> None:
    """The hall of fame asks the same of an average."""
    enough = "Minimum 4 matches (or all, if fewer)."
    for number in (2, 3):  # closed, and open
        page = text(client.get(f"/riverside/skuck-league/{number}/awards/"))
        assert page.count("list of achievements is only known in part") == 1
        assert enough + " Awards for a single match need no minimum." in page
    assert "once the season is closed. " + enough in text(client.get("/riverside/skuck-league/hall-of-fame/"))


def test_open_season_says_when_they_are_given_and_what_they_are(riverside: Club, client: Client) -> None:
    response = client.get("/riverside/skuck-league/3/awards/")
    page = text(response)
    assert "Awards are given when the season is closed." in page
    assert "Best average: Dove" in page and "For every player with a season average above zero." in page
    assert "Contenders" not in page and "Not awarded" not in page and "Download" not in page
    assert client.get("/riverside/skuck-league/3/awards/?download=csv").content.decode().count("\n") == 1
    assert "Awards of the season" not in text(client.get("/riverside/skuck-league/3/why/jo/"))


def test_season_in_which_nobody_played_gives_none(riverside: Club, client: Client) -> None:
    document = json.loads(RIVERSIDE)
    first, *_others = document["competitions"][0]["seasons"]
    for part in first["divisions"]:
        for match in part["matches"]:
            for name in ("played_on", "sheet", "result"):
                match.pop(name, None)
            match |= {"status": "void", "id": f"x{match['id']}"}
    document["club"]["slug"] = "idle"
    document["competitions"][0]["seasons"] = [first]
    import_club(json.dumps(document).encode(), by=CONSOLE, recompute=True)
    page = text(client.get("/idle/skuck-league/1/awards/"))
    assert "No awards this season." in page and "Too few matches: 16" in page


def test_tab_is_on_every_page_of_the_season(riverside: Club, client: Client) -> None:
    for path in ("", "grid/", "matches/", "awards/"):
        assert f'href="{AWARDS}"' in client.get(f"/riverside/skuck-league/2/{path}").content.decode()


@pytest.fixture
def without_awards(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    plain = replace(games.get("skuck"), awards=())
    monkeypatch.setattr(registry, "_load_games", lambda: {"skuck": plain})
    snapshot._parse_cached_settings.cache_clear()
    yield
    snapshot._parse_cached_settings.cache_clear()


def test_game_without_awards_has_no_such_page_and_no_tab(
    without_awards: None, db: None, client: Client
) -> None:
    import_club(RIVERSIDE, by=CONSOLE)
    assert client.get(AWARDS).status_code == 404
    assert client.get("/riverside/skuck-league/awards/").status_code == 404
    assert "awards/" not in client.get("/riverside/skuck-league/2/").content.decode()
    assert "Awards of the season" not in text(client.get("/riverside/skuck-league/2/why/jo/"))
    assert list_player_awards(Player.objects.get(key="jo")) == []


def test_other_games_have_their_own(db: None, client: Client) -> None:
    import_club(HARBOUR.read_bytes(), by=CONSOLE)
    page = text(client.get("/harbour/hucklebuck-league/1/awards/"))
    assert "Most sweeps" in page and "Hawk" not in page and "only known in part" not in page


def test_files_hold_every_holder(riverside: Club, client: Client) -> None:
    response = client.get(AWARDS + "?download=csv")
    assert response.headers["Content-Disposition"] == (
        'attachment; filename="riverside-skuck-league-2-awards.csv"'
    )
    head, first, *others = response.content.decode().splitlines()
    assert head == "Award,Category,Player,Id,Value"
    assert first == "Best average: Hawk,best-average-hawk,Jo Jansen,jo,0.3333"
    assert len(others) == 11 and "Most clicks,most-clicks,Bob Birch,bob,2" in others
    told = json.loads(client.get(AWARDS + "?download=json").content)
    assert [row["Id"] for row in told if row["Category"] == "best-win-rate-hawk"] == [
        "bob",
        "dev",
        "eva",
        "omar",
    ]
    assert client.get(AWARDS + "?download=xlsx").content[:2] == b"PK"
    assert client.get(AWARDS + "?download=pdf").status_code == 404


def test_draft_is_only_for_those_who_help_in_the_club(
    riverside: Club, client: Client, scorer: Client, stranger: Client
) -> None:
    Season.objects.create(competition=riverside.competitions.get(), number=4)
    address = "/riverside/skuck-league/4/awards/"
    assert client.get(address).status_code == stranger.get(address).status_code == 404
    assert "Awards are given when the season is closed." in text(scorer.get(address))


def test_what_does_not_exist_is_not_found(riverside: Club, client: Client) -> None:
    for path in ("skuck-league/9/awards/", "nothing/1/awards/", f"skuck-league/{10**30}/awards/"):
        assert client.get(f"/riverside/{path}").status_code == 404, path


@pytest.mark.parametrize("name", NAMES[:2])
def test_names_are_text(db: None, client: Client, name: str) -> None:
    import_club(renamed(name), by=CONSOLE)
    for address in (AWARDS, "/riverside/skuck-league/hall-of-fame/"):
        page = client.get(address).content.decode().partition("</head>")[2]
        assert f"<bdi>{escape(name)}</bdi>" in page
        assert page.count(escape(name)) == page.count(f"<bdi>{escape(name)}</bdi>")


def test_names_are_those_the_reader_may_see(riverside: Club, client: Client) -> None:
    with patch.object(Player, "get_name_for", lambda player, viewer: player.name[0] + "."):
        page = text(client.get(AWARDS))
    assert "J. 0.33" in page and "Jansen" not in page


def test_substitutes_deals_give_the_entry_its_award(db: None, client: Client) -> None:
    (match,) = build_matches(WON)
    match["sat"] = ["dev", "bob"]
    one = build_season(build_division("ann bob", [match]), state="closed")
    import_club(encode_document(club_of(competition_of(one), players="dev")), by=CONSOLE)
    told = card(client.get("/club/league/1/awards/"), "best-average-hawk")
    assert "Ann −1.00" in told and "Dev" not in told


def test_earlier_seasons_result_makes_the_page_new(riverside: Club, client: Client) -> None:
    etags = [client.get(address).headers["ETag"] for address in (AWARDS, "/riverside/skuck-league/2/why/jo/")]
    first = Season.objects.get(number=1).divisions.get(level=4)
    first.revision += 1
    first.save()
    for address, etag in zip((AWARDS, "/riverside/skuck-league/2/why/jo/"), etags, strict=True):
        assert client.get(address, headers={"if-none-match": etag}).status_code == 200


def test_awards_of_a_player_lead_to_their_season(riverside: Club, client: Client) -> None:
    lines = list_player_awards(Player.objects.get(key="jo"))
    assert [line.award.season.number for line in lines] == [2, 2, 2, 2, 1, 1, 1, 1]
    assert (str(lines[0].label), lines[0].award.value, lines[0].others) == ("Best average: Hawk", "0.3333", 0)
    assert [str(line.label) for line in lines if line.others] == [
        *("Most clicks", "Best average: Hawk", "Highest zero rate: Hawk", "Best win rate: Hawk")
    ]
    page = client.get("/riverside/players/jo/").content.decode()
    assert (
        f'href="{AWARDS}#award-best-average-hawk"' in page and "/riverside/skuck-league/hall-of-fame/" in page
    )
    assert 'id="award-best-average-hawk"' in client.get(AWARDS).content.decode()
    assert list_player_awards(Player.objects.get(key="cleo")) == []


def test_why_page_tells_of_awards_with_the_matches(riverside: Club, client: Client) -> None:
    response = client.get("/riverside/skuck-league/2/why/jo/")
    page = text(response)
    tree = step_to_json(explain_standing(riverside.competitions.get(), "jo", season=2))
    assert tree["because"][-1]["what"] == "Awards of the season: 4"
    for sentence in _sentences(tree["because"][-1]):
        assert as_read(sentence) in page
    told = response.content.decode().partition("Awards of the season")[2]
    assert 'href="/riverside/matches/m36/"' in told and "<bdi>Bob Birch</bdi>: 2" in told


def _sentences(tree: dict[str, Any]) -> list[str]:
    without_match = re.sub(r" \(m\d+\)$", "", tree["what"])  # the page links to it
    return [without_match, *(sentence for part in tree["because"] for sentence in _sentences(part))]


@pytest.mark.parametrize("players", [4, 100])
def test_pages_take_as_many_queries_at_1_as_at_25_divisions(
    db: None, client: Client, django_assert_num_queries: Any, players: int
) -> None:
    document = json.loads(build_club_file(players))
    document["competitions"][0]["seasons"][0]["state"] = "closed"
    import_club(json.dumps(document).encode(), by=CONSOLE)
    address = f"/large-{players}/league/1/awards/"
    with django_assert_num_queries(1 + 1 + 4):
        response = client.get(address)
    assert len(response.content) < 80_000
    with django_assert_num_queries(1):
        client.get(address)
    with django_assert_num_queries(1 + 11):
        response = client.get(f"/large-{players}/league/1/why/p1/")
    assert len(response.content) < 60_000
    player = Player.objects.get(key="p1")
    with django_assert_num_queries(1):
        list_player_awards(player)
