"""Registration for a tournament: opening and closing it, who registers and withdraws, the waiting list, check-in.

See docs/reference/pairing.md, Registration.
"""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.utils import timezone

from games import Problem
from games.problems import _
from league.actions.batches import BATCH_SIZE
from league.actions.changes import Change, change, format_season_key
from league.actions.draft import DivisionAssignment, assign_divisions, save_draw
from league.actions.errors import ActionError, NameInput, validate
from league.actions.player import add_players, normalize_name
from league.actions.tournament import find_or_add_players
from league.models import Entry, Player, Registration, RegistrationState, Season, User, Visibility
from league.models.competition import CompetitionKind
from league.models.registration import WITH_PLACE
from league.models.season import SeasonState
from league.notifications.registrations import notify_of_place
from league.permissions import can
from league.principals import MAILED_LINK, Principal
from league.queries.registration import (
    find_mail_registration,
    find_own_player_of_club,
    list_starting_divisions,
)
from league.rules.names import FORMER_NAME
from league.rules.records import FIRST_STAGE
from league.rules.validation import build_problem

MAX_LIMIT = 100_000
NOT_A_TOURNAMENT = build_problem(
    "season", "not-a-tournament", _("Players register for tournaments only, not for leagues.")
)
STARTED = build_problem("season", "started", _("The tournament has started: registration is over."))
CLOSED = build_problem("season", "registration-closed", _("Registration is closed."))
NOT_YOURS = build_problem("player", "not-yours", _("You can only register yourself."))


@dataclass(frozen=True)
class RegistrationChange:
    """A change of the registrations of a draft that is being made; club and season are locked."""

    event: Change

    @property
    def season(self) -> Season:
        return self.event.season

    def get(self, player: str) -> Registration:
        """Return the registration of a player by their id, who may have withdrawn; raise ActionError without one."""
        found = Registration.objects.filter(season=self.season, player__key=player).first()
        if found is None:
            sentence = _("{player} isn't registered.")
            raise ActionError(build_problem("player", "not-registered", sentence, player=player))
        return found

    def count_free_places(self) -> int | None:
        """Return how many places are free; None without a limit. 1 query with one."""
        limit = self.season.registration_limit
        if limit is None:
            return None
        return max(limit - Registration.objects.filter(season=self.season).with_place().count(), 0)

    def save_state(self, registration: Registration, player: str, state: RegistrationState) -> None:
        before, registration.state = registration.state, state
        if state == RegistrationState.WITHDRAWN:
            registration.email = ""
            registration.save(update_fields=["state", "email"])
        else:
            registration.save(update_fields=["state"])
        self.log(player, before, state)

    def log(self, player: str, before: str | None, after: str) -> None:
        key = f"{format_season_key(self.season)}/{player}"
        self.event.log("registration", key, {"state": before} if before else None, {"state": after})


@contextmanager
def _change_registrations(
    action: str, season: Season, by: Principal, *, permission: str = "run-seasons"
) -> Iterator[RegistrationChange]:
    """Change the registrations for a tournament that has not started; club, season and divisions are locked.

    The players of the draft are registered first, unless they are.
    """
    with change(action, season, permission=permission, by=by) as event:
        if event.season.competition.kind != CompetitionKind.TOURNAMENT:
            raise ActionError(NOT_A_TOURNAMENT)
        if event.season.state != SeasonState.DRAFT:
            raise ActionError(STARTED)
        register_entries(event.season)
        yield RegistrationChange(event)


def build_guest_problem(path: str, player: str, team: str) -> Problem:
    """Return the problem of a guest who is in a team."""
    sentence = _("{player} is in the team {team}, and guests play in no team: remove one of the two.")
    return build_problem(path, "guest-in-team", sentence, player=player, team=team)


def register_entries(season: Season) -> None:
    """Register the players of a draft, in order of seed, unless they are or were registered; at most 2 queries."""
    entries = Entry.objects.filter(season=season, stage__number=FIRST_STAGE).exclude(
        player__registrations__season=season
    )
    Registration.objects.bulk_create(
        [
            Registration(
                season=season,
                player_id=entry.player_id,
                state=RegistrationState.ENTERED,
                team=entry.team,
                guest=entry.guest,
            )
            for entry in entries.order_by("division__level", "seed", "pk")
        ],
        batch_size=BATCH_SIZE,
    )


def open_registration(*, season: Season, by: Principal) -> None:
    """Open registration: the page of the draft is public from now on, and players can register.

    The players of the draft are registered. A closing time that is past is removed. Locks the club, the season and its
    divisions. Raises PermissionDenied; ActionError for a league, and for a tournament that has started.
    """
    with _change_registrations("open_registration", season, by) as making:
        closes_at = making.season.registration_closes_at
        is_past = closes_at is not None and closes_at <= timezone.now()
        _save_season(making, registration_open=True, registration_closes_at=None if is_past else closes_at)


def close_registration(*, season: Season, by: Principal) -> None:
    """Close registration, and hide the page of the draft; who is registered stays so.

    A closing time closes registration without hiding the page. Raises as `open_registration`.
    """
    with _change_registrations("close_registration", season, by) as making:
        _save_season(making, registration_open=False)


def limit_registration(
    *, season: Season, limit: int | None, closes_at: datetime | None, by: Principal
) -> None:
    """Set how many players have a place, and when players can't register any more; None for no limit.

    With a higher limit the waiting list moves up; with a lower one everyone keeps their place. Raises as
    `open_registration`; ActionError at `limit` for a number that is out of range.
    """
    with _change_registrations("limit_registration", season, by) as making:
        if limit is not None and not 1 <= limit <= MAX_LIMIT:
            sentence = _("Enter a number from {least} to {most}.")
            raise ActionError(build_problem("limit", "out-of-range", sentence, least=1, most=MAX_LIMIT))
        _save_season(making, registration_limit=limit, registration_closes_at=closes_at)
        _move_up(making)


def register_players(
    *,
    season: Season,
    by: Principal,
    players: Sequence[str] = (),
    names: Sequence[str] = (),
    guests: bool = False,
) -> list[Registration]:
    """Register players by their ids, then by names, as an organiser; who isn't in the club yet is added.

    With `guests` all of them are guests. Who finds no place is on the waiting list. Organisers can do so until the
    tournament starts. Raises as `open_registration`; ActionError at `players.N` and `names.N` for players who are
    registered already, are listed twice or unknown, and for bad names.
    """
    with _change_registrations("register", season, by) as making:
        by_name = find_or_add_players(club=making.event.club, names=names, by=by)
        paths = [
            *(f"players.{number}" for number in range(len(players))),
            *(f"names.{number}" for number in range(len(names))),
        ]
        return _register(making, [*players, *by_name], paths, guests=guests)


def register_self(*, season: Season, by: Principal) -> Registration:
    """Register the player whose account it is.

    Raises PermissionDenied for others; ActionError after the closing time, and as `register_players`.
    """
    with _change_registrations("register", season, by, permission="register") as making:
        own = find_own_player_of_club(by, making.event.club.pk)
        if own is None:
            raise ActionError(NOT_YOURS)
        require_open(making.season)
        return _register(making, [own.key], ["player"])[0]


def require_open(season: Season) -> None:
    """Raise ActionError unless players can register themselves for a draft that was read with its club."""
    if not season.registration_open:
        raise ActionError(CLOSED)
    if not season.takes_registrations:
        sentence = _("Registration closed at {time}.")
        closed_at = timezone.localtime(season.registration_closes_at, season.competition.club.tzinfo)
        raise ActionError(build_problem("season", "too-late", sentence, time=f"{closed_at:%Y-%m-%d %H:%M}"))


def register_by_mail(*, season: Season, email: str, name: str) -> Registration:
    """Register a person without an account, who has read a mail that was sent to the address.

    The name is that of a player of the club without an account, whose name everyone may read, or a new player's, who is
    added: the names of protected players can't be guessed at. Raises ActionError after the closing time, as
    `register_players`, if the address has registered already, and at `name` where it can't be known who they are: for
    the name of a player with an account, of several players, and of a former player.
    """
    email = User.objects.normalize_email(email)
    with _change_registrations("register", season, MAILED_LINK, permission="register") as making:
        require_open(making.season)
        if own := find_mail_registration(making.season, email):
            sentence = _("{player} is registered already.")
            raise ActionError(build_problem("name", "registered-already", sentence, player=own.player.key))
        registration = _register(making, [_find_or_add_player(making, name)], ["name"])[0]
        registration.email = email
        registration.save(update_fields=["email"])
        return registration


def withdraw_by_mail(*, season: Season, email: str) -> None:
    """Withdraw who has registered by a mail to the address, which is deleted; the first of the list gets the place.

    Raises ActionError if nobody has, and once the tournament has started.
    """
    email = User.objects.normalize_email(email)
    with _change_registrations("withdraw_registration", season, MAILED_LINK, permission="register") as making:
        own = find_mail_registration(making.season, email)
        if own is None:
            raise ActionError(build_problem("player", "not-registered", _("You are not registered.")))
        making.save_state(own, own.player.key, RegistrationState.WITHDRAWN)
        _move_up(making)


def withdraw_registration(*, season: Season, player: str, by: Principal) -> None:
    """Withdraw a player, by their id, before the tournament starts; the first of the waiting list gets the place.

    Organisers withdraw any player, players themselves. Raises PermissionDenied; ActionError for a player who isn't
    registered, and once the tournament has started.
    """
    with _change_registrations("withdraw_registration", season, by, permission="register") as making:
        if not can(by, "run-seasons", making.event.club):
            own = find_own_player_of_club(by, making.event.club.pk)
            if own is None or own.key != player:
                raise ActionError(NOT_YOURS)
        registration = making.get(player)
        if registration.state == RegistrationState.WITHDRAWN:
            sentence = _("{player} isn't registered.")
            raise ActionError(build_problem("player", "not-registered", sentence, player=player))
        making.save_state(registration, player, RegistrationState.WITHDRAWN)
        _move_up(making)


def check_in(*, season: Season, player: str, by: Principal, is_there: bool = True) -> None:
    """Note that a registered player is there, or take that back; twice is once.

    Raises PermissionDenied; ActionError for a player without a place, and once the tournament has started.
    """
    with _change_registrations("check_in", season, by) as making:
        registration = making.get(player)
        if registration.state not in WITH_PLACE:
            sentence = _("{player} has no place: on the waiting list, or withdrawn.")
            raise ActionError(build_problem("player", "no-place", sentence, player=player))
        state = RegistrationState.CHECKED_IN if is_there else RegistrationState.ENTERED
        if registration.state != state:
            making.save_state(registration, player, state)


def set_teams(*, season: Season, teams: Mapping[str, str], by: Principal) -> None:
    """Set the teams of registered players, by id; an empty text for none.

    Raises PermissionDenied; ActionError at `teams.ID` for a text that is no name and for a guest, and as
    `open_registration`.
    """
    with _change_registrations("set_teams", season, by) as making:
        wanted, problems = {}, list[Problem]()
        for player, team in teams.items():
            try:
                wanted[player] = validate(NameInput, name=team).name if team.strip() else ""
            except ActionError as refused:
                problems += [
                    Problem(f"teams.{player}", problem.code, problem.message) for problem in refused.problems
                ]
        if problems:
            raise ActionError(*problems)
        rows = Registration.objects.filter(season=making.season, player__key__in=wanted)
        changed = [row for row in rows.select_related("player") if row.team != wanted[row.player.key]]
        problems = [
            build_guest_problem(f"teams.{row.player.key}", row.player.key, wanted[row.player.key])
            for row in changed
            if row.guest and wanted[row.player.key]
        ]
        if problems:
            raise ActionError(*problems)
        for row in changed:
            row.team = wanted[row.player.key]
        Registration.objects.bulk_update(changed, ["team"], batch_size=BATCH_SIZE)
        if changed:
            after = {"teams": sorted(row.player.key for row in changed)}
            making.event.log("season", format_season_key(making.season), None, after)


def enter_registered(season: Season, *, by: Principal) -> None:
    """Enter those of a draft who are registered, if any are, and divide them into groups if there are to be any.

    The caller has locked the season and checked the numbers. If anyone has been checked in, only those who have are
    entered.
    """
    divisions = list_starting_divisions(season)
    if divisions is None:
        return
    wanted = [DivisionAssignment(name, players) for name, players in divisions]
    assign_divisions(season=season, divisions=wanted, by=by)
    if season.draw and "groups" not in season.draw:
        save_draw(season, [players for _name, players in divisions])
    registered = {row.player_id: row for row in Registration.objects.filter(season=season)}
    entries = []
    for entry in Entry.objects.filter(season=season):
        row = registered.get(entry.player_id)
        if row and (entry.team, entry.guest) != (row.team, row.guest):
            entry.team, entry.guest = row.team, row.guest
            entries.append(entry)
    Entry.objects.bulk_update(entries, ["team", "guest"], batch_size=BATCH_SIZE)


def _save_season(making: RegistrationChange, **wanted: Any) -> None:
    season = making.season
    before = {name: getattr(season, name) for name in wanted}
    for name, value in wanted.items():
        setattr(season, name, value)
    season.save(update_fields=list(wanted))
    making.event.log("season", format_season_key(season), _write_times(before), _write_times(wanted))


def _write_times(values: Mapping[str, Any]) -> dict[str, Any]:
    return {
        name: value.isoformat() if isinstance(value, datetime) else value for name, value in values.items()
    }


def _register(
    making: RegistrationChange, keys: Sequence[str], paths: Sequence[str], *, guests: bool = False
) -> list[Registration]:
    """Register players by their ids, in this order; `paths` are the places of their problems.

    6 queries, and 1 for each player who has withdrawn before; more only by batches of rows.
    """
    season = making.season
    players = {player.key: player for player in Player.objects.filter(club=making.event.club, key__in=keys)}
    known = {
        row.player_id: row for row in Registration.objects.filter(season=season, player__in=players.values())
    }
    if problems := list(_check_new(keys, paths, players, known)):
        raise ActionError(*problems)
    free, now = making.count_free_places(), timezone.now()
    rows = []
    for number, key in enumerate(keys):
        row = known.get(players[key].pk) or Registration(season=season, player=players[key])
        has_place = free is None or number < free
        row.state = RegistrationState.ENTERED if has_place else RegistrationState.WAITING
        row.at = now
        if guests:
            row.guest, row.team = True, ""
        rows.append(row)
    new = [row for row in rows if row.pk is None]
    for row in rows:
        if row.pk is not None:
            row.save(update_fields=["state", "at", "guest", "team"])
    Registration.objects.bulk_create(new, batch_size=BATCH_SIZE)
    if rows:
        after = {
            state.value: [key for key, row in zip(keys, rows, strict=True) if row.state == state]
            for state in (RegistrationState.ENTERED, RegistrationState.WAITING)
        }
        making.event.log("season", format_season_key(season), None, after)
    return rows


def _find_or_add_player(making: RegistrationChange, name: str) -> str:
    """Return the id of the only player of this name, who has no account, or of a new player. 1 query, or 4.

    Players whose names are shortened or hidden are passed over, and the id of a new player is a number: an id made from
    the name would tell that another player has it.
    """
    wanted = normalize_name(name)
    players = Player.objects.filter(club=making.event.club, visibility=Visibility.NAME).order_by("pk")
    alike = [player for player in players if normalize_name(player.name) == wanted]
    if len(alike) > 1 or FORMER_NAME.fullmatch(name.strip()) or any(player.user_id for player in alike):
        sentence = _("A player of this name is in the club: log in to register, or ask an organiser.")
        raise ActionError(build_problem("name", "known-player", sentence))
    if alike:
        return alike[0].key
    try:
        (added,) = add_players(
            club=making.event.club, names=[name], namesakes=True, by=MAILED_LINK, numbered=True
        )
    except ActionError as refused:
        raise ActionError(
            *(Problem("name", problem.code, problem.message) for problem in refused.problems)
        ) from None
    return added.key


def _check_new(
    keys: Sequence[str],
    paths: Sequence[str],
    players: Mapping[str, Player],
    known: Mapping[int, Registration],
) -> Iterator[Problem]:
    for number, (key, path) in enumerate(zip(keys, paths, strict=True)):
        if key not in players:
            sentence = _("The club has no player with the ID {player}.")
            yield build_problem(path, "unknown-player", sentence, player=key)
        elif key in keys[:number]:
            yield build_problem(path, "twice", _("{player} is listed twice."), player=key)
        elif (row := known.get(players[key].pk)) and row.state != RegistrationState.WITHDRAWN:
            sentence = _("{player} is registered already.")
            yield build_problem(path, "registered-already", sentence, player=key)


def _move_up(making: RegistrationChange) -> None:
    """Give the free places to the first of the waiting list, and mail those who have an account or a mailed link."""
    free = making.count_free_places()
    waiting = Registration.objects.filter(season=making.season, state=RegistrationState.WAITING)
    for row in waiting.select_related("player").in_order()[:free]:
        making.save_state(row, row.player.key, RegistrationState.ENTERED)
        notify_of_place(row, author=making.event.by.user)
