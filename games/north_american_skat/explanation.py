"""Explain a North American Skat score in sentences."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from games.north_american_skat.labels import GAME_LABELS
from games.north_american_skat.scoring import (
    ESCAPED_SCHNEIDER,
    GAME_LEVEL,
    PROMISED_LEVELS,
    SCHNEIDER,
    SCHNEIDER_MADE,
    Verdict,
    compute_level,
    get_card_points,
    get_promise,
    is_complete,
    judge_contract,
    score_deal,
)
from games.north_american_skat.sheet import (
    GRAND_OUVERT,
    GUCKI_GRAND,
    NULLS,
    Deal,
    Options,
    Sheet,
    get_base,
    is_ramsch,
)
from games.places import compute_place
from games.problems import Text, _
from games.protocol import Step
from games.skat.cards import SUIT_LABELS
from games.skat.contracts import KONTRA_LABELS, TRICKS, WINNING_POINTS
from games.skat.fewest_points import explain_ramsch, get_seat_values
from games.skat.ramsch import RAMSCH, explain_all_pass


def explain(sheet: Sheet, options: Options, seats: int) -> tuple[Step, ...]:
    """Return for each seat its final score, explained down to each deal, and the reason for its place."""
    by_deal = [score_deal(deal, number, seats, options) for number, deal in enumerate(sheet.deals)]
    totals = [sum([scores[seat] or 0 for scores in by_deal]) for seat in range(seats)]
    template = _("Final score {score}") if is_complete(sheet, options, seats) else _("Score so far {score}")
    trees = []
    for seat in range(seats):
        steps = [
            _explain_deal(number, deal, seat, scores, options)
            for number, (deal, scores) in enumerate(zip(sheet.deals, by_deal, strict=True))
        ]
        steps.append(_explain_place(totals[seat], totals))
        trees.append(Step(Text(template, {"score": totals[seat]}), totals[seat], tuple(steps), is_said=True))
    return tuple(trees)


def _explain_deal(number: int, deal: Deal, seat: int, scores: Sequence[int | None], options: Options) -> Step:
    values: dict[str, int | str | Text] = {"number": number + 1}
    score = scores[seat]
    if score is None:
        return Step(Text(_("Deal {number}: sat out"), values))
    if is_ramsch(deal):
        return _explain_ramsch(number, deal, seat, score, options)
    if seat != deal.declarer:
        return Step(
            Text(_("Deal {number}: {game}, against the declarer"), values | {"game": _describe_game(deal)}),
            score,
        )
    contract_values = {**values, "game": _describe_game(deal), "bid": deal.bid or 0}
    template = _("Deal {number}: {game}, at a bid of {bid}")
    if deal.bid is None:
        template = _("Deal {number}: {game}, without a bid, as both others passed")
    return Step(
        Text(template, contract_values),
        score,
        tuple(_explain_contract(deal, judge_contract(deal, options), options)),
    )


def _describe_game(deal: Deal) -> Text:
    """Describe the game, with its suit if it has a suit."""
    game = Text(GAME_LABELS[deal.game])
    if deal.suit is None:
        return game
    return Text(_("{game} in {suit}"), {"game": game, "suit": Text(SUIT_LABELS[deal.suit])})


# --- a declarer's game


def _explain_contract(deal: Deal, verdict: Verdict, options: Options) -> Iterator[Step]:
    """Yield the steps of a declarer's game; they have no values, as they lead up to that of the deal."""
    if deal.game in NULLS:
        yield from _explain_null(deal, verdict, options)
    else:
        yield _explain_matadors(deal, options)
        yield _explain_points(deal, verdict, options)
        yield _explain_outcome(deal, verdict, options)
        yield from _explain_doubling(deal, verdict, options)
    if deal.kontra:
        values: dict[str, int | str | Text] = {
            "word": Text(KONTRA_LABELS[deal.kontra]),
            "factor": 1 << deal.kontra,
        }
        yield Step(Text(_("{word}: {factor} times as much"), values))


def _explain_null(deal: Deal, verdict: Verdict, options: Options) -> Iterator[Step]:
    tricks = deal.tricks if isinstance(deal.tricks, int) else 0
    values = {"value": verdict.value, "tricks": tricks}
    texts = {
        0: _("Took no trick, which wins {value}"),
        1: _("Took 1 trick, and loses {value}"),
    }
    yield Step(Text(texts.get(tricks, _("Took {tricks} tricks, and loses {value}")), values))
    if verdict.times > 1:
        doubled = (
            _("Each lost game costs double here: {amount}")
            if options.losses_double
            else _("A lost Gucki Nullo costs double: {amount}")
        )
        yield Step(Text(doubled, {"amount": 2 * verdict.value}))


def _explain_matadors(deal: Deal, options: Options) -> Step:
    number = deal.matadors or 0
    template = _("With {matadors} matadors") if number > 0 else _("Without {matadors} matadors")
    if abs(number) == 1:
        template = _("With 1 matador") if number > 0 else _("Without 1 matador")
    because = tuple(
        Step(Text(_("{name} adds {levels}"), {"name": name, "levels": options.extra_multipliers[name]}))
        for name in deal.extra
    )
    return Step(Text(template, {"matadors": abs(number)}), None, because)


def _explain_points(deal: Deal, verdict: Verdict, options: Options) -> Step:
    """Explain the card points and tricks, with their names."""
    promised, points = get_promise(deal, options), get_card_points(deal)
    values = {"points": points, "tricks": TRICKS, "made": WINNING_POINTS, "needed": SCHNEIDER}
    if verdict.reason == "promise":
        texts = {
            "schneider": _("{points} card points: Schneider was announced, and needs {needed}"),
            "schwarz": _("{points} card points, and not all {tricks} tricks: Schwarz was announced"),
        }
        template = texts[promised or ""]
        if deal.game == GRAND_OUVERT:
            template = _("{points} card points, and not all {tricks} tricks, which a Grand Ouvert needs")
        return Step(Text(template, values))
    if verdict.reason == "points":
        return Step(Text(_("{points} card points, short of {made}"), values))
    reached = compute_level(deal, options)
    adds = Step(Text(_("That adds {level} to the matadors"), {"level": reached}))
    if deal.tricks == TRICKS:
        schwarz_texts = {
            None: _("All {tricks} tricks: Schwarz"),
            "schneider": _("All {tricks} tricks: Schwarz, with Schneider announced"),
            "schwarz": _("All {tricks} tricks: Schwarz, as announced"),
        }
        return Step(Text(schwarz_texts[promised], values), None, (adds,))
    if reached == GAME_LEVEL:
        return Step(Text(_("{points} card points: game"), values), None, (adds,))
    plain = reached == SCHNEIDER_MADE
    template = (
        _("{points} card points: Schneider") if plain else _("{points} card points: Schneider, as announced")
    )
    return Step(Text(template, values), None, (adds,))


def _explain_outcome(deal: Deal, verdict: Verdict, options: Options) -> Step:
    base = get_base(deal)
    values = {
        "base": base,
        "multipliers": verdict.multipliers,
        "value": verdict.value,
        "amount": verdict.amount,
        "bid": deal.bid or 0,
    }
    if verdict.reason == "won":
        return Step(Text(_("Won: {multipliers} x {base} is {value}"), values))
    if verdict.reason == "promise":
        values["promised"] = PROMISED_LEVELS[get_promise(deal, options) or ""]
        template = _("Loses what was promised: {multipliers} x {base} is {value}")
        if verdict.amount != verdict.value:
            template = _(
                "What was promised, {multipliers} x {base}, is only {value}: loses {amount}, the next multiple of "
                "{base} above the bid of {bid}"
            )
        return Step(Text(template, values))
    if verdict.reason == "overbid":
        template = _(
            "Worth {multipliers} x {base}, which is {value} and less than the bid: loses {amount}, the next multiple "
            "of {base} above it"
        )
        if verdict.amount == deal.bid:
            template = _(
                "Worth {multipliers} x {base}, which is {value} and less than the bid: loses {amount}, the multiple "
                "of {base} that reaches it"
            )
        return Step(Text(template, values))
    template = _("Loses the base value, {amount}")
    if options.loss_basis == "full":
        template = _("Loses the value with game, {amount}")
    return Step(Text(template, values))


def _explain_doubling(deal: Deal, verdict: Verdict, options: Options) -> Iterator[Step]:
    if verdict.times == 1:
        return
    if options.losses_double:
        yield Step(Text(_("Each lost game costs double here")))
    if deal.second_turn:
        yield Step(Text(_("The second turn was used, which doubles a loss")))
    if deal.game == GUCKI_GRAND:
        yield Step(Text(_("A lost Gucki Grand costs double")))
    if verdict.reason == "points" and get_card_points(deal) < ESCAPED_SCHNEIDER:
        yield Step(Text(_("Fewer than {escaped} card points double a loss"), {"escaped": ESCAPED_SCHNEIDER}))
    values = {"times": verdict.times, "amount": verdict.amount, "total": verdict.times * verdict.amount}
    yield Step(Text(_("Together {times} x {amount}, which is {total}"), values))


# --- a Ramsch


def _explain_ramsch(number: int, deal: Deal, seat: int, score: int, options: Options) -> Step:
    values = {"number": number + 1}
    if options.all_pass == RAMSCH:
        template = _("Deal {number}: Ramsch, as all passed")
        return Step(
            Text(template, values),
            score,
            explain_all_pass(get_seat_values(deal.points), deal.passed_on, seat),
        )
    why = explain_ramsch(deal, number, seat, score)
    return Step(Text(_("Deal {number}: Ramsch, chosen by the Leader"), values), score, (why,))


# --- the place


def _explain_place(own: int, totals: Sequence[int]) -> Step:
    best, shared = max(totals), totals.count(own) > 1
    reasons = (
        (own == best and not shared, _("Place {place}: the highest score")),
        (own == best, _("Place {place}, shared: equal highest score")),
        (shared, _("Place {place}, shared: {behind} behind the first")),
        (True, _("Place {place}: {behind} behind the first")),
    )
    template = next(text for holds, text in reasons if holds)
    in_place = compute_place(own, totals)
    return Step(Text(template, {"place": in_place, "behind": best - own}), in_place, is_said=True)
