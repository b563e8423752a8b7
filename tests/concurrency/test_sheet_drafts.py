"""Players at one table enter and save at the same time: real processes, a real database."""

from __future__ import annotations

from typing import Any

from tests.concurrency.installation import Installation


def make_matches(installation: Installation, count: int) -> list[str]:
    made: list[str] = installation.run_task("make_league_matches", club="riverside", divisions=2, entries=9)
    installation.run_task("give_accounts", matches=made[:count])
    return made[:count]


def act(installation: Installation, matches: list[str], *works: dict[str, Any]) -> list[list[str]]:
    return installation.run_in_lockstep(
        len(matches), *(("act_at_tables", {"matches": matches} | work) for work in works)
    )


def test_two_players_who_bid_at_once_have_both_bid(installation: Installation, repetitions: int) -> None:
    matches = make_matches(installation, repetitions // 2)
    answers = act(
        installation,
        matches,
        {"seat": 0, "what": "bid", "number": 13},
        {"seat": 1, "what": "bid", "number": 14},
    )
    assert answers == [["done"] * len(matches)] * 2
    kept = [bids for bids, _texts in installation.run_task("list_sheet_drafts", matches=matches)]
    assert kept == [{"0": {"0": [13], "1": [14]}}] * len(matches)


def test_a_bid_is_changed_before_the_other_comes_in_or_not_at_all(
    installation: Installation, repetitions: int
) -> None:
    matches = make_matches(installation, repetitions // 2)
    act(installation, matches, {"seat": 0, "what": "bid", "number": 13})
    changed, bid = act(
        installation,
        matches,
        {"seat": 0, "what": "bid", "number": 20},
        {"seat": 1, "what": "bid", "number": 14},
    )
    assert set(bid) == {"done"} and set(changed) <= {"done", "bids-fixed"}
    kept = [bids["0"] for bids, _texts in installation.run_task("list_sheet_drafts", matches=matches)]
    assert kept == [{"0": [20 if answer == "done" else 13], "1": [14]} for answer in changed]


def test_of_two_sheets_saved_at_once_one_is_shown_to_the_other(
    installation: Installation, repetitions: int
) -> None:
    """A bid that comes in beside them is kept, too."""
    matches = make_matches(installation, repetitions // 2)
    one, other, bid = act(
        installation,
        matches,
        {"seat": 0, "what": "save"},
        {"seat": 1, "what": "save"},
        {"seat": 1, "what": "bid", "number": 14},
    )
    assert set(bid) == {"done"}
    kept = installation.run_task("list_sheet_drafts", matches=matches)
    for first, second, (bids, texts) in zip(one, other, kept, strict=True):
        assert sorted([first, second]) == ["done", "draft-changed"]
        assert texts == {"deals-0-bids-0": "0" if first == "done" else "1"}
        assert bids == {"0": {"1": [14]}}
