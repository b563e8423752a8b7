"""Who is registered for a tournament, by which link without an account, and which divisions follow when it starts."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from django.contrib.auth.models import AnonymousUser
from django.core.signing import BadSignature, Signer

from games import Text
from games.problems import _
from league.models import Bye, Entry, Player, Registration, RegistrationState, Round, Season, User
from league.models.registration import WITH_PLACE
from league.models.round import ByeKind
from league.principals import Person, Principal
from league.queries.links import build_url
from league.queries.schedule import find_settings
from league.rules.records import FIELD_NAME, FIRST_STAGE
from league.rules.seasons.groups import divide_into_groups, name_group
from league.rules.settings import Rules
from league.rules.snapshot import Settings

_signer = Signer(sep=".", salt="league.registration")  # mail programs end links at a colon


@dataclass(frozen=True)
class RegisteredPlayer:
    """A player who is registered, or was and has withdrawn."""

    player: str
    name: str
    state: RegistrationState
    team: str
    guest: bool = False
    link: str = ""  # the end of the address of their page, for the reader


@dataclass(frozen=True)
class Registrations:
    """The registrations for a tournament, in order of registering."""

    entered: Sequence[RegisteredPlayer]  # with a place, also those who are there
    waiting: Sequence[RegisteredPlayer]
    withdrawn: Sequence[RegisteredPlayer]
    limit: int | None

    @property
    def places_left(self) -> int | None:
        """The places that are free; None without a limit."""
        return None if self.limit is None else max(self.limit - len(self.entered), 0)

    @property
    def number_there(self) -> int:
        return sum(each.state == RegistrationState.CHECKED_IN for each in self.entered)


def list_small_teams(registrations: Registrations, settings: Settings) -> list[Text]:
    """Return a sentence for each team that has fewer players with a place than count in the ranking of teams."""
    counts = settings.rules.team_counts
    sizes = Counter(player.team for player in registrations.entered if player.team)
    template = _("The team {team} has fewer players than count: {number} of {counts}.")
    return [
        Text(template, {"team": team, "number": number, "counts": counts})
        for team, number in sorted(sizes.items())
        if counts is not None and number < counts
    ]


def list_registrations(season: Season, *, reader: User | AnonymousUser) -> Registrations:
    """Return the registrations of a draft, whose players are registered unless they have withdrawn. 2 queries."""
    entered, waiting, withdrawn = [], [], []
    rows = list(Registration.objects.filter(season=season).select_related("player").in_order())
    drafted = Entry.objects.filter(season=season, stage__number=FIRST_STAGE).exclude(
        player__registrations__season=season
    )
    for entry in drafted.select_related("player").order_by("division__level", "seed", "pk"):
        rows.append(
            Registration(
                player=entry.player, state=RegistrationState.ENTERED, team=entry.team, guest=entry.guest
            )
        )
    for row in rows:
        state = RegistrationState(row.state)
        found = RegisteredPlayer(
            row.player.key,
            row.player.get_name_for(reader),
            state,
            row.team,
            row.guest,
            row.player.get_link_for(reader),
        )
        if state in WITH_PLACE:
            entered.append(found)
        elif state == RegistrationState.WAITING:
            waiting.append(found)
        else:
            withdrawn.append(found)
    return Registrations(entered, waiting, withdrawn, season.registration_limit)


def find_own_player_of_club(by: Principal, club: int) -> Player | None:
    """Return as whom a person plays in a club, if they do. 1 query, none for others."""
    return Player.objects.filter(club=club, user=by.user).first() if isinstance(by, Person) else None


def build_mail_token(season: Season, email: str) -> str:
    """Return the end of the link that is mailed to an address, in lower case; it is written nowhere else."""
    return _signer.sign_object([season.pk, email])


def read_mail_token(token: str) -> tuple[int, str] | None:
    """Return the id of the season and the address that a link stands for; None for a link that we have not made."""
    try:
        season, email = _signer.unsign_object(token)
    except (BadSignature, ValueError):
        return None
    return season, email


def build_registration_url(season: Season, email: str) -> str:
    """Return the address by which a reader of mail to `email` registers for a draft that was read with its club."""
    competition = season.competition
    token = build_mail_token(season, email)
    return build_url("mail-registration", competition.club.slug, competition.slug, season.number, token)


def find_mail_registration(season: Season, email: str) -> Registration | None:
    """Return the registration, with its player, that was made by a mail to this address; None without one. 1 query."""
    return Registration.objects.filter(season=season, email=email).select_related("player").first()


def list_mail_addresses(season: Season) -> dict[str, str]:
    """Return the addresses of who registered by mail, by player id, for organisers only. 1 query."""
    by_mail = Registration.objects.filter(season=season).exclude(email="")
    return dict(by_mail.values_list("player__key", "email"))


def list_starting_divisions(season: Season) -> list[tuple[str, tuple[str, ...]]] | None:
    """Return the divisions that a draft, read with its competition, gets when it starts: names, and ids by seed.

    None where it keeps those it has: without registrations, unless the players are to be divided into groups. See
    docs/reference/pairing.md, Registration. 1 query, 2 with registrations or groups.
    """
    settings = find_settings(season)
    rules = settings.rules if settings else Rules()
    states = dict(Registration.objects.filter(season=season).in_order().values_list("player__key", "state"))
    if not states and not rules.groups:
        return None
    entries = Entry.objects.filter(season=season, stage__number=FIRST_STAGE).order_by(
        "division__level", "seed", "pk"
    )
    drafted = list(entries.values_list("division__level", "division__name", "player__key"))
    is_divided = any(level > 1 for level, _name, _player in drafted)
    if not states and is_divided:
        return None
    for _level, _name, player in drafted:
        states.setdefault(player, RegistrationState.ENTERED)
    is_checked = RegistrationState.CHECKED_IN in states.values()
    wanted = RegistrationState.CHECKED_IN if is_checked else RegistrationState.ENTERED
    newcomers = {player: None for player, state in states.items() if state == wanted}
    divisions: dict[int, tuple[str, list[str]]] = {}
    for level, name, player in drafted:
        if player in newcomers:
            del newcomers[player]
            divisions.setdefault(level, (name, []))[1].append(player)
    if rules.groups and not is_divided:
        players = [player for _name, there in divisions.values() for player in there]
        return divide_field([*players, *newcomers], rules, season.groups_seed)
    divisions = divisions or {1: (FIELD_NAME, [])}
    for player in newcomers:
        level = max(divisions)
        if rules.groups:  # they fill up the smallest groups
            level = min(divisions, key=lambda level: (len(divisions[level][1]), level))
        divisions[level][1].append(player)
    return [(name, tuple(players)) for _level, (name, players) in sorted(divisions.items())]


def divide_field(players: Sequence[str], rules: Rules, draw_seed: int) -> list[tuple[str, tuple[str, ...]]]:
    """Return the divisions of a tournament of these players, by seed: its groups, or one of all."""
    if not rules.groups:
        return [(FIELD_NAME, tuple(players))]
    groups = divide_into_groups(players, rules.groups, draw_seed if rules.draw_groups else None)
    return [(name_group(level), tuple(group)) for level, group in enumerate(groups, 1)]


@dataclass(frozen=True)
class Attendance:
    """A player at check-in: there, not there, or with a bye that was asked for before."""

    player: str
    name: str
    is_there: bool
    bye: ByeKind | None = None
    guest: bool = False


def list_attendance(season: Season, chosen: Round, *, reader: User | AnonymousUser) -> list[Attendance]:
    """Return the players of a tournament that runs, by name: there, unless they have a bye in the round. 2 queries."""
    byes = {
        entry: ByeKind(kind) for entry, kind in Bye.objects.filter(round=chosen).values_list("entry", "kind")
    }
    entries = Entry.objects.filter(season=season, stage__number=season.current_stage, left=False)
    found = [
        Attendance(
            entry.player.key,
            entry.player.get_name_for(reader),
            entry.pk not in byes,
            None if byes.get(entry.pk) == ByeKind.ZERO else byes.get(entry.pk),
            entry.guest,
        )
        for entry in entries.select_related("player")
    ]
    return sorted(found, key=lambda each: (each.name.casefold(), each.player))


@dataclass(frozen=True)
class TournamentPlayer:
    """A player who is registered for a tournament, or plays in it."""

    player: str
    name: str
    team: str
    guest: bool


def list_tournament_players(season: Season, *, reader: User | AnonymousUser) -> list[TournamentPlayer]:
    """Return the players of a tournament by name: of a draft, those who are registered. 1 query, 2 of a draft."""
    if season.is_draft:
        registered = list_registrations(season, reader=reader)
        found = [
            TournamentPlayer(each.player, each.name, each.team, each.guest)
            for each in (*registered.entered, *registered.waiting)
        ]
    else:
        entries = Entry.objects.filter(season=season, stage__number=FIRST_STAGE).select_related("player")
        found = [
            TournamentPlayer(
                entry.player.key, entry.player.get_name_for(reader), entry.team, guest=entry.guest
            )
            for entry in entries
        ]
    return sorted(found, key=lambda each: (each.name.casefold(), each.player))
