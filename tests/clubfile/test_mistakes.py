"""Every kind of mistake that a club file can hold, each named by its path and nothing else with it."""

import json
from dataclasses import replace
from typing import Any

from league.clubfile import reader
from league.rules.validation import check_snapshot
from tests.clubfile.documents import (
    RIVERSIDE,
    build_club,
    build_competition,
    build_division,
    build_forfeited_match,
    build_league,
    build_played_match,
    build_season,
    build_sheet,
    build_sheet_for_scores,
    encode_document,
    find_mistakes,
    load_riverside,
    replace_at,
)

SEASON = "competitions.0.seasons.0"
DIVISION = f"{SEASON}.divisions.0"
MATCH = f"{DIVISION}.matches.0"  # ann against dev, played
POINTS = "competitions.0.rules.points"
SCHEDULED = "competitions.0.seasons.2.divisions.0.matches.5"
PLAYED_NOW = "competitions.0.seasons.2.divisions.0.matches.0"  # finn against bob, in the open season
SAID = f"{MATCH}.confirmation"
ENTERED = {"entered_on": "2025-01-07", "entered_by": "ann"}
ENTERED_BY_JO = {"entered_on": "2025-09-30", "entered_by": "jo"}

# One place of the riverside file changed (`...`: left out): what, to what, the path named, part of the message.
MISTAKES: list[tuple[str, Any, str, str]] = [
    # the file and the club
    ("format", "boolie-club/2", "format", "boolie-club/1"),
    ("format", ..., "format", "Missing: format"),
    ("club", ..., "club", "Missing: club"),
    ("club", "riverside", "club", "object"),
    ("club", None, "club", "object"),
    ("colour", "red", "colour", "Unknown field: colour"),
    ("club.colour", "red", "club.colour", "Unknown field"),
    ("club.a.b", 1, "club.a.b", "Unknown field"),
    ("club.slug", ..., "club.slug", "Missing"),
    ("club.slug", "river side", "club.slug", "letters, digits and -"),
    ("club.slug", "-riverside", "club.slug", "begin with a letter or digit"),
    ("club.slug", "riverside\n", "club.slug", "letters, digits and -"),
    ("club.slug", "", "club.slug", "letters, digits and -"),
    ("club.slug", "x" * 101, "club.slug", "at most 100"),
    ("club.name", "", "club.name", "1 to 80 characters, not 0"),
    ("club.name", "x" * 81, "club.name", "1 to 80 characters, not 81"),
    ("club.name", " \u00a0\u200b", "club.name", "visible character"),
    ("club.timezone", "Mars/Olympus", "club.timezone", "Unknown time zone"),
    ("club.timezone", "localtime", "club.timezone", "Unknown time zone"),
    ("club.timezone", "../../etc/passwd", "club.timezone", "Unknown time zone"),
    ("club.timezone", "", "club.timezone", "Unknown time zone"),
    ("club.timezone", 3, "club.timezone", "text"),
    # players
    ("players", {}, "players", "list"),
    ("players.0", "ann", "players.0", "object"),
    ("players.0", None, "players.0", "object"),
    ("players.3.name", ..., "players.3.name", "Missing"),
    ("players.3.name", 7, "players.3.name", "text"),
    ("players.3.name", "a\x00b", "players.3.name", "U+0000"),
    ("players.3.name", "a\nb", "players.3.name", "U+000A"),
    ("players.3.name", "a\u2028b", "players.3.name", "U+2028"),
    ("players.3.name", "a\ud800b", "players.3.name", "U+D800"),
    ("players.3.nickname", "x", "players.3.nickname", "Unknown field"),
    ("players.3.user", 1, "players.3.user", "Unknown field"),
    # competitions
    ("competitions", None, "competitions", "list"),
    ("competitions.0.slug", "skuck/league", "competitions.0.slug", "letters, digits and -"),
    ("competitions.0.slug", "matches", "competitions.0.slug", "choose another word"),
    ("competitions.0.name", "\t", "competitions.0.name", "U+0009"),
    ("competitions.0.kind", "cup", "competitions.0.kind", "league, tournament"),
    ("competitions.0.game", ..., "competitions.0.game", "Missing"),
    ("competitions.0.game", "chess", "competitions.0.game", "No game called chess"),
    ("competitions.0.game", ["skuck"], "competitions.0.game", "text"),
    ("competitions.0.options", [], "competitions.0.options", "object"),
    ("competitions.0.options", None, "competitions.0.options", "object"),
    ("competitions.0.options.deals", 0, "competitions.0.options.deals", "less than 1"),
    ("competitions.0.options.deals", True, "competitions.0.options.deals", "whole number"),
    ("competitions.0.options.jokers", 2, "competitions.0.options.jokers", "Unknown field"),
    ("competitions.0.rules", None, "competitions.0.rules", "object"),
    ("competitions.0.rules.relegation", 2, "competitions.0.rules.relegation", "Unknown field"),
    ("competitions.0.rules.promoted", -1, "competitions.0.rules.promoted", "less than 0"),
    ("competitions.0.rules.relegated", "2", "competitions.0.rules.relegated", "whole number"),
    ("competitions.0.rules.meetings", 0, "competitions.0.rules.meetings", "less than 1"),
    ("competitions.0.rules.division_size", 1, "competitions.0.rules.division_size", "less than 2"),
    ("competitions.0.rules.ranking", [], "competitions.0.rules.ranking", "at least 1"),
    ("competitions.0.rules.ranking.1", "luck", "competitions.0.rules.ranking.1", "average, score"),
    ("competitions.0.rules.points", 3, "competitions.0.rules.points", "object"),
    ("competitions.0.rules.points", {"win": 2.0}, "competitions.0.rules.points.win", "whole number"),
    ("competitions.0.rules.points", {"tie": 1}, "competitions.0.rules.points.tie", "Unknown field"),
    (POINTS, {"places": {"2": [2.0, 1]}}, f"{POINTS}.places.2.0", "whole number"),
    (POINTS, {"places": {"2": [1001, 1]}}, f"{POINTS}.places.2.0", "more than 1000"),
    (POINTS, {"places": []}, f"{POINTS}.places", "object"),
    (POINTS, {"places": {}}, f"{POINTS}.places", "No table size has points"),
    (POINTS, {"places": {"two": [2, 1]}}, f"{POINTS}.places.two", "two is not a table size"),
    (POINTS, {"places": {"21": [1] * 21}}, f"{POINTS}.places.21", "tables have 2 to 20 seats"),
    (POINTS, {"places": {"2": [3, 2, 1]}}, f"{POINTS}.places.2", "2 places; points are given for 3"),
    (POINTS, {"places": {"2": [1, 2]}}, f"{POINTS}.places.2", "a lower place gets more points"),
    ("competitions.0.rules.table_size", 3, "competitions.0.rules.table_size", "2 players, not 3"),
    ("competitions.0.rules.table_size", 1, "competitions.0.rules.table_size", "less than 2"),
    ("competitions.0.rules.table_size", 21, "competitions.0.rules.table_size", "more than 20"),
    ("competitions.0.rules.table_size", "2", "competitions.0.rules.table_size", "whole number"),
    ("competitions.0.rules.vacancies", "none", "competitions.0.rules.vacancies", "relegate-fewer"),
    ("competitions.0.rules.forfeit_score", "-5", "competitions.0.rules.forfeit_score", "whole number"),
    ("competitions.0.rules.min_played", None, "competitions.0.rules.min_played", "whole number"),
    ("competitions.0.seasons", "three", "competitions.0.seasons", "list"),
    # seasons
    (f"{SEASON}.number", ..., f"{SEASON}.number", "Missing"),
    (f"{SEASON}.number", 0, f"{SEASON}.number", "less than 1"),
    (f"{SEASON}.number", 10**20, f"{SEASON}.number", "more than 1000000"),
    (f"{SEASON}.number", 2, "competitions.0.seasons.1.number", "listed twice"),
    (f"{SEASON}.state", "finished", f"{SEASON}.state", "draft, open, closed"),
    (f"{SEASON}.starts_on", "2025-13-01", f"{SEASON}.starts_on", "2026-01-31"),
    (f"{SEASON}.starts_on", "0000-00-00", f"{SEASON}.starts_on", "2026-01-31"),
    (f"{SEASON}.starts_on", "20250106", f"{SEASON}.starts_on", "2026-01-31"),
    (f"{SEASON}.starts_on", "2025-01-06T00:00", f"{SEASON}.starts_on", "2026-01-31"),
    (f"{SEASON}.starts_on", "2025-01-06\n", f"{SEASON}.starts_on", "2026-01-31"),
    (f"{SEASON}.starts_on", "２０２５-01-06", f"{SEASON}.starts_on", "2026-01-31"),
    (f"{SEASON}.starts_on", 20250106, f"{SEASON}.starts_on", ""),
    (f"{SEASON}.starts_on", None, f"{SEASON}.starts_on", ""),
    (f"{SEASON}.ends_on", "2024-12-31", f"{SEASON}.ends_on", "before it starts on 2025-01-06"),
    (f"{SEASON}.lot", -1, f"{SEASON}.lot", "less than 0"),
    (f"{SEASON}.lot", 2**63, f"{SEASON}.lot", "more than"),
    (f"{SEASON}.lot", "7", f"{SEASON}.lot", "whole number"),
    (f"{SEASON}.game", "chess", f"{SEASON}.game", "No game called chess"),
    (f"{SEASON}.options", {"deals": 101}, f"{SEASON}.options.deals", "more than 100"),
    (f"{SEASON}.rules", {"ranking": "lot"}, f"{SEASON}.rules.ranking", "list"),
    (f"{SEASON}.rules", {"promoted": 3}, f"{SEASON}.divisions.1.entries", "3 promoted and 3 relegated"),
    (f"{SEASON}.rules", {"promoted": 1, "relegated": 2}, f"{SEASON}.rules.relegated", "Promoted (1)"),
    (f"{SEASON}.divisions", ..., f"{SEASON}.divisions", "Missing"),
    (f"{SEASON}.divisions", {"A": []}, f"{SEASON}.divisions", "list"),
    (f"{SEASON}.report", [], f"{SEASON}.report", "object"),
    (f"{SEASON}.report", None, f"{SEASON}.report", "object"),
    (f"{SEASON}.competition", "skuck-league", f"{SEASON}.competition", "Unknown field: competition"),
    (f"{SEASON}.movements", [], f"{SEASON}.movements", "Unknown field"),
    # divisions and entries
    (f"{DIVISION}.level", 2, f"{SEASON}.divisions.1.level", "listed twice"),
    (f"{DIVISION}.level", "1", f"{DIVISION}.level", "whole number"),
    (f"{DIVISION}.name", None, f"{DIVISION}.name", "text"),
    (f"{DIVISION}.entries", ..., f"{DIVISION}.entries", "Missing"),
    (f"{DIVISION}.matches", None, f"{DIVISION}.matches", "list"),
    (f"{DIVISION}.entries.0.seed", 0, f"{DIVISION}.entries.0.seed", "less than 1"),
    (f"{DIVISION}.entries.0.left", "yes", f"{DIVISION}.entries.0.left", "true or false"),
    (f"{DIVISION}.entries.0.left", 1, f"{DIVISION}.entries.0.left", "true or false"),
    (f"{DIVISION}.entries.0.lot", "0F", f"{DIVISION}.entries.0.lot", "digits 0-9 and a-f"),
    (f"{DIVISION}.entries.0.lot", "0" * 65, f"{DIVISION}.entries.0.lot", "1 to 64"),
    (f"{DIVISION}.entries.0.penalties", {}, f"{DIVISION}.entries.0.penalties", "list"),
    (
        f"{DIVISION}.entries.0.penalties",
        [{"score": -2}],
        f"{DIVISION}.entries.0.penalties.0.score",
        "less than 0",
    ),
    (f"{DIVISION}.entries.0.penalties", [{"why": ""}], f"{DIVISION}.entries.0.penalties.0.why", "Unknown"),
    (
        f"{DIVISION}.entries.0.penalties",
        [{"reason": "x" * 2001}],
        f"{DIVISION}.entries.0.penalties.0.reason",
        "longer than 2000",
    ),
    # matches
    (f"{MATCH}.id", "m2", f"{DIVISION}.matches.1.id", "m2 is listed twice"),
    (f"{MATCH}.id", "m 1", f"{MATCH}.id", "letters, digits and -"),
    (f"{MATCH}.id", 1, f"{MATCH}.id", "text"),
    (f"{MATCH}.round", 0, f"{MATCH}.round", "less than 1"),
    (f"{MATCH}.table", 1.0, f"{MATCH}.table", "whole number"),
    (f"{MATCH}.seats", ..., f"{MATCH}.seats", "Missing"),
    (f"{MATCH}.seats", "ann dev", f"{MATCH}.seats", "list"),
    (f"{MATCH}.seats", ["ann"], f"{MATCH}.seats", "2 players, not 1"),
    (f"{MATCH}.seats", [], f"{MATCH}.seats", "2 players, not 0"),
    (f"{MATCH}.seats.1", "ann", f"{MATCH}.seats.1", "ann sits at this table already"),
    (f"{MATCH}.seats.1", "eva", f"{MATCH}.seats.1", "eva is not entered in this division"),
    (f"{MATCH}.seats.1", "nobody", f"{MATCH}.seats.1", "nobody is not entered"),
    (f"{MATCH}.seats.1", None, f"{MATCH}.seats.1", "text"),
    (f"{MATCH}.due_on", "soon", f"{MATCH}.due_on", "2026-01-31"),
    (f"{MATCH}.status", "plaid", f"{MATCH}.status", "scheduled, played, forfeit, void"),
    (f"{MATCH}.played_on", ..., f"{MATCH}.played_on", "A played match needs this"),
    (f"{MATCH}.played_on", "2025-02-30", f"{MATCH}.played_on", "2026-01-31"),
    (f"{MATCH}.sheet", ..., f"{MATCH}.sheet", "A played match needs this"),
    (f"{MATCH}.sheet", [], f"{MATCH}.sheet", "object"),
    (f"{MATCH}.sheet", {}, f"{MATCH}.sheet.deals", "Missing"),
    (f"{MATCH}.sheet.deals", [], f"{MATCH}.sheet", "0 of 4"),
    (f"{MATCH}.sheet.deals.3", ..., f"{MATCH}.sheet", "3 of 4"),
    (
        f"{MATCH}.sheet.deals.2.tricks.0",
        13,
        f"{MATCH}.sheet.deals.2.tricks",
        "add up to 26 – they must total 27",
    ),
    (f"{MATCH}.sheet.deals.2.bids.1", 28, f"{MATCH}.sheet.deals.2.bids.1", "more than 27"),
    (f"{MATCH}.sheet.deals.2.comment", "hm", f"{MATCH}.sheet.deals.2.comment", "Unknown field"),
    (
        f"{MATCH}.sheet.penalties",
        [{"seat": 2, "kind": "renege"}],
        f"{MATCH}.sheet.penalties.0.seat",
        "more than 1",
    ),
    (f"{MATCH}.revision", 0, f"{MATCH}.revision", "cannot have revision 0"),
    (f"{MATCH}.revision", -1, f"{MATCH}.revision", "less than 0"),
    (f"{MATCH}.revision", "1", f"{MATCH}.revision", "whole number"),
    (f"{MATCH}.result", "won", f"{MATCH}.result", "object"),
    (f"{MATCH}.absent", ["ann"], f"{MATCH}.absent", "A played match can't have this"),
    (f"{MATCH}.absent", "ann", f"{MATCH}.absent", "list"),
    (f"{MATCH}.sat", ["cleo"], f"{MATCH}.sat", "each of the 2 seats, not 1"),
    (f"{MATCH}.sat", ["cleo", "zoe"], f"{MATCH}.sat.1", "no player with the ID zoe"),
    (f"{MATCH}.sat", ["dev", "dev"], f"{MATCH}.sat.1", "dev sits at this table already"),
    (f"{SCHEDULED}.revision", 1, f"{SCHEDULED}.revision", "0 while scheduled"),
    (f"{SCHEDULED}.sheet", {}, f"{SCHEDULED}.sheet", "A scheduled match can't have this"),
    (f"{SCHEDULED}.result", {}, f"{SCHEDULED}.result", "A scheduled match can't have this"),
    (f"{SCHEDULED}.played_on", "2025-10-01", f"{SCHEDULED}.played_on", "A scheduled match can't have this"),
    (f"{SCHEDULED}.sat", ["ann", "ann"], f"{SCHEDULED}.sat.1", "ann sits at this table already"),
    (f"{SCHEDULED}.status", "forfeit", f"{SCHEDULED}.absent", "A forfeit match needs this"),
    ("competitions.0.seasons.2.state", "closed", f"{SCHEDULED}.status", "this one is missing"),
    # what players say of results
    (SAID, "ann", SAID, "object"),
    (SAID, {}, f"{SAID}.entered_on", "Missing"),
    (SAID, {**ENTERED, "entered_on": "yesterday"}, f"{SAID}.entered_on", "Write the date like"),
    (SAID, {**ENTERED, "entered_by": "eva"}, f"{SAID}.entered_by", "eva has no seat here"),
    (SAID, {**ENTERED, "confirmed_by": "eva"}, f"{SAID}.confirmed_by", "eva has no seat here"),
    (SAID, {**ENTERED, "confirmed_by": "ann"}, f"{SAID}.confirmed_by", "ann entered this result"),
    (SAID, {**ENTERED, "disputed_by": "ann"}, f"{SAID}.disputed_by", "ann entered this result"),
    (
        f"{PLAYED_NOW}.confirmation",
        {"entered_on": "2025-07-08", "confirmed_by": "bob", "disputed_by": "bob"},
        f"{PLAYED_NOW}.confirmation.confirmed_by",
        "neither waits",
    ),
    (SAID, {**ENTERED, "reason": "No"}, f"{SAID}.reason", "Only a disputed result"),
    (SAID, {**ENTERED, "version": {"played_on": "2025-01-07"}}, f"{SAID}.version.sheet", "Missing"),
    (SAID, {**ENTERED, "disputed_by": "dev"}, f"{SAID}.disputed_by", "In a closed season"),
    (
        f"{PLAYED_NOW}.confirmation",
        {
            "entered_on": "2025-07-08",
            "disputed_by": "bob",
            "version": {"sheet": {"deals": []}, "played_on": "2025-07-08"},
        },
        f"{PLAYED_NOW}.confirmation.version.sheet",
        "not finished",
    ),
    (f"{SCHEDULED}.confirmation", ENTERED_BY_JO, f"{SCHEDULED}.confirmation", "only a played match"),
    (
        f"{SCHEDULED}.confirmation",
        {**ENTERED_BY_JO, "waiting": {"sheet": build_sheet_for_scores(-4, -6), "played_on": "2025-09-30"}},
        f"{SCHEDULED}.confirmation.waiting",
        "is not wait",
    ),
]


def test_one_mistake_is_named_by_its_path() -> None:
    told_otherwise = {}
    for place, value, path, message in MISTAKES:
        document = load_riverside()
        if place == "club.a.b":
            document["club"]["a.b"] = value
        else:
            replace_at(document, place, value)
        mistakes = find_mistakes(document)
        named = [mistake for mistake in mistakes if mistake[0] == path and message in mistake[1]]
        if not named or {mistake[0].rsplit(".", 1)[-1] for mistake in mistakes} != {path.rsplit(".", 1)[-1]}:
            told_otherwise[place, str(value)[:20]] = mistakes
    assert told_otherwise == {}


def test_the_mistakes_of_hand_made_records_are_named_too() -> None:
    def place(path: str) -> str:
        return f"competitions.0.seasons.0.divisions.0.{path}"

    absent = [
        build_forfeited_match("m1", "ann bob", "cleo ann ann"),
        build_forfeited_match("m2", "ann bob", ""),
    ]
    assert find_mistakes(build_league("ann bob cleo", absent)) == [
        (place("matches.0.absent.0"), "cleo has no seat here."),
        (place("matches.0.absent.2"), "ann is listed twice."),
        (place("matches.1.absent"), "A forfeit match needs this: absent."),
    ]
    void = {
        "id": "m1",
        "seats": ["ann", "bob"],
        "status": "void",
        "sheet": {},
        "absent": ["ann"],
        "result": {},
    }
    assert [path for path, _message in find_mistakes(build_league("ann bob", [void]))] == [
        place("matches.0.sheet"),
        place("matches.0.absent"),
        place("matches.0.result"),
    ]
    unknown = build_league("ann bob", [])
    unknown["players"] = [{"id": "ann", "name": "Ann"}]
    assert find_mistakes(unknown) == [(place("entries.1.player"), "The club has no player with the ID bob.")]
    twice = build_club(
        build_competition(build_season(build_division("ann bob"), build_division("cleo ann", level=2)))
    )
    assert find_mistakes(twice) == [
        ("competitions.0.seasons.0.divisions.1.entries.1.player", "ann is listed twice.")
    ]


def test_what_stands_twice_is_named_at_the_second_place() -> None:
    document = load_riverside()
    document["players"].append({"id": "ann", "name": "Another Ann"})
    document["competitions"].append({"slug": "skuck-league", "name": "x", "game": "skuck"})
    assert [path for path, _message in find_mistakes(document)] == ["players.16.id", "competitions.1.slug"]


def test_a_match_id_is_unique_in_the_club() -> None:
    matches = [{"id": "m1", "seats": ["ann", "bob"]}]
    first = build_competition(build_season(build_division("ann bob", matches)))
    second = {**build_competition(build_season(build_division("ann bob", matches))), "slug": "cup"}
    assert find_mistakes(build_club(first, second)) == [
        ("competitions.1.seasons.0.divisions.0.matches.0.id", "m1 is listed twice.")
    ]


def test_a_draft_has_no_settings_of_its_own() -> None:
    document = build_league("ann bob", [], state="draft", game="skuck", options={}, rules={})
    document["competitions"][0]["seasons"][0] |= {"rules": {}, "game_version": 1}
    assert [path for path, _message in find_mistakes(document)] == [
        f"competitions.0.seasons.0.{name}" for name in ("game", "game_version", "options", "rules")
    ]


def test_a_draft_may_have_settings_that_cannot_work_yet() -> None:
    rules = {"promoted": 1, "relegated": 2}
    document = build_league("ann bob", [], state="draft", rules=rules)
    assert find_mistakes(document) == []
    replace_at(document, "competitions.0.seasons.0.state", "open")
    assert find_mistakes(document) == [
        (
            "competitions.0.rules.relegated",
            "Promoted (1) and relegated (2) must be the same number.",
        )
    ]
    replace_at(document, "competitions.0.kind", "tournament")
    assert find_mistakes(document) == []


def test_rules_that_only_the_club_has_are_named_by_their_competition() -> None:
    snapshot, _problems = reader.read_club_file(
        encode_document(build_league("ann bob", [], rules={"promoted": 1, "relegated": 2}))
    )
    assert snapshot
    stored = replace(snapshot.resolve_settings(), paths={})
    problems = check_snapshot(stored, list(stored.seasons)).problems
    assert [problem.path for problem in problems] == ["competitions.league.rules.relegated"]


def test_all_mistakes_of_a_file_are_listed_at_once() -> None:
    document = load_riverside()
    changes = [
        ("club.slug", "no slug"),
        ("players.0.name", ""),
        ("competitions.0.rules.promoted", "two"),
        (f"{SEASON}.starts_on", "yesterday"),
        (f"{DIVISION}.entries.0.seed", 0),
        (f"{MATCH}.sheet.deals.0.tricks.0", 12),
        (f"{DIVISION}.matches.1.seats.0", "Bob!"),
    ]
    for place, value in changes[1:]:
        replace_at(document, place, value)
    paths = [path for path, _message in find_mistakes(document)]
    assert paths == [place for place, _value in changes[1:] if "sheet" not in place]
    replace_at(document, *changes[0])  # a club that cannot be read hides nothing either
    assert [path for path, _message in find_mistakes(document)] == ["club.slug", *paths]


def test_what_is_no_club_file_at_all_is_said_in_one_line() -> None:
    cases: list[tuple[bytes, str]] = [
        (b"", "not valid JSON"),
        (b"Ann beat Bob", "not valid JSON"),
        (b"\xff\xfe{\x00}\x00", "not UTF-8 text (byte 0)"),
        (RIVERSIDE.replace(b"Ann Archer", b"Ann Arch\xe9r"), "not UTF-8 text (byte "),
        (RIVERSIDE[:-20], "not valid JSON"),
        (RIVERSIDE + b"{}", "not valid JSON"),
        (RIVERSIDE.replace(b'"id": "ann",', b'"id": "ann", "id": "bob",', 1), "the name 'id' is used twice"),
        (RIVERSIDE.replace(b"42048500", b"NaN"), "NaN is not a JSON number"),
        (RIVERSIDE.replace(b"42048500", b"-Infinity"), "-Infinity is not a JSON number"),
        (RIVERSIDE.replace(b"42048500", b"1e999"), "1e999 is not a JSON number"),
        (RIVERSIDE.replace(b"42048500", b"9" * 5000), "not valid JSON"),
        (b"[" * 100_000, "nested too deeply"),
        (b'{"a":' * 100_000 + b"1" + b"}" * 100_000, "nested too deeply"),
        (RIVERSIDE.replace(b"42048500", b"[" * 100 + b"]" * 100), "nested too deeply"),
        (b"[]", "object"),
        (b"null", "object"),
        (b'"boolie-club/1"', "object"),
    ]
    for written, message in cases:
        mistakes = [(path, message in text) for path, text in find_mistakes(written)]
        assert mistakes == [("", True)], (written, message)


def test_numbers_of_any_size_are_numbers() -> None:
    document = replace_at(load_riverside(), f"{SEASON}.lot", 10**4000)
    assert find_mistakes(document) == [(f"{SEASON}.lot", "Can't be more than 9223372036854775807.")]


def test_a_byte_order_mark_is_no_mistake() -> None:
    assert find_mistakes(b"\xef\xbb\xbf" + RIVERSIDE) == []


def test_names_that_look_like_markup_or_templates_are_names() -> None:
    for name in ("<b>Bob</b>", "{rank}", "%s", "'; DROP TABLE players; --", "👩‍👩‍👧", "محمد", "Ｚ" * 80):
        assert find_mistakes(replace_at(load_riverside(), "players.0.name", name)) == []


def test_a_sheet_that_is_half_right_is_no_match() -> None:
    document = build_league("ann bob", [build_played_match("m1", "ann bob", build_sheet((0, 0)))])
    assert find_mistakes(document) == [
        (
            "competitions.0.seasons.0.divisions.0.matches.0.sheet",
            "The match is not finished: 1 of 4 games are on the sheet.",
        )
    ]
    document["competitions"][0]["options"] = {"deals": 1}
    assert find_mistakes(document) == []


def test_a_seasons_own_options_count_not_its_competitions() -> None:
    document = build_league(
        "ann bob", [build_played_match("m1", "ann bob", build_sheet_for_scores(-4, -5))], options={"deals": 6}
    )
    assert [message for _path, message in find_mistakes(document)] == [
        "The match is not finished: 4 of 6 games are on the sheet."
    ]


def test_json_that_is_written_otherwise_is_the_same_file() -> None:
    assert find_mistakes(json.dumps(load_riverside(), indent=7).encode()) == []
    assert find_mistakes(encode_document(load_riverside())) == []
