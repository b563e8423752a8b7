"""Set up a season that has not been opened: create, fill and delete it, and generate its draw seed."""

import re
import secrets
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from itertools import chain, count

from django.db.models import OuterRef, QuerySet, Subquery

from games import Invalid, Problem, validated
from games.problems import _
from league.actions.batches import BATCH_SIZE
from league.actions.changes import change, format_season_key, log_refusals
from league.actions.errors import SEASON_GONE, ActionError, NameInput
from league.actions.fixtures import delete_matches, delete_rows, discard_unfinished_schedule
from league.models import (
    Club,
    Competition,
    Decision,
    Division,
    Entry,
    Match,
    Player,
    Remark,
    Season,
    Stage,
    Standing,
)
from league.models.season import SeasonState
from league.permissions import require
from league.principals import Principal
from league.queries.draft import (
    Shape,
    compute_draft_digest,
    find_change_blockers,
    find_deletion_blockers,
    read_shape,
)
from league.queries.location import get_season_title
from league.queries.registration import divide_field
from league.queries.schedule import choose_format, find_settings
from league.rules.names import MAX_NAME_LENGTH
from league.rules.records import FIELD_NAME, FIRST_STAGE
from league.rules.seasons.groups import are_drawn
from league.rules.settings import MIN_DIVISION_SIZE
from league.rules.snapshot import parse_settings
from league.rules.validation import build_problem

YEAR_AT_END = re.compile(r"\b(19|20)[0-9]{2}$")
MAX_DIVISIONS = 1000
MAX_SEASON_NUMBER = 1_000_000  # club files have the same limit


@dataclass(frozen=True)
class DivisionAssignment:
    """A division as it is to be, with player ids in seed order.

    `seeds` are the numbers that were typed for them, None where there was none; empty where only the order is known.
    """

    name: str
    players: tuple[str, ...]
    seeds: tuple[int | None, ...] = ()


def create_season(*, competition: Competition, by: Principal, starts_on: date | None = None) -> Season:
    """Create an empty draft with the next number; that of a tournament has a name, and may be on one day.

    Locks the club. Raises PermissionDenied; ActionError while there is a draft, or if the numbers are used up.
    """
    with change("start_season", competition.club_id, permission="run-seasons", by=by) as event:
        seasons = list(Season.objects.filter(competition=competition).order_by("number"))
        drafts = [other for other in seasons if other.is_draft]
        if drafts:
            raise ActionError(
                build_problem(
                    "season",
                    "draft-already",
                    _("{season} is still a draft. Start it before you create the next one."),
                    season=get_season_title(drafts[0]),
                )
            )
        number = seasons[-1].number + 1 if seasons else 1
        if number > MAX_SEASON_NUMBER:
            raise ActionError(
                build_problem("season", "no-more-seasons", _("Seasons can't have a higher number than this."))
            )
        season = Season(competition=competition, number=number, starts_on=starts_on, ends_on=starts_on)
        if competition.is_tournament:
            names = {other.name for other in seasons}
            season.name = name_running(competition.name, starts_on or event.club.today, names)
        season.save()
        Stage.objects.create(season=season, format=choose_format(find_settings(season)))
        event.log("season", format_season_key(season))
        return season


def name_running(name: str, day: date, taken: Collection[str]) -> str:
    """Return the name of a running of a tournament: with its year, unless that ends the name, and free."""
    usual = name if YEAR_AT_END.search(name) else f"{name[: MAX_NAME_LENGTH - 10]} {day.year}"
    more = (f"{usual[: MAX_NAME_LENGTH - 10]} ({number})" for number in count(2))
    folded = {other.casefold() for other in taken}
    return next(free for free in chain([usual], more) if free.casefold() not in folded)


@log_refusals("assign_divisions")
def assign_divisions(
    *, season: Season, divisions: Sequence[DivisionAssignment], by: Principal, seen: str = ""
) -> None:
    """Assign the players to the divisions of a draft, from the top.

    The matches of the draft are deleted if any player's division or seed changes, since they no longer fit.
    A committee's decision on an entry stays with the player. `seen` is the digest of the draft that the user saw
    (`league.queries.draft`). Runs at most 24 queries, more only by batches of rows.

    Locks the club, the season and its divisions. Raises PermissionDenied; ActionError with paths like
    `divisions.0.players.2`, also if the season is no draft any more, or has results; `changed-meanwhile` if something
    else is there now; `seed-twice` where seeds make a bracket or groups.
    See docs/reference/promotion.md, Dividing by hand.
    """
    club_pk = season.competition.club_id
    require(by, "run-seasons", club_pk)
    is_whole_field = season.competition.is_tournament and len(divisions) == 1
    is_group = season.competition.is_tournament
    wrong = list(_check_divisions(divisions, is_group=is_group, is_whole_field=is_whole_field))
    if wrong:
        raise ActionError(*wrong)
    with change("arrange", club_pk, permission="run-seasons", by=by) as event:
        club = event.club
        season = lock_draft(season)
        players = _get_players(club, divisions)
        if _has_deciding_seeds(season, divisions) and (wrong := list(_check_seeds(club, divisions, by))):
            raise ActionError(*wrong)
        discard_unfinished_schedule(season)
        present_divisions = list(
            Division.objects.filter(season=season, stage__number=FIRST_STAGE).order_by("level")
        )
        entries = list(
            Entry.objects.filter(season=season, stage__number=FIRST_STAGE)
            .select_related("player")
            .order_by("seed", "pk")
        )
        before = read_shape(present_divisions, entries)
        after = [(division.name, division.players) for division in divisions]
        if before == after:
            return
        if seen and seen != compute_draft_digest(
            before, has_matches=Match.objects.filter(division__season=season).exists()
        ):
            sentence = _(
                "The divisions or the schedule were changed after you opened this "
                "page. Check them, then save again."
            )
            raise ActionError(build_problem("", "changed-meanwhile", sentence))
        if [group for _name, group in before] == [group for _name, group in after]:
            for division, wanted in zip(present_divisions, divisions, strict=True):
                division.name = wanted.name
            Division.objects.bulk_update(present_divisions, ["name"], batch_size=BATCH_SIZE)
        else:
            _replace_divisions(season, divisions, players, entries)
            _forget_moved_groups(season)
        key = format_season_key(season)
        event.log("season", key, _build_event_data(before), _build_event_data(after))


def divide_players(*, season: Season, players: Sequence[str], by: Principal) -> None:
    """Divide the players of a tournament, by id in seed order, as its rules say: into groups, or all in one group.

    The draft was read with its competition. With too few for the groups they are in one until it starts. Raises as
    `assign_divisions`.
    """
    rules = parse_settings(*season.settings).rules
    prepare_draw(season)
    wanted = divide_field(players, rules, season.groups_seed)
    if any(len(there) < MIN_DIVISION_SIZE for _name, there in wanted):
        wanted = [(FIELD_NAME, tuple(players))]
    divisions = [DivisionAssignment(name, there) for name, there in wanted]
    assign_divisions(season=season, divisions=divisions, by=by)
    save_draw(season, [there for _name, there in wanted])


def prepare_draw(season: Season) -> None:
    """Give a draft whose groups are to be drawn a number for that, once.

    Groups that were drawn by the season's number, as they once were, keep it.
    """
    if not parse_settings(*season.settings).rules.draw_groups or season.draw is not None:
        return
    if season.draw_seed and Division.objects.filter(season=season, level__gt=1).exists():
        return
    season.draw = {"seed": generate_draw_seed()}
    season.save(update_fields=["draw"])


def save_draw(season: Season, groups: Sequence[Sequence[str]]) -> None:
    """Store the groups that the season's own draw has given, by seed; nothing where it gives others."""
    if season.draw and len(groups) > 1 and are_drawn(groups, season.draw["seed"]):
        season.draw = {"seed": season.draw["seed"], "groups": [list(group) for group in groups]}
        season.save(update_fields=["draw"])


def _forget_moved_groups(season: Season) -> None:
    """Forget the groups that a draw has given, but not its number, if a player was moved to another by hand."""
    groups = (season.draw or {}).get("groups", ())
    entries = Entry.objects.filter(season=season, stage__number=FIRST_STAGE)
    levels = dict(entries.values_list("player__key", "division__level")) if groups else {}
    for level, group in enumerate(groups, 1):
        if season.draw and any(levels.get(player, level) != level for player in group):
            season.draw = {"seed": season.draw["seed"]}
            season.save(update_fields=["draw"])
            return


def delete_draft(*, season: Season, by: Principal) -> None:
    """Delete a draft that was not made by a rollover, with all that was prepared in it.

    Locks the club, the season and its divisions. Raises PermissionDenied; ActionError if the season is no draft any
    more, has results, was made by a rollover (which is undone instead), or is not the latest.
    """
    with change("throw_away", season.competition.club_id, permission="run-seasons", by=by) as event:
        season = lock_draft(season)
        if wrong := list(find_deletion_blockers(season)):
            raise ActionError(*wrong)
        delete_divisions(season.divisions.all())
        Remark.objects.filter(decisions__season=season).delete()
        key = format_season_key(season)
        season.delete()
        event.log("season", key, {"state": season.state})


def require_draft(season: Season) -> None:
    """Raise ActionError unless the season can still be set up."""
    if season.state != SeasonState.DRAFT:
        sentence = _("{season} has started, so it can't be set up again.")
        raise ActionError(build_problem("season", "not-a-draft", sentence, season=get_season_title(season)))


def lock_draft(season: Season) -> Season:
    """Return the draft, locked with its divisions until the transaction ends; the club is locked already.

    Raises ActionError if it is gone, is no draft any more, or has results. Runs 3 queries.
    """
    drafts = Season.objects.select_related("competition").select_for_update(of=("self",), no_key=True)
    draft = drafts.filter(pk=season.pk).first()
    if draft is None:  # it has just been deleted by another user
        raise ActionError(SEASON_GONE)
    season = draft
    require_draft(season)
    list(
        Division.objects.select_for_update(no_key=True).filter(season=season).order_by("pk").values_list("pk")
    )
    if wrong := list(find_change_blockers(season)):
        raise ActionError(*wrong)
    return season


def delete_divisions(divisions: QuerySet[Division]) -> None:
    """Delete divisions without results, with entries and matches; 13 queries."""
    delete_matches(divisions)
    delete_rows(Standing.objects.filter(entry__division__in=divisions))
    delete_rows(Entry.objects.filter(division__in=divisions))
    delete_rows(divisions)


# --- checks of the input


def _check_divisions(
    divisions: Sequence[DivisionAssignment], *, is_group: bool, is_whole_field: bool
) -> Iterator[Problem]:
    """Yield the problems of divisions in any club."""
    if len(divisions) > MAX_DIVISIONS:
        yield build_problem(
            "divisions",
            "too-many-divisions",
            _("A season can have at most {most} divisions; this one has {divisions}."),
            most=MAX_DIVISIONS,
            divisions=len(divisions),
        )
    seen: set[str] = set()
    for index, division in enumerate(divisions):
        path = f"divisions.{index}"
        try:
            validated(NameInput, {"name": division.name}, path)
        except Invalid as invalid:
            yield from invalid.problems
        if len(division.players) < MIN_DIVISION_SIZE:
            yield build_problem(
                f"{path}.players",
                "division-too-small",
                _("This tournament needs at least {least} players; it has {players}.")
                if is_whole_field
                else _("A group needs at least {least} players; this one has {players}.")
                if is_group
                else _("A division needs at least {least} players; this one has {players}."),
                least=MIN_DIVISION_SIZE,
                players=len(division.players),
            )
        for number, player in enumerate(division.players):
            if player in seen:
                yield build_problem(
                    f"{path}.players.{number}",
                    "twice",
                    _("{player} is listed twice."),
                    player=player,
                )
            seen.add(player)


def _get_players(club: Club, divisions: Sequence[DivisionAssignment]) -> dict[str, int]:
    """Return the club's players by key; raise ActionError for those it does not have. 1 query."""
    players = dict(Player.objects.filter(club=club).values_list("key", "pk"))
    unknown = [
        build_problem(
            f"divisions.{index}.players.{number}",
            "unknown-player",
            _("The club has no player with the ID {player}."),
            player=player,
        )
        for index, division in enumerate(divisions)
        for number, player in enumerate(division.players)
        if player not in players
    ]
    if unknown:
        raise ActionError(*unknown)
    return players


def _has_deciding_seeds(season: Season, divisions: Sequence[DivisionAssignment]) -> bool:
    """Return whether the seeds of a draft make a bracket or groups, also groups made by hand."""
    has_groups = len(divisions) > 1 or parse_settings(*season.settings).rules.has_deciding_seeds
    return season.competition.is_tournament and has_groups


def _check_seeds(club: Club, divisions: Sequence[DivisionAssignment], by: Principal) -> Iterator[Problem]:
    """Yield a problem for each player with the seed of another one in the division; 1 query if there are any."""
    wrong = []
    for index, division in enumerate(divisions):
        holders: dict[int, str] = {}
        for number, (player, seed) in enumerate(zip(division.players, division.seeds, strict=False)):
            if seed is not None and holders.setdefault(seed, player) != player:
                wrong.append((f"divisions.{index}.seeds.{number}", player, holders[seed], seed))
    if not wrong:
        return
    names = {
        player.key: player.get_name_for(by.user)
        for player in Player.objects.filter(club=club, key__in={key for each in wrong for key in each[1:3]})
    }
    free = 1 + max(seed or 0 for division in divisions for seed in division.seeds)
    for path, player, other, seed in wrong:
        sentence = _(
            "{other} and {player} both have seed {seed}. Give one of them another seed, such as {free}, "
            "or none: a player without a seed comes last."
        )
        yield build_problem(
            path, "seed-twice", sentence, other=names[other], player=names[player], seed=seed, free=free
        )


# --- writing


def _build_event_data(shape: Shape) -> dict[str, list[int]]:
    return {"sizes": [len(players) for _name, players in shape]}


def _replace_divisions(
    season: Season, divisions: Sequence[DivisionAssignment], players: dict[str, int], before: Sequence[Entry]
) -> None:
    entries_before = {entry.player_id: entry for entry in before}
    delete_divisions(season.divisions.filter(stage__number=FIRST_STAGE))
    stage = season.stages.get(number=FIRST_STAGE)
    new_divisions = Division.objects.bulk_create(
        [
            Division(season=season, stage=stage, level=level, name=division.name)
            for level, division in enumerate(divisions, 1)
        ],
        batch_size=BATCH_SIZE,
    )
    entries = []
    for division, wanted in zip(new_divisions, divisions, strict=True):
        for seed, player in enumerate(wanted.players, 1):
            player_id = players[player]
            known = entries_before.get(player_id)
            entry = Entry(
                season=season,
                stage=stage,
                division=division,
                player_id=player_id,
                seed=seed,
                left=known.left if known else False,
                team=known.team if known else "",
                guest=known.guest if known else False,
            )
            entries.append(entry)
    Entry.objects.bulk_create(entries, batch_size=BATCH_SIZE)
    new_entry = Entry.objects.filter(season=season, stage__number=FIRST_STAGE, player=OuterRef("player"))
    Decision.objects.filter(season=season).update(entry=Subquery(new_entry.values("pk")[:1]))
    gone = {entry.player_id for entry in before} - {entry.player_id for entry in entries}
    Remark.objects.filter(decisions__season=season, decisions__player__in=gone).delete()
    Decision.objects.filter(season=season, player__in=gone).delete()  # of a club file: a draft has no others


MAX_GENERATED_SEED = 10**8  # short enough to be read out
MAX_DRAW_SEED = 2**63 - 1  # the highest that a club file may have


def generate_draw_seed() -> int:
    return 1 + secrets.randbelow(MAX_GENERATED_SEED)


def check_draw_seed(draw_seed: int) -> Iterator[Problem]:
    if not 1 <= draw_seed <= MAX_DRAW_SEED:
        yield build_problem(
            "lot", "out-of-range", _("Enter a draw number from 1 to {most}."), most=MAX_DRAW_SEED
        )
