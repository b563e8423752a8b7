"""Save an unfinished sheet, discard it, and enter bids that other players do not see yet.

See docs/reference/sheets.md, Unfinished sheets; docs/reference/sheets.md, Secret bids.
"""

import json
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

from django.core.exceptions import PermissionDenied
from django.db.models import Count
from django.utils import timezone

from games import Problem
from games.problems import _
from league.actions.batches import BATCH_SIZE
from league.actions.changes import change, draw_revision, lock_division
from league.actions.errors import ActionError
from league.actions.submissions import SubmissionContext, check_not_moved, open_match
from league.models import Match, Player, Seat, SheetDraft
from league.models.match import MatchStatus
from league.models.sheet_draft import NOTHING_TYPED
from league.permissions import ResultReport, require
from league.principals import Principal
from league.queries.confirmations import find_waiting
from league.queries.result_checks import check_season_open
from league.queries.sheet import Table
from league.queries.sheet_draft import find_current_deal, find_own_seat
from league.rules.secret_bids import find_step, forget_seats
from league.rules.snapshot import parse_settings
from league.rules.validation import build_problem

MAX_DRAFT_LENGTH = 200_000  # characters of a sheet's texts with their names: several times a long sheet
MAX_DRAFT_REVISION = 10**9 - 1  # as many digits as forms take of any revision
SHEET_CHANGED = build_problem(
    "",
    "draft-changed",
    _("The unfinished sheet has changed since you opened it. Compare both, then save again."),
)


def save_sheet_draft(*, match: Match, texts: Mapping[str, str], by: Principal, base: int) -> SheetDraft:
    """Save the sheet of a match unfinished, whatever is written on it; only a finished sheet counts.

    `texts` are those of the form's fields by name, `base` is the revision of the unfinished sheet that the sender saw
    (0: none). The same texts again change nothing. Locks the division. Raises PermissionDenied; ActionError if another
    was saved meanwhile (`draft-changed`), if the match has a result, or a result that waits, and for too long a sheet.
    """
    with change("save_sheet_draft", match, by=by) as event:
        context = open_match(event)
        require(by, "report-result", ResultReport(context.seats, context.match.current))
        content = json.dumps(dict(texts))
        draft = _get_draft(context)
        if draft.revision and draft.content == content:
            return draft
        problems = list(_check_match(context))
        if not problems and base != draft.revision:
            problems.append(SHEET_CHANGED)
        if len(content) > MAX_DRAFT_LENGTH:
            sentence = _("The sheet is too long to be saved unfinished.")
            problems.append(build_problem("", "draft-too-long", sentence, longest=MAX_DRAFT_LENGTH))
        if problems:
            raise ActionError(*problems)
        before = _build_event_data(draft)
        draft.content, draft.revision = content, 1 + draw_revision() % MAX_DRAFT_REVISION
        draft.saved_by, draft.saved_at = by.user, timezone.now()
        draft.save()
        event.log(before, _build_event_data(draft))
    return draft


def discard_sheet_draft(*, match: Match, by: Principal, base: int) -> None:
    """Discard the unfinished sheet of a match; bids that players have entered alone stay.

    `base` is the revision that was seen. Does nothing where there is none. Locks the division. Raises PermissionDenied;
    ActionError if another was saved meanwhile (`draft-changed`).
    """
    with change("discard_sheet_draft", match, by=by) as event:
        context = open_match(event)
        require(by, "report-result", ResultReport(context.seats, context.match.current))
        draft = _get_draft(context)
        if not draft.revision:
            return
        if base != draft.revision:
            raise ActionError(SHEET_CHANGED)
        before = _build_event_data(draft)
        draft.content, draft.revision, draft.saved_by, draft.saved_at = NOTHING_TYPED, 0, None, None
        if draft.bids:
            draft.save()
        else:
            draft.delete()
        event.log(before, None)


def enter_bid(*, match: Match, deal: int, field: str, number: int, by: Principal) -> SheetDraft:
    """Enter a player's own bid in a deal, or another of the game's `secret_fields`; others see only that it is there.

    It can be changed until all have entered theirs. The event says who has entered which field of which deal, and no
    number. Locks the division. Raises PermissionDenied for all but those who sit there; ActionError with the code of
    what can't be entered now.
    """
    with change("enter_bid", match, by=by) as event:
        context = open_match(event)
        require(by, "enter-bid", context.seats)
        seat = find_own_seat(by, context.seats)
        if seat is None:  # the installation, or an administrator
            raise PermissionDenied("enter-bid")
        draft = _get_draft(context)
        table = Table(context.settings, tuple(context.seated_players))
        if problems := list(_check_match(context)) or list(
            _check_bid(table, draft, seat, deal, field, number)
        ):
            raise ActionError(*problems)
        step = table.layout.secret_fields.index(field)
        own = [*draft.entered.get(deal, {}).get(seat, ())][:step]
        seats = draft.bids.setdefault(str(deal), {})
        seats[str(seat)] = [*own, number]
        draft.save()
        event.log(None, {"deal": deal, "seat": seat, "field": field})
    return draft


def delete_sheet_draft(match: Match) -> None:
    """Delete what was saved of a match, which has a result now. No query where it was read with it, and has none."""
    draft = getattr(match, "sheet_draft", None)
    if draft is not None:
        draft.delete()
        match._state.fields_cache.pop("sheet_draft", None)


def delete_sheet_drafts(matches: Collection[int]) -> None:
    """Delete what was saved of these matches, which have a result now, or other seats. 1 query for each batch."""
    keys = list(matches)
    for start in range(0, len(keys), BATCH_SIZE):
        SheetDraft.objects.filter(match__in=keys[start : start + BATCH_SIZE]).delete()


def forget_bids(seats: Iterable[Seat]) -> None:
    """Delete what was entered alone in these seats, which get other players, where it is not shown yet.

    What is written on the sheet stays, and so do numbers that are shown: they are known to the table. 1 query, 1 more
    for each match in which something was entered alone.
    """
    numbers: defaultdict[int, set[int]] = defaultdict(set)
    for seat in seats:
        numbers[seat.match_id].add(seat.number)
    for draft, size in _list_drafts_with_bids(list(numbers)):
        layout = parse_settings(*draft.match.division.season.settings).layout(size)
        left = forget_seats(layout, draft.entered, numbers[draft.match_id], size)
        draft.bids = {
            str(deal): {str(seat): list(own) for seat, own in of_deal.items()}
            for deal, of_deal in left.items()
        }
        if draft.revision or draft.bids:
            draft.save(update_fields=["bids"])
        else:
            draft.delete()


def forget_bids_of(player: Player) -> None:
    """Delete the player's bids that are not shown yet: a user with another account did not enter them.

    The club must be locked; locks the divisions concerned. 1 query, more only where there is an unfinished sheet.
    """
    seats = list(Seat.objects.filter(player=player, match__sheet_draft__isnull=False).select_related("match"))
    for division in sorted({seat.match.division_id for seat in seats}):
        lock_division(division)
    forget_bids(seats)


def check_sheet_draft(context: SubmissionContext, seen: int | None) -> Iterator[Problem]:
    """Yield a problem if a sheet would replace an unfinished sheet that its sender has not seen; None: never."""
    draft = getattr(context.match, "sheet_draft", None)
    if seen is not None and seen != (draft.revision if draft else 0):
        yield SHEET_CHANGED


def _list_drafts_with_bids(matches: Sequence[int]) -> Iterator[tuple[SheetDraft, int]]:
    """Yield what is saved of these matches with numbers that were entered alone, and how many sit there.

    1 query for each batch.
    """
    drafts = SheetDraft.objects.exclude(bids={}).select_related("match__division__season__competition")
    for start in range(0, len(matches), BATCH_SIZE):
        found = drafts.filter(match__in=matches[start : start + BATCH_SIZE])
        for draft in found.annotate(size=Count("match__seats")):
            yield draft, draft.size


def _get_draft(context: SubmissionContext) -> SheetDraft:
    """Return what is saved of the match, which was read with it, or a new row. No queries."""
    return getattr(context.match, "sheet_draft", None) or SheetDraft(match=context.match)


def _check_match(context: SubmissionContext) -> Iterator[Problem]:
    yield from check_not_moved(context)
    yield from check_season_open(context.match.division.season)
    if context.match.status != MatchStatus.SCHEDULED:
        yield build_problem("", "has-result", _("This match has a result already."))
    elif context.settings.rules.unconfirmed_results_wait and find_waiting(context.match):
        yield build_problem("", "waiting", _("A result of this match waits to be confirmed."))


def _check_bid(
    table: Table, draft: SheetDraft, seat: int, deal: int, field: str, number: int
) -> Iterator[Problem]:
    """Yield why a number can't be entered: the first reason is enough."""
    layout, seats, entered = table.layout, len(table.players), draft.entered
    if field not in layout.secret_fields:
        yield build_problem("field", "no-secret-bids", _("Nothing like this is entered in secret here."))
        return
    if deal != find_current_deal(table, draft.texts, entered):
        yield build_problem("deal", "other-deal", _("This is not being played now. Open the page again."))
        return
    if seat in layout.resting(deal):
        yield build_problem("deal", "rests", _("You sit this out."))
        return
    step, now = layout.secret_fields.index(field), find_step(layout, entered, deal, seats)
    if now is None or step < now:
        yield build_problem(
            "number", "bids-fixed", _("All have entered theirs, so it can't be changed any more.")
        )
    elif step > now:
        yield build_problem("field", "bids-missing", _("Some players have not bid yet."))
    else:
        own = next(each for each in layout.per_seat if each.key == field)
        least, most = own.minimum or 0, own.get_maximum(deal)
        if number < least or (most is not None and number > most):
            sentence = _("Enter a whole number from {least} to {most}.")
            yield build_problem("number", "bid-range", sentence, least=least, most=most or least)


def _build_event_data(draft: SheetDraft) -> dict[str, int] | None:
    """Return the audit log's data on an unfinished sheet: how much is written on it."""
    return {"filled": sum(1 for text in draft.texts.values() if text)} if draft.revision else None
