"""Mistakes in what only the file of a ladder can have, each named by its path.

See docs/reference/club-file.md, Challenge.
"""

from __future__ import annotations

from typing import Any

import pytest

from tests.clubfile.documents import JSON, build_club, build_competition, build_division, build_season
from tests.clubfile.test_tournaments import SEASON, find_codes

DIVISION = f"{SEASON}.divisions.0"
CHALLENGES = f"{DIVISION}.challenges"
RULES = {"promoted": 0, "pairing": "ladder", "ranking": ["ladder"]}
MATCH = {"id": "m1", "table": 1, "seats": ["bob", "cleo"], "due_on": "2026-01-15"}
OTHER = {"id": "m2", "table": 2, "seats": ["ann", "dev"], "due_on": "2026-01-15"}
FORFEIT = {"status": "forfeit", "absent": ["bob"]}


def challenge(number: int = 1, pair: str = "cleo bob", **more: Any) -> JSON:
    one, other = pair.split()
    return {
        "number": number,
        "challenger": one,
        "challenged": other,
        "made_on": "2026-01-01",
        "match": "m1",
        **more,
    }


def declined(number: int = 1, **more: Any) -> JSON:
    made = challenge(number, state="declined", settled_on="2026-01-02", **more)
    return {name: value for name, value in made.items() if name != "match" or "match" in more}


def build_ladder(
    challenges: list[JSON], matches: list[JSON], rules: JSON = RULES, entry: JSON | None = None, **more: Any
) -> JSON:
    division = build_division("ann bob cleo dev", matches)
    division |= {"as_of": "2026-01-03", "challenges": challenges, **more}
    division["entries"][0] |= entry or {}
    season = build_season(division, starts_on="2026-01-01")
    return build_club(build_competition(season, kind="tournament", rules=rules))


def test_what_fits_together_is_taken() -> None:
    both = [challenge(), challenge(2, "dev ann", match="m2")]
    assert find_codes(build_ladder(both, [MATCH, OTHER])) == []
    assert find_codes(build_ladder([declined(), challenge(2)], [MATCH])) == []
    assert find_codes(build_ladder([], [MATCH])) == []  # to be played, and left over
    no_show = [challenge(settled_on="2026-01-03"), challenge(2, "cleo ann", match="m3")]
    later = OTHER | {"id": "m3", "seats": ["ann", "cleo"]}
    assert find_codes(build_ladder(no_show, [MATCH | FORFEIT, later])) == []
    left = {"left": True, "left_on": "2026-01-02", "joined_on": "2026-01-01"}
    assert find_codes(build_ladder([], [], entry=left)) == []


WRONG: dict[str, tuple[JSON, str, str]] = {
    "a number twice": (build_ladder([declined(), declined()], []), f"{CHALLENGES}.1.number", "twice"),
    "a day that is none": (
        build_ladder([challenge(made_on="1.1.")], [MATCH]),
        f"{CHALLENGES}.0.made_on",
        "date",
    ),
    "another state": (build_ladder([challenge(state="lost")], [MATCH]), f"{CHALLENGES}.0.state", "choice"),
    "a stranger": (
        build_ladder([declined(), challenge(2, "zoe bob")], []),
        f"{CHALLENGES}.1.challenger",
        "not-entered",
    ),
    "oneself": (
        build_ladder([declined() | {"challenged": "cleo"}], []),
        f"{CHALLENGES}.0.challenged",
        "own-challenge",
    ),
    "an open one without a match": (
        build_ladder([{k: v for k, v in challenge().items() if k != "match"}], []),
        f"{CHALLENGES}.0.match",
        "missing",
    ),
    "a settled one with a match": (
        build_ladder([declined(match="m1")], [MATCH]),
        f"{CHALLENGES}.0.match",
        "not-with-state",
    ),
    "a match that isn't there": (
        build_ladder([challenge(match="m9")], []),
        f"{CHALLENGES}.0.match",
        "unknown-match",
    ),
    "a match of others": (
        build_ladder([challenge(match="m2")], [OTHER]),
        f"{CHALLENGES}.0.match",
        "other-players",
    ),
    "a match twice": (
        build_ladder([challenge(), challenge(2)], [MATCH | FORFEIT]),
        f"{CHALLENGES}.1.match",
        "twice",
    ),
    "a match without a last day": (
        build_ladder([challenge()], [{k: v for k, v in MATCH.items() if k != "due_on"}]),
        f"{DIVISION}.matches.0.due_on",
        "missing",
    ),
    "declined on no day": (
        build_ladder([{k: v for k, v in declined().items() if k != "settled_on"}], []),
        f"{CHALLENGES}.0.settled_on",
        "missing",
    ),
    "settled, but open": (
        build_ladder([challenge(settled_on="2026-01-02")], [MATCH]),
        f"{CHALLENGES}.0.settled_on",
        "not-with-state",
    ),
    "two at once": (
        build_ladder(
            [challenge(), challenge(2, "dev bob", match="m2")], [MATCH, OTHER | {"seats": ["bob", "dev"]}]
        ),
        f"{CHALLENGES}.1.challenged",
        "challenged-already",
    ),
    "a result without a challenge": (
        build_ladder([], [MATCH | FORFEIT]),
        f"{DIVISION}.matches.0",
        "no-challenge",
    ),
    "a day of leaving of who stays": (
        build_ladder([], [], entry={"left_on": "2026-01-02"}),
        f"{DIVISION}.entries.0.left_on",
        "not-left",
    ),
    "rounds": (build_ladder([], [], RULES | {"rounds": 3}), "competitions.0.rules.rounds", "rounds"),
    "another first key": (
        build_ladder([], [], RULES | {"ranking": ["wins", "ladder"]}),
        "competitions.0.rules.ranking",
        "ladder-first",
    ),
    "too many places": (
        build_ladder([], [], RULES | {"ladder": {"places": 101}}),
        "competitions.0.rules.ladder.places",
        "range",
    ),
}


@pytest.mark.parametrize("case", WRONG)
def test_each_mistake_is_named_by_its_path(case: str) -> None:
    document, path, code = WRONG[case]
    assert (path, code) in find_codes(document), find_codes(document)


def test_other_competitions_have_none_of_it() -> None:
    swiss = {"promoted": 0, "pairing": "club", "rounds": 2}
    codes = find_codes(build_ladder([declined()], [], swiss, {"joined_on": "2026-01-02"}))
    assert codes == [
        (CHALLENGES, "not-a-ladder"),
        (f"{DIVISION}.as_of", "not-a-ladder"),
        (f"{DIVISION}.entries.0.joined_on", "not-a-ladder"),
    ]
    ladder = find_codes(build_ladder([], [], swiss | {"ladder": {}}))
    assert ladder[0] == ("competitions.0.rules.ladder", "not-a-ladder")
