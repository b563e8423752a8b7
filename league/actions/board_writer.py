"""Write the deals of seasons in which all tables play the same cards, as a club file has them.

See docs/reference/duplicate.md, Club files.
"""

from collections.abc import Collection

from league.actions.decisions.imported import create_file_decisions
from league.actions.match_writer import RowIds
from league.models import BoardSet, Club, Decision, DecisionKind, DecisionOrigin, Match, Remark
from league.models.decision import is_ruling_in_force
from league.rules.records import BoardsRecord, RulingRecord, SeasonKey
from league.rules.snapshot import ClubSnapshot

Ruling = tuple[int, dict[str, object], str]  # the id of a match, detail and reason


def write_boards(snapshot: ClubSnapshot, ids: RowIds, club: Club, seasons: Collection[SeasonKey]) -> None:
    """Write the deals of these seasons and the rulings on them; what is known of a set stays.

    1 query for each season, and 6 for each that has deals: few have.
    """
    for key in seasons:
        boards = snapshot.seasons[key].boards
        if boards:
            _write_set(ids.seasons[key], boards)
            _replace_rulings(ids.seasons[key], club, boards.rulings)


def _write_set(season: int, boards: BoardsRecord) -> None:
    before = BoardSet.objects.filter(season=season, digest=boards.digest).first()  # not other deals
    seed = (before.seed if before else "") or boards.seed or ""
    told = {str(deal.number): deal.model_dump(mode="json", exclude={"compared"}) for deal in boards.deals}
    deals = {} if seed else {**(before.deals if before else {}), **told}
    BoardSet.objects.update_or_create(
        season_id=season, defaults={"seed": seed, "digest": boards.digest, "deals": deals}
    )


def _replace_rulings(season: int, club: Club, rulings: Collection[RulingRecord]) -> None:
    """Replace rulings that came from files; those that were made here stay, and are not there twice.

    A ruling of the file that comes after a ruling made here says so, as the latest counts.
    """
    matches = dict(Match.objects.filter(division__season=season).values_list("key", "pk"))
    stored = (
        Decision.objects.active()
        .filter(season=season, kind=DecisionKind.DEALS)
        .select_related("remark", "match")
        .order_by("pk")
    )
    made_here = [each for each in stored if each.origin == DecisionOrigin.PERSON and _counts(each)]
    from_files = [each for each in stored if each.origin == DecisionOrigin.FILE]
    of_file: list[Ruling] = []
    after = 0
    for ruling in rulings:
        match, reason = matches[ruling.match], ruling.reason
        detail: dict[str, object] = {
            "deals": list(ruling.deals),
            "shares": ruling.shares and list(ruling.shares),
        }
        same = next((each for each in made_here if _read(each) == (match, detail, reason)), None)
        if same:
            made_here.remove(same)
            after = max(after, same.pk)
        else:
            of_file.append((match, {**detail, **({"after": after} if after else {})}, reason))
    if [_read(each) for each in from_files] == of_file:
        return
    outdated = [each.pk for each in from_files]
    Remark.objects.filter(decisions__in=outdated).delete()
    Decision.objects.filter(pk__in=outdated).delete()
    create_file_decisions(
        club,
        [
            (Decision(season_id=season, match_id=match, kind=DecisionKind.DEALS, detail=detail), reason)
            for match, detail, reason in of_file
        ],
    )


def _counts(decision: Decision) -> bool:
    """Return whether a ruling is about the match as it is: as one that was played, or a no-show."""
    return decision.match is None or is_ruling_in_force(decision.detail, decision.match.status)


def _read(decision: Decision) -> Ruling:
    detail = {key: value for key, value in decision.detail.items() if key != "status"}
    return decision.match_id or 0, detail, decision.reason
