"""Club files written by hand: from short words to whole documents."""

import json
from pathlib import Path
from typing import Any

from games import Invalid
from league.clubfile import reader, verify
from league.rules.records import SeasonKey
from league.rules.seasons import report
from league.rules.validation import check_snapshot
from tests.games.sheets import build_missed_deals

JSON = dict[str, Any]
ROOT = Path(__file__).parent.parent.parent
RIVERSIDE = (ROOT / "league" / "demo" / "riverside.json").read_bytes()
REPORTS = (ROOT / "tests" / "data" / "riverside-reports.json").read_bytes()


def load_riverside() -> Any:
    return json.loads(RIVERSIDE)


def load_riverside_reports() -> list[JSON]:
    """Return what the secretary of Riverside says of each season."""
    reports: list[JSON] = json.loads(REPORTS)
    return reports


def build_sheet(*misses: tuple[int, int]) -> JSON:
    """Build a sheet on which the two seats missed their bids by so much, deal by deal."""
    return {"deals": build_missed_deals(*misses)}


def build_sheet_for_scores(first: int, second: int) -> JSON:
    """Build a sheet of four deals without a zero, on which the seats score so much: -4 or less each."""
    return build_sheet((1, 1), (1, 1), (1, 1), (-3 - first, -3 - second))


def build_played_match(match_id: str, seats: str, sheet: JSON, on: str = "2026-01-06", **more: Any) -> JSON:
    return {
        "id": match_id,
        "seats": seats.split(),
        "status": "played",
        "played_on": on,
        "sheet": sheet,
        **more,
    }


def build_forfeited_match(match_id: str, seats: str, absent: str, **more: Any) -> JSON:
    return {"id": match_id, "seats": seats.split(), "status": "forfeit", "absent": absent.split(), **more}


def build_division(entries: str | list[JSON], matches: list[JSON] | None = None, **more: Any) -> JSON:
    listed = [{"player": player} for player in entries.split()] if isinstance(entries, str) else entries
    return {"level": 1, "entries": listed, "matches": matches or [], **more}


def build_season(*divisions: JSON, **more: Any) -> JSON:
    return {"number": 1, "state": "open", "divisions": list(divisions), **more}


def build_competition(*seasons: JSON, **more: Any) -> JSON:
    return {"slug": "league", "name": "League", "game": "skuck", "seasons": list(seasons), **more}


def build_club(*competitions: JSON, players: str = "", **more: Any) -> JSON:
    """Build a club with these competitions; its players are those entered, and those named."""
    ids = players.split()
    for competition in competitions:
        for season in competition["seasons"]:
            for group in season["divisions"]:
                ids += [entry["player"] for entry in group["entries"]]
    return {
        "format": "boolie-club/1",
        "club": {"slug": "club", "name": "Club"},
        "players": [{"id": player, "name": player.title()} for player in dict.fromkeys(ids)],
        "competitions": list(competitions),
        **more,
    }


def build_league(
    entries: str | list[JSON], matches: list[JSON], *, rules: JSON | None = None, **more: Any
) -> JSON:
    """Build a club with one league of one division, whose season is open."""
    return build_club(
        build_competition(build_season(build_division(entries, matches), **more), rules=rules or {})
    )


def encode_document(document: Any) -> bytes:
    return json.dumps(document).encode()


def compute_report(document: JSON, number: int = 1) -> JSON:
    """Return the report of the season's sheets; no database is asked."""
    book, problems = reader.read_club_file(encode_document(document))
    assert book and not problems, [str(Invalid(*problems))]
    settled = book.resolve_settings()
    checked = check_snapshot(settled, list(settled.seasons))
    assert not checked.problems, str(Invalid(*checked.problems))
    [slug] = settled.competitions
    return report.build_season_report(checked, SeasonKey(slug, number))


def compute_standings_rows(document: JSON) -> dict[str, JSON]:
    """Return the rows of the first division by player, best first."""
    return {row["player"]: row for row in compute_report(document)["divisions"][0]["standings"]}


def find_mistakes(document: Any) -> list[tuple[str, str]]:
    """Return path and message of everything that is wrong with a file by itself."""
    written = document if isinstance(document, bytes) else encode_document(document)
    try:
        verify.verify_file(written)
    except Invalid as invalid:
        return [(problem.path, str(problem.message)) for problem in invalid.problems]
    return []


def replace_at(document: Any, path: str, value: Any) -> Any:
    """Return the document with one place changed; `...` as the value removes it."""
    *way, last = [int(step) if step.isdecimal() else step for step in path.split(".")]
    part = document
    for step in way:
        part = part[step]
    if value is ...:
        del part[last]
    else:
        part[last] = value
    return document


# A club with something of everything: two competitions, own settings, a substitute, penalties, every status.
CLUB_WITH_EVERYTHING = build_club(
    {
        **build_competition(
            build_season(
                build_division(
                    "ann bob",
                    [build_played_match("z9", "ann bob", build_sheet_for_scores(-4, -6), revision=3)],
                ),
                number=2,
                state="closed",
                starts_on="2026-01-01",
                ends_on="2026-02-01",
                lot=9,
                game="skuck",
                options={"deals": 4, "third_renege_disqualifies": True},
                rules={"ranking": ["lot"], "promoted": 1, "points": {"loss": -1}},
            ),
            build_season(
                build_division(
                    [
                        {"player": "cleo", "seed": 4, "left": False},
                        {"player": "bob", "seed": 3, "left": True},
                        {"player": "ann", "seed": 1, "penalties": [{"reason": "spät", "score": 2}]},
                        {"player": "dev", "seed": 2, "penalties": []},
                    ],
                    [
                        build_forfeited_match(
                            "m3", "cleo dev", "dev cleo", round=2, table=1, due_on="2026-03-01"
                        ),
                        build_played_match(
                            "m2",
                            "bob ann",
                            {
                                "penalties": [{"kind": "renege", "deal": 1, "seat": 0}],
                                "deals": [
                                    {
                                        "caller": 1,
                                        "points": [20, 10],
                                        "trump": "none",
                                        "tricks": [14, 13],
                                        "bids": [12, 12],
                                    }
                                ]
                                * 4,
                            },
                            sat=["eva", "ann"],
                            round=1,
                            table=2,
                        ),
                        build_played_match(
                            "m9",
                            "cleo bob",
                            build_sheet_for_scores(-5, -4),
                            sat=["cleo", "bob"],
                            round=1,
                            table=1,
                        ),
                    ],
                    name="Ä",
                    level=1,
                ),
                starts_on="2025-01-01",
            ),
            build_season(
                build_division(
                    "gil fay",
                    [
                        {"id": "d1", "seats": ["gil", "fay"]},
                        {"id": "d2", "seats": ["fay", "gil"], "status": "void", "played_on": "2026-05-01"},
                    ],
                ),
                number=3,
                state="draft",
                lot=5,
            ),
        ),
        "slug": "zz",
    },
    {**build_competition(kind="tournament"), "slug": "cup"},
    players="eva fay gil",
)
for number, name in enumerate(
    [
        "Ægir Þórðarson",
        "明 王",
        "سارة \u200fحداد",
        "Ольга",
        "👩\u200d👩\u200d👧 Kim",
        "نیلوفر\u200cها",
        "éé" + "e\u0301" * 39,
    ]
):
    CLUB_WITH_EVERYTHING["players"][number]["name"] = name


def build_pair_league(**more: Any) -> Any:
    """Build a league of two players who have met once."""
    return build_league(
        "ann bob", [build_played_match("m1", "ann bob", build_sheet_for_scores(-4, -6))], **more
    )


def build_changed_match_league(**more: Any) -> Any:
    document = build_pair_league()
    document["competitions"][0]["seasons"][0]["divisions"][0]["matches"][0] |= more
    return document
