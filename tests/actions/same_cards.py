"""Evenings in which all tables play the same cards, each round played from its packs."""

import json
from collections.abc import Sequence
from random import Random
from typing import Any

from games import Board
from league.actions import rounds
from league.actions.club import import_club
from league.clubfile.verify import verify_file
from league.models import BoardSet, Club, Match, Season
from league.models.match import MatchStatus
from league.principals import CONSOLE
from league.queries.club import export_club_file, verify_club
from league.rules.duplicate.generator import deal_board
from league.rules.duplicate.rounds import list_boards
from league.rules.snapshot import JSON, Settings, parse_settings
from tests.actions.submissions import enter_result
from tests.actions.tournaments import begin_round, make_tournament, reread
from tests.same_cards_oracle import Evening, score_by_game, score_skuck
from tests.skuck_play import make_sheet as make_skuck_sheet

PLAYERS = [
    *("Ann Archer", "Bob Baker", "Cleo Carter", "Dan Dyer", "Eve Ellis", "Fay Fox", "Gil Grant", "Hal Hunt"),
    *("Ida Irving", "Jon Jay", "Kay King", "Leo Lane", "Mia Moss", "Ned Nash", "Ola Orr", "Pam Pike"),
    *("Quin Quick", "Rob Reed", "Sue Stone", "Tim Thorn", "Una Upton", "Vic Vale", "Wim Wells", "Xia York"),
]


def make_evening(club: Club, players: int, count: int, *, deals: int = 2, **more: Any) -> Season:
    """Start an evening of the first so many players; two deals a round and a movement, unless said otherwise."""
    wanted = {"kind": "same-cards", "options": {"deals": deals}, "names": PLAYERS[:players], **more}
    return make_tournament(club, players, count, **wanted)


def get_settings(season: Season) -> Settings:
    return parse_settings(*reread(season).settings)


def deal_packs(season: Season, number: int) -> list[tuple[int, Board]]:
    """Return the deals of a round by number, as whoever prints the packs sees them."""
    settings, seed = get_settings(season), BoardSet.objects.get(season=season).seed
    return [
        (board, deal_board(settings.game, seed, board)) for board in list_boards(number, settings.deals or 0)
    ]


def make_sheet(season: Season, number: int, table: int) -> JSON:
    """Return a sheet as it may have been written at a table of a round."""
    settings, packs = get_settings(season), deal_packs(season, number)
    chance = Random(f"{number}/{table}")
    if settings.game.key == "skuck":
        return make_skuck_sheet([board for _number, board in packs], packs[0][0] - 1, chance)
    return {"deals": [make_deal(settings, board, deal, chance) for deal, board in packs]}


def make_deal(settings: Settings, board: Board, number: int, chance: Random) -> JSON:
    """Return a made-up deal that these cards don't rule out; now and then all pass."""
    game, duplicate = settings.game, settings.game.duplicate
    assert duplicate and game.plausible
    if game.key != "north-american-skat" and chance.randrange(6) == 0:  # there the leader plays if all pass
        return {"declarer": None}
    while True:
        deals = game.plausible(settings.options, duplicate.seats, chance)["deals"]
        deal: JSON = deals[(number - 1) % len(deals)]
        try:
            if not list(duplicate.check(board, deal, duplicate.list_seats(number - 1), settings.options)):
                return deal
        except KeyError:  # of a deal that all passed
            continue


def play_tables(season: Season, number: int, *, but: Sequence[int] = ()) -> None:
    """Enter what was played at each table of a round that has no result, but for some tables."""
    waiting = Match.objects.filter(
        round__stage__season=season, round__number=number, status=MatchStatus.SCHEDULED
    )
    for match in waiting.order_by("table"):
        if match.table not in but:
            enter_result(match, make_sheet(season, number, match.table), played_on=match.club.today)


def play_rounds(season: Season, first: int, last: int) -> None:
    """Pair, publish and play some rounds; of the last of them the results are in, but it is not finished."""
    for number in range(first, last + 1):
        assert begin_round(season) == number
        play_tables(season, number)


def finish(season: Season, number: int) -> None:
    rounds.finish_round(season=season, number=number, by=CONSOLE)


def find_match(season: Season, number: int, table: int) -> Match:
    return Match.objects.get(round__stage__season=season, round__number=number, table=table)


def export(season: Season) -> Any:
    """Return the only season of the club, as its file has it."""
    return json.loads(export_club_file(season.competition.club))["competitions"][0]["seasons"][0]


def check_evening(season: Season) -> Any:
    """Compare an evening with what other code makes of its file, verify it, and return the season of the file."""
    settings = get_settings(season)
    score = (
        score_skuck if settings.game.key == "skuck" else score_by_game(settings.game.key, settings.options)
    )
    exported = export(season)
    by_difference = settings.rules.ranking[0] == "difference"
    evening = Evening(exported, settings.deals or 0, score, by_difference=by_difference)
    evening.check()
    evening.check_sums()
    assert verify_club(season.competition.club) == []
    assert verify_file(export_club_file(season.competition.club)) == []
    return exported


def send_to_club(content: bytes, slug: str) -> bytes:
    """Import a club file under another slug, and return the export of that club, as if it had the old slug."""
    document = json.loads(content)
    old = document["club"]["slug"]
    document["club"]["slug"] = slug
    import_club(json.dumps(document).encode(), by=CONSOLE)
    club = Club.objects.get(slug=slug)
    assert verify_club(club) == []
    exported = json.loads(export_club_file(club))
    assert exported["club"]["slug"] == slug
    return export_club_file(club).replace(f'"slug": "{slug}"'.encode(), f'"slug": "{old}"'.encode())
