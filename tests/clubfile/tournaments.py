"""Tournaments written by hand: rounds with what they were paired to, and their matches."""

from typing import Any

from tests.clubfile.documents import JSON, build_club, build_competition, build_season


def build_match(match_id: str, seats: str, *, table: int = 1, **more: Any) -> JSON:
    return {"id": match_id, "table": table, "paired": True, "seats": seats.split(), **more}


def build_tournament(*divisions: JSON, kind: str = "tournament", **more: Any) -> JSON:
    return build_club(
        build_competition(build_season(*divisions, **more), kind=kind, rules={"promoted": 0, "meetings": 1})
    )


def build_pairing(*tables: str, byes: str = "", **more: Any) -> JSON:
    """Build what was proposed for a division: tables of these seats, and byes."""
    return {
        "system": "club",
        "seed": 7,
        "digest": "1f",
        "tables": [
            {"entries": table.split(), "reasons": [{"code": "score", "values": {"difference": 0}}]}
            for table in tables
        ],
        "byes": [{"entry": player, "kind": "pairing"} for player in byes.split()],
        **more,
    }


def build_round(number: int = 1, state: str = "published", *tables: str, **more: Any) -> JSON:
    pairings = {"pairings": {"1": build_pairing(*tables)}} if tables else {}
    return {"number": number, "state": state, **pairings, **more}
