"""Options that are several whole numbers, names with a number each, or one of some numbers: typed, refused, kept."""

from dataclasses import replace
from typing import Annotated, Any, Literal

import pytest
from django.test import Client
from pydantic import Field as Limits

import games
from games import Field, Game, Strict, Text, registry
from games.sheets import between
from league.models import Club, Competition
from league.web.manage.options import OptionsForm
from tests.web.manage.test_founding import read_field
from tests.web.manage.test_variants import GAME, OWN, foxes, organiser
from tests.web.sheets import summary, text

__all__ = ["foxes", "organiser"]


class Options(Strict):
    steps: Annotated[list[Annotated[int, between(1, 9)]], Limits(min_length=1)] = [1, 2, 3]
    prizes: dict[str, Annotated[int, between(1, 5)]] = {}
    stake: Literal[0, 10, 20] = 10
    rests: list[int] | None = None
    motto: str = ""


FIELDS = (
    Field("steps", "Steps", "count", 1, 9, several=4, help="From the first on."),
    Field("prizes", "Prizes", "named", 1, 5),
    Field("stake", "Stake", "choice", choices={0: "Nothing", 10: "Ten", 20: "Twenty"}),
    Field("rests", "Rests", "count", several=3, out="as they come"),
    Field("motto", "Motto", "text"),
)
USUAL = {
    "option_steps": "1 2 3",
    "option_prizes": "",
    "option_stake": "10",
    "option_rests": "",
    "name": "",
}


@pytest.fixture
def listed(monkeypatch: pytest.MonkeyPatch, foxes: Club) -> Game:
    """What the club plays: a game with these options."""
    game = replace(
        games.get("hucklebuck"),
        key="listed",
        name="Listed",
        Options=Options,
        option_fields=FIELDS,
        option_words={"steps": lambda value: Text("Steps {steps}.", {"steps": " ".join(map(str, value))})},
        variants=(),
        rules=lambda options: (),
        examples=(),
    )
    monkeypatch.setattr(registry, "_load_games", lambda: {"listed": game})
    Competition.objects.update(game="listed")
    return game


def options() -> Any:
    return Competition.objects.get().options


def test_form_says_how_each_is_written_and_holds_what_is_agreed(organiser: Client, listed: Game) -> None:
    # PostgreSQL keeps the keys of an object by their length.
    Competition.objects.update(options={"steps": [4, 2], "prizes": {"Rain": 1, "Long jump": 3}, "stake": 0})
    page = organiser.get(GAME)
    said = text(page)
    assert "From the first on. Up to 4 numbers, separated by spaces or commas. Each 1 to 9." in said
    assert "One per line: name, space, whole number. 1 to 5." in said
    assert "Leave blank: as they come." in said
    assert read_field(page, "option_steps") == "4 2"
    assert read_field(page, "option_prizes") == "Rain 1\nLong jump 3"
    assert '<option value="0" selected>Nothing</option>' in page.content.decode()


def test_form_that_is_sent_as_it_is_changes_nothing(organiser: Client, listed: Game) -> None:
    for agreed in ({}, {"steps": [4, 2], "prizes": {"Long jump": 3, "a, b": 1}, "stake": 0, "rests": [5]}):
        Competition.objects.update(options=agreed)
        page = organiser.get(GAME)
        sent = {
            "option_steps": read_field(page, "option_steps"),
            "option_prizes": read_field(page, "option_prizes"),
        }
        rests = {"option_rests": "5" if agreed else ""}
        stake = {"option_stake": "0" if agreed else "10"}
        assert organiser.post(GAME, USUAL | sent | rests | stake).status_code == 302
        assert options() == agreed


@pytest.mark.parametrize(
    ("written", "kept"),
    [
        ({"option_steps": "1 1 2 2"}, {"steps": [1, 1, 2, 2]}),
        ({"option_steps": " 5,4 ; 3,, "}, {"steps": [5, 4, 3]}),
        ({"option_prizes": "Rain 1\r\n\r\nLong  jump   2\r\n"}, {"prizes": {"Rain": 1, "Long  jump": 2}}),
        ({"option_prizes": "3 4"}, {"prizes": {"3": 4}}),
        ({"option_stake": "20"}, {"stake": 20}),
        ({"option_rests": "-1 −2 +3"}, {"rests": [-1, -2, 3]}),
    ],
)
def test_what_is_typed_is_kept(organiser: Client, listed: Game, written: dict[str, str], kept: Any) -> None:
    assert organiser.post(GAME, USUAL | written).status_code == 302
    assert options() == kept


def test_option_that_no_field_asks_for_stays_as_it_is(organiser: Client, listed: Game) -> None:
    Competition.objects.update(options={"motto": "Onward"})
    assert "option_motto" not in organiser.get(GAME).content.decode()
    assert organiser.post(GAME, USUAL | {"option_stake": "20", "option_motto": "Back"}).status_code == 302
    assert options() == {"stake": 20, "motto": "Onward"}


NUMBERS = "Enter whole numbers, separated by spaces or commas."


def test_what_cannot_be_is_refused_at_its_field_as_it_was_typed(organiser: Client, listed: Game) -> None:
    for name, wrong, said in (
        ("steps", "1 2 three", NUMBERS),
        ("steps", "1.5", NUMBERS),
        ("steps", "9" * 5000, NUMBERS),
        ("steps", "1 2 3 4 5", "Enter at most 4 numbers, not 5."),
        ("steps", "1 2 12", "Can't be more than 9."),
        ("steps", " , ", "Please fill this in."),
        ("prizes", "Rain", "Line 1: enter a name, then a whole number."),
        ("prizes", "Rain 1\n2", "Line 2: enter a name, then a whole number."),
        ("prizes", "Rain 1\n\nRain 2", "Line 3: Rain is already listed."),
        ("prizes", "Rain 9", "Can't be more than 5."),
        ("prizes", "dotted.name 9", "Can't be more than 5."),
        ("stake", "15", "Please make a choice."),
    ):
        response = organiser.post(GAME, USUAL | {f"option_{name}": wrong})
        assert response.status_code == 200, (name, wrong)
        found = [(place, said in sentence) for place, sentence in summary(response)]
        assert found == [(f"id_option_{name}", True)], (name, wrong)
        assert options() == {}, (name, wrong)
        assert name == "stake" or read_field(response, f"option_{name}") == wrong, (name, wrong)


def test_variant_of_the_club_keeps_them_and_says_them(organiser: Client, listed: Game) -> None:
    organiser.post(GAME, USUAL | {"option_steps": "3 2 1", "option_prizes": "Rain 2", "name": "Backwards"})
    assert "Backwards Listed. Steps 3 2 1." in text(organiser.get(OWN))
    organiser.post(GAME, USUAL)
    assert options() == {}
    organiser.post(GAME, {"use": "own:backwards"})
    assert options() == {"steps": [3, 2, 1], "prizes": {"Rain": 2}}


@pytest.mark.parametrize("game", games.installed(), ids=lambda game: game.key)
def test_every_option_of_every_game_can_be_chosen(game: Game, db: None) -> None:
    form = OptionsForm(game=game, options=game.Options())
    assert {f"option_{field.key}" for field in game.option_fields} <= form.fields.keys()
