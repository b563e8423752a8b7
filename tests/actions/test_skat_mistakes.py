"""Mistakes that the writers of Skat lists make: each is refused, with a sentence that says what is wrong."""

from typing import Any

import pytest

from games import Invalid
from league.actions.club import import_club
from league.actions.errors import ActionError
from league.models import Match
from league.principals import CONSOLE
from tests.actions.submissions import enter_result
from tests.clubfile.documents import (
    build_club,
    build_competition,
    build_division,
    build_season,
    encode_document,
)
from tests.clubfile.tournaments import build_match, build_round
from tests.rules.skat_lists import TOURNAMENT, build_list

OPTIONS = {"deals": 12, "deals_each": True, "passes_count": True}
FOUR = "ann bob cleo dev"


def build_file(*tables: str) -> bytes:
    """Build a tournament whose first series is published, a list for each of these tables."""
    matches = [build_match(f"m{number}", seats, table=number) for number, seats in enumerate(tables, 1)]
    players = " ".join(dict.fromkeys(" ".join(tables).split()))
    series = build_round(1, "published", *tables)
    season = build_season(build_division(players, matches), starts_on="2026-01-01", rounds=[series])
    rules = {**TOURNAMENT, "pairing": "score", "rounds": 1, "relegated": 0}
    competition = build_competition(
        season, kind="tournament", game="international-skat", options=OPTIONS, rules=rules
    )
    return encode_document(build_club(competition))


def list_sentences(refused: pytest.ExceptionInfo[Any]) -> list[str]:
    return [str(problem.message) for problem in refused.value.problems]


def test_list_of_48_deals_has_no_49th(db: None) -> None:
    import_club(build_file(FOUR), by=CONSOLE)
    sheet = build_list([None] * 49)
    with pytest.raises(ActionError) as refused:
        enter_result(Match.objects.get(), sheet)
    assert list_sentences(refused) == ["The session ended with deal 48: it has 48 deals that count."]
    assert Match.objects.get().current is None


def test_player_is_on_one_list_of_a_series(db: None) -> None:
    with pytest.raises((ActionError, Invalid)) as refused:
        import_club(build_file(FOUR, "dev eva finn gus"), by=CONSOLE)
    assert "dev plays match m1 in this round already." in list_sentences(refused)


def test_list_is_in_a_file_once(db: None) -> None:
    content = build_file(FOUR, "eva finn gus hana").replace(b'"m2"', b'"m1"')
    with pytest.raises((ActionError, Invalid)) as refused:
        import_club(content, by=CONSOLE)
    assert "m1 is listed twice." in list_sentences(refused)
