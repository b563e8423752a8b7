"""`boards FILE|COMPETITION`: the deals that all tables of a tournament have played, and that they follow from the seed.

See docs/reference/commands.md, boards.
"""

from collections.abc import Iterator
from typing import Any

from django.core.management.base import CommandParser

from games import Game, Invalid
from games.problems import _
from league.management.console import ClubCommand, CommandOutput
from league.management.tournaments import add_division_arguments, find_report, load_division
from league.rules.duplicate.boards import list_changed_deals, read_deal
from league.rules.duplicate.rounds import get_round
from league.rules.records import BoardsRecord, DealRecord
from league.rules.validation import build_problem


class Command(ClubCommand):
    help = "Shows the deals that all tables of a tournament have played, and deals them again from the seed."

    def add_arguments(self, parser: CommandParser) -> None:
        super().add_arguments(parser)
        add_division_arguments(parser)
        parser.add_argument("--deal", type=int, metavar="N", help="only this one")
        parser.add_argument("--verify", action="store_true", help="deal all of them again from the seed")

    def run(self, options: dict[str, Any]) -> CommandOutput:
        boards, game, deals = find_boards(options)
        if options["verify"]:
            return verify_deals(boards, game)
        shown = [deal for deal in boards.deals if options["deal"] in (None, deal.number)]
        if options["deal"] is not None and not shown:
            sentence = _("There is no deal {number}, or its round is not finished.")
            raise Invalid(build_problem("deal", "no-deal", sentence, number=options["deal"]))
        document = {
            "digest": boards.digest,
            "seed": boards.seed,
            "deals": [dump_deal(deal, deals) for deal in shown],
        }
        lines = [
            f"Digest: {boards.digest}",
            f"Seed: {boards.seed or 'published once all rounds are over'}",
            *(line for deal in shown for line in describe_deal(deal, game, deals)),
        ]
        return CommandOutput(document, lines)


def find_boards(options: dict[str, Any]) -> tuple[BoardsRecord, Game, int]:
    """Return the deals of a season that are public, its game, and how many deals a round has.

    Raises games.Invalid for what can't be read, and where each table has its own cards.
    """
    problem = build_problem("season", "no-boards", _("There are no deals that all tables play."))
    if find_report(options):
        raise Invalid(problem)
    loaded = load_division(options)
    snapshot = loaded.checked.snapshot
    season = snapshot.seasons[loaded.key.season]
    if season.boards is None:
        raise Invalid(problem)
    settings = snapshot.get_settings(season)
    return season.boards, settings.game, settings.deals or 1


def verify_deals(boards: BoardsRecord, game: Game) -> CommandOutput:
    """Deal each board again; raises games.Invalid without the seed. That it has the digest was checked before."""
    if boards.seed is None:
        sentence = _(
            "The seed is published once all rounds are over; before that no deal can be dealt again."
        )
        raise Invalid(build_problem("season", "no-seed", sentence))
    differences = list(list_changed_deals(boards, game, "boards"))
    document = {
        "ok": not differences,
        "deals": len(boards.deals),
        "differences": [
            {"path": path, "claimed": claimed, "recomputed": dealt} for path, claimed, dealt in differences
        ],
    }
    said = [
        f"The seed has the digest that was published, and deals all {len(boards.deals)} deals as they are."
    ]
    lines = [f"{path}: {claimed}, the seed gives {dealt}" for path, claimed, dealt in differences]
    return CommandOutput(document, lines or said, ok=not differences)


def dump_deal(deal: DealRecord, deals: int) -> dict[str, Any]:
    piles = [{"key": pile.key, "cards": list(pile.cards)} for pile in deal.piles]
    return {"number": deal.number, "round": get_round(deal.number, deals), "lot": deal.lot, "piles": piles}


def describe_deal(deal: DealRecord, game: Game, deals: int) -> Iterator[str]:
    """Yield the lines of a deal: `Side A, Hand: C4 S8 …` below `Deal 1, round 1`."""
    board, duplicate = read_deal(game, deal), game.duplicate
    assert board and duplicate  # noqa: PT018, S101  # a file with other deals was refused
    yield f"Deal {deal.number}, round {get_round(deal.number, deals)}"
    for pile in board.piles:
        whose = "" if pile.position is None else f"{duplicate.positions[pile.position]}, "
        yield f"  {whose}{pile.label}: {' '.join(pile.cards)}"
