"""Join two records of one person, and undo it (docs/reference/people.md, Players)."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from typing import Any

from django.utils import timezone

from games import Problem
from games.problems import _
from league.actions.changes import Change, change, log_refusals
from league.actions.erasure import keep_figures, keep_lots
from league.actions.errors import ActionError
from league.actions.job import enqueue
from league.actions.player_ids import exchange_id
from league.actions.sheet_draft import forget_bids_of
from league.models import (
    Award,
    Club,
    Competition,
    Decision,
    Entry,
    Invitation,
    JoinRequest,
    Player,
    PlayerJoin,
    Registration,
    Reply,
    Season,
    Seat,
    Submission,
    Visibility,
)
from league.models.club import Privacy
from league.permissions import require
from league.principals import Principal
from league.rules.validation import build_problem

MAX_REASON_LENGTH = 200
# What refers to a player and belongs to a season: the model, the column, and the way to the season.
REFERENCES: tuple[tuple[Any, str, str], ...] = (
    (Entry, "player", "season"),
    (Seat, "player", "match__division__season"),
    (Registration, "player", "season"),
    (Award, "player", "season"),
    (Decision, "player", "season"),
    (Decision, "substitute", "season"),
    (Submission, "reporter", "match__division__season"),
    (Reply, "player", "submission__match__division__season"),
)
ASKED: dict[str, Any] = {
    "invitations": Invitation,
    "requests": JoinRequest,
}  # whom a person was invited as, or says they are
# From the least that visitors see to the most: of two records the one that shows less counts.
ORDER_OF_VISIBILITY = (Visibility.HIDDEN, Visibility.MINOR, Visibility.SHORT, Visibility.NAME)


@dataclass(frozen=True)
class JoinPlan:
    """What comes over to the player who stays, and what is in the way."""

    kept: Player
    joined: Player
    seasons: int
    matches: int
    awards: int
    problem: Problem | None


def plan_join(kept: Player, joined: Player) -> JoinPlan:
    """Return what joining two players of a club would do; 12 queries."""
    own = list_seasons(joined)
    return JoinPlan(
        kept,
        joined,
        seasons=len(own),
        matches=Seat.objects.filter(player=joined).count(),
        awards=Award.objects.filter(player=joined).count(),
        problem=next(_list_problems(kept, joined, own & list_seasons(kept)), None),
    )


def list_seasons(player: Player) -> set[int]:
    """Return the seasons that have anything of a player, by number. A query for each of REFERENCES."""
    return {
        season
        for model, column, way in REFERENCES
        for season in model.objects.filter(**{column: player}).values_list(way, flat=True)
    }


def _list_problems(kept: Player, joined: Player, shared: set[int]) -> Iterator[Problem]:
    """Yield why two players can't be one person."""
    if kept.pk == joined.pk or kept.club_id != joined.club_id:
        yield build_problem("player", "same-player", _("Choose another player of the club."))
        return
    if kept.to_erase or joined.to_erase:
        sentence = _("One of the two has been anonymised. Try again tomorrow.")
        yield build_problem("player", "being-erased", sentence)
    if kept.user_id and joined.user_id:
        sentence = _("Both are linked to an account: they are two people, or one must be unlinked first.")
        yield build_problem("player", "two-accounts", sentence)
    if Seat.objects.filter(player=kept, match__seats__player=joined).exists():
        yield build_problem(
            "player", "have-met", _("They have played in the same match: they are two people.")
        )
    if season := Season.objects.filter(pk__in=shared).select_related("competition").first():
        sentence = _("Both are in the same season of {competition}: they can't be one player there.")
        yield build_problem("player", "same-season", sentence, competition=season.competition.name)


@log_refusals("join_players")
def join_players(*, kept: Player, joined: Player, reason: str, by: Principal) -> PlayerJoin:
    """Make two records of one person one: everything of `joined` becomes that of `kept`, whose name and id stay.

    Locks the club, its seasons and their divisions. Raises PermissionDenied; ActionError where they can't be one
    person, where there is no reason, and where one of them is gone meanwhile.
    """
    require(by, "change-club", kept.club_id)
    with _change_players("join_players", kept.club_id, by) as event:
        there = {
            player.pk: player
            for player in Player.objects.select_for_update(of=("self",), no_key=True)
            .select_related("club")
            .filter(club=event.club, pk__in=[kept.pk, joined.pk])
        }
        if len(there) < len({kept.pk, joined.pk}):
            sentence = _("One of the two is gone: another organiser has just joined them.")
            raise ActionError(build_problem("player", "player-gone", sentence))
        kept, joined = there[kept.pk], there[joined.pk]
        seasons = list_seasons(joined)
        if problems := [*_list_problems(kept, joined, seasons & list_seasons(kept)), *_check_reason(reason)]:
            raise ActionError(*problems)
        join = _record(event, kept, joined, seasons)
        with keep_figures(event.club):
            lots = keep_lots(joined)
            events = _exchange(event, joined, kept.key)
            join.detail |= {"lots": lots, "events": events}
            join.save(update_fields=["detail"])
            if kept.user_id != joined.user_id:
                forget_bids_of(joined if kept.user_id else kept)  # whose account did not enter them
            for model, column, _way in REFERENCES:
                model.objects.filter(**{column: joined}).update(**{column: kept})
            for asked in ASKED.values():
                asked.objects.filter(player=joined).update(player=kept)
            PlayerJoin.objects.filter(kept=joined).update(kept=kept)
            joined.delete()
            kept.user = kept.user or join.user
            kept.visibility = _take_least(kept.visibility, join.visibility)
            kept.save(update_fields=["user", "visibility"])
        event.log("player", kept.key, {"join": join.pk}, {"seasons": len(seasons)}, reason.strip())
        _refresh(seasons)
        return join


@log_refusals("undo_join")
def undo_join(*, join: PlayerJoin, by: Principal) -> Player:
    """Make one player two again, as they were; what came after belongs to the season that it is in.

    Locks as `join_players`. Raises PermissionDenied; ActionError where it has been undone, where the old id is another
    player's by now, and where the player has been anonymised.
    """
    require(by, "change-club", join.club_id)
    with _change_players("undo_join", join.club_id, by) as event:
        found = PlayerJoin.objects.select_related("kept__club").filter(pk=join.pk).first()
        if found is None:
            raise ActionError(build_problem("", "undone-already", _("This has been undone already.")))
        kept, player = found.kept, found.build_player()
        if retired_on := found.detail.get("retired_on"):
            player.retired_on = date.fromisoformat(retired_on)
        if Player.objects.filter(club=event.club, key=player.key).exists():
            sentence = _("Another player has the id {key} by now.")
            raise ActionError(build_problem("", "key-taken", sentence, key=player.key))
        detail = found.detail
        if (
            found.user_id and kept.user_id == found.user_id
        ):  # else it was unlinked since, or the person has left
            player.user, kept.user = kept.user, None
        kept.visibility, visibility = _part_visibility(event.club, found)
        kept.save(update_fields=["user", "visibility"])
        player.save(force_insert=True)
        Player.objects.filter(pk=player.pk).update(visibility=visibility)
        with keep_figures(event.club):
            keep_lots(kept, detail["seasons"])  # of seasons that were opened since
            _exchange(event, player, kept.key, back=True, detail=detail)
            for model, column, way in REFERENCES:
                rows = model.objects.filter(**{column: kept, f"{way}__in": detail["seasons"]})
                model.objects.filter(pk__in=list(rows.values_list("pk", flat=True))).update(
                    **{column: player}
                )
            Entry.objects.filter(player=player, pk__in=detail["lots"]).update(lot="")
            for name, asked in ASKED.items():
                asked.objects.filter(player=kept, pk__in=detail.get(name, ())).update(player=player)
            PlayerJoin.objects.filter(pk__in=detail["joins"]).update(kept=player)
            found.delete()
        event.log("player", kept.key, {"join": join.pk}, {"player": player.key})
        _refresh(set(detail["seasons"]))
        return player


def _take_least(*visibilities: str) -> str:
    return min(visibilities, key=lambda each: ORDER_OF_VISIBILITY.index(Visibility(each)))


def _part_visibility(club: Club, join: PlayerJoin) -> tuple[str, str]:
    """Return what those see who are not of the club, once it is undone: of the player who stays, and of the other one.

    It is as it was before, or, where it has been changed since or can't be told, of neither more than now.
    """

    def fit(visibility: str) -> str:
        """Return what it is called by now: the club may have turned to short names, or away from them."""
        if visibility not in (Visibility.SHORT, Visibility.NAME):
            return visibility
        return Visibility.SHORT if club.privacy == Privacy.SHORT_NAMES else Visibility.NAME

    now, of_joined, of_kept = join.kept.visibility, fit(join.visibility), fit(join.detail["visibility"])
    if join.detail.get("kept") != join.kept_id or now != _take_least(of_joined, of_kept):
        return now, _take_least(now, of_joined)
    others = PlayerJoin.objects.filter(kept=join.kept_id).exclude(pk__in=[join.pk, *join.detail["joins"]])
    return _take_least(of_kept, *map(fit, others.values_list("visibility", flat=True))), of_joined


def _change_players(action: str, club: int, by: Principal) -> Any:
    """Return a change of a club with all its seasons locked."""
    seasons = list(Season.objects.filter(competition__club=club).order_by("pk").select_related("competition"))
    if not seasons:
        return change(action, club, permission="change-club", by=by)
    first, *others = seasons
    return change(action, first, permission="change-club", by=by, also=[each.pk for each in others])


def _check_reason(reason: str) -> Iterator[Problem]:
    if not reason.strip() or len(reason) > MAX_REASON_LENGTH:
        sentence = _("Enter a reason of at most {most} characters.")
        yield build_problem("reason", "reason", sentence, most=MAX_REASON_LENGTH)


def _record(event: Change, kept: Player, joined: Player, seasons: set[int]) -> PlayerJoin:
    return PlayerJoin.objects.create(
        club=event.club,
        kept=kept,
        number=joined.pk,
        key=joined.key,
        name=joined.name,
        visibility=joined.visibility,
        user=joined.user,
        by=event.by.user,
        at=timezone.now(),
        detail={
            "seasons": sorted(seasons),
            "joins": list(PlayerJoin.objects.filter(kept=joined).values_list("pk", flat=True)),
            "kept": kept.pk,
            "visibility": kept.visibility,
            "retired_on": joined.retired_on and joined.retired_on.isoformat(),
            **{
                name: list(asked.objects.filter(player=joined).values_list("pk", flat=True))
                for name, asked in ASKED.items()
            },
        },
    )


def _exchange(
    event: Change, player: Player, other: str, *, back: bool = False, detail: dict[str, Any] | None = None
) -> list[int]:
    """Write the other id for the player's, or back where they came from; return the events that have changed."""
    row = Player.objects.filter(pk=player.pk)
    row.update(next_key=other)  # the triggers let the exchange through
    if back and detail:
        changed = exchange_id(
            event.club, other, player.key, seasons=detail["seasons"], events=detail["events"]
        )
    else:
        changed = exchange_id(event.club, player.key, other)
    row.update(next_key="")
    return changed


def _refresh(seasons: set[int]) -> None:
    """Have the statistics of these seasons' competitions made anew."""
    for competition in Competition.objects.filter(seasons__in=seasons).distinct().order_by("pk"):
        enqueue("refresh-statistics", competition=competition.pk)
