"""Write the deals of seasons in which all tables play the same cards, as a club file has them.

See docs/reference/duplicate.md, Club files.
"""

from collections.abc import Collection

from league.actions.decisions.imported import create_file_decisions
from league.actions.match_writer import RowIds
from league.models import BoardSet, Club, Decision, DecisionKind, DecisionOrigin, Match, Remark
from league.rules.records import BoardsRecord, RulingRecord, SeasonKey
from league.rules.snapshot import ClubSnapshot

Ruling = tuple[int, dict[str, object], str]  # the id of a match, detail and reason


def write_boards(snapshot: ClubSnapshot, ids: RowIds, club: Club, seasons: Collection[SeasonKey]) -> None:
    """Write the deals of these seasons and the rulings on them; a seed that is known stays.

    1 query for each season, and 6 for each that has deals: few have.
    """
    for key in seasons:
        boards = snapshot.seasons[key].boards
        if boards:
            _write_set(ids.seasons[key], boards)
            _replace_rulings(ids.seasons[key], club, boards.rulings)


def _write_set(season: int, boards: BoardsRecord) -> None:
    before = BoardSet.objects.filter(season=season).first()
    seed = (before.seed if before else "") or boards.seed or ""
    deals = (
        {}
        if seed
        else {str(deal.number): deal.model_dump(mode="json", exclude={"compared"}) for deal in boards.deals}
    )
    BoardSet.objects.update_or_create(
        season_id=season, defaults={"seed": seed, "digest": boards.digest, "deals": deals}
    )


def _replace_rulings(season: int, club: Club, rulings: Collection[RulingRecord]) -> None:
    """Replace rulings that came from files; those that were made here stay, and are not there twice."""
    matches = dict(Match.objects.filter(division__season=season).values_list("key", "pk"))
    wanted = [
        (
            matches[ruling.match],
            {"deals": list(ruling.deals), "shares": ruling.shares and list(ruling.shares)},
            ruling.reason,
        )
        for ruling in rulings
    ]
    stored = (
        Decision.objects.active()
        .filter(season=season, kind=DecisionKind.DEALS)
        .select_related("remark")
        .order_by("pk")
    )
    made_here = [_read(each) for each in stored if each.origin == DecisionOrigin.PERSON]
    from_files = [each for each in stored if each.origin == DecisionOrigin.FILE]
    of_file = [ruling for ruling in wanted if ruling not in made_here]
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


def _read(decision: Decision) -> Ruling:
    return decision.match_id or 0, decision.detail, decision.reason
