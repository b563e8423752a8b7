"""The deals of a tournament in which all tables play the same cards: drawing them, and printing their packs.

See docs/reference/duplicate.md, Secrecy.
"""

from typing import Literal

from games.problems import _
from league.actions.changes import Change, change, format_season_key
from league.actions.errors import ActionError
from league.models import BoardSet, Event, Round, Season
from league.models.season import SeasonState
from league.principals import Principal
from league.queries.boards import has_own_entry
from league.queries.game_words import name_round
from league.queries.paired_rounds import PUBLISHED
from league.queries.schedule import find_settings
from league.rules.duplicate.generator import compute_digest, make_seed
from league.rules.validation import build_problem

PackKind = Literal["open", "blind"]


def draw_boards(*, season: Season, by: Principal, reason: str = "") -> None:
    """Draw the deals of a tournament, or draw others before its first round is published, which needs a reason.

    Locks the club, the season and its divisions. Raises PermissionDenied; ActionError where tables do not play the same
    cards, where a round is published, and at `reason`.
    """
    with change("draw_boards", season, permission="run-seasons", by=by) as event:
        require_same_cards(event.season)
        if event.season.state == SeasonState.CLOSED or _has_begun(event.season):
            sentence = _("The deals stay as they are once round 1 is published.")
            raise ActionError(build_problem("season", "boards-in-play", sentence))
        before = BoardSet.objects.filter(season=event.season).first()
        if before and not reason.strip():
            sentence = _("Say why other deals are drawn. Packs that were made before are of no use then.")
            raise ActionError(build_problem("reason", "reason-missing", sentence))
        create_boards(event, before, reason.strip())


def create_boards(event: Change, before: BoardSet | None = None, reason: str = "") -> None:
    """Draw the deals of a locked season, instead of those it had before; the event says only the digests."""
    seed = make_seed()
    drawn, _created = BoardSet.objects.update_or_create(
        season=event.season, defaults={"seed": seed, "digest": compute_digest(seed)}
    )
    event.log(
        "season",
        format_season_key(event.season),
        {"digest": before.digest} if before else {},
        {"digest": drawn.digest},
        reason,
    )


def ensure_boards(event: Change) -> None:
    """Draw the deals of a tournament that begins, unless its organisers have, or its tables play different cards."""
    settings = find_settings(event.season)
    if settings is None or not settings.rules.same_cards:
        return
    if not BoardSet.objects.filter(season=event.season).exists():
        create_boards(event)


def print_packs(*, season: Season, number: int, kind: PackKind, by: Principal) -> None:
    """Record that the packs of a round are printed: so that the cards were seen, or blind packs.

    Raises PermissionDenied; ActionError where tables do not play the same cards, where there is no such round, and
    where the printer has an entry and asks for open packs.
    """
    with change("print_packs", season, permission="run-seasons", by=by) as event:
        require_same_cards(event.season)
        if not BoardSet.objects.filter(season=event.season).exclude(seed="").exists():
            sentence = _("There are no deals yet. Draw them first.")
            raise ActionError(build_problem("season", "no-boards", sentence))
        if not _has_round(event.season, number):
            sentence = _("There is no {name}.")
            name = name_round(event.season, number, begins=False)
            raise ActionError(build_problem("round", "unknown-round", sentence, name=name))
        if kind == "open" and has_own_entry(event.season, by):
            sentence = _(
                "You play in this tournament: print blind packs, or let a person who does not play do this."
            )
            raise ActionError(build_problem("plays", "plays", sentence))
        event.log("season", format_season_key(event.season), {}, {"round": number, "packs": kind})


def require_same_cards(season: Season) -> None:
    """Raise ActionError unless all tables of a season play the same cards."""
    settings = find_settings(season)
    if settings is None or not settings.rules.same_cards:
        sentence = _("In this tournament each table has its own cards.")
        raise ActionError(build_problem("season", "not-same-cards", sentence))


def _has_begun(season: Season) -> bool:
    """Return whether a round is published, or was: its cards may have been seen."""
    published = Event.objects.filter(
        club=season.competition.club_id,
        action="publish_round",
        key__startswith=f"{format_season_key(season)}/",
    )
    return Round.objects.filter(stage__season=season, state__in=PUBLISHED).exists() or published.exists()


def _has_round(season: Season, number: int) -> bool:
    """Return whether a round is announced; of a draft, whether it will be."""
    settings = find_settings(season)
    announced = (settings.rules.rounds or 0) if settings else 0
    rounds = Round.objects.filter(stage__season=season, number=number)
    return 1 <= number <= announced or rounds.exists()
