"""Club files written by hand: from short words to whole documents."""

import json
from pathlib import Path
from typing import Any

from games import Invalid
from league.rules import claims, clubfile
from league.rules.book import SeasonKey
from league.rules.check import check_snapshot
from tests.games.sheets import deals_off

JSON = dict[str, Any]
ROOT = Path(__file__).parent.parent.parent
RIVERSIDE = (ROOT / "league" / "demo" / "riverside.json").read_bytes()
REPORTS = (ROOT / "tests" / "data" / "riverside-reports.json").read_bytes()


def riverside() -> Any:
    return json.loads(RIVERSIDE)


def riverside_reports() -> list[JSON]:
    """What its secretary says of each season."""
    reports: list[JSON] = json.loads(REPORTS)
    return reports


def sheet(*misses: tuple[int, int]) -> JSON:
    """A sheet on which the two seats missed their bids by so much, deal by deal."""
    return {"deals": deals_off(*misses)}


def even(first: int, second: int) -> JSON:
    """A sheet of four deals without a zero, on which the seats score so much: -4 or less each."""
    return sheet((1, 1), (1, 1), (1, 1), (-3 - first, -3 - second))


def played(id: str, seats: str, sheet: JSON, on: str = "2026-01-06", **more: Any) -> JSON:
    return {
        "id": id,
        "seats": seats.split(),
        "status": "played",
        "played_on": on,
        "sheet": sheet,
        **more,
    }


def forfeit(id: str, seats: str, absent: str, **more: Any) -> JSON:
    return {"id": id, "seats": seats.split(), "status": "forfeit", "absent": absent.split(), **more}


def division(entries: str | list[JSON], matches: list[JSON] | None = None, **more: Any) -> JSON:
    listed = [{"player": id} for id in entries.split()] if isinstance(entries, str) else entries
    return {"level": 1, "entries": listed, "matches": matches or [], **more}


def season(*divisions: JSON, **more: Any) -> JSON:
    return {"number": 1, "state": "open", "divisions": list(divisions), **more}


def competition(*seasons: JSON, **more: Any) -> JSON:
    return {"slug": "league", "name": "League", "game": "skuck", "seasons": list(seasons), **more}


def club(*competitions: JSON, players: str = "", **more: Any) -> JSON:
    """A club with these competitions; its players are those entered, and those named."""
    ids = players.split()
    for one in competitions:
        for each in one["seasons"]:
            for group in each["divisions"]:
                ids += [entry["player"] for entry in group["entries"]]
    return {
        "format": "boolie-club/1",
        "club": {"slug": "club", "name": "Club"},
        "players": [{"id": id, "name": id.title()} for id in dict.fromkeys(ids)],
        "competitions": list(competitions),
        **more,
    }


def league(entries: str | list[JSON], matches: list[JSON], *, rules: JSON | None = None, **more: Any) -> JSON:
    """A club with one league of one division, whose season is open."""
    return club(competition(season(division(entries, matches), **more), rules=rules or {}))


def content(document: Any) -> bytes:
    return json.dumps(document).encode()


def report(document: JSON, number: int = 1) -> JSON:
    """What the season's sheets give; no database is asked."""
    book, problems = clubfile.read_club_file(content(document))
    assert book and not problems, [str(Invalid(*problems))]
    settled = book.resolve_settings()
    checked = check_snapshot(settled, list(settled.seasons))
    assert not checked.problems, str(Invalid(*checked.problems))
    [slug] = settled.competitions
    return claims.build_season_report(checked, SeasonKey(slug, number))


def standings(document: JSON) -> dict[str, JSON]:
    """The rows of the first division by player, best first."""
    return {row["player"]: row for row in report(document)["divisions"][0]["standings"]}


def mistakes(document: Any) -> list[tuple[str, str]]:
    """Path and message of everything that is wrong with a file by itself."""
    written = document if isinstance(document, bytes) else content(document)
    try:
        claims.verify_file(written)
    except Invalid as invalid:
        return [(found.path, str(found.message)) for found in invalid.problems]
    return []


def put(document: Any, path: str, value: Any) -> Any:
    """The document with one place changed; `...` as the value takes the place out."""
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
RICH = club(
    {
        **competition(
            season(
                division("ann bob", [played("z9", "ann bob", even(-4, -6), revision=3)]),
                number=2,
                state="closed",
                starts_on="2026-01-01",
                ends_on="2026-02-01",
                lot=9,
                game="skuck",
                options={"deals": 4, "third_renege_disqualifies": True},
                rules={"ranking": ["lot"], "promoted": 1, "points": {"loss": -1}},
            ),
            season(
                division(
                    [
                        {"player": "cleo", "seed": 4, "left": False},
                        {"player": "bob", "seed": 3, "left": True},
                        {"player": "ann", "seed": 1, "penalties": [{"reason": "spät", "score": 2}]},
                        {"player": "dev", "seed": 2, "penalties": []},
                    ],
                    [
                        forfeit("m3", "cleo dev", "dev cleo", round=2, table=1, due_on="2026-03-01"),
                        played(
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
                        played("m9", "cleo bob", even(-5, -4), sat=["cleo", "bob"], round=1, table=1),
                    ],
                    name="Ä",
                    level=1,
                ),
                starts_on="2025-01-01",
            ),
            season(
                division(
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
    {**competition(kind="tournament"), "slug": "cup"},
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
    RICH["players"][number]["name"] = name


def pair(**more: Any) -> Any:
    """Two players who have met once."""
    return league("ann bob", [played("m1", "ann bob", even(-4, -6))], **more)


def with_match(**more: Any) -> Any:
    document = pair()
    document["competitions"][0]["seasons"][0]["divisions"][0]["matches"][0] |= more
    return document
