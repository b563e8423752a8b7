"""Each ruling is explained in the reference, on the page of rules and by `explain`, from one list."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from django.core.cache import cache
from django.test import Client

import games
from games import Game, Ruling, Text, parse_options
from games.rulings import AWARDS, NAMES, RANKING
from league.actions.club import import_club
from league.principals import CONSOLE
from league.rules.rulings import AWARD_RULINGS, RANKING_RULINGS
from tests.commands.console import run_command
from tests.web.public.test_rules import club
from tests.web.sheets import text

REFERENCE = Path(__file__).parent.parent / "docs" / "reference"
PREFIXES = {
    "fighting-cards": "F",
    "hucklebuck": "H",
    "international-skat": "TI",
    "north-american-skat": "TN",
    "skuck": "SA",
    "skull-king": "K",
}
NUMBER_AT_FIRST = {"S": 19, "F": 7, "H": 7, "K": 12, "T": 6, "N": 21, "I": 10, "A": 13, "R": 28}
GAMES = [pytest.param(games.get(key), id=key) for key in PREFIXES]


@pytest.fixture(autouse=True)
def _nothing_is_kept() -> None:
    cache.clear()


def list_rulings() -> dict[str, Ruling]:
    """Return all rulings of the games that come with Boolie, and those on standings and awards."""
    return {
        ruling.key: ruling
        for rulings in (*(games.get(key).rulings for key in PREFIXES), RANKING_RULINGS, AWARD_RULINGS)
        for ruling in rulings
    }


def read_reference() -> dict[str, str]:
    """Return each ruling of the reference as one line, by its key."""
    found = {}
    for page in ("scoring", "ranking", "awards"):
        written = (REFERENCE / f"{page}.md").read_text(encoding="utf-8")
        for paragraph in re.findall(r"^\* (\*\*[A-Z]\d+ (?:.*\n(?:  .*\n)*))", written, re.MULTILINE):
            line = " ".join(paragraph.split())
            found[line[2:].split(" ", 1)[0]] = line
    return found


def list_keys(game: Game) -> set[str]:
    return {ruling.key for ruling in (*game.rulings, *RANKING_RULINGS, *AWARD_RULINGS)}


def list_told(html: str) -> list[str]:
    return re.findall(r'<li id="ruling-([A-Z]\d+)"', html)


def test_reference_has_each_ruling_word_for_word() -> None:
    written, rulings = read_reference(), list_rulings()
    kept = {key: line for key, line in written.items() if key[0] in NUMBER_AT_FIRST}
    assert kept.keys() == rulings.keys()
    for key, ruling in rulings.items():
        option = f" Option: `{ruling.option}`." if ruling.option else ""
        assert kept[key] == f"**{key} {ruling.title}.** {ruling.source} {ruling.played}{option}", key


def test_none_is_missing_between_the_first_and_the_last() -> None:
    numbers: dict[str, list[int]] = {}
    for key in list_rulings():
        numbers.setdefault(key[0], []).append(int(key[1:]))
    assert numbers.keys() == NUMBER_AT_FIRST.keys()
    for letter, found in numbers.items():
        assert sorted(found) == list(range(1, max(found) + 1)) and len(found) >= NUMBER_AT_FIRST[letter], (
            letter
        )


@pytest.mark.django_db
@pytest.mark.parametrize("game", GAMES)
def test_page_and_explanation_have_the_rulings_of_the_game(game: Game, client: Client) -> None:
    for variant in game.variants:
        cache.clear()
        slug = f"other-{variant.key}"
        import_club(club(slug, game=game.key, options=dict(variant.options)), by=CONSOLE)
        html = client.get(f"/{slug}/league/rules/").content.decode()
        told = list_told(html)
        assert len(told) == len(set(told)) and set(told) == list_keys(game), variant.key
        assert "Not in the source:" in html
    ran = run_command("explain", f"{slug}/league", "--rulings", "--json")
    assert {step["value"] for step in ran.json["because"]} == set(told)
    assert ran.json["value"] == len(told)
    lines = run_command("explain", f"{slug}/league", "--rulings").out.splitlines()
    assert [line.split()[0] for line in lines[1:]] == [step["value"] for step in ran.json["because"]]


@pytest.mark.parametrize("game", GAMES)
def test_rulings_belong_to_a_section_and_name_an_option_that_is_there(game: Game) -> None:
    sections = {NAMES, RANKING, AWARDS}
    for variant in game.variants:
        options = parse_options(game, dict(variant.options))
        sections |= {section.key for section in game.rules(options)}
    fields = {field.key for field in game.option_fields}
    for ruling in game.rulings:
        assert ruling.key[0] in PREFIXES[game.key], ruling.key
        assert ruling.section in sections, ruling.key
        assert not ruling.option or ruling.option in fields, ruling.key
        for sentence in (ruling.source, ruling.played):
            assert str(Text(sentence)) == sentence and sentence[-1] in ".”" and sentence[0].isupper(), (
                ruling.key
            )


@pytest.mark.django_db
def test_rulings_stand_under_their_section(client: Client) -> None:
    import_club(club(game="fighting-cards"), by=CONSOLE)
    html = client.get("/other/league/rules/").content.decode()
    bidding, skat = html.index('id="game-bidding"'), html.index('id="game-skat"')
    assert bidding < html.index('id="ruling-F7"') < skat
    told = text(client.get("/other/league/rules/"))
    assert "Rows of the table (F1). The source prints 20 to 25 and 36 to 49" in told
    assert "nothing of losses. Here: Losses are doubled, too. The club chooses: “" in told


@pytest.mark.parametrize(
    ("game", "key", "section", "words"),
    [
        ("skuck", "S18", "trump", "All eight face-up cards"),
        ("skuck", "S19", "cards", "second to fourth game"),
        ("fighting-cards", "F1", "score", "The source prints 20 to 25 and 36 to 49"),
        ("fighting-cards", "F3", "alone", "Losses are doubled, too."),
        ("fighting-cards", "F7", "bidding", "whether a player who has passed may bid again"),
        ("hucklebuck", "H7", "change", "shuffled and used"),
        ("skull-king", "K1", "cards", "with 5 Escapes: 68 cards in all"),
        ("skull-king", "K2", "match", "They share the place."),
        ("north-american-skat", "N21", "games", "its description could not be read"),
        ("international-skat", "I9", "session", "the associations play three and four only"),
        ("international-skat", "I11", "bidding", "in some variations as in the original game"),
    ],
)
def test_ruling_that_players_ask_for_stands_where_it_applies(
    game: str, key: str, section: str, words: str
) -> None:
    ruling = list_rulings()[key]
    assert ruling in games.get(game).rulings and ruling.section == section
    assert words in f"{ruling.source} {ruling.played}"


@pytest.mark.django_db
def test_ruling_says_what_is_played_here(client: Client) -> None:
    import_club(club(options={"third_renege_disqualifies": True}), by=CONSOLE)
    told = text(client.get("/other/league/rules/"))
    assert "calls disqualification optional. Here: A third renege in a match disqualifies." in told
    ran = run_command("explain", "other/league", "--rulings")
    assert "Here: A third renege in a match disqualifies." in ran.out


@pytest.mark.django_db
def test_rulings_without_effect_are_told_at_the_end(client: Client) -> None:
    import_club(club(game="skull-king"), by=CONSOLE)
    html = client.get("/other/league/rules/").content.decode()
    end = html.index('id="other-rulings"')
    assert html.index('id="ruling-K1"') < html.index('id="ruling-K7"') < end
    for key in ("K4", "K8", "K9", "K10", "K11", "K12"):
        assert html.index(f'id="ruling-{key}"') > end, key


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("key", "section"),
    [("R11", "ranking"), ("R4", "forfeit"), ("R21", "season"), ("R17", "files"), ("A9", "awards")],
)
def test_rulings_on_standings_stand_where_they_apply(key: str, section: str, client: Client) -> None:
    import_club(club(), by=CONSOLE)
    html = client.get("/other/league/rules/").content.decode()
    _before, _id, below = html.partition(f'<article id="{section}"')
    assert f'id="ruling-{key}"' in below.partition("</article>")[0]


@pytest.mark.django_db
def test_reference_on_the_site_has_each_ruling_at_its_anchor(client: Client) -> None:
    found = {
        key
        for page in ("scoring", "ranking", "awards")
        for key in list_told(client.get(f"/-/reference/{page}/").content.decode())
    }
    assert found >= list_rulings().keys()
