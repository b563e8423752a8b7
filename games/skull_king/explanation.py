"""The explanation of a Skull King score (docs/reference/scoring.md, Skull King: Explanations)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from games.places import compute_place
from games.problems import Text, _
from games.protocol import Step
from games.skull_king.labels import BONUS_LABELS
from games.skull_king.scoring import (
    CANNONBALL_POINTS_PER_CARD,
    FULL_SHARE,
    POINTS_PER_CARD,
    POINTS_PER_MISS,
    POINTS_PER_TRICK,
    PlayedDeal,
    calculate,
    list_played_deals,
)
from games.skull_king.sheet import Options, Sheet


def explain(sheet: Sheet, options: Options, seats: int) -> tuple[Step, ...]:
    """Return a tree of steps for each seat: its score, down to each round, and the reason for its place."""
    result, rounds = calculate(sheet, options, seats), list_played_deals(sheet, options, seats)
    totals = [seat.score for seat in result.seats]
    what = _("Final score {score}") if result.complete else _("Score so far {score}")
    trees = []
    for seat, total in enumerate(totals):
        steps = [_explain_deal(number, played, seat) for number, played in enumerate(rounds, 1)]
        steps.append(_explain_place(total, totals, result.complete))
        trees.append(Step(Text(what, {"score": total}), total, tuple(steps), is_said=True))
    return tuple(trees)


# --- a round


def _explain_deal(number: int, played: PlayedDeal, seat: int) -> Step:
    bid, tricks = played.bids[seat], played.deal.tricks[seat]
    values = {"number": number, "bid": bid, "tricks": tricks, "off": abs(bid - tricks)}
    texts = {
        0: _("Round {number}: bid {bid}, took {tricks}"),
        1: _("Round {number}: bid {bid}, took {tricks}, one off"),
    }
    what = texts.get(abs(bid - tricks), _("Round {number}: bid {bid}, took {tricks}, {off} off"))
    return Step(Text(what, values), played.compute_score(seat), tuple(_explain_parts(played, seat)))


def _explain_parts(played: PlayedDeal, seat: int) -> Iterator[Step]:
    """Yield the steps below a round; their values add up to its score."""
    bonus, (points, share) = played.get_bonus(seat), played.score_bid(seat)
    if bonus.bid_change:
        values = {"bid": played.deal.bids[seat], "now": played.bids[seat]}
        yield Step(Text(_("Harry the Giant made {now} of a bid of {bid}"), values))
    yield Step(_describe_bid(played, seat, share), points)
    yield from _explain_captures(played, seat, share)
    for ally in played.list_allies(seat):
        yield _explain_alliance(played, seat, ally)
    if bonus.wager:
        won = played.is_exact(seat)
        what = _("The Rascal's wager is won") if won else _("The Rascal's wager is lost")
        yield Step(Text(what), bonus.wager if won else -bonus.wager)


def _describe_bid(played: PlayedDeal, seat: int, share: int) -> Text:
    """Return the sentence for the points of the bid alone."""
    bid, off = played.bids[seat], abs(played.bids[seat] - played.deal.tricks[seat])
    values = {
        "cards": played.cards,
        "bid": bid,
        "off": off,
        "trick": POINTS_PER_TRICK,
        "miss": POINTS_PER_MISS,
        "card": POINTS_PER_CARD,
    }
    if played.get_bonus(seat).cannonball:
        hit = _("A cannonball that hits: {card} for each of {cards} cards")
        return Text(
            _("A cannonball that misses") if off else hit, values | {"card": CANNONBALL_POINTS_PER_CARD}
        )
    if played.options.scoring == "rascal":
        whole, half, none = (
            _("All of {most} points, {card} a card"),
            _("Half of {most} points, {card} a card"),
            _("Nothing of {most} points, {card} a card"),
        )
        template = {FULL_SHARE: whole, 0: none}.get(share, half)
        return Text(template, values | {"most": POINTS_PER_CARD * played.cards})
    singular, plural = _("{trick} for the trick bid"), _("{trick} for each of {bid} tricks bid")
    made = {0: _("A bid of none: {card} a card"), 1: singular}.get(bid, plural)
    missed = _("A bid of none that fails: {card} lost a card")
    if bid:
        missed = (
            _("{miss} lost for the trick off") if off == 1 else _("{miss} lost for each of {off} tricks off")
        )
    return Text(missed if off else made, values)


def _explain_captures(played: PlayedDeal, seat: int, share: int) -> Iterator[Step]:
    taken = played.score_captures(seat, share)
    if taken and not share:
        yield Step(Text(_("What was taken counts for nothing, as the bid was missed")))
        return
    for kind, count, points in taken:
        values: dict[str, int | str | Text] = {"bonus": Text(BONUS_LABELS[kind]), "count": count}
        singular, plural = _("{bonus}"), _("{bonus}: {count}")
        if share < FULL_SHARE:
            singular, plural = _("Half for {bonus}"), _("Half for {bonus}: {count}")
        yield Step(Text(singular if count == 1 else plural, values), points)


def _explain_alliance(played: PlayedDeal, seat: int, ally: int) -> Step:
    if played.is_exact(seat) and played.is_exact(ally):
        return Step(Text(_("An alliance over Loot: both bids are made")), played.loot_points)
    return Step(Text(_("An alliance over Loot earns nothing: not both bids are made")))


# --- the game


def _explain_place(own: int, totals: Sequence[int], complete: bool) -> Step:
    best, own_place = max(totals), compute_place(own, totals)
    first, shared = own == best, totals.count(own) > 1
    reasons = (
        (first and shared and complete, _("Place {place}, shared: equal highest score")),
        (first and shared, _("Place {place}, shared: equal highest score so far")),
        (first and complete, _("Place {place}: the most points")),
        (first, _("Place {place}: the most points so far")),
        (shared, _("Place {place}, shared: {behind} behind the first")),
        (True, _("Place {place}: {behind} behind the first")),
    )
    what = next(text for holds, text in reasons if holds)
    return Step(Text(what, {"place": own_place, "behind": best - own}), own_place, is_said=True)
