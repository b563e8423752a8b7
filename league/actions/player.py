"""Verbs of players."""

import unicodedata
from collections.abc import Iterator, Sequence
from typing import Any

from django.db import transaction
from django.db.models import Count, Exists, F, OuterRef, Q, QuerySet, Sum

import games
from games import Figure, Problem, Strict
from games.problems import _
from league.actions.actor import Actor
from league.actions.bulk import CHUNK
from league.actions.changes import locked, record
from league.actions.club import touch
from league.actions.errors import Refused
from league.actions.ids import Ids
from league.actions.typed import typed
from league.models import Club, Competition, Player, Seat, Statistics, User
from league.models.match import Outcome, Status
from league.models.season import State
from league.rules.check import problem
from league.rules.figures import added_up
from league.rules.texts import Name

ADDED_UP = ("deals", "score", "bids", "bids_made", "bid_total")
MOST_AT_ONCE = 2000


@transaction.atomic
def refresh_statistics(*, competition: int, players: Sequence[int] | None = None) -> None:
    """Counts anew what these players (all, if none are named) did in a competition's played matches; a
    draft's count once it is opened. Of the games' own figures only those of the game it plays now count: another
    game's would mean something else by the same name.

    Idempotent: the rows are what the seats add up to. 5 queries, more only by bulk chunks.
    """
    # Two of these at once: the one that counted first must not write last.
    list(Competition.objects.select_for_update(no_key=True).filter(pk=competition))
    named: dict[str, Any] = {} if players is None else {"player__in": players}
    seats = Seat.objects.filter(match__division__season__competition=competition).exclude(
        match__division__season__state=State.DRAFT
    )
    rows: Any = (  # the names of its values are made from tables, beyond what types can follow
        seats.filter(**named)
        .values("player")
        .annotate(
            played=Count("pk", filter=Q(match__status=Status.PLAYED)),
            **{
                name: Count("pk", filter=Q(match__status=Status.PLAYED, outcome=outcome))
                for name, outcome in (("won", Outcome.WIN), ("drawn", Outcome.DRAW), ("lost", Outcome.LOSS))
            },
            **{
                f"all_{name}": Sum(name, filter=Q(match__status=Status.PLAYED), default=0)
                for name in ADDED_UP
            },
        )
        .order_by("player")
    )
    own = _own_figures(seats.filter(**named))
    Statistics.objects.filter(
        ~Exists(seats.filter(player=OuterRef("player"))), competition=competition, **named
    ).delete()
    Statistics.objects.bulk_create(
        [
            Statistics(
                player_id=row["player"],
                competition_id=competition,
                played=row["played"],
                won=row["won"],
                drawn=row["drawn"],
                lost=row["lost"],
                **{name: row[f"all_{name}"] for name in ADDED_UP},
                figures=own.get(row["player"], {}),
            )
            for row in rows
        ],
        update_conflicts=True,
        unique_fields=["player", "competition"],
        update_fields=["played", "won", "drawn", "lost", *ADDED_UP, "figures"],
        batch_size=CHUNK,
    )


def _own_figures(seats: QuerySet[Seat]) -> dict[int, dict[str, int]]:
    """By player, what the game of their competition counts beside that in these seats: no database adds it up by
    itself. Nothing where it is not installed any more. 1 query."""
    counted: dict[int, list[tuple[Sequence[Figure], dict[str, int]]]] = {}
    for player, game, figures in (
        seats.filter(
            match__status=Status.PLAYED,
            match__division__season__game=F("match__division__season__competition__game"),
        )
        .exclude(figures={})
        .order_by("player")
        .values_list("player", "match__division__season__game", "figures")
    ):
        if games.is_installed(game):
            counted.setdefault(player, []).append((games.get(game).figures, figures))
    return {player: added_up(own) for player, own in counted.items()}


class Joining(Strict):
    names: list[Name]


@transaction.atomic
def add_players(*, club: Club, names: Sequence[str], namesakes: bool, by: Actor) -> list[Player]:
    """Takes these people in, in this order; their ids are made from their names. 1 query reads who is there; more
    only by bulk chunks.

    Raises NotPermitted; Refused at `names.N` for a name that is none, and, unless they are said to be `namesakes`,
    for one that is in the club already or stands above.
    """
    by.must("run-seasons", club)
    if len(names) > MOST_AT_ONCE:
        sentence = _("At most {most} players come in at once; these are {count}.")
        raise Refused(problem("names", "too-many", sentence, most=MOST_AT_ONCE, count=len(names)))
    wanted = typed(Joining, names=list(names)).names
    club = locked(club.pk, "run-seasons", by)
    there = list(Player.objects.filter(club=club).values_list("key", "name"))
    alike = [] if namesakes else list(_alike(wanted, [name for _key, name in there]))
    if alike:
        raise Refused(*alike)
    ids = Ids((key for key, _name in there), word="p")
    added = Player.objects.bulk_create(
        [Player(club=club, key=ids.made_from(name), name=name) for name in wanted], batch_size=CHUNK
    )
    touch(club)
    # How many, no names: a person can be forgotten.
    record(club, by, "add_players", "club", club.slug, after={"players": len(added)})
    return added


def _alike(names: Sequence[str], there: Sequence[str]) -> Iterator[Problem]:
    """Names of somebody who is there, and names that stand above already."""
    known, above = set(map(_compared, there)), set[str]()
    for number, name in enumerate(map(_compared, names)):
        if name in known:
            yield problem(f"names.{number}", "known-name", _("Somebody of this name is in the club already."))
        elif name in above:
            yield problem(f"names.{number}", "twice", _("This name stands further up already."))
        above.add(name)


def _compared(name: str) -> str:
    """Capitals, spaces and the ways to write an accent make nobody another person."""
    return " ".join(unicodedata.normalize("NFKC", name).casefold().split())


class Naming(Strict):
    name: Name


@transaction.atomic
def change_player(*, player: Player, name: str, user: User | None, by: Actor) -> None:
    """Gives the player another name, or says whose log-in is theirs; the id stays.

    Raises NotPermitted; Refused for a name that is none, or a log-in that is another player's of the club already.
    """
    by.must("change-club", player.club_id)
    wanted = typed(Naming, name=name)
    # The club: two players who are given the same log-in at once must not both have it.
    club = locked(player.club_id, "change-club", by)
    player = Player.objects.select_for_update(of=("self",), no_key=True).get(pk=player.pk)
    other = user and Player.objects.filter(club=club, user=user).exclude(pk=player.pk).first()
    if other:
        raise Refused(
            problem(
                "user", "player-has-user", _("This log-in is already that of {player}."), player=other.key
            )
        )
    renamed, linked = player.name != wanted.name, user and user.pk
    if not renamed and player.user_id == linked:
        return
    before = {"user": player.user_id}
    player.name, player.user = wanted.name, user
    player.save(update_fields=["name", "user"])
    touch(club)
    # No name: a person can be forgotten.
    after = {"user": linked, "renamed": renamed}
    record(club, by, "change_player", "player", player.key, before, after)
