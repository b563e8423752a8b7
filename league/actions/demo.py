"""Create demonstration clubs with log-ins, and fill a season with results.

See docs/reference/commands.md, demo.
"""

import json
import os
import secrets
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import date
from functools import partial
from pathlib import Path
from random import Random
from typing import Any
from uuid import uuid4

from django.conf import settings
from django.db import transaction
from django.db.models import Count
from django.utils import timezone
from django.utils.translation import gettext

from games import Invalid
from games.problems import _
from league.actions.club import import_club
from league.actions.club_deletion import erase_club
from league.actions.demo_evening import begin_evening
from league.actions.errors import ActionError
from league.actions.membership import add_member
from league.actions.proof import mark_proved
from league.actions.result import submit_result
from league.demo.calendar import bring_up_to_date
from league.demo.large import build_club_file
from league.demo.sheets import generate_sheet
from league.models import Club, Competition, Match, Player, Role, Season, User
from league.models.match import MatchStatus
from league.models.season import SeasonState
from league.permissions import require
from league.principals import CONSOLE, Person, Principal
from league.rules.snapshot import parse_settings
from league.rules.validation import build_problem

DEMO_DIR = Path(__file__).parent.parent / "demo"
RIVERSIDE = DEMO_DIR / "riverside.json"
HARBOUR = DEMO_DIR / "harbour.json"
LANTERN = DEMO_DIR / "lantern.json"
DEMO_FILES = (RIVERSIDE, HARBOUR, LANTERN)
MAX_PLAYERS = 10_000
FIRST_DAY, LAST_DAY = date(1970, 1, 1), date(2999, 12, 31)


@dataclass(frozen=True)
class DemoClub:
    """A club, and whether it is new."""

    club: Club
    is_new: bool


@dataclass(frozen=True)
class Demo:
    """The demonstration clubs and the log-ins for them.

    `log_ins` are e-mail addresses and roles, valid in each of the clubs; they share one password, generated
    for this installation.
    """

    clubs: tuple[DemoClub, ...]
    log_ins: list[tuple[str, str]]
    password: str


def create_demo(*, players: int | None = None, day: date | None = None) -> Demo:
    """Create the Riverside, Harbour and Lantern clubs, or a single club with that many players.

    The running seasons of the three are in their middle on the given day, or today (`league.demo.calendar`).

    A club that exists already is left as it is, but its log-ins work again. Raises ActionError if the number
    of players, or the day, is out of range.
    """
    if players is not None and not 2 <= players <= MAX_PLAYERS:
        raise ActionError(
            build_problem(
                "players",
                "range",
                _("Enter 2 to {most} players, not {players}."),
                most=MAX_PLAYERS,
                players=players,
            )
        )
    today = day or timezone.localdate()
    if not FIRST_DAY <= today <= LAST_DAY:
        sentence = _("Choose a day from {first} to {last}, not {day}.")
        bounds = {"first": FIRST_DAY.isoformat(), "last": LAST_DAY.isoformat(), "day": today.isoformat()}
        raise ActionError(build_problem("day", "range", sentence, **bounds))
    password = _get_or_create_password(settings.VAR_DIR / "demo-password")
    with transaction.atomic():
        if players is None:
            demo_clubs = tuple(
                _get_or_create_club(path.stem, partial(_read_alive, path, today)) for path in DEMO_FILES
            )
        else:
            demo_clubs = (_get_or_create_club(f"large-{players}", partial(build_club_file, players)),)
        clubs = [demo_club.club for demo_club in demo_clubs]
        log_ins = [(_create_log_in(clubs, role, password), str(role.label)) for role in Role]
        log_ins.append(
            (_create_administrator(clubs[0], password), gettext("administrator of the whole site"))
        )
        for demo_club in demo_clubs:
            if demo_club.is_new and demo_club.club.slug == HARBOUR.stem:
                organiser = User.objects.get(email=f"{Role.ORGANISER.value}@{clubs[0].slug}.example")
                begin_evening(club=demo_club.club, organiser=Person(organiser))
    return Demo(demo_clubs, log_ins, password)


def reset_demo(*, by: Principal) -> Demo:
    """Delete the three demo clubs, whatever has become of them, and create them anew. Raises PermissionDenied.

    A club of the same name that the demo's owner does not own is a user's own, and stays.
    """
    require(by, "administer")
    owner = f"{Role.OWNER.value}@{RIVERSIDE.stem}.example"
    for path in DEMO_FILES:
        for club in Club.objects.filter(slug=path.stem, memberships__user__email=owner):
            erase_club(club)
    return create_demo()


def _read_alive(path: Path, day: date) -> bytes:
    return json.dumps(bring_up_to_date(json.loads(path.read_bytes()), day)).encode()


def _get_or_create_club(slug: str, read_file: Callable[[], bytes]) -> DemoClub:
    club = Club.objects.filter(slug=slug).first()
    if club:
        return DemoClub(club, is_new=False)
    import_club(read_file(), by=CONSOLE)
    return DemoClub(Club.objects.get(slug=slug), is_new=True)


@transaction.atomic
def enter_demo_results(*, competition: Competition, by: Principal) -> tuple[Season, int]:
    """Enter a plausible result, the same every time, for every match without a result in the open season.

    It is the competition's open season with the lowest number. Returns the season and the number of results.
    Raises PermissionDenied; ActionError if no season is open.
    """
    require(by, "enter-result", competition.club_id)
    season = competition.seasons.filter(state=SeasonState.OPEN).order_by("number").first()
    if season is None:
        raise ActionError(build_problem("season", "no-open-season", _("No season is open.")))
    waiting = Match.objects.filter(division__season=season, status=MatchStatus.SCHEDULED).order_by("pk")
    matches = list(
        waiting.select_related("division__season__competition__club").annotate(seat_count=Count("seats"))
    )
    for match in matches:
        submit_result(
            match=match,
            sheet=_generate_sheet(match),
            by=by,
            key=uuid4(),
            base=match.revision,
            played_on=_choose_day(match),
        )
    return season, len(matches)


def _choose_day(match: Match) -> date | None:
    """Return the day on which the match was due, or None, which means today, if that is in the future."""
    due = match.due_on
    return due if due and due <= match.division.season.competition.club.today else None


def _generate_sheet(match: Any) -> dict[str, Any]:
    season = match.division.season
    chance = Random(f"{season.draw_seed} {match.key}")  # noqa: S311  (a demo, no secret)
    try:
        return generate_sheet(parse_settings(*season.settings), match.seat_count, chance)
    except Invalid as invalid:
        raise ActionError(*invalid.problems) from None


def _create_log_in(clubs: Sequence[Club], role: Role, password: str) -> str:
    """Create the log-in of a role for all the clubs, and return its address.

    It works again with the demo's password, whatever has become of the account since.
    """
    email = f"{role.value}@{clubs[0].slug}.example"
    for club in clubs:
        membership, new = add_member(club=club, email=email, role=role.value, by=CONSOLE, password=password)
        user = membership.user
        mark_proved(user)  # no mail goes to it, and the password is this installation's
        if new or not user.check_password(password):
            _set_credentials(user, f"Demo {role.value}", password)
        if role == Role.PLAYER:
            _link_player(user, club)
    return email


def _create_administrator(club: Club, password: str) -> str:
    email = f"administrator@{club.slug}.example"
    user = User.objects.filter(email=email).first() or User.objects.create_superuser(email, password)
    mark_proved(user)
    if not user.name or not user.check_password(password):
        _set_credentials(user, "Demo administrator", password)
    return email


def _set_credentials(user: User, name: str, password: str) -> None:
    user.name = name
    user.set_password(password)
    user.save(update_fields=["name", "password"])


def _link_player(user: User, club: Club) -> None:
    """Link the demo's account to a player with a match to play, so that there is a result to report."""
    if Player.objects.filter(club=club, user=user).exists():
        return
    to_play = Player.objects.filter(
        club=club,
        user=None,
        seats__match__status=MatchStatus.SCHEDULED,
        seats__match__division__season__state=SeasonState.OPEN,
    )
    player = to_play.order_by("key").first()
    if player:
        player.user = user
        player.save(update_fields=["user"])


def _get_or_create_password(path: Path) -> str:
    """Return the password, generated once for an installation.

    So no stranger can log in to a demo on a public server.
    """
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    try:
        descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    except FileExistsError:
        return path.read_text().strip()
    with os.fdopen(descriptor, "w") as file:
        file.write(password := secrets.token_hex(5))
    return password
