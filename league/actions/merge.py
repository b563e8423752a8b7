"""Merge two records of one person, and undo it (docs/reference/people.md, Players)."""

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from datetime import date
from typing import Any

from django.utils import timezone

from games import Problem
from games.problems import _
from league.actions.changes import Change, change, log_refusals
from league.actions.erasure import keep_figures, keep_lots
from league.actions.errors import ActionError, require_reason
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
    PlayerMerge,
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
# As whom a person was invited, or says they are.
ASKED: dict[str, Any] = {"invitations": Invitation, "requests": JoinRequest}
# From the least that visitors see to the most: of two records, the stricter setting counts.
ORDER_OF_VISIBILITY = (Visibility.HIDDEN, Visibility.MINOR, Visibility.SHORT, Visibility.NAME)


@dataclass(frozen=True)
class MergePlan:
    """What comes over to the player who stays, and what is in the way."""

    kept: Player
    merged: Player
    seasons: int
    matches: int
    awards: int
    problem: Problem | None


def plan_merge(kept: Player, merged: Player) -> MergePlan:
    """Return what merging two players of a club would do; 12 queries."""
    own = list_seasons(merged)
    return MergePlan(
        kept,
        merged,
        seasons=len(own),
        matches=Seat.objects.filter(player=merged).count(),
        awards=Award.objects.filter(player=merged).count(),
        problem=next(_list_problems(kept, merged, own & list_seasons(kept)), None),
    )


def list_seasons(player: Player) -> set[int]:
    """Return the seasons that have anything of a player, by number. A query for each of REFERENCES."""
    return {
        season
        for model, column, way in REFERENCES
        for season in model.objects.filter(**{column: player}).values_list(way, flat=True)
    }


def _list_problems(kept: Player, merged: Player, shared: set[int]) -> Iterator[Problem]:
    """Yield why two players can't be one person."""
    if kept.pk == merged.pk or kept.club_id != merged.club_id:
        yield build_problem("player", "same-player", _("Choose another player of the club."))
        return
    if kept.to_erase or merged.to_erase:
        sentence = _("One of the two has been anonymised. Try again tomorrow.")
        yield build_problem("player", "being-erased", sentence)
    if kept.user_id and merged.user_id:
        sentence = _("Both are linked to an account: they are two people, or one must be unlinked first.")
        yield build_problem("player", "two-accounts", sentence)
    if Seat.objects.filter(player=kept, match__seats__player=merged).exists():
        yield build_problem(
            "player", "have-met", _("They have played in the same match: they are two people.")
        )
    if season := Season.objects.filter(pk__in=shared).select_related("competition").first():
        sentence = _("Both are in the same season of {competition}: they can't be one player there.")
        yield build_problem("player", "same-season", sentence, competition=season.competition.name)


@log_refusals("merge_players")
def merge_players(*, kept: Player, merged: Player, reason: str, by: Principal) -> PlayerMerge:
    """Make two records of one person one: everything of `merged` becomes that of `kept`, whose name and id stay.

    Locks the club, its seasons and their divisions. Raises PermissionDenied; ActionError where they can't be one
    person, where there is no reason, and where one of them is gone meanwhile.
    """
    require(by, "change-club", kept.club_id)
    reason = require_reason(reason, _("Enter a reason."))
    with _change_players("merge_players", kept.club_id, by) as event:
        there = {
            player.pk: player
            for player in Player.objects.select_for_update(of=("self",), no_key=True)
            .select_related("club")
            .filter(club=event.club, pk__in=[kept.pk, merged.pk])
        }
        if len(there) < len({kept.pk, merged.pk}):
            sentence = _("One of the two is gone: another organiser has just merged them.")
            raise ActionError(build_problem("player", "player-gone", sentence))
        kept, merged = there[kept.pk], there[merged.pk]
        seasons = list_seasons(merged)
        if problems := list(_list_problems(kept, merged, seasons & list_seasons(kept))):
            raise ActionError(*problems)
        merge = _record(event, kept, merged, seasons)
        with keep_figures(event.club):
            lots = keep_lots(merged)
            events = _exchange(merged, merged.key, kept.key)
            merge.detail |= {"lots": lots, "events": events}
            merge.save(update_fields=["detail"])
            if kept.user_id != merged.user_id:
                forget_bids_of(merged if kept.user_id else kept)  # whose account did not enter them
            for model, column, _way in REFERENCES:
                model.objects.filter(**{column: merged}).update(**{column: kept})
            for asked in ASKED.values():
                asked.objects.filter(player=merged).update(player=kept)
            PlayerMerge.objects.filter(kept=merged).update(kept=kept)
            merged.delete()
            kept.user = kept.user or merge.user
            kept.visibility = _take_least(kept.visibility, merge.visibility)
            kept.save(update_fields=["user", "visibility"])
        event.log("player", kept.key, {"merge": merge.pk}, {"seasons": len(seasons)}, reason)
        _refresh(seasons)
        return merge


@log_refusals("undo_merge")
def undo_merge(*, merge: PlayerMerge, by: Principal) -> Player:
    """Make one player two again, as they were; what came after belongs to the season that it is in.

    Locks as `merge_players`. Raises PermissionDenied; ActionError where it has been undone, where the old id is another
    player's by now, and where the player has been anonymised.
    """
    require(by, "change-club", merge.club_id)
    with _change_players("undo_merge", merge.club_id, by) as event:
        found = PlayerMerge.objects.select_related("kept__club").filter(pk=merge.pk).first()
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
        ):  # not where it was unlinked since, or the person has left
            player.user, kept.user = kept.user, None
        kept.visibility, visibility = _part_visibility(event.club, found)
        kept.save(update_fields=["user", "visibility"])
        player.save(force_insert=True)
        Player.objects.filter(pk=player.pk).update(visibility=visibility)
        with keep_figures(event.club):
            keep_lots(kept, detail["seasons"])  # of seasons that were opened since
            _exchange(player, kept.key, player.key, seasons=detail["seasons"], events=detail["events"])
            for model, column, way in REFERENCES:
                rows = model.objects.filter(**{column: kept, f"{way}__in": detail["seasons"]})
                model.objects.filter(pk__in=list(rows.values_list("pk", flat=True))).update(
                    **{column: player}
                )
            Entry.objects.filter(player=player, pk__in=detail["lots"]).update(lot="")
            for name, asked in ASKED.items():
                asked.objects.filter(player=kept, pk__in=detail.get(name, ())).update(player=player)
            PlayerMerge.objects.filter(pk__in=detail["merges"]).update(kept=player)
            found.delete()
        event.log("player", kept.key, {"merge": merge.pk}, {"player": player.key})
        _refresh(set(detail["seasons"]))
        return player


def _take_least(*visibilities: str) -> str:
    return min(visibilities, key=lambda each: ORDER_OF_VISIBILITY.index(Visibility(each)))


def _part_visibility(club: Club, merge: PlayerMerge) -> tuple[str, str]:
    """Return what those see who are not of the club, once it is undone: of the player who stays, and of the other.

    It is as it was before, or, where it has been changed since or can't be told, of neither more than now.
    """

    def fit(visibility: str) -> str:
        """Return what it is called by now: the club may have turned to short names, or away from them."""
        if visibility not in (Visibility.SHORT, Visibility.NAME):
            return visibility
        return Visibility.SHORT if club.privacy == Privacy.SHORT_NAMES else Visibility.NAME

    now, of_merged, of_kept = merge.kept.visibility, fit(merge.visibility), fit(merge.detail["visibility"])
    if merge.detail.get("kept") != merge.kept_id or now != _take_least(of_merged, of_kept):
        return now, _take_least(now, of_merged)
    others = PlayerMerge.objects.filter(kept=merge.kept_id).exclude(
        pk__in=[merge.pk, *merge.detail["merges"]]
    )
    return _take_least(of_kept, *map(fit, others.values_list("visibility", flat=True))), of_merged


def _change_players(action: str, club: int, by: Principal) -> Any:
    """Return a change of a club with all its seasons locked."""
    seasons = list(Season.objects.filter(competition__club=club).order_by("pk").select_related("competition"))
    if not seasons:
        return change(action, club, permission="change-club", by=by)
    first, *others = seasons
    return change(action, first, permission="change-club", by=by, also=[each.pk for each in others])


def _record(event: Change, kept: Player, merged: Player, seasons: set[int]) -> PlayerMerge:
    return PlayerMerge.objects.create(
        club=event.club,
        kept=kept,
        number=merged.pk,
        key=merged.key,
        name=merged.name,
        visibility=merged.visibility,
        user=merged.user,
        by=event.by.user,
        at=timezone.now(),
        detail={
            "seasons": sorted(seasons),
            "merges": list(PlayerMerge.objects.filter(kept=merged).values_list("pk", flat=True)),
            "kept": kept.pk,
            "visibility": kept.visibility,
            "retired_on": merged.retired_on and merged.retired_on.isoformat(),
            **{
                name: list(asked.objects.filter(player=merged).values_list("pk", flat=True))
                for name, asked in ASKED.items()
            },
        },
    )


def _exchange(
    player: Player,
    old: str,
    new: str,
    *,
    seasons: Collection[int] | None = None,
    events: Collection[int] | None = None,
) -> list[int]:
    """Write one id for the other, one of them the player's; return the events that have changed."""
    row = Player.objects.filter(pk=player.pk)
    row.update(next_key=new if player.key == old else old)  # the triggers let the exchange through
    changed = exchange_id(player.club, old, new, seasons=seasons, events=events)
    row.update(next_key="")
    return changed


def _refresh(seasons: set[int]) -> None:
    """Have the statistics of these seasons' competitions made anew."""
    for competition in Competition.objects.filter(seasons__in=seasons).distinct().order_by("pk"):
        enqueue("refresh-statistics", competition=competition.pk)
