"""Explain an International Skat score in sentences."""

from __future__ import annotations

from collections.abc import Iterator

from games.international_skat.contract import LOSS_RULES, SCHNEIDER, Contract, Loss
from games.international_skat.labels import get_game_label
from games.international_skat.scoring import (
    DealResult,
    calculate,
    score_deal,
)
from games.international_skat.sheet import ORIGINAL_RAMSCH, Deal, Options, Sheet
from games.international_skat.sums import POINTS_FOR_OTHERS, POINTS_PER_GAME
from games.problems import Text, _
from games.protocol import Step
from games.score import Score
from games.skat.contracts import KONTRA_LABELS, WINNING_POINTS
from games.skat.fewest_points import explain_ramsch
from games.skat.ramsch import explain_all_pass


def explain(sheet: Sheet, options: Options, seats: int) -> tuple[Step, ...]:
    """Return for each seat its game points by deal, its tournament total, and why it has its place."""
    score = calculate(sheet, options, seats)
    if score.details.get("sums"):
        return tuple(_explain_sums(score, seat) for seat in range(seats))
    deals = [score_deal(deal, number, options, seats) for number, deal in enumerate(sheet.deals)]
    trees = []
    for seat, own in enumerate(score.seats):
        steps = [
            _explain_deal(number, deal, worth, seat, options)
            for number, (deal, worth) in enumerate(zip(sheet.deals, deals, strict=True), 1)
        ]
        steps += [_explain_tournament(score, seat), _explain_place(score, seat)]
        template = _("Final score {score}") if score.complete else _("Score so far {score}")
        trees.append(Step(Text(template, {"score": own.score}), own.score, tuple(steps), is_said=True))
    return tuple(trees)


def _explain_sums(score: Score, seat: int) -> Step:
    own = score.seats[seat]
    values = {"score": own.score, "won": score.details["won"][seat], "lost": score.details["lost"][seat]}
    from_list = Step(Text(_("By the sums of the list, {won} games won and {lost} lost"), values), own.score)
    steps = (from_list, _explain_tournament(score, seat), _explain_place(score, seat))
    template = _("Final score {score}") if score.complete else _("Score so far {score}")
    return Step(Text(template, values), own.score, steps, is_said=True)


# --- a deal


def _explain_deal(number: int, deal: Deal, worth: DealResult, seat: int, options: Options) -> Step:
    """Explain a deal; its value is the seat's score, and None if the seat sits it out."""
    own, contract = worth.scores[seat], worth.contract
    values: dict[str, int | Text] = {"number": number}
    if deal.is_passed_out:
        return Step(Text(_("Deal {number}: all passed"), values))
    if own is None:
        return Step(Text(_("Deal {number}: sits out"), values))
    if contract is None and options.all_pass == ORIGINAL_RAMSCH:
        return Step(
            Text(_("Deal {number}: Ramsch"), values), own, (explain_ramsch(deal, number - 1, seat, own),)
        )
    if contract is None:
        because = explain_all_pass(deal.points, deal.passed_on, seat) if isinstance(deal.points, list) else ()
        return Step(Text(_("Deal {number}: Ramsch"), values), own, because)
    values |= {"game": Text(get_game_label(contract.game, contract.hand)), "bid": contract.bid}
    if contract.declarer != seat:
        won, lost = (
            _("Deal {number}: against {game}, which is won"),
            _("Deal {number}: against {game}, which is lost"),
        )
        return Step(Text(won if worth.is_won else lost, values), own)
    won, lost = (
        _("Deal {number}: {game} at a bid of {bid}, won"),
        _("Deal {number}: {game} at a bid of {bid}, lost"),
    )
    return Step(Text(won if worth.is_won else lost, values), own, tuple(_explain_contract(contract, options)))


def _explain_contract(contract: Contract, options: Options) -> Iterator[Step]:
    yield _explain_value(contract)
    yield Step(_describe_verdict(contract))
    amount = contract.value
    if contract.verdict != "won":
        loss = LOSS_RULES[options.losses](contract)
        yield _explain_loss(contract, loss)
        amount = -loss.cost
    if contract.kontra:
        factor = 1 << contract.kontra
        values: dict[str, int | Text] = {
            "called": Text(KONTRA_LABELS[contract.kontra]),
            "factor": factor,
            "amount": amount,
        }
        yield Step(Text(_("{called}: {factor} x {amount}"), values), factor * amount)


LEVEL_LABELS = {
    "game": _("Game"),
    "hand": _("Hand: without the skat"),
    "schneider": _("Schneider"),
    "schneider-announced": _("Schneider announced"),
    "schwarz": _("Schwarz"),
    "schwarz-announced": _("Schwarz announced"),
    "open": _("Open"),
}


def _explain_value(contract: Contract) -> Step:
    if contract.is_null:
        template = _("{game} is worth {value}")
        values: dict[str, int | Text] = {
            "game": Text(get_game_label(contract.game, contract.hand)),
            "value": contract.value,
        }
        return Step(Text(template, values), contract.value, is_said=True)
    matadors_template = _("With {count}") if contract.matadors > 0 else _("Without {count}")
    count = abs(contract.matadors)
    counted = [Step(Text(matadors_template, {"count": count}), count, is_said=True)]
    if contract.extra:
        counted.append(Step(Text(_("Extra multipliers")), contract.extra))
    counted += [Step(Text(LEVEL_LABELS[level]), 1) for level in contract.levels]
    numbers = {"multiplier": contract.multiplier, "base": contract.base}
    return Step(Text(_("Value: {multiplier} x {base}"), numbers), contract.value, tuple(counted))


def _describe_verdict(contract: Contract) -> Text:
    points, tricks = contract.points, contract.tricks or 0
    values = {
        "points": points,
        "tricks": tricks,
        "made": WINNING_POINTS,
        "needed": SCHNEIDER,
        "value": contract.value,
        "bid": contract.bid,
    }
    texts = {
        "trick": _("Lost: 1 trick taken") if tricks == 1 else _("Lost: {tricks} tricks taken"),
        "points": _("Lost: {points} card points, and {made} are needed"),
        "overbid": _("Lost: {points} card points are enough, but the value is less than the bid of {bid}"),
        "announcement": _("Lost: schwarz was announced, and a trick was not taken")
        if points >= SCHNEIDER
        else _("Lost: {points} card points, and {needed} were announced"),
        "won": _("Won: no trick taken")
        if contract.is_null
        else _("Won: {points} card points, and the value is as much as the bid or more"),
    }
    return Text(texts[contract.verdict], values)


def _explain_loss(contract: Contract, loss: Loss) -> Step:
    texts = {
        "value": _("Lost games cost {times} x the value, {amount}"),
        "bid": _("Lost games cost {times} x the multiple of {base} that reaches the bid, {amount}"),
        "above-bid": _("An overbid costs {times} x the next multiple of {base} above the bid, {amount}"),
        "base": _("Without the card points, a game costs {times} x its base of {base}"),
        "promised": _("A failed announcement costs {times} x the value that was promised, {amount}"),
    }
    base = 0 if contract.is_null else contract.base
    return Step(
        Text(texts[loss.basis], {"times": loss.times, "amount": loss.amount, "base": base}), -loss.cost
    )


# --- the whole sheet


def _explain_tournament(score: Score, seat: int) -> Step:
    won, lost = score.details["won"], score.details["lost"]
    values = {
        "score": score.seats[seat].score,
        "game": POINTS_PER_GAME,
        "won": won[seat],
        "lost": lost[seat],
        "other": POINTS_FOR_OTHERS[len(score.seats)],
        "others": sum(lost) - lost[seat],
        "total": score.details["seeger_fabian"][seat],
    }
    template = _("Seeger-Fabian: {score} + {game} x ({won} - {lost}) + {other} x {others} = {total}")
    return Step(Text(template, values))


def _explain_place(score: Score, seat: int) -> Step:
    own, scores = score.seats[seat], [seat_score.score for seat_score in score.seats]
    best, shared = max(scores), scores.count(own.score) > 1
    reasons = (
        (own.place == 1 and shared, _("Place {place}, shared: equal most game points")),
        (own.place == 1, _("Place {place}: the most game points")),
        (shared, _("Place {place}, shared: {behind} behind the first")),
        (True, _("Place {place}: {behind} behind the first")),
    )
    template = next(text for holds, text in reasons if holds)
    return Step(Text(template, {"place": own.place, "behind": best - own.score}), own.place, is_said=True)
