"""Random tournaments of paired rounds: their files come in, go out and come in again as the same bytes."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.clubfile.documents import JSON, build_division, build_played_match, build_sheet_for_scores
from tests.clubfile.tournaments import build_pairing, build_tournament
from tests.commands.console import import_document, run_command, run_export, run_on_file
from tests.scenarios import discard_changes

pytestmark = pytest.mark.django_db

PLAYERS = [f"p{number}" for number in range(1, 8)]
BYE_KINDS, BYE_ORIGINS = ["pairing", "full", "half", "zero"], ["system", "request", "no-show"]
DATA = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text("añ≤ {}", max_size=4),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.text("abz", max_size=3), inner, max_size=3)
    ),
    max_leaves=5,
)
OBJECTS = st.dictionaries(st.text("abz", min_size=1, max_size=3), DATA, max_size=4)


@st.composite
def drawn_byes(draw: st.DrawFn, players: list[str]) -> list[JSON]:
    """Draw byes of some of these players, with or without what may be left out."""
    return [
        {
            "entry": player,
            "kind": draw(st.sampled_from(BYE_KINDS)),
            **draw(
                st.fixed_dictionaries(
                    {},
                    optional={"origin": st.sampled_from(BYE_ORIGINS), "points": st.integers(0, 100_000)},
                )
            ),
        }
        for player in players
        if draw(st.booleans())
    ]


@st.composite
def tournaments(draw: st.DrawFn) -> JSON:
    """Draw a tournament of two divisions: rounds that are finished, then perhaps one that is not, then planned ones."""
    finished = draw(st.integers(0, 2))
    states = ["finished"] * finished + draw(st.sampled_from([[], ["paired"], ["published"]]))
    states += ["planned"] * draw(st.integers(0, 2))
    groups = {1: PLAYERS[:4], 2: PLAYERS[4:]}
    matches: dict[int, list[JSON]] = {level: [] for level in groups}
    rounds = []
    for number, state in enumerate(states, 1):
        tables, pairings, byes = 0, {}, []
        for level, group in groups.items() if state != "planned" else ():
            order = draw(st.permutations(group))
            pairs = [order[start : start + 2] for start in range(0, 2 * draw(st.integers(0, 2)), 2)]
            pairs = [pair for pair in pairs if len(pair) == 2]
            idle = order[2 * len(pairs) :]
            pairing = build_pairing(*map(" ".join, pairs), byes=" ".join(idle), settings=draw(OBJECTS))
            pairings[str(level)] = {**pairing, "seed": draw(st.integers(0, 2**63 - 1))}
            byes += draw(drawn_byes(idle)) if state != "paired" else []
            legs = draw(st.integers(1, 2)) if state != "paired" else 0
            for pair in pairs:
                tables += 1
                for leg in range(1, legs + 1):
                    seats = pair if leg == 1 else pair[::-1]
                    match: JSON = {"round": number, "table": tables, "leg": leg, "paired": True}
                    key = f"r{number}t{tables}l{leg}"
                    played = build_played_match(key, " ".join(seats), build_sheet_for_scores(-4, -6), **match)
                    open_match = {"id": key, "seats": seats, **match}
                    matches[level].append(
                        played if state == "finished" or draw(st.booleans()) else open_match
                    )
        due = {"due_on": f"2026-0{number}-01"} if draw(st.booleans()) else {}
        rounds.append(
            {
                "number": number,
                "state": state,
                "byes": byes,
                **due,
                **({"pairings": pairings} if pairings else {}),
            }
        )
    divisions = [
        build_division(" ".join(group), matches[level], level=level) for level, group in groups.items()
    ]
    return build_tournament(
        *divisions,
        rounds=draw(st.permutations(rounds)),
        name="Spring",
        state=draw(st.sampled_from(["open", "draft"])),
    )


@given(tournaments())
def test_tournament_comes_in_and_goes_out_as_the_same_bytes(document: JSON) -> None:
    with discard_changes():
        import_document(document)
        exported = run_export("club")
        assert import_document(exported)["changed"] == {}
        assert run_export("club") == exported
        assert run_command("verify", "club").code == 0
    with discard_changes():
        import_document(exported)
        assert run_export("club") == exported
        assert run_on_file("verify", exported).code == 0
