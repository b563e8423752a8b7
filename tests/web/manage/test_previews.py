"""Pages that show what a change would do: they look, and neither wait for anybody nor let anybody wait."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any
from unittest.mock import patch

from django.db import connection
from django.db.models import QuerySet
from django.db.transaction import Atomic
from django.test import Client
from django.test.utils import CaptureQueriesContext

from league.actions.decisions.void import void_match
from league.actions.player import add_players
from league.actions.rollover import roll_over_season
from league.models import Club, Division, Match, Season, Seat
from league.principals import CONSOLE
from tests.scenarios import scenario
from tests.web.entry.test_importing import HEAD, pasted, rows
from tests.web.sheets import text

OPEN = "/autumn/tuesdays/2/"  # two matches are missing
DRAFT = "/autumn/sundays/1/"
MISSING = "/autumn/matches/tuesdays-2-1-6/"


@scenario
def previews(autumn: Club) -> list[tuple[str, dict[str, str] | None]]:
    """The address of each page, with what is sent to it, if anything is."""
    add_players(club=autumn, names=["Zoe Zinnia"], namesakes=False, by=CONSOLE)
    seasons = Season.objects.select_related("competition__club")
    roll_over_season(season=seasons.get(competition__slug="fridays"), by=CONSOLE)
    match = Match.objects.get(key="tuesdays-2-3-6")
    decision = void_match(match=match, reason="The hall was closed.", by=CONSOLE, base=0)
    division = Division.objects.filter(season__competition__slug="tuesdays", season__number=2)[0]
    late = {"show": "1", "player": "zoe-zinnia", "division": str(division.pk)}
    player = Seat.objects.get(match__key="tuesdays-2-1-6", number=0).player.key
    cells = pasted([HEAD, *rows("tuesdays-2-1-6", "", "", "2025-12-02")])
    return [
        (OPEN + "close/?missing=void", None),
        ("/autumn/mondays/1/reopen/", None),
        (OPEN + "roll-over/", {"show": "1", "missing": "forfeit"}),
        ("/autumn/fridays/2/undo/", None),
        (DRAFT + "undo/", None),
        (OPEN + "withdraw/?player=agnes", None),
        (OPEN + "penalty/", {"show": "1", "player": "agnes", "score": "3", "points": "0"}),
        (OPEN + "substitute/", {"show": "1", "player": player, "instead": "zoe-zinnia"}),
        (MISSING + "substitute/", None),
        (OPEN + "late-entry/", late),
        (MISSING + "decide/", None),
        (MISSING + "move/", None),
        (f"{OPEN}decisions/{decision.pk}/take-back/", None),
        (OPEN + "results/", {"cells": cells}),
        (DRAFT + "set-up/", None),
        (DRAFT + "set-up/divisions/", {"fill": "numbers", "size": "4"}),
        (DRAFT + "set-up/schedule/", {"show": "1", "how": "weekly", "start": "2026-01-05"}),
    ]


@contextmanager
def list_locks() -> Iterator[list[str]]:
    """List which transactions begin, which rows are to be locked, and what is written."""
    found: list[str] = []

    def note(name: str, original: Any) -> Any:
        def do(*args: Any, **kwargs: Any) -> Any:
            found.append(name)
            return original(*args, **kwargs)

        return do

    with (
        patch.object(Atomic, "__enter__", note("a transaction", Atomic.__enter__)),
        patch.object(QuerySet, "select_for_update", note("a lock", QuerySet.select_for_update)),
        CaptureQueriesContext(connection) as queries,
    ):
        yield found
    found += [query["sql"] for query in queries if not query["sql"].lstrip().startswith("SELECT")]


def test_no_preview_locks_or_writes_anything_or_begins_a_transaction(
    autumn_organiser: Client, previews: list[tuple[str, dict[str, str] | None]]
) -> None:
    for address, sent in previews:
        with list_locks() as found:
            page = autumn_organiser.get(address) if sent is None else autumn_organiser.post(address, sent)
        assert page.status_code == 200, address
        assert "Please correct the following" not in text(page), address
        assert found == [], address
