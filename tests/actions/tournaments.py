"""Tournaments to pair, play and take back, and helpers to look at their rounds."""

from collections.abc import Mapping, Sequence
from random import Random

from league.actions.rounds import pair_next_round, publish_round
from league.actions.season import open_season
from league.actions.tournament import create_tournament
from league.models import Bye, Club, Match, Player, Season, Seat, Standing
from league.models.match import MatchStatus
from league.principals import CONSOLE
from league.rules.seasons.tournament_plans import PlanKind, build_rules
from league.rules.snapshot import parse_settings
from tests.actions.submissions import enter_result

NAMES = [
    "Ann Archer",
    "Bob Baker",
    "Cleo Carter",
    "Dan Dyer",
    "Eve Ellis",
    "Fay Fox",
    "Gil Grant",
    "Hal Hunt",
    "Ida Irving",
    "Jon Jay",
    "Kay King",
    "Leo Lane",
    "Mia Moss",
]


def make_tournament(
    club: Club,
    players: int = 8,
    rounds: int = 3,
    *,
    game: str = "skuck",
    kind: PlanKind = "swiss",
    names: Sequence[str] = (),
    name: str = "Spring Open",
    options: Mapping[str, object] | None = None,
    **more: object,
) -> Season:
    """Create and open a tournament of the first so many players, with lots drawn from 7."""
    import games

    rules = build_rules(games.get(game), kind, rounds) | more
    season = create_tournament(
        club=club,
        name=name,
        game=game,
        options=options,
        rules=rules,
        names=names or NAMES[:players],
        by=CONSOLE,
    )
    Season.objects.filter(pk=season.pk).update(draw_seed=7)
    open_season(season=reread(season), by=CONSOLE)
    return reread(season)


def reread(season: Season) -> Season:
    return Season.objects.for_page().get(pk=season.pk)


def begin_round(season: Season) -> int:
    """Pair the next round and publish it; return its number."""
    number = pair_next_round(season=season, by=CONSOLE).number
    publish_round(season=season, number=number, by=CONSOLE)
    return number


def play_round(season: Season, number: int, *, tables: Sequence[int] | None = None, seed: int = 0) -> None:
    """Enter a made-up sheet at each table of a round that has no result, or at some tables."""
    settings = parse_settings(*reread(season).settings)
    waiting = Match.objects.filter(
        round__stage__season=season, round__number=number, status=MatchStatus.SCHEDULED
    )
    for match in waiting.order_by("table"):
        if tables is None or match.table in tables:
            chance = Random(f"{seed}/{number}/{match.table}")
            seats = match.seats.count()
            assert settings.game.plausible
            sheet = settings.game.plausible(settings.options, seats, chance)
            enter_result(match, sheet, played_on=match.club.today)


def list_tables(season: Season, number: int) -> list[list[str]]:
    """Return the players of each table of a round, by id."""
    seats = Seat.objects.filter(match__round__stage__season=season, match__round__number=number)
    tables: dict[int, list[str]] = {}
    for table, player in seats.order_by("match__table", "number").values_list("match__table", "player__key"):
        tables.setdefault(table, []).append(player)
    return list(tables.values())


def list_byes(season: Season, number: int) -> dict[str, tuple[str, int]]:
    byes = Bye.objects.filter(round__stage__season=season, round__number=number)
    return {
        player: (kind, points)
        for player, kind, points in byes.values_list("entry__player__key", "kind", "points")
    }


def list_points(season: Season) -> dict[str, int]:
    """Return the points of each player, best first."""
    standings = Standing.objects.filter(entry__season=season).order_by("rank", "entry__seed")
    return dict(standings.values_list("entry__player__key", "points"))


def get_key(name: str) -> str:
    return Player.objects.values_list("key", flat=True).get(name=name)
