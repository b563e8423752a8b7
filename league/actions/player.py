"""Add players to a club, and change them."""

import unicodedata
from collections.abc import Iterator, Sequence

from django.db import transaction

from games import Problem, Strict
from games.problems import _
from league.actions.actor import Actor
from league.actions.audit_log import lock_club, record_event
from league.actions.batches import BATCH_SIZE
from league.actions.club import invalidate_pages
from league.actions.errors import ActionError, NameInput, validate
from league.actions.ids import IdGenerator
from league.models import Club, Player, User
from league.rules.field_types import Name
from league.rules.validation import build_problem

MAX_PLAYERS_AT_ONCE = 2000


class NewPlayers(Strict):
    names: list[Name]


@transaction.atomic
def add_players(*, club: Club, names: Sequence[str], namesakes: bool, by: Actor) -> list[Player]:
    """Add people to the club in this order, with ids made from their names.

    One query reads who is there already; more queries only by batches of rows. Raises NotPermitted;
    ActionError at `names.N` for a bad name and, unless they are said to be `namesakes`, for one that is in
    the club already or comes earlier in the list.
    """
    by.require("run-seasons", club)
    if len(names) > MAX_PLAYERS_AT_ONCE:
        sentence = _("At most {most} players come in at once; these are {count}.")
        raise ActionError(
            build_problem("names", "too-many", sentence, most=MAX_PLAYERS_AT_ONCE, count=len(names))
        )
    wanted = validate(NewPlayers, names=list(names)).names
    club = lock_club(club.pk, "run-seasons", by)
    there = list(Player.objects.filter(club=club).values_list("key", "name"))
    alike = [] if namesakes else list(_check_namesakes(wanted, [name for _key, name in there]))
    if alike:
        raise ActionError(*alike)
    ids = IdGenerator((key for key, _name in there), word="p")
    added = Player.objects.bulk_create(
        [Player(club=club, key=ids.generate(name), name=name) for name in wanted], batch_size=BATCH_SIZE
    )
    invalidate_pages(club)
    # Only how many, without names, so that a person can be forgotten.
    record_event(club, by, "add_players", "club", club.slug, after={"players": len(added)})
    return added


def _check_namesakes(names: Sequence[str], there: Sequence[str]) -> Iterator[Problem]:
    """Yield the names of players who are there already, and names that come earlier in the list."""
    known, above = set(map(_fold_name, there)), set[str]()
    for number, name in enumerate(map(_fold_name, names)):
        if name in known:
            yield build_problem(
                f"names.{number}", "known-name", _("Somebody of this name is in the club already.")
            )
        elif name in above:
            yield build_problem(f"names.{number}", "twice", _("This name stands further up already."))
        above.add(name)


def _fold_name(name: str) -> str:
    """Return the name without differences of case, spaces or accents' encoding: it is the same person."""
    return " ".join(unicodedata.normalize("NFKC", name).casefold().split())


@transaction.atomic
def change_player(*, player: Player, name: str, user: User | None, by: Actor) -> None:
    """Give the player another name, or say whose account is theirs; the id stays.

    Raises NotPermitted; ActionError for a bad name, or an account that belongs to another player of the club.
    """
    by.require("change-club", player.club_id)
    wanted = validate(NameInput, name=name)
    # Lock the club: two players who are given the same account at once must not both have it.
    club = lock_club(player.club_id, "change-club", by)
    player = Player.objects.select_for_update(of=("self",), no_key=True).get(pk=player.pk)
    other = user and Player.objects.filter(club=club, user=user).exclude(pk=player.pk).first()
    if other:
        raise ActionError(
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
    invalidate_pages(club)
    # No name, so that a person can be forgotten.
    after = {"user": linked, "renamed": renamed}
    record_event(club, by, "change_player", "player", player.key, before, after)
