"""Add players to a club, change them, and choose how they are named to those who are not of the club."""

import unicodedata
from collections.abc import Iterator, Sequence
from itertools import count

from django.db.models import Q

from games import Problem, Strict
from games.problems import _
from league.actions.batches import BATCH_SIZE
from league.actions.changes import change, invalidate_pages, log_refusals
from league.actions.errors import ActionError, NameInput, validate
from league.actions.ids import IdGenerator
from league.actions.linking import link_player
from league.actions.player_ids import forget_merge, replace_name_in_texts
from league.models import (
    Club,
    Invitation,
    JoinRequest,
    JoinRequestState,
    Player,
    PlayerMerge,
    Registration,
    User,
    Visibility,
)
from league.models.club import Privacy
from league.permissions import require
from league.principals import Principal
from league.rules.names import FORMER_NAME, FORMER_PLAYER, Name
from league.rules.validation import build_problem

MAX_PLAYERS_AT_ONCE = 2000
# What an organiser chooses for one player.
PLAYER_VISIBILITIES = (Visibility.NAME, Visibility.MINOR, Visibility.HIDDEN)


class NewPlayers(Strict):
    names: list[Name]


@log_refusals("add_players")
def add_players(
    *, club: Club, names: Sequence[str], namesakes: bool, by: Principal, numbered: bool = False
) -> list[Player]:
    """Add people to the club in this order, with ids made from their names, or with numbers as ids.

    One query reads the players there already; more queries only by batches of rows. Locks the club. Raises
    PermissionDenied; ActionError at `names.N` for a bad name and, unless they are `namesakes`, for a name
    that is in the club already or comes earlier in the list.
    """
    require(by, "run-seasons", club)
    if len(names) > MAX_PLAYERS_AT_ONCE:
        sentence = _("You can add at most {most} players at once; these are {count}.")
        raise ActionError(
            build_problem("names", "too-many", sentence, most=MAX_PLAYERS_AT_ONCE, count=len(names))
        )
    wanted = validate(NewPlayers, names=list(names)).names
    with change("add_players", club, permission="run-seasons", by=by) as event:
        club = event.club
        there = list(Player.objects.filter(club=club).values_list("key", "name"))
        alike = [] if namesakes else list(_check_namesakes(wanted, [name for _key, name in there]))
        if alike:
            raise ActionError(*alike)
        ids = IdGenerator((key for key, _name in there), word="p")
        added = Player.objects.bulk_create(
            [Player(club=club, key=ids.generate("" if numbered else name), name=name) for name in wanted],
            batch_size=BATCH_SIZE,
        )
        # Only how many, without names, so that a person can be forgotten.
        event.log("club", club.slug, after={"players": len(added)})
        return added


def _check_namesakes(names: Sequence[str], there: Sequence[str]) -> Iterator[Problem]:
    """Yield the names of players who are there already, and names that come earlier in the list."""
    known, above = set(map(normalize_name, there)), set[str]()
    for number, name in enumerate(map(normalize_name, names)):
        if name in known:
            yield build_problem(
                f"names.{number}", "known-name", _("The club already has a player of this name.")
            )
        elif name in above:
            yield build_problem(f"names.{number}", "twice", _("This name is listed twice."))
        above.add(name)


def normalize_name(name: str) -> str:
    """Return the name without differences of case, spaces or accents' encoding: it is the same person."""
    return " ".join(unicodedata.normalize("NFKC", name).casefold().split())


@log_refusals("change_player")
def change_player(*, player: Player, name: str, user: User | None, by: Principal) -> None:
    """Give the player another name, or say whose account is theirs; the id stays.

    Locks the club. Raises PermissionDenied; ActionError for a bad name, or an account that belongs to another
    player of the club.
    """
    require(by, "change-club", player.club_id)
    wanted = validate(NameInput, name=name)
    # Lock the club: two players who are given the same account at once must not both have it.
    with change("change_player", player.club_id, permission="change-club", by=by) as event:
        club = event.club
        player = Player.objects.select_for_update(of=("self",), no_key=True).get(pk=player.pk)
        other = user and Player.objects.filter(club=club, user=user).exclude(pk=player.pk).first()
        if other:
            raise ActionError(
                build_problem(
                    "user",
                    "player-has-user",
                    _("This account is already linked to {player}."),
                    player=other.key,
                )
            )
        renamed, linked = player.name != wanted.name, user and user.pk
        if not renamed and player.user_id == linked:
            return
        before = {"user": player.user_id}
        player.name = wanted.name
        player.user = user and player.user  # another account is linked below
        player.save(update_fields=["name", "folded_name", "user"])
        if user and linked != before["user"]:
            link_player(player, user, event.by)
        # No name, so that a person can be forgotten.
        after = {"user": linked, "renamed": renamed}
        event.log("player", player.key, before, after)


@log_refusals("rename_player")
def rename_player(*, player: Player, name: str, by: Principal) -> None:
    """Give the player another name; their id, account and results stay.

    Locks the club. Raises PermissionDenied; ActionError for a bad name.
    """
    require(by, "change-club", player.club_id)
    wanted = validate(NameInput, name=name)
    with change("rename_player", player.club_id, permission="change-club", by=by) as event:
        player = Player.objects.select_for_update(of=("self",), no_key=True).get(pk=player.pk)
        if player.name == wanted.name:
            return
        player.name = wanted.name
        player.save(update_fields=["name", "folded_name"])
        # No name, so that a person can be forgotten.
        event.log("player", player.key, after={"renamed": True})


def set_retired(*, player: Player, retired: bool, by: Principal) -> None:
    """Retire a player who has stopped, who is not offered in choices any more, or bring a player back.

    Results, entries and pages stay. Locks the club. Raises PermissionDenied.
    """
    require(by, "change-club", player.club_id)
    action = "retire_player" if retired else "bring_back_player"
    with change(action, player.club_id, permission="change-club", by=by) as event:
        player = Player.objects.select_for_update(of=("self",), no_key=True).get(pk=player.pk)
        if retired == (player.retired_on is not None):
            return
        player.retired_on = event.club.today if retired else None
        player.save(update_fields=["retired_on"])
        event.log("player", player.key)


def forget_player(*, player: Player, by: Principal) -> str:
    """Replace the name of a player, whose person asked for it, by "Former player" and a number; return it.

    The daily job replaces the id, too (`league.actions.erasure`); results stay. A name that was replaced before stays
    as it is. Invitations, requests to join, the link to an account, and the address of a registration by mail are
    deleted. Locks the club. Raises PermissionDenied.
    """
    with change("forget_player", player.club_id, permission="manage-members", by=by) as event:
        club = event.club
        player = Player.objects.select_for_update(of=("self",), no_key=True).get(pk=player.pk)
        Registration.objects.filter(player=player).forget_addresses()
        Invitation.objects.filter(player=player).delete()
        before = {"user": player.user_id} if player.user_id else None
        Player.objects.filter(pk=player.pk).update(user=None)
        if take_names(club, [player]) or before:
            event.log("player", player.key, before, {"renamed": True})
        return player.name


def take_names(club: Club, players: Sequence[Player]) -> bool:
    """Give players names that tell nothing, each with the next free number; return whether any was changed.

    The name is data, as a club file may hold it, so it is not translated. What people have written about them loses the
    full name, and the daily job replaces their ids. The caller has locked the club.
    """
    pks = [player.pk for player in players]
    Player.objects.filter(pk__in=pks).update(to_erase=True)
    _delete_requests(club, players)
    for player in players:
        player.club = club
    named = [player for player in players if not FORMER_NAME.fullmatch(player.name)]
    former = Player.objects.filter(club=club, name__startswith=FORMER_PLAYER).values_list("name", flat=True)
    taken = {int(found[1]) for name in former if (found := FORMER_NAME.fullmatch(name))}
    numbers = (number for number in count(1) if number not in taken)
    for player, number in zip(named, numbers, strict=False):
        name, player.name = player.name, f"{FORMER_PLAYER} {number}"
        replace_name_in_texts(player, name, player.name)
        player.save(update_fields=["name", "folded_name"])
    kept = {player.pk: player for player in players}
    # Their rows have names, and ids made from names.
    for merge in PlayerMerge.objects.filter(kept__in=pks).order_by("pk"):
        forget_merge(merge, kept[merge.kept_id])
    if named:
        invalidate_pages(club)
    return bool(named)


def _delete_requests(club: Club, players: Sequence[Player]) -> None:
    """Delete the requests to join as one of these players, and those under a name that have made them players."""
    users = [player.user_id for player in players if player.user_id]
    names = [player.name for player in players]
    requests = JoinRequest.objects.filter(club=club)
    of_them = Q(player__in=[player.pk for player in players]) | Q(user__in=users)
    requests.filter(of_them | (Q(name__in=names) & ~Q(state=JoinRequestState.OPEN))).delete()


def apply_name_privacy(club: Club) -> None:
    """Give the players of a club the short or full names that its privacy says, but for those with another; 1 query.

    The caller has locked the club.
    """
    before, after = Visibility.SHORT, Visibility.NAME
    if club.privacy == Privacy.SHORT_NAMES:
        before, after = after, before
    Player.objects.filter(club=club, visibility=before).update(visibility=after)


@log_refusals("change_visibility")
def change_visibility(*, player: Player, visibility: str, by: Principal) -> None:
    """Say what those see of a player who are not of the club, as the player or a parent has asked.

    `visibility` is one of PLAYER_VISIBILITIES; `name` is what the club's privacy says. Locks the club. Raises
    PermissionDenied; ActionError for another value.
    """
    require(by, "change-club", player.club_id)
    if visibility not in PLAYER_VISIBILITIES:
        raise ActionError(build_problem("visibility", "choice", _("Choose one of the options.")))
    with change("change_visibility", player.club_id, permission="change-club", by=by) as event:
        player = Player.objects.select_for_update(of=("self",), no_key=True).get(pk=player.pk)
        is_short = event.club.privacy == Privacy.SHORT_NAMES and visibility == Visibility.NAME
        wanted = Visibility.SHORT if is_short else Visibility(visibility)
        if player.visibility == wanted:
            return
        before, player.visibility = player.visibility, wanted
        player.save(update_fields=["visibility"])
        event.log("player", player.key, {"visibility": before}, {"visibility": wanted.value})
