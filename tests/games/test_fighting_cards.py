"""Fighting Cards by example: contracts made and lost, without the skat, passed out, who wins."""

from __future__ import annotations

from typing import Any

from games import Score, Step, canonical, get, parse, parse_options, score, warnings

FIGHTING_CARDS = get("fighting-cards")
PASSED_OUT: dict[str, Any] = {"declarer": None}


def build_contract(declarer: int, bid: int, points: int, **more: Any) -> dict[str, Any]:
    return {"declarer": declarer, "bid": bid, **more, "points": points}


def score_deals(*deals: dict[str, Any], **options: Any) -> Score:
    return score("fighting-cards", {"deals": list(deals)}, options)


def list_scores(result: Score) -> list[int]:
    return [seat.score for seat in result.seats]


def score_declarer(bid: int, points: int, *, hand: bool = False, **options: Any) -> int:
    return score_deals(build_contract(0, bid, points, hand=hand), **options).seats[0].score


def test_match_is_scored_deal_by_deal() -> None:
    result = score_deals(
        build_contract(1, 28, 31), PASSED_OUT, build_contract(1, 26, 20), build_contract(2, 21, 30)
    ).as_json()
    assert result["complete"] and result["details"] == {}
    assert result["seats"][1] == {
        "score": -69,
        "place": 3,
        "outcome": "loss",
        "deals": 3,
        "deal_scores": [231, None, -300, 0],
        "bids": 2,
        "bids_made": 1,
        "bid_total": 54,
        "tricks": None,
    }
    assert [seat["deal_scores"] for seat in result["seats"]] == [
        [0, None, 0, 0],
        [231, None, -300, 0],
        [0, None, 0, 80],
    ]
    assert [(seat["score"], seat["place"]) for seat in result["seats"]] == [(0, 2), (-69, 3), (80, 1)]


def test_bid_decides_the_bonus_and_what_each_point_short_costs() -> None:
    cases: list[tuple[int, int, int]] = [
        *((bid, 50, 20) for bid in (21, 25)),
        *((bid, 200, 50) for bid in (26, 30)),
        *((bid, 500, 100) for bid in (31, 35)),
        *((bid, 1000, 200) for bid in (36, 39)),
        (40, 1500, 500),
    ]
    for bid, bonus, cost in cases:
        assert score_declarer(bid, bid) == bid + bonus, (bid, bonus, cost)
        assert score_declarer(bid, 40) == 40 + bonus, (bid, bonus, cost)
        assert score_declarer(bid, bid - 1) == -cost, (bid, bonus, cost)
        assert score_declarer(bid, 0) == -cost * bid, (bid, bonus, cost)


def test_band_is_of_the_bid_and_not_of_the_points() -> None:
    assert score_declarer(39, 40) == 1040
    assert score_declarer(21, 40) == 90


def test_skat_left_alone_doubles_wins_and_losses() -> None:
    assert score_declarer(40, 40, hand=True) == 3080
    assert score_declarer(40, 0, hand=True) == -40_000
    assert score_declarer(28, 25, hand=True) == -300


def test_skat_left_alone_doubles_wins_only_where_agreed() -> None:
    assert score_declarer(28, 31, hand=True, double_losses=False) == 462
    assert score_declarer(28, 25, hand=True, double_losses=False) == -150
    assert score_declarer(28, 25, double_losses=False) == -150


def test_one_deal_is_enough_where_no_number_is_set() -> None:
    assert score_deals(build_contract(0, 21, 21)).complete
    assert not score_deals().complete
    assert not score_deals(PASSED_OUT, PASSED_OUT).complete


def test_passed_out_deals_count_for_nobody_and_not_towards_the_match() -> None:
    two = (build_contract(0, 21, 21), PASSED_OUT, PASSED_OUT)
    assert not score_deals(*two, deals=2).complete
    ended = score_deals(*two, build_contract(0, 21, 20), deals=2)
    assert ended.complete and [seat.deals for seat in ended.seats] == [2, 2, 2]


def test_unfinished_match_has_places_but_no_outcomes() -> None:
    result = score_deals(build_contract(2, 21, 21), deals=2)
    assert [seat.place for seat in result.seats] == [2, 2, 1]
    assert [seat.outcome for seat in result.seats] == [None, None, None]


def test_level_at_the_top_is_a_draw_of_those_and_a_loss_of_the_third() -> None:
    result = score_deals(build_contract(0, 22, 25), build_contract(2, 22, 25))
    assert [(seat.place, seat.outcome) for seat in result.seats] == [(1, "draw"), (3, "loss"), (1, "draw")]
    all_level = score_deals(build_contract(0, 22, 25), build_contract(1, 22, 25), build_contract(2, 22, 25))
    assert [(seat.place, seat.outcome) for seat in all_level.seats] == [(1, "draw")] * 3


def test_defenders_score_nothing_and_may_win_by_it() -> None:
    result = score_deals(build_contract(0, 40, 39))
    assert list_scores(result) == [-500, 0, 0]
    assert [seat.outcome for seat in result.seats] == ["loss", "draw", "draw"]
    assert [(seat.bids, seat.bids_made, seat.bid_total) for seat in result.seats] == [
        (1, 0, 40),
        (0, 0, 0),
        (0, 0, 0),
    ]


def test_canonical_form_keeps_that_all_passed_and_leaves_the_default_out() -> None:
    options = parse_options(FIGHTING_CARDS, {})
    written = {"deals": [PASSED_OUT, {"points": 31, "hand": False, "bid": 28, "declarer": 1}]}
    canonical_sheet = canonical(parse(FIGHTING_CARDS, written, options, 3))
    assert canonical_sheet == {"deals": [{"declarer": None}, {"declarer": 1, "bid": 28, "points": 31}]}
    assert list(canonical_sheet["deals"][1]) == ["declarer", "bid", "points"]
    assert canonical(parse(FIGHTING_CARDS, canonical_sheet, options, 3)) == canonical_sheet


def compute_figures(result: Score, seat: int) -> dict[str, int | None]:
    return {figure.key: figure.of(result, seat) for figure in FIGHTING_CARDS.figures}


def test_figures_of_a_season_are_read_from_the_score() -> None:
    result = score_deals(
        build_contract(0, 22, 25),
        build_contract(0, 28, 31),
        build_contract(0, 26, 20),
        build_contract(1, 26, 20),
    )
    assert compute_figures(result, 0) == {
        **{"contracts": 3, "made": 2, "grand-slams": None},
        **{"best-deal": 231, "best": 6},
    }
    assert compute_figures(result, 1) == {
        **{"contracts": 1, "made": 0, "grand-slams": None},
        **{"best-deal": None, "best": -300},
    }
    assert compute_figures(result, 2) == {
        **{"contracts": 0, "made": 0, "grand-slams": None},
        **{"best-deal": None, "best": 0},
    }


def collect_warnings(*deals: dict[str, Any]) -> list[tuple[str, str]]:
    options = parse_options(FIGHTING_CARDS, {})
    sheet = parse(FIGHTING_CARDS, {"deals": list(deals)}, options, 3)
    problems = warnings(FIGHTING_CARDS, sheet, options, 3)
    assert {problem.code for problem in problems} <= FIGHTING_CARDS.codes.keys()
    return [(problem.path, problem.code) for problem in problems]


def test_what_hardly_ever_happens_is_pointed_out() -> None:
    assert collect_warnings(build_contract(0, 40, 40)) == [("sheet.deals.0.bid", "highest-bid")]
    assert collect_warnings(PASSED_OUT, build_contract(0, 21, 9)) == [("sheet.deals.1.points", "far-short")]
    assert collect_warnings(build_contract(0, 36, 20)) == [("sheet.deals.0.points", "far-short")]
    assert (
        collect_warnings(
            build_contract(0, 36, 21), build_contract(1, 21, 10), build_contract(2, 39, 39), PASSED_OUT
        )
        == []
    )


# --- explanations


def explain_deals(*deals: dict[str, Any], **chosen: Any) -> tuple[Step, ...]:
    options = parse_options(FIGHTING_CARDS, chosen)
    sheet = parse(FIGHTING_CARDS, {"deals": list(deals)}, options, 3)
    return FIGHTING_CARDS.explain(sheet, options, 3)


def list_sentences(step: Step) -> list[str]:
    return [str(step.what), *(str(reason.what) for reason in step.because)]


def test_explanation_leads_from_the_score_to_each_deal() -> None:
    tree = explain_deals(
        build_contract(1, 28, 31), PASSED_OUT, build_contract(1, 40, 38), build_contract(2, 21, 30)
    )[1]
    assert list_sentences(tree) == [
        "Final score -769",
        "Deal 1: bid 28, took 31, made",
        "Deal 2: all passed",
        "Deal 3: bid 40, took 38, 2 short",
        "Deal 4: a defender, who wins and loses nothing",
        "Place 3: 849 behind the first",
    ]
    assert [step.value for step in tree.because] == [231, None, -1000, 0, 3]
    assert list_sentences(tree.because[0])[1:] == ["31 points, and 200 for a bid of 26 to 30 made"]
    assert list_sentences(tree.because[2])[1:] == ["2 short, and each costs 500 after a bid of 40"]


def test_explanation_says_what_the_skat_left_alone_changes() -> None:
    with_it, lost = build_contract(0, 28, 31, hand=True), build_contract(0, 28, 25, hand=True)
    doubled = "Doubled: played without picking up the skat"
    for deal in (with_it, lost):
        assert list_sentences(explain_deals(deal)[0].because[0])[2:] == [doubled]
    assert list_sentences(explain_deals(with_it, double_losses=False)[0].because[0])[2:] == [doubled]
    assert list_sentences(explain_deals(lost, double_losses=False)[0].because[0])[2:] == [
        "Played without picking up the skat, which doubles no loss here"
    ]


def test_explanation_says_why_a_seat_has_its_place() -> None:
    last = [list_sentences(tree)[-1] for tree in explain_deals(build_contract(0, 22, 25))]
    assert last == ["Place 1: the most", *["Place 2, shared: 75 behind the first"] * 2]
    level = explain_deals(PASSED_OUT)[0]
    assert list_sentences(level) == [
        "Score so far 0",
        "Deal 1: all passed",
        "Place 1, shared: equal highest score",
    ]


# --- the rules as they are played


def describe_rules(**options: Any) -> str:
    sections = FIGHTING_CARDS.rules(parse_options(FIGHTING_CARDS, options))
    texts = [text for part in sections for text in (part.heading, *part.paragraphs, *part.items)]
    return " ".join(str(text) for text in texts)


def test_rules_say_what_the_competition_has_agreed() -> None:
    usual = describe_rules()
    assert "doubles the score, be it won or lost" in usual and "loses 300" in usual
    assert "as many deals as the players like" in usual
    changed = describe_rules(double_losses=False, deals=12)
    assert "a loss stays as it is" in changed and "loses 300" not in changed and "has 12 deals" in changed
    assert "A match is one deal." in describe_rules(deals=1)


def test_rules_have_the_table_and_examples_with_their_numbers() -> None:
    for message in (
        "21 to 25: a bonus of 50, or 20 for each point short",
        "36 to 39: a bonus of 1000, or 200 for each point short",
        "A bid of 40: a bonus of 1500, or 500 for each point short",
        "with 31 points wins 31 and the bonus, 231; with 25 it is 3 short and loses 150",
        "wins 1040",
        "wins 462 where the skat was left alone",
    ):
        assert message in describe_rules()


def test_examples_show_what_they_say() -> None:
    results = {
        example.key: score("fighting-cards", example.sheet, dict(example.options))
        for example in FIGHTING_CARDS.examples
    }
    assert [key for key, result in results.items() if not result.complete] == ["so-far"]
    assert list_scores(results["evening"]) == [528, -9, 4]
    assert list_scores(results["bid-decides"]) == [80, 230, -100]
    assert list_scores(results["without-the-skat"]) == [458, -200, 229]
    assert list_scores(results["gains-only"]) == [458, -100, 535]
    assert list_scores(results["grand-slam"]) == [1040, 1540, 76]
    assert results["so-far"].seats[0].deal_scores == (76, None, 0, 0)
