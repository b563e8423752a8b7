"""What only a tournament has in its club's file: imported, exported, verified, and replaced by a later file."""

import json
from typing import Any

import pytest

from league.models import Round, Season, Seat
from tests.clubfile.documents import (
    JSON,
    build_club,
    build_competition,
    build_division,
    build_played_match,
    build_season,
    build_sheet_for_scores,
)
from tests.clubfile.tournaments import build_match, build_tournament
from tests.commands.console import collect_import_errors, import_document, run_command, run_export

pytestmark = pytest.mark.django_db


# --- names of seasons


def build_named_seasons(**names: str) -> JSON:
    """Build a tournament with seasons of these numbers and names: `build_named_seasons(s1="Spring")`."""
    seasons = (
        build_season(build_division("ann bob"), number=int(number[1:]), **({"name": name} if name else {}))
        for number, name in names.items()
    )
    return build_club(build_competition(*seasons, kind="tournament"))


def list_names() -> list[str]:
    return list(Season.objects.order_by("number").values_list("name", flat=True))


def test_name_of_a_season_is_written_after_its_number() -> None:
    import_document(build_named_seasons(s1="Spring Open 2027", s2=""))
    exported = run_export("club")
    first, second = json.loads(exported)["competitions"][0]["seasons"]
    assert list(first)[:3] == ["number", "name", "state"] and first["name"] == "Spring Open 2027"
    assert "name" not in second
    assert import_document(exported)["changed"] == {}
    assert run_command("verify", "club").code == 0


def test_two_seasons_exchange_their_names_in_one_file() -> None:
    import_document(build_named_seasons(s1="Spring", s2="Autumn"))
    assert import_document(build_named_seasons(s1="Autumn", s2="Spring"))["changed"] == {"seasons": 2}
    assert list_names() == ["Autumn", "Spring"]
    import_document(build_named_seasons(s1="", s2="Autumn"))
    assert list_names() == ["", "Autumn"]


def test_name_of_a_season_that_only_the_club_has_is_refused() -> None:
    import_document(build_named_seasons(s1="Spring", s2="Autumn"))
    assert collect_import_errors(build_named_seasons(s1="autumn")) == [
        "competitions.0.seasons.0.name: Season 2 has this name already."
    ]


# --- legs and paired matches


def build_paired_season(*matches: JSON, **more: Any) -> JSON:
    return build_tournament(build_division("ann bob cleo dev", list(matches)), **more)


def test_leg_and_paired_are_written_after_the_table_and_kept_with_the_seats() -> None:
    matches = [build_match("m1", "ann bob"), build_match("m2", "bob ann", leg=2)]
    import_document(build_paired_season(*matches))
    exported = run_export("club")
    first, second = json.loads(exported)["competitions"][0]["seasons"][0]["divisions"][0]["matches"]
    assert list(first)[:5] == ["id", "round", "table", "paired", "seats"]
    assert list(second)[:6] == ["id", "round", "table", "leg", "paired", "seats"]
    assert import_document(exported)["changed"] == {}
    seats = Seat.objects.order_by("match__key", "number").values_list("leg", "round__number")
    assert list(seats) == [(1, 1), (1, 1), (2, 1), (2, 1)]
    assert run_command("verify", "club").code == 0


def test_later_file_exchanges_tables_and_players_of_paired_matches() -> None:
    import_document(build_paired_season(build_match("m1", "ann bob"), build_match("m2", "cleo dev", table=2)))
    exchanged = build_paired_season(
        build_match("m1", "cleo bob", table=2), build_match("m2", "ann dev", leg=1)
    )
    assert import_document(exchanged)["changed"] == {"matches": 2}
    assert import_document(exchanged)["changed"] == {}
    moved = build_paired_season(
        {"id": "m1", "table": 1, "seats": ["cleo", "bob"]},
        build_match("m2", "ann dev", leg=2, round=3),
    )
    assert import_document(moved)["changed"] == {"matches": 2}
    seats = Seat.objects.order_by("match__key", "number").values_list("leg", "round__number")
    assert list(seats) == [(1, None), (1, None), (2, 3), (2, 3)]
    assert list(Round.objects.values_list("number", flat=True).order_by("number")) == [1, 3]
    assert run_command("verify", "club").code == 0


def test_draft_that_is_opened_by_a_file_keeps_its_paired_matches() -> None:
    played = build_played_match(
        "m1", "ann bob", build_sheet_for_scores(-4, -6), paired=True, table=1, revision=1
    )
    draft = build_paired_season(played, state="draft")
    import_document(draft)
    opened = build_paired_season(played)
    assert import_document(opened)["changed"] == {"seasons": 1}
    assert set(Seat.objects.values_list("round__number", "match__paired")) == {(1, True)}
    assert run_command("verify", "club").code == 0
