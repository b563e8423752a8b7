"""Makes clubs to look at, with log-ins to try them by, and results to fill a season with."""

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
from django.utils.translation import gettext

from games import Invalid
from games.problems import _
from league.actions.actor import CONSOLE, Actor
from league.actions.closing import today
from league.actions.club import import_club
from league.actions.errors import Refused
from league.actions.match import submit_result
from league.actions.membership import add_member
from league.demo.large import club_file
from league.demo.playing import made_up
from league.models import Club, Competition, Match, Player, Role, Season, User
from league.models.match import Status
from league.models.season import State
from league.rules.book import parse_settings
from league.rules.check import build_problem

FOLDER = Path(__file__).parent.parent / "demo"
RIVERSIDE = FOLDER / "riverside.json"
HARBOUR = FOLDER / "harbour.json"
LANTERN = FOLDER / "lantern.json"
CLUBS = (RIVERSIDE, HARBOUR, LANTERN)
MOST_PLAYERS = 10_000


@dataclass(frozen=True)
class Made:
    """A club, and whether it is new."""

    club: Club
    added: bool


@dataclass(frozen=True)
class Demo:
    """`log_ins`: e-mail address and role, good for each of the clubs; the password is one for all, drawn for this
    installation."""

    clubs: tuple[Made, ...]
    log_ins: list[tuple[str, str]]
    password: str


def make(*, players: int | None = None) -> Demo:
    """The riverside, harbour and lantern clubs, or one of so many players. One that is there is left as it is, its
    log-ins work again.

    Raises Refused where the number of players is out of bounds.
    """
    if players is not None and not 2 <= players <= MOST_PLAYERS:
        raise Refused(
            build_problem(
                "players",
                "range",
                _("From 2 to {most} players, not {players}."),
                most=MOST_PLAYERS,
                players=players,
            )
        )
    password = _password(settings.VAR_DIR / "demo-password")
    with transaction.atomic():
        if players is None:
            made = tuple(_made(path.stem, path.read_bytes) for path in CLUBS)
        else:
            made = (_made(f"large-{players}", partial(club_file, players)),)
        clubs = [one.club for one in made]
        log_ins = [(_log_in(clubs, role, password), str(role.label)) for role in Role]
        log_ins.append((_administrator(clubs[0], password), gettext("administrator of the whole site")))
    return Demo(made, log_ins, password)


def _made(slug: str, file: Callable[[], bytes]) -> Made:
    club = Club.objects.filter(slug=slug).first()
    if club:
        return Made(club, added=False)
    import_club(file(), by=CONSOLE)
    return Made(Club.objects.get(slug=slug), added=True)


@transaction.atomic
def play(*, competition: Competition, by: Actor) -> tuple[Season, int]:
    """Fills in a plausible result for every match that the competition's open season still waits for: the same
    every time. Answers with the season and their number. Raises NotPermitted; Refused where there is nothing to play.
    """
    by.must("enter-result", competition.club_id)
    season = competition.seasons.filter(state=State.OPEN).order_by("number").first()
    if season is None:
        raise Refused(build_problem("season", "no-open-season", _("No season is open.")))
    waiting = Match.objects.filter(division__season=season, status=Status.SCHEDULED).order_by("pk")
    matches = list(waiting.select_related("division__season__competition__club").annotate(sat=Count("seats")))
    for match in matches:
        submit_result(
            match=match,
            sheet=_made_up(match),
            by=by,
            key=uuid4(),
            base=match.revision,
            played_on=_played_on(match),
        )
    return season, len(matches)


def _played_on(match: Match) -> date | None:
    """The day it was to be played, where that is past; else today."""
    due = match.due_on
    return due if due and due <= today(match.division.season) else None


def _made_up(match: Any) -> dict[str, Any]:
    season = match.division.season
    chance = Random(f"{season.lot} {match.key}")  # noqa: S311  (a demo, no secret)
    try:
        return made_up(parse_settings(*season.settings), match.sat, chance)
    except Invalid as invalid:
        raise Refused(*invalid.problems) from None


def _log_in(clubs: Sequence[Club], role: Role, password: str) -> str:
    """One for all the clubs. Works again with the demo's password, whatever was made of the account since."""
    email = f"{role.value}@{clubs[0].slug}.example"
    for club in clubs:
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
