"""The score of a sheet that is still being written."""

from typing import Any

from games import registry
from league.rules.rule_checks import parse_rules
from league.rules.running_score import calculate_running_score
from league.rules.snapshot import Settings
from tests.rules.skat_lists import build_deal

SKUCK = registry.get("skuck")
SETTINGS = Settings(SKUCK, SKUCK.Options(), parse_rules({}, SKUCK))


def deal(tricks: int = 11, **more: Any) -> dict[str, Any]:
    return {"bids": [16, 16], "tricks": [tricks, 27 - tricks], **more}


def run(*deals: dict[str, Any], **lists: Any) -> tuple[list[int] | None, list[str]]:
    """Return the scores, and where something is wrong."""
    running = calculate_running_score(SETTINGS, {"deals": list(deals), **lists}, 2)
    scores = [seat.score for seat in running.score.seats] if running.score else None
    return scores, [problem.path for problem in running.problems]


def test_deal_that_is_wrong_or_unfinished_is_left_out_and_the_others_count() -> None:
    others = run(deal(), deal())[0]
    assert run(deal(), {"bids": [16, None]}, deal())[0] == others
    assert run(deal(), deal(tricks=28), deal()) == (
        others,
        ["sheet.deals.1.tricks.0", "sheet.deals.1.tricks.1"],
    )
    running = calculate_running_score(SETTINGS, {"deals": [deal(28), *[deal()] * 3]}, 2)
    assert (running.deals, running.played, running.is_complete) == ([1, 2, 3], 3, False)


def test_penalty_counts_whether_or_not_its_deal_does() -> None:
    fine = {"seat": 0, "kind": "renege"}
    with_penalty = run(deal(), deal(), penalties=[fine])[0]
    for number in range(3):
        assert run(deal(), deal(28), deal(), penalties=[{**fine, "deal": number}])[0] == with_penalty, number


def test_rounds_of_unequal_length_keep_theirs_and_hands_that_build_on_others_end_before_a_wrong_one() -> None:
    bids = {"bids": [0, 0]}
    rounds = [{**bids, "tricks": [cards, 0]} for cards in (1, 9, 3)]
    assert score_of("skull-king", *rounds) == (["-10", "", "-30"], ["10", "", "30"])
    hands = [{"tricks": tricks} for tricks in ([5, 0], [6, 0], [1, 4])]
    assert score_of("hucklebuck", *hands) == (["5"], ["0"])


def score_of(key: str, *deals: dict[str, Any], seats: int = 2) -> tuple[list[str], ...]:
    """Return by seat what each deal is worth that counts."""
    game = registry.get(key)
    settings = Settings(game, game.Options(), parse_rules({}, game))
    running = calculate_running_score(settings, {"deals": list(deals)}, seats)
    assert running.score
    by_number = [dict(zip(running.deals, seat.deal_scores, strict=True)) for seat in running.score.seats]
    return tuple([str(own.get(number, "")) for number in range(max(running.deals) + 1)] for own in by_number)


def test_what_may_be_left_out_is_left_out_where_it_is_wrong() -> None:
    both = run(deal(), deal())[0]
    assert run(deal(trump="nuts"), deal()) == (both, ["sheet.deals.0.trump"])
    assert run(deal(), deal(), penalties=[{"seat": 9, "kind": "renege", "deal": 0}])[0] == both


def test_deal_that_lacks_what_its_game_needs_is_left_out_as_a_whole() -> None:
    null = {"declarer": 0, "bid": 18, "game": "null"}  # which needs tricks, as others do not
    assert score_of("international-skat", build_deal(1, True), null, seats=3) == (["0"], ["18"], ["0"])


def test_list_of_bonuses_that_is_too_short_is_left_out_with_what_is_wrong_in_it() -> None:
    played = {"bids": [0, 1], "tricks": [0, 1]}
    assert score_of("skull-king", {**played, "bonus": [{"pirates": "many"}]}) == score_of(
        "skull-king", played
    )


def test_sheet_that_cannot_be_read_has_problems_and_no_score() -> None:
    running = calculate_running_score(SETTINGS, {"deals": "x"}, 2)
    assert running.score is None and not running.is_complete and running.played == 0
    assert [problem.path for problem in running.problems] == ["sheet.deals"]
