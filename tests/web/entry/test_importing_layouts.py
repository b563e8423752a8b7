"""What the page for a night's results says of its columns, as each game asks for them."""

from typing import Any

import pytest
from django.test import Client

import games
from league.actions.club import import_club
from league.models import Club, Role
from league.principals import CONSOLE
from tests.actions.clubs import make_member
from tests.clubfile import documents
from tests.web.log_ins import log_in
from tests.web.sheets import text


@pytest.fixture(params=[game.key for game in games.installed()])
def game(request: Any) -> games.Game:
    return games.get(request.param)


@pytest.fixture
def scorer(db: None, game: games.Game) -> Client:
    entries = " ".join(f"p{number}" for number in range(game.table_size))
    season = documents.build_season(documents.build_division(entries))
    file = documents.build_club(documents.build_competition(season, game=game.key, rules={"promoted": 0}))
    import_club(documents.encode_document(file), by=CONSOLE)
    return log_in(make_member(Club.objects.get(), Role.SCORER))


def test_page_names_the_columns_and_says_what_stands_in_them(scorer: Client, game: games.Game) -> None:
    layout = game.layout(game.Options(), game.table_size)
    fields = (*layout.per_seat, *layout.per_deal)
    response = scorer.get("/club/league/1/results/")
    page = text(response)
    for field in layout.per_deal:
        assert f"<code>{field.key}</code>" in response.content.decode()
    for field in layout.per_seat:
        assert f"<code>{field.key} {game.table_size}</code>" in response.content.decode()
    meanings = [f"{field.key}: {field.label}" for field in layout.per_deal]
    meanings += [f"{field.key} 1: {field.label} of player 1" for field in layout.per_seat]
    assert all(meaning in page for meaning in meanings)
    at_times = f"Leave a cell empty if it does not apply to the {game.words.get('deal', 'deal')}."
    assert (at_times in page) == any(field.given for field in fields)
    several = "Where a cell may hold several things, write a semicolon between them"
    assert (several in page) == any(field.several for field in fields)
