"""What a club file means, and how one is written: defaults, orders, bytes.

Reference: docs/reference/club-file.md, File; docs/reference/club-file.md, Values.
"""

import json
from datetime import date
from typing import Any

import pytest

from league.clubfile import reader, verify, writer
from league.rules.names import build_division_name
from league.rules.records import DivisionKey, EntryKey, SeasonKey
from league.rules.snapshot import ClubSnapshot
from league.rules.validation import check_snapshot
from tests.clubfile.documents import (
    CLUB_WITH_EVERYTHING,
    RIVERSIDE,
    build_club,
    build_competition,
    build_forfeited_match,
    build_league,
    build_played_match,
    build_sheet_for_scores,
    encode_document,
    find_mistakes,
    replace_at,
)

SEASON = SeasonKey("league", 1)


def read_snapshot(document: Any) -> ClubSnapshot:
    book, problems = reader.read_club_file(
        document if isinstance(document, bytes) else encode_document(document)
    )
    assert book and not problems
    return book.resolve_settings()


def write_document(document: Any) -> bytes:
    """Return the file as an export of the same data writes it."""
    book = read_snapshot(document)
    return writer.write_club_file(verify.fill_in_derived(check_snapshot(book, list(book.seasons))))


def export_document(document: Any) -> Any:
    return json.loads(write_document(document))


MINIMAL = {
    "format": "boolie-club/1",
    "club": {"slug": "club", "name": "Club"},
    "players": [{"id": "ann", "name": "Ann"}, {"id": "bob", "name": "Bob"}],
    "competitions": [
        {
            "slug": "league",
            "name": "League",
            "game": "skuck",
            "seasons": [
                {
                    "number": 1,
                    "divisions": [
                        {
                            "level": 1,
                            "entries": [{"player": "bob"}, {"player": "ann"}],
                            "matches": [
                                {"id": "x", "seats": ["ann", "bob"]},
                                {"id": "y", "seats": ["bob", "ann"]},
                            ],
                        },
                        {"level": 28, "entries": []},
                    ],
                }
            ],
        }
    ],
}
FULL_FILE = """{
 "format": "boolie-club/1",
 "club": {
  "slug": "club",
  "name": "Club",
  "timezone": "UTC"
 },
 "players": [
  {
   "id": "ann",
   "name": "Ann"
  },
  {
   "id": "bob",
   "name": "Bob"
  }
 ],
 "competitions": [
  {
   "slug": "league",
   "name": "League",
   "kind": "league",
   "game": "skuck",
   "options": {},
   "rules": {
    "division_size": 4,
    "promoted": 2,
    "relegated": 2,
    "meetings": 1,
    "ranking": [
     "average",
     "zeros",
     "head-to-head",
     "wins",
     "lot"
    ],
    "points": {
     "win": 2,
     "draw": 1,
     "loss": 0
    },
    "min_played": 0,
    "vacancies": "relegate-fewer",
    "min_matches": 4,
    "forfeit_score": -5
   },
   "seasons": [
    {
     "number": 1,
     "state": "draft",
     "lot": 0,
     "divisions": [
      {
       "level": 1,
       "name": "A",
       "entries": [
        {
         "player": "bob",
         "seed": 1
        },
        {
         "player": "ann",
         "seed": 2
        }
       ],
       "matches": [
        {
         "id": "x",
         "round": 1,
         "table": 1,
         "seats": [
          "ann",
          "bob"
         ],
         "status": "scheduled",
         "revision": 0
        },
        {
         "id": "y",
         "round": 1,
         "table": 2,
         "seats": [
          "bob",
          "ann"
         ],
         "status": "scheduled",
         "revision": 0
        }
       ]
      },
      {
       "level": 28,
       "name": "AB",
       "entries": [],
       "matches": []
      }
     ]
    }
   ]
  }
 ]
}
"""


def test_what_is_left_out_has_the_contracts_defaults() -> None:
    assert write_document(MINIMAL).decode() == FULL_FILE


def test_a_file_written_in_full_is_read_as_the_same() -> None:
    assert write_document(FULL_FILE.encode()).decode() == FULL_FILE


def test_the_smallest_club_has_nothing_but_a_name() -> None:
    document = {"format": "boolie-club/1", "club": {"slug": "c", "name": "C"}}
    assert export_document(document) == {
        "format": "boolie-club/1",
        "club": {"slug": "c", "name": "C", "timezone": "UTC"},
        "players": [],
        "competitions": [],
    }


@pytest.mark.parametrize(
    ("given", "promoted", "relegated"),
    [({}, 2, 2), ({"promoted": 1}, 1, 1), ({"relegated": 2}, 2, 2), ({"promoted": 0, "relegated": 0}, 0, 0)],
)
def test_as_many_go_down_as_go_up_where_nothing_else_is_said(
    given: dict[str, int], promoted: int, relegated: int
) -> None:
    rules = export_document(build_league("ann bob", [], rules=given))["competitions"][0]["rules"]
    assert (rules["promoted"], rules["relegated"]) == (promoted, relegated)


def test_status_decides_what_revision_a_match_has_by_default() -> None:
    matches = [
        {"id": "a", "seats": ["ann", "bob"]},
        build_played_match("b", "ann bob", build_sheet_for_scores(-4, -4)),
        build_forfeited_match("c", "ann bob", "ann"),
        {"id": "d", "seats": ["ann", "bob"], "status": "void"},
    ]
    revisions = {
        match.id: match.revision for match in read_snapshot(build_league("ann bob", matches)).matches.values()
    }
    assert revisions == {"a": 0, "b": 1, "c": 1, "d": 1}


def test_divisions_are_called_a_to_z_and_on() -> None:
    assert [build_division_name(level) for level in (1, 2, 26, 27, 52, 53, 702, 703)] == [
        *("A", "B", "Z", "AA", "AZ", "BA", "ZZ", "AAA")
    ]


def test_keys_and_lists_stand_in_the_contracts_order() -> None:
    document = export_document(CLUB_WITH_EVERYTHING)
    assert [competition["slug"] for competition in document["competitions"]] == ["cup", "zz"]
    assert [player["id"] for player in document["players"]] == [
        *("ann", "bob", "cleo", "dev", "eva", "fay", "gil")
    ]
    first, second, third = document["competitions"][1]["seasons"]
    assert list(third) == ["number", "state", "lot", "divisions"]
    assert list(second) == [
        *("number", "starts_on", "ends_on", "state", "lot", "options", "rules", "divisions", "report")
    ]
    assert list(first) == ["number", "starts_on", "state", "lot", "divisions", "report"]
    assert second["options"] == {"third_renege_disqualifies": True}
    assert list(second["rules"]) == [
        *("division_size", "promoted", "relegated", "meetings", "ranking", "points"),
        *("min_played", "vacancies", "min_matches", "forfeit_score"),
    ]
    assert json.dumps(second["rules"]["points"]) == '{"win": 2, "draw": 1, "loss": -1}'
    [group] = first["divisions"]
    assert json.dumps(group["entries"], ensure_ascii=False) == (
        '[{"player": "ann", "seed": 1, "penalties": [{"points": 0, "score": 2, "reason": "spät"}]},'
        ' {"player": "dev", "seed": 2}, {"player": "bob", "seed": 3, "left": true},'
        ' {"player": "cleo", "seed": 4}]'
    )
    one, two, three = group["matches"]
    assert [one["id"], two["id"], three["id"]] == ["m9", "m2", "m3"]
    assert list(two) == [
        *("id", "round", "table", "seats", "status", "played_on", "sheet", "revision", "result", "sat")
    ]
    assert json.dumps(two["sheet"]["deals"][0]) == (
        '{"bids": [12, 12], "tricks": [14, 13], "trump": "none", "points": [20, 10], "caller": 1}'
    )
    assert json.dumps(two["sheet"]["penalties"]) == '[{"seat": 0, "kind": "renege", "deal": 1}]'
    assert "sat" not in one and "penalties" not in one["sheet"]
    assert list(three) == ["id", "round", "table", "seats", "due_on", "status", "revision", "absent"]
    assert three["absent"] == ["cleo", "dev"]  # in seat order


def test_an_export_is_its_own_export() -> None:
    for document in (CLUB_WITH_EVERYTHING, MINIMAL, RIVERSIDE):
        once = write_document(document)
        assert write_document(once) == once
        assert find_mistakes(once) == []


def test_bytes_are_utf_8_with_characters_as_themselves_and_one_newline() -> None:
    document = build_league("ann bob", [])
    replace_at(document, "players.0.name", 'Ænn 明 👑 \u200eشيماء \\ " /')
    text = write_document(document).decode("utf-8")
    assert '"name": "Ænn 明 👑 \u200eشيماء \\\\ \\" /"' in text
    assert text.endswith("\n}\n") and "\r" not in text and "\\u" not in text
    assert text.splitlines()[1] == ' "format": "boolie-club/1",'


def test_a_seasons_settings_are_written_only_where_they_differ() -> None:
    document = build_league("ann bob", [], game="skuck", options={}, rules={})
    document["competitions"][0]["seasons"][0] |= {
        "game": "skuck",
        "options": {"deals": 4},
        "rules": {"promoted": 2},
    }
    [one] = export_document(document)["competitions"][0]["seasons"]
    assert not {"game", "options", "rules"} & set(one)
    replace_at(document, "competitions.0.options", {"deals": 6})
    [one] = export_document(document)["competitions"][0]["seasons"]
    assert one["options"] == {}  # the default, where the competition's is another


def test_no_forfeit_score_is_written_where_the_game_has_one() -> None:
    document = export_document(build_league("ann bob", [], rules={"forfeit_score": None}))
    assert document["competitions"][0]["rules"]["forfeit_score"] is None
    assert export_document(document) == document


def test_records_are_read_with_their_dates_and_keys() -> None:
    book = read_snapshot(CLUB_WITH_EVERYTHING)
    match = book.matches["m2"]
    key = SeasonKey("zz", 1)
    assert match.division == DivisionKey(key, 1, 1)
    assert match.played_on == date(2026, 1, 6)
    assert (match.sat, book.matches["m9"].sat) == (("eva", "ann"), ())
    assert book.entries[EntryKey(key, 1, "bob")].left


def test_an_opened_season_by_itself_has_its_competitions_settings() -> None:
    book = read_snapshot(build_league("ann bob", [], rules={"promoted": 1}))
    assert book.seasons[SEASON].rules["promoted"] == 1  # type: ignore[index]
    assert read_snapshot(build_league("ann bob", [], state="draft")).seasons[SEASON].rules is None


TABLE_RULES = {"points": {"places": {"10": [0] * 10, "4": [4, 3, 2, 1], "3": [3, 1, -1]}}, "table_size": 3}


def test_table_size_and_points_by_places_are_written_in_one_order() -> None:
    document = build_club(
        {**build_competition(kind="tournament"), "game": "hucklebuck", "rules": TABLE_RULES}
    )
    rules = export_document(document)["competitions"][0]["rules"]
    assert list(rules)[-1] == "table_size"
    assert list(rules["points"]) == ["win", "draw", "loss", "places"]
    assert list(rules["points"]["places"]) == ["3", "4", "10"]  # in whatever order a database gives them
    once = write_document(document)
    assert write_document(once) == once


@pytest.mark.parametrize("nothing", [{}, {"table_size": None, "points": {"places": None}}])
def test_a_file_that_wants_nothing_of_tables_says_nothing_of_them(nothing: dict[str, Any]) -> None:
    rules = export_document(build_league("ann bob", [], rules=nothing))["competitions"][0]["rules"]
    assert "table_size" not in rules and list(rules["points"]) == ["win", "draw", "loss"]


def test_a_file_of_before_there_were_such_rules_is_written_as_it_was() -> None:
    whole = write_document(RIVERSIDE)
    assert b"table_size" not in whole and b"variants" not in whole
    [league] = json.loads(whole)["competitions"]
    assert "places" not in league["rules"]["points"]
