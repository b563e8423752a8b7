"""The page of a draft season before it is opened: what is done, what is missing, who plays where and when."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date

from django.utils.translation import gettext, ngettext

from games import Problem
from league.models import Competition, Division, Entry, Match, Season, Seat
from league.models.competition import CompetitionKind
from league.models.season import SeasonState
from league.queries.drafted import against_throwing_away
from league.queries.opening import against_opening, told, unplayable
from league.queries.pages import league_rules
from league.queries.pages.fair import Fair, fair
from league.queries.pages.making_schedule import unfinished
from league.queries.pages.season_head import Viewer
from league.queries.pages.words import Where, where, where_of
from league.rules.pairing.fixtures import DivisionPlayers, Pairing
from league.rules.pairing.schedule_inference import is_strictly_in_shared_room
from league.rules.pairing.schedules import build_table_draw
from league.rules.snapshot import Settings, parse_settings

ROUNDS_SHOWN = 2  # the rest is folded
MOST_FOLDED = 400  # matches: of more, only the first rounds are shown, and the first of their matches
MOST_IN_A_ROUND = 40


@dataclass(frozen=True)
class PlayerLine:
    """`came`: "up", "down", "new" or "" against the season it came out of; `from_division` its division there."""

    key: str
    name: str
    came: str
    from_division: str


@dataclass(frozen=True)
class DivisionPart:
    anchor: str
    name: str
    players: tuple[PlayerLine, ...]


@dataclass(frozen=True)
class MatchLine:
    division: str
    table: int
    players: tuple[str, ...]


@dataclass(frozen=True)
class RoundPart:
    """`more` are the matches that are not listed."""

    number: int
    days: tuple[date, ...]
    matches: tuple[MatchLine, ...]
    byes: tuple[str, ...]
    more: int


@dataclass(frozen=True)
class Step:
    """A part of setting up: what there is of it, and the name of the page where it is done."""

    title: str
    says: tuple[str, ...]
    done: bool
    address: str
    link: str


@dataclass(frozen=True)
class SetUpPage:
    where: Where
    steps: tuple[Step, ...]  # none where its game cannot be played here
    divisions: tuple[DivisionPart, ...]
    rounds: tuple[RoundPart, ...]  # those that are shown at once
    folded: tuple[RoundPart, ...]
    matches: int
    rounds_in_all: int
    fair: Fair
    against: tuple[str, ...]  # why it cannot be opened as it is
    without_days: bool  # no match has a day
    rolled_from: int | None
    can_go: bool  # it can be thrown away

    @property
    def ready(self) -> bool:
        return not self.against


@dataclass(frozen=True)
class BeginPage:
    """`draft` is one that is there already; `latest` the season that could be rolled over instead."""

    where: Where
    number: int
    draft: int | None
    latest: int | None
    still_open: bool


@dataclass(frozen=True)
class ThrowAwayPage:
    """`against`: why the draft stays; else it goes with so many divisions, players, matches."""

    where: Where
    against: tuple[str, ...]
    divisions: int
    players: int
    matches: int


def beginning(competition: Competition) -> BeginPage:
    """Of a competition that was read with its club. 1 query."""
    seasons = dict(Season.objects.filter(competition=competition).values_list("number", "state"))
    drafts = [number for number, state in seasons.items() if state == SeasonState.DRAFT]
    latest = max(seasons, default=None)
    return BeginPage(
        where=where_of(competition),
        number=(latest or 0) + 1,
        draft=min(drafts, default=None),
        latest=latest if competition.kind == CompetitionKind.LEAGUE and not drafts else None,
        still_open=latest is not None and seasons[latest] == SeasonState.OPEN,
    )


def page(season: Season, *, viewer: Viewer) -> SetUpPage:
    """All that the page shows of a found draft. 8 queries, whatever the size; 10 of one that came out of another
    season, and 1 more where places give points."""
    divisions = list(Division.objects.filter(season=season).order_by("stage", "level"))
    entries: dict[int, list[Entry]] = {division.pk: [] for division in divisions}
    for entry in Entry.objects.filter(season=season).select_related("player").order_by("seed"):
        entries[entry.division_id].append(entry)
    matches = [] if season.schedule_token else _matches(season)
    names = {entry.pk: entry.player.get_name_for(viewer) for group in entries.values() for entry in group}
    rounds = _rounds(divisions, entries, matches, names)
    folded = rounds[ROUNDS_SHOWN:] if len(matches) <= MOST_FOLDED else []
    against = against_opening(season)
    steps = [] if unplayable(season.competition) else _steps(season, entries, matches, len(rounds), against)
    return SetUpPage(
        where=where(season),
        steps=tuple(steps),
        divisions=tuple(_divisions(season, divisions, entries, viewer)),
        rounds=tuple(rounds[:ROUNDS_SHOWN]),
        folded=tuple(folded),
        matches=len(matches),
        rounds_in_all=len(rounds),
        fair=_fair(divisions, entries, matches),
        against=tuple(told(problem, [division.name for division in divisions]) for problem in against),
        without_days=not any(one.match.due_on for one in matches),
        rolled_from=season.rolled_from.number if season.rolled_from else None,
        can_go=not list(against_throwing_away(season)),
    )


def throwing_away(season: Season) -> ThrowAwayPage:
    """What goes with a found draft. 5 queries."""
    return ThrowAwayPage(
        where=where(season),
        against=tuple(found.message.translate(gettext) for found in against_throwing_away(season)),
        divisions=Division.objects.filter(season=season).count(),
        players=Entry.objects.filter(season=season).count(),
        matches=Match.objects.filter(division__season=season).count(),
    )


# --- who plays where


def _divisions(
    season: Season, divisions: Sequence[Division], entries: Mapping[int, Sequence[Entry]], viewer: Viewer
) -> Iterable[DivisionPart]:
    """With where everybody was, if it came out of another season. 1 query then."""
    before: dict[int, tuple[int, str]] = {}
    if season.rolled_from_id:
        there = Entry.objects.filter(season=season.rolled_from_id).values_list(
            "player", "division__level", "division__name"
        )
        before = {player: (level, name) for player, level, name in there}
    for division in divisions:
        lines = []
        for entry in entries[division.pk]:
            level, name = before.get(entry.player_id, (None, ""))
            came = _came(level, division.level) if before else ""
            lines.append(PlayerLine(entry.player.key, entry.player.get_name_for(viewer), came, name))
        anchor = f"division-{division.stage}-{division.level}"
        yield DivisionPart(anchor, division.name, tuple(lines))


def _came(before: int | None, now: int) -> str:
    if before is None:
        return "new"
    return "up" if now < before else "down" if now > before else ""


# --- who plays when


@dataclass(frozen=True)
class _Fixture:
    """A match, and its entries by seat."""

    match: Match
    seats: tuple[int, ...]


def _matches(season: Season) -> list[_Fixture]:
    """By round, day and table. 2 queries."""
    seats: dict[int, list[int]] = defaultdict(list)
    seated = Seat.objects.filter(match__division__season=season).order_by("match", "number")
    for match, entry in seated.values_list("match", "entry"):
        seats[match].append(entry)
    matches = Match.objects.filter(division__season=season).select_related("division")
    in_order = sorted(
        matches,
        key=lambda match: (
            match.round,
            match.due_on or date.min,
            match.division.stage,
            match.division.level,
            match.table,
            match.key,
        ),
    )
    return [_Fixture(match, tuple(seats[match.pk])) for match in in_order]


def _rounds(
    divisions: Sequence[Division],
    entries: Mapping[int, Sequence[Entry]],
    fixtures: Sequence[_Fixture],
    names: Mapping[int, str],
) -> list[RoundPart]:
    by_round: dict[int, list[_Fixture]] = defaultdict(list)
    for one in fixtures:
        by_round[one.match.round].append(one)
    called = {division.pk: division.name for division in divisions}
    parts = []
    for number, own in by_round.items():
        playing = {entry for one in own for entry in one.seats}
        in_it = {one.match.division_id for one in own}
        byes = [entry.pk for division in in_it for entry in entries[division] if entry.pk not in playing]
        parts.append(
            RoundPart(
                number=number,
                days=tuple(sorted({one.match.due_on for one in own if one.match.due_on})),
                matches=tuple(
                    MatchLine(
                        called[one.match.division_id],
                        one.match.table,
                        tuple(names[entry] for entry in one.seats),
                    )
                    for one in own[:MOST_IN_A_ROUND]
                ),
                byes=tuple(names[entry] for entry in byes[:MOST_IN_A_ROUND]),
                more=max(0, len(own) - MOST_IN_A_ROUND),
            )
        )
    return parts


def _fair(
    divisions: Sequence[Division], entries: Mapping[int, Sequence[Entry]], fixtures: Sequence[_Fixture]
) -> Fair:
    """How evenly the schedule treats everybody."""
    players = {entry.pk: entry.player.key for group in entries.values() for entry in group}
    groups = [
        DivisionPlayers(
            division.level, division.name, tuple(players[entry.pk] for entry in entries[division.pk])
        )
        for division in divisions
    ]
    pairings = []
    for one in fixtures:
        match, seated = one.match, tuple(players[entry] for entry in one.seats)
        pairings.append(Pairing(match.division.level, match.round, match.due_on, match.table, seated))
    return fair(groups, pairings, room=is_strictly_in_shared_room(pairings))


# --- what is done and what is missing


def _steps(
    season: Season,
    entries: Mapping[int, Sequence[Entry]],
    fixtures: Sequence[_Fixture],
    rounds: int,
    against: Sequence[Problem],
) -> Iterable[Step]:
    wrong = {problem.path.split(".")[0] for problem in against}
    players = sum(len(group) for group in entries.values())
    yield Step(
        gettext("Players and divisions"),
        (_in_divisions(players, len(entries)) if players else gettext("Nobody plays yet."),),
        bool(players) and "divisions" not in wrong,
        "set-up-divisions",
        gettext("Change players and divisions") if players else gettext("Choose players and divisions"),
    )
    yield Step(
        gettext("Schedule"),
        tuple(_scheduled(season, fixtures, rounds)),
        any(one.match.due_on for one in fixtures),
        "set-up-schedule",
        gettext("Change the schedule")
        if fixtures
        else gettext("Make the schedule once more")
        if season.schedule_token
        else gettext("Make the schedule"),
    )
    yield Step(
        gettext("Rules"),
        tuple(_ruled(season, parse_settings(*season.settings))),
        "rules" not in wrong,
        "competition-settings",
        gettext("Change the rules"),
    )


def _in_divisions(players: int, divisions: int) -> str:
    return gettext("{players} in {divisions}.").format(
        players=ngettext("{number} player", "{number} players", players).format(number=players),
        divisions=ngettext("{number} division", "{number} divisions", divisions).format(number=divisions),
    )


def _scheduled(season: Season, fixtures: Sequence[_Fixture], rounds: int) -> Iterable[str]:
    if told := unfinished(season):
        yield told
        return
    if not fixtures:
        yield gettext("It is made when the season is opened, without days; or make it now, with days.")
        return
    yield gettext("{matches} in {rounds}.").format(
        matches=ngettext("{number} match", "{number} matches", len(fixtures)).format(number=len(fixtures)),
        rounds=ngettext("{number} round", "{number} rounds", rounds).format(number=rounds),
    )
    if not any(one.match.due_on for one in fixtures):
        yield gettext("Without days: the players find a day themselves.")
    if season.lot and build_table_draw(parse_settings(*season.settings), draw_seed=season.lot):
        yield gettext("Drawn from number {lot}.").format(lot=season.lot)


def _ruled(season: Season, settings: Settings) -> Iterable[str]:
    """How it is played, and who moves at its end."""
    moves = season.competition.kind == CompetitionKind.LEAGUE
    said = {part.anchor: part.paragraphs for part in league_rules.parts(settings, moves=moves)}
    return *said["season"], *said.get("movement", ())[:1]
