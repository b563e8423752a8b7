"""Makes a club to look at, with log-ins to try it by, and results to fill a season with."""

import os
import secrets
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any
from uuid import uuid4

from django.conf import settings
from django.db import transaction
from django.db.models import Count
from django.utils.translation import gettext

from games import Invalid
from games.problems import _
from league.actions.actor import CONSOLE, Actor
from league.actions.club import import_club
from league.actions.errors import Refused
from league.actions.match import submit_result
from league.actions.membership import add_member
from league.demo.large import club_file
from league.demo.playing import made_up
from league.models import Club, Competition, Match, Player, Role, Season, User
from league.models.match import Status
from league.models.season import State
from league.rules.book import parsed_settings
from league.rules.check import problem

RIVERSIDE = Path(__file__).parent.parent / "demo" / "riverside.json"
MOST_PLAYERS = 10_000


@dataclass(frozen=True)
class Demo:
    """`log_ins`: e-mail address and role; the password is one for all, drawn for this installation."""

    club: Club
    added: bool
    log_ins: list[tuple[str, str]]
    password: str


def make(*, players: int | None = None) -> Demo:
    """The riverside club, or one of so many players. One that is there is left as it is, its log-ins work again.

    Raises Refused where the number of players is out of bounds.
    """
    if players is not None and not 2 <= players <= MOST_PLAYERS:
        raise Refused(
            problem(
                "players",
                "range",
                _("From 2 to {most} players, not {players}."),
                most=MOST_PLAYERS,
                players=players,
            )
        )
    slug = "riverside" if players is None else f"large-{players}"
    password = _password(settings.VAR_DIR / "demo-password")
    with transaction.atomic():
        club = Club.objects.filter(slug=slug).first()
        added = club is None
        if club is None:
            import_club(RIVERSIDE.read_bytes() if players is None else club_file(players), by=CONSOLE)
            club = Club.objects.get(slug=slug)
        log_ins = [(_log_in(club, role, password), str(role.label)) for role in Role]
        log_ins.append((_administrator(club, password), gettext("administrator of the whole site")))
    return Demo(club, added, log_ins, password)


@transaction.atomic
def play(*, competition: Competition, by: Actor) -> tuple[Season, int]:
    """Fills in a plausible result for every match that the competition's open season still waits for: the same
    every time. Answers with the season and their number. Raises NotPermitted; Refused where there is nothing to play.
    """
    by.must("enter-result", competition.club_id)
    season = competition.seasons.filter(state=State.OPEN).order_by("number").first()
    if season is None:
        raise Refused(problem("season", "no-open-season", _("No season is open.")))
    waiting = Match.objects.filter(division__season=season, status=Status.SCHEDULED).order_by("pk")
    matches = list(waiting.select_related("division__season__competition__club").annotate(sat=Count("seats")))
    for match in matches:
        submit_result(match=match, sheet=_made_up(match), by=by, key=uuid4(), base=match.revision)
    return season, len(matches)


def _made_up(match: Any) -> dict[str, Any]:
    season = match.division.season
    chance = Random(f"{season.lot} {match.key}")  # noqa: S311  (a demo, no secret)
    try:
        return made_up(parsed_settings(*season.settings), match.sat, chance)
    except Invalid as invalid:
        raise Refused(*invalid.problems) from None


def _log_in(club: Club, role: Role, password: str) -> str:
    """Works again with the demo's password, whatever was made of the account since."""
    email = f"{role.value}@{club.slug}.example"
    membership, new = add_member(club=club, email=email, role=role.value, by=CONSOLE, password=password)
    user = membership.user
    if new or not user.check_password(password):
        _set(user, f"Demo {role.value}", password)
    if role == Role.PLAYER:
        _plays(user, club)
    return email


def _administrator(club: Club, password: str) -> str:
    email = f"administrator@{club.slug}.example"
    user = User.objects.filter(email=email).first() or User.objects.create_superuser(email, password)
    if not user.name or not user.check_password(password):
        _set(user, "Demo administrator", password)
    return email


def _set(user: User, name: str, password: str) -> None:
    user.name = name
    user.set_password(password)
    user.save(update_fields=["name", "password"])


def _plays(user: User, club: Club) -> None:
    """Makes the demo's player one of those with a match to play, so that there is a result to report."""
    if Player.objects.filter(club=club, user=user).exists():
        return
    to_play = Player.objects.filter(
        club=club,
        user=None,
        seats__match__status=Status.SCHEDULED,
        seats__match__division__season__state=State.OPEN,
    )
    player = to_play.order_by("key").first()
    if player:
        player.user = user
        player.save(update_fields=["user"])


def _password(path: Path) -> str:
    """Drawn once for an installation, so that a demo on a public server is nobody else's to log in to."""
    path.parent.mkdir(parents=True, exist_ok=True)
    try:
        descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    except FileExistsError:
        return path.read_text().strip()
    with os.fdopen(descriptor, "w") as file:
        file.write(password := secrets.token_hex(5))
    return password
