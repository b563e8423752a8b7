"""Clubs with tables that are long enough to sort, filter and download."""

import json
from collections.abc import Mapping
from typing import Any

from league.actions.club import import_club
from league.demo.large import build_club_file
from league.principals import CONSOLE

ADDRESS = "/long/league/1/"


def long_club(
    players: int,
    *,
    names: Mapping[str, str] | None = None,
    divisions: int = 1,
    rules: Mapping[str, Any] | None = None,
) -> None:
    """A club with so many players, in one division or in divisions of four; `names` by player."""
    document: Any = json.loads(build_club_file(players))
    document["club"]["slug"] = "long"
    for player in document["players"]:
        player["name"] = (names or {}).get(player["id"], player["name"])
    (season,) = document["competitions"][0]["seasons"]
    season |= {"rules": rules} if rules else {}
    if divisions == 1:
        first, *others = season["divisions"]
        for division in others:
            first["entries"] += division["entries"]
            first["matches"] += division["matches"]
        for table, match in enumerate(first["matches"], 1):
            match["table"] = table
        season["divisions"] = [first]
    import_club(json.dumps(document).encode(), by=CONSOLE)
