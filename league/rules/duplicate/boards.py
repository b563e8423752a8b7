"""Deals as club files hold them: writing, reading, checking and verifying them.

See docs/reference/duplicate.md, Club files.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from games import Board, Game, Problem, Text, fraction_text
from games.problems import _
from league.rules.duplicate.comparison import EntryTotal
from league.rules.duplicate.generator import compute_digest, deal_board
from league.rules.duplicate.rounds import get_round, list_boards
from league.rules.records import (
    FIRST_STAGE,
    BoardsRecord,
    ComparedRecord,
    DealRecord,
    MatchRecord,
    PileRecord,
    RoundKey,
    RoundRecord,
    RulingRecord,
    SeasonRecord,
)
from league.rules.snapshot import ClubSnapshot, Settings


class _NoChance:
    """Deals the pack as it is: of the board only the piles matter."""

    def below(self, n: int) -> int:
        return 0

    def shuffle(self, cards: Sequence[str]) -> list[str]:
        return list(cards)


def build_deal(board: Board, number: int) -> DealRecord:
    """Return a deal as a file holds it."""
    piles = tuple(PileRecord.model_construct(key=pile.key, cards=pile.cards) for pile in board.piles)
    return DealRecord.model_construct(number=number, piles=piles, lot=board.lot)


def read_deal(game: Game, record: DealRecord) -> Board | None:
    """Return the board of a record; None where it can't be one of the game.

    It has to have the game's piles, each card of the pack once, and a lot that can be drawn.
    """
    if game.duplicate is None or record.lot >= game.duplicate.lots:
        return None
    model = game.duplicate.deal(_NoChance())
    given = {pile.key: pile.cards for pile in record.piles}
    cards = sorted(card for pile in record.piles for card in pile.cards)
    is_whole = cards == sorted(game.duplicate.pack) and len(given) == len(record.piles)
    if not is_whole or {pile.key: len(pile.cards) for pile in model.piles} != {
        key: len(of_pile) for key, of_pile in given.items()
    }:
        return None
    return Board(tuple(replace(pile, cards=given[pile.key]) for pile in model.piles), record.lot)


def is_public(record: RoundRecord, *, is_closed: bool) -> bool:
    """Return whether the deals of a round may be shown: it is finished, or published in a season that is closed."""
    return record.state == "finished" or (is_closed and record.is_published)


def are_rounds_over(rounds: Sequence[RoundRecord], season: SeasonRecord) -> bool:
    """Return whether no deal of a season is to be played any more: all its rounds are finished, or it is closed."""
    return season.state == "closed" or (bool(rounds) and all(each.state == "finished" for each in rounds))


def build_boards(
    game: Game,
    deals: int,
    *,
    seed: str,
    digest: str,
    known: Mapping[int, DealRecord],
    rounds: Sequence[RoundRecord],
    season: SeasonRecord,
    rulings: Sequence[RulingRecord],
) -> BoardsRecord:
    """Return what a file says of a season's deals: those of finished rounds, and once all are over the seed.

    `known` are the deals of a set without its seed, by number.
    """
    public = [
        number
        for each in rounds
        if is_public(each, is_closed=season.state == "closed")
        for number in list_boards(each.number, deals)
    ]
    told = [
        build_deal(deal_board(game, seed, number), number) if seed else known.get(number) for number in public
    ]
    return BoardsRecord.model_construct(
        digest=digest,
        has_seed=bool(seed),
        seed=seed if seed and are_rounds_over(rounds, season) else None,
        deals=tuple(deal for deal in told if deal),
        rulings=tuple(rulings),
    )


def add_comparisons(
    boards: BoardsRecord, totals: Mapping[str, EntryTotal], matches: Sequence[MatchRecord], deals: int
) -> BoardsRecord:
    """Return the boards with what each deal gives each match; `totals` are those of all players of the season."""
    values = {
        (player, each.board): fraction_text(each.value)
        for player, total in totals.items()
        for each in total.comparisons
    }
    in_order = sorted(
        (match for match in matches if match.is_finished), key=lambda match: (match.table, match.id)
    )

    def compare_deal(deal: DealRecord) -> DealRecord:
        number = get_round(deal.number, deals)
        compared = tuple(
            ComparedRecord.model_construct(
                match=match.id, values=tuple(values.get((player, deal.number)) for player in match.seats)
            )
            for match in in_order
            if match.round == number
        )
        return deal.model_copy(update={"compared": compared})

    return boards.model_copy(update={"deals": tuple(map(compare_deal, boards.deals))})


# --- checks


def check_boards(
    snapshot: ClubSnapshot, season: SeasonRecord, settings: Settings | None
) -> Iterator[Problem]:
    """Yield what is wrong with the deals of a season (docs/reference/duplicate.md, Club files: Bad input)."""
    boards = season.boards
    if boards is None or settings is None:
        return
    path = f"{snapshot.get_path(season)}.boards"
    if not settings.rules.same_cards:
        sentence = _("By the rules of this season each table has its own cards; leave this out.")
        yield Problem(path, "not-same-cards", Text(sentence))
        return
    if boards.seed and compute_digest(boards.seed) != boards.digest:
        sentence = _("This seed does not have the digest that was published: {digest}.")
        yield Problem(f"{path}.seed", "seed-digest", Text(sentence, {"digest": boards.digest}))
    elif boards.seed and not are_rounds_over(snapshot.get_rounds(season.key), season):
        sentence = _("The seed is in no file before all rounds are finished: it tells all cards.")
        yield Problem(f"{path}.seed", "seed-not-public", Text(sentence))
    seen: set[int] = set()
    for index, deal in enumerate(boards.deals):
        yield from _check_deal(snapshot, season, deal, f"{path}.deals.{index}", seen, settings)
        seen.add(deal.number)
    for index, ruling in enumerate(boards.rulings):
        yield from _check_ruling(snapshot, season, ruling, f"{path}.rulings.{index}", settings)


def _check_deal(
    snapshot: ClubSnapshot,
    season: SeasonRecord,
    deal: DealRecord,
    path: str,
    seen: set[int],
    settings: Settings,
) -> Iterator[Problem]:
    deals = settings.deals or 1
    if deal.number in seen:
        sentence = _("There is a deal {number} already.")
        yield Problem(f"{path}.number", "duplicate", Text(sentence, {"number": deal.number}))
    record = snapshot.rounds.get(RoundKey(season.key, FIRST_STAGE, get_round(deal.number, deals)))
    if record is None or not is_public(record, is_closed=season.state == "closed"):
        sentence = _("The round of deal {number} is not finished, so its cards are in no file.")
        yield Problem(f"{path}.number", "deal-not-public", Text(sentence, {"number": deal.number}))
    lots = settings.game.duplicate.lots if settings.game.duplicate else 1
    if deal.lot >= lots:
        sentence = _("The lot is a number from 0 to {most}.")
        yield Problem(f"{path}.lot", "out-of-range", Text(sentence, {"most": lots - 1}))
    elif read_deal(settings.game, deal) is None:
        sentence = _("A deal has each card of the pack once, in the piles of the game.")
        yield Problem(f"{path}.piles", "wrong-cards", Text(sentence))


def _check_ruling(
    snapshot: ClubSnapshot, season: SeasonRecord, ruling: RulingRecord, path: str, settings: Settings
) -> Iterator[Problem]:
    match, deals = snapshot.matches.get(ruling.match), settings.deals or 1
    if match is None or match.division.season != season.key:
        sentence = _("There is no match {match} in this season.")
        yield Problem(f"{path}.match", "unknown-match", Text(sentence, {"match": ruling.match}))
        return
    for index, deal in enumerate(ruling.deals):
        if deal >= deals:
            sentence = _("A match has the deals 0 to {last}, not {deal}.")
            values = {"last": deals - 1, "deal": deal}
            yield Problem(f"{path}.deals.{index}", "unknown-deal", Text(sentence, values))
    if ruling.shares is not None and len(ruling.shares) != len(match.seats):
        sentence = _("A share for each of the {seats} seats is needed, not {given}.")
        values = {"seats": len(match.seats), "given": len(ruling.shares)}
        yield Problem(f"{path}.shares", "length", Text(sentence, values))


def list_missing(
    boards: BoardsRecord | None, rounds: Sequence[RoundRecord], season: SeasonRecord, deals: int, path: str
) -> Iterator[tuple[str, Any, Any]]:
    """Yield what a file leaves out of a season whose rounds are over: all of it, the seed, or deals."""
    public = [each.number for each in rounds if is_public(each, is_closed=season.state == "closed")]
    wanted = [number for each in public for number in list_boards(each, deals)]
    if boards is None:
        yield path, None, None
        return
    if boards.seed is None:
        yield f"{path}.seed", None, None
    given = sorted(deal.number for deal in boards.deals)
    if given != wanted:
        yield f"{path}.deals", given, wanted


def list_changed_deals(boards: BoardsRecord, game: Game, path: str) -> Iterator[tuple[str, Any, Any]]:
    """Yield where cards are not those that the seed deals: the path, what is there, and what follows."""
    if boards.seed is None:
        return
    for index, deal in enumerate(boards.deals):
        drawn = build_deal(deal_board(game, boards.seed, deal.number), deal.number)
        for number, (there, follows) in enumerate(zip(deal.piles, drawn.piles, strict=False)):
            if there.key != follows.key:
                yield f"{path}.deals.{index}.piles.{number}.key", there.key, follows.key
            if there.cards != follows.cards:
                yield f"{path}.deals.{index}.piles.{number}.cards", list(there.cards), list(follows.cards)
        if deal.lot != drawn.lot:
            yield f"{path}.deals.{index}.lot", deal.lot, drawn.lot


def list_changed_comparisons(
    boards: BoardsRecord, recomputed: BoardsRecord, path: str, *, are_needed: bool = False
) -> Iterator[tuple[str, Any, Any]]:
    """Yield where a deal gives another value than the file claims.

    A deal without claims is passed over, unless they are needed.
    """
    for index, (deal, follows) in enumerate(zip(boards.deals, recomputed.deals, strict=True)):
        if not deal.compared and not are_needed:
            continue
        claimed, computed = (
            {each.match: list(each.values) for each in one.compared} for one in (deal, follows)
        )
        for match in dict.fromkeys([*claimed, *computed]):
            if claimed.get(match) != computed.get(match):
                yield f"{path}.deals.{index}.compared.{match}", claimed.get(match), computed.get(match)
