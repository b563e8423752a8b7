"""Verbs of players."""

import unicodedata
from collections.abc import Iterator, Sequence

from django.db import transaction

from games import Problem, Strict
from games.problems import _
from league.actions.actor import Actor
from league.actions.bulk import CHUNK
from league.actions.changes import locked, record
from league.actions.club import touch
from league.actions.errors import Refused
from league.actions.ids import Ids
from league.actions.typed import typed
from league.models import Club, Player, User
from league.rules.check import build_problem
from league.rules.texts import Name

MOST_AT_ONCE = 2000


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
        raise Refused(build_problem("names", "too-many", sentence, most=MOST_AT_ONCE, count=len(names)))
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
            yield build_problem(
                f"names.{number}", "known-name", _("Somebody of this name is in the club already.")
            )
        elif name in above:
            yield build_problem(f"names.{number}", "twice", _("This name stands further up already."))
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
            build_problem(
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
