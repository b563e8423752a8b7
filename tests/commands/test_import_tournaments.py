"""What only a tournament has in its club's file: imported, exported, verified, and replaced by a later file."""

import json
from typing import Any

import pytest

from league.models import Season
from tests.clubfile.documents import build_club, build_competition, build_division, build_season
from tests.commands.console import collect_import_errors, import_document, run_command, run_export

pytestmark = pytest.mark.django_db
JSON = dict[str, Any]


def build_tournament(*seasons: JSON, **more: Any) -> JSON:
    return build_club(build_competition(*seasons, kind="tournament", **more))


# --- names of seasons


def build_named_seasons(**names: str) -> JSON:
    """Build a tournament with seasons of these numbers and names: `build_named_seasons(s1="Spring")`."""
    return build_tournament(
        *(
            build_season(
                build_division("ann bob"), number=int(number[1:]), **({"name": name} if name else {})
            )
            for number, name in names.items()
        )
    )


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
