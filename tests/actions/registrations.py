"""Tournaments to register for, and how their registrations stand."""

from league.actions.registration import open_registration, register_by_mail
from league.actions.tournament import create_tournament
from league.models import Club, Player, Registration, Season, User
from league.principals import CONSOLE, Person
from league.rules.seasons.tournament_plans import PlanKind, build_rules
from tests.actions.tournaments import NAMES, reread


def make_registration(
    club: Club,
    players: int = 0,
    *,
    limit: int | None = None,
    kind: PlanKind = "swiss",
    rounds: int = 2,
    name: str = "Spring Open",
    **more: object,
) -> Season:
    """Create the draft of a tournament of the first so many players, and open registration for it."""
    import games

    season = create_tournament(
        club=club,
        name=name,
        game="skuck",
        rules=build_rules(games.get("skuck"), kind, rounds) | more,
        names=NAMES[:players],
        by=CONSOLE,
    )
    Season.objects.filter(pk=season.pk).update(registration_limit=limit)
    open_registration(season=season, by=CONSOLE)
    return reread(season)


def make_account(player: str) -> Person:
    """Create an account for a player of a club, by id."""
    user = User.objects.create(email=f"{player}@players.example", name=f"Account of {player}")
    Player.objects.filter(key=player).update(user=user)
    return Person(user)


def register_from_mail(season: Season, name: str, email: str = "") -> Registration:
    """Register a guest, whose address is made from the name unless it is given."""
    email = email or f"{name.split()[0].lower()}@guests.example"
    return register_by_mail(season=season, email=email, name=name)


def list_addresses(season: Season) -> dict[str, str]:
    """Return the addresses of guests by player id."""
    rows = Registration.objects.filter(season=season).exclude(email="")
    return dict(rows.values_list("player__key", "email"))


def list_states(season: Season) -> dict[str, str]:
    """Return the state of each registration by player id, in order of registering."""
    rows = Registration.objects.filter(season=season).in_order()
    return dict(rows.values_list("player__key", "state"))
