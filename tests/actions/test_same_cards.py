"""A tournament in which all tables play the same cards: drawn, played, compared, ruled on, exported and verified."""

import json
from typing import Any

from league.actions import rounds
from league.models import BoardSet, Club, Season
from league.principals import CONSOLE
from league.queries.boards import find_played_deal
from league.queries.club import export_club_file, verify_club
from tests.actions.tournaments import begin_round, make_tournament, play_round, reread
from tests.scenarios import scenario


@scenario
def club() -> Club:
    return Club.objects.create(slug="riverside", name="Riverside")


@scenario
def eight(club: Club) -> Season:
    """An evening of eight: everyone meets everyone, two deals a round."""
    return make_evening(club, 8, 7)


def make_evening(club: Club, players: int, count: int, *, deals: int = 2, **more: object) -> Season:
    return make_tournament(club, players, count, kind="same-cards", options={"deals": deals}, **more)


def test_evening(eight: Season) -> None:
    drawn = BoardSet.objects.get(season=eight)
    assert len(drawn.seed) == 32 and len(drawn.digest) == 64
    for number in range(1, 8):
        assert begin_round(eight) == number
        play_round(eight, number)
    rounds.finish_round(season=eight, number=7, by=CONSOLE)
    document = json.loads(export_club_file(eight.competition.club))
    told = document["competitions"][0]["seasons"][0]["boards"]
    assert told["seed"] == drawn.seed
    assert len(told["deals"]) == 14
    assert verify_club(eight.competition.club) == []
    deal = find_played_deal(reread(eight), 3, viewer=_visitor())
    assert deal and len(deal.results) == 4


def _visitor() -> Any:
    from django.contrib.auth.models import AnonymousUser

    return AnonymousUser()
