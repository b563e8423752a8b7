"""What holds for every match of every game: examples, and matches made up at every size of table."""

from __future__ import annotations

import json
import re
from random import Random
from typing import Any

import pytest

import games
from games import (
    AVERAGE,
    IMPROVEMENT,
    NIGHTS_WON,
    WIN_RATE,
    ZERO_RATE,
    Example,
    Game,
    Score,
    Step,
    canonical,
    parse,
    parse_options,
    score,
    warnings,
)
from tests.games.fuzzing import check_score

COMMON_FIGURES = {AVERAGE, ZERO_RATE, WIN_RATE, IMPROVEMENT, NIGHTS_WON}
MATCHES_PER_SIZE = 2  # matches of each variant at each size of table
GAMES = [pytest.param(game, id=game.key) for game in games.installed()]


def list_matches(game: Game) -> list[Example]:
    """Return the examples, and made-up matches with the options of every variant."""
    assert game.plausible is not None
    matches = list(game.examples)
    for variant in game.variants:
        options = parse_options(game, dict(variant.options))
        for seats in range(game.min_seats, game.most_seats(options) + 1):
            for number in range(MATCHES_PER_SIZE):
                sheet = game.plausible(options, seats, Random(number))
                name = f"{variant.key}-{seats}-{number}"
                text = matches[0].title
                matches.append(Example(name, text, text, seats, sheet, dict(variant.options)))
    return matches


def score_match(game: Game, match: Example, sheet: Any = None) -> Score:
    return score(game.key, match.sheet if sheet is None else sheet, dict(match.options), match.seats)


def parse_match(game: Game, match: Example) -> tuple[Any, Any]:
    options = parse_options(game, dict(match.options))
    return parse(game, match.sheet, options, match.seats), options


def build_shorter_sheet(match: Example, deals: int) -> dict[str, Any]:
    """Return the sheet as it was after so many deals, with nothing beside them."""
    return {"deals": match.sheet["deals"][:deals]}


@pytest.mark.parametrize("game", GAMES)
def test_explanation_adds_up_to_the_score_and_ends_with_the_place(game: Game) -> None:
    for match in list_matches(game):
        trees = game.explain(*parse_match(game, match), match.seats)
        for tree, seat in zip(trees, score_match(game, match).seats, strict=True):
            *steps, place = tree.because
            assert tree.value == seat.score == sum(get_whole_value(step) for step in steps), match.key
            assert place.value == seat.place, match.key
            for step in list_steps(tree):
                assert str(step.what).strip() and not set("{}") & set(str(step.what))
                assert not step.is_said or str(step.value) in str(step.what), match.key


@pytest.mark.parametrize("game", GAMES)
def test_deals_and_what_counts_beside_them_add_up_to_the_score(game: Game) -> None:
    for match in list_matches(game):
        result, options = score_match(game, match), parse_options(game, dict(match.options))
        additions = game.layout(options, match.seats).additions
        for number, seat in enumerate(result.seats):
            added = sum(addition.of(result, number) for addition in additions)
            assert seat.score == sum(filter(None, seat.deal_scores)) + added, match.key


@pytest.mark.parametrize("game", GAMES)
def test_sheet_without_a_deal_that_may_be_left_out_is_worth_its_other_deals(game: Game) -> None:
    for match in list_matches(game):
        whole, options = score_match(game, match), parse_options(game, dict(match.options))
        for number, _deal in enumerate(match.sheet["deals"]):
            fewer = game.leave_out(options, match.seats, {number}) if game.leave_out else None
            if fewer is None:
                continue
            others = [deal for other, deal in enumerate(match.sheet["deals"]) if other != number]
            rest = game.calculate(parse(game, {"deals": others}, fewer, match.seats), fewer, match.seats)
            for seat, before in zip(rest.seats, whole.seats, strict=True):
                scores = list(before.deal_scores)
                del scores[number]
                assert list(seat.deal_scores) == scores, (match.key, number)


def get_whole_value(step: Step) -> int:
    return step.value if isinstance(step.value, int) else 0


def list_steps(step: Step) -> list[Step]:
    return [step, *(inner for reason in step.because for inner in list_steps(reason))]


@pytest.mark.parametrize("game", GAMES)
def test_canonical_form_is_worth_the_same_and_is_its_own_canonical_form(game: Game) -> None:
    for match in list_matches(game):
        sheet, options = parse_match(game, match)
        canonical_sheet = canonical(sheet)
        assert score_match(game, match, canonical_sheet) == score_match(game, match), match.key
        assert json.loads(json.dumps(canonical_sheet)) == canonical_sheet
        assert canonical(parse(game, canonical_sheet, options, match.seats)) == canonical_sheet, match.key
        assert parse_options(game, canonical(options)) == options


@pytest.mark.parametrize("game", GAMES)
def test_each_deal_more_leaves_the_earlier_ones_and_only_the_last_ends_a_match(game: Game) -> None:
    for match in list_matches(game):
        full, options = score_match(game, match), parse_options(game, dict(match.options))
        for deals in range(len(match.sheet["deals"])):
            fewer = score_match(game, match, build_shorter_sheet(match, deals))
            for seat, before in zip(full.seats, fewer.seats, strict=True):
                assert seat.deal_scores[:deals] == before.deal_scores, match.key
            if game.deals(options) is not None:
                assert not fewer.complete, (match.key, deals)


@pytest.mark.parametrize("game", GAMES)
def test_sheet_without_deals_is_level_and_not_complete(game: Game) -> None:
    for seats in range(game.min_seats, game.most_seats(parse_options(game, {})) + 1):
        result = score(game.key, {"deals": []}, {}, seats)
        assert not result.complete
        assert {(seat.score, seat.place, seat.outcome, seat.deals) for seat in result.seats} == {
            (0, 1, None, 0)
        }


@pytest.mark.parametrize("game", GAMES)
def test_places_and_outcomes_fit_together(game: Game) -> None:
    for match in list_matches(game):
        result = score_match(game, match)
        check_score(result, len(match.sheet["deals"]), match.seats)
        if any(seat.extras.get("disqualified") for seat in result.seats):
            continue
        places = [seat.place for seat in result.seats]
        assert places == [1 + sum(other < own for other in places) for own in places], match.key
        best_first = sorted(result.seats, key=lambda seat: seat.place)
        assert best_first == sorted(best_first, key=lambda seat: -seat.score), match.key
        if result.complete:
            best = "win" if places.count(1) == 1 else "draw"
            assert [seat.outcome for seat in result.seats] == [
                best if place == 1 else "loss" for place in places
            ], match.key


@pytest.mark.parametrize("game", GAMES)
def test_whatever_is_written_can_be_entered(game: Game) -> None:
    for match in list_matches(game):
        sheet, options = parse_match(game, match)
        layout = game.layout(options, match.seats)
        entered = {field.key.split(".")[0] for field in (*layout.per_seat, *layout.per_deal)}
        canonical_sheet = canonical(sheet)
        assert set(canonical_sheet) <= {"deals", *(item.key for item in layout.lists)}
        for number, deal in enumerate(canonical_sheet["deals"]):
            assert deal.keys() <= entered, match.key
            for seat in layout.resting(number):
                of_seats = [
                    deal[field.key] for field in layout.per_seat if isinstance(deal.get(field.key), list)
                ]
                assert all(value[seat] is None for value in of_seats), match.key


@pytest.mark.parametrize("game", GAMES)
def test_warnings_name_a_place_on_the_sheet(game: Game) -> None:
    for match in list_matches(game):
        sheet, options = parse_match(game, match)
        for problem in warnings(game, sheet, options, match.seats):
            assert problem.path.split(".")[0] == "sheet"
            assert str(problem.message).strip() and not set("{}") & set(str(problem.message))


@pytest.mark.parametrize("game", GAMES)
def test_awards_are_told_of_and_compare_what_there_is(game: Game) -> None:
    keys = [award.key for award in game.awards]
    assert len(keys) == len(set(keys))
    own = {figure.key for figure in game.figures}
    assert own.isdisjoint(COMMON_FIGURES)
    for award in game.awards:
        assert award.figure in own or (award.figure in COMMON_FIGURES and award.to != "pair"), award.key
        assert award.figure != ZERO_RATE or game.has_bids, award.key
        assert award.to in {"best", "each", "pair"}
        # many have as little as everybody: without a minimum everybody would have it
        assert award.to == "best" or award.least is not None or award.above is not None, award.key
        assert not award.by_style or (game.style and award.to == "best"), award.key
        names = (
            [award.key] if not award.by_style else [f"{award.key}-{style}" for style in get_style_names(game)]
        )
        assert all(re.fullmatch(r"[a-z0-9-]{1,100}", name) for name in names), award.key
        for text in (award.label, award.about):
            shown = text.format(style="Hawk") if award.by_style else text
            assert shown.strip() and not set("{}") & set(shown), award.key
        assert award.about.endswith(".") and not award.label.endswith("."), award.key
    assert not game.awards_note or (game.awards and game.awards_note.endswith("."))


def get_style_names(game: Game) -> tuple[str, str]:
    assert game.style
    return game.style.high, game.style.low
