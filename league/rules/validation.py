"""What ties a club's records together: found over the whole book that an import would give, before it is written."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace

import games
from games import Invalid, Problem, Score, Text
from games.problems import _
from league.rules import settings as rules_settings
from league.rules.snapshot import ClubSnapshot, DivisionRecord, MatchRecord, SeasonKey, SeasonRecord, Settings


@dataclass
class CheckedSnapshot:
    """A book whose sheets are in their canonical form, what each played match is worth, and what is wrong."""

    snapshot: ClubSnapshot
    scores: dict[str, Score] = field(default_factory=dict)
    problems: list[Problem] = field(default_factory=list)


def build_problem(path: str, code: str, sentence: str, **values: int | str | Text) -> Problem:
    return Problem(path, code, Text(sentence, values))


def filter_independent(found: Iterable[Problem], known: Iterable[Problem]) -> Iterator[Problem]:
    """Those found that no known problem at the same place, or inside it, has led to."""
    explained = {
        ".".join(parts[:count])
        for parts in (one.path.split(".") for one in known)
        for count in range(1, len(parts) + 1)
    }
    return (one for one in found if one.path not in explained)


def check_snapshot(book: ClubSnapshot, seasons: Iterable[SeasonKey]) -> CheckedSnapshot:
    """Checks these seasons of a book, with their entries, matches and sheets."""
    checked = CheckedSnapshot(book)
    canonical: dict[str, MatchRecord] = {}
    for key in seasons:
        season = book.seasons[key]
        checked.problems += _check_season(book, season)
        settings = _resolve_settings(checked, season)
        if settings:
            checked.problems += _check_division_sizes(book, season, settings)
            checked.problems += _check_points(book, season, settings)
            checked.problems += _check_table_size(book, season, settings)
        for division in book.get_divisions(key):
            checked.problems += _check_entries(book, division)
            for match in book.get_matches(division.key):
                checked.problems += _check_match(book, season, match, settings)
                if settings:
                    canonical[match.id] = _score_sheet(checked, match, settings)
    checked.snapshot = book.replace_records(matches=canonical)
    return checked


def _resolve_settings(checked: CheckedSnapshot, season: SeasonRecord) -> Settings | None:
    """None where the settings are wrong: where they stand that was noted; here, where a season's own game
    cannot be played by the options or rules that it leaves to its competition."""
    try:
        return checked.snapshot.get_settings(season)
    except KeyError:
        pass
    except Invalid as invalid:
        checked.problems += [found.prefix_path(season.path) for found in invalid.problems]
    return None


def _check_season(book: ClubSnapshot, season: SeasonRecord) -> Iterator[Problem]:
    if season.starts_on and season.ends_on and season.ends_on < season.starts_on:
        yield build_problem(
            f"{season.path}.ends_on",
            "dates",
            _("The season ends on {end}, before it starts on {start}."),
            end=season.ends_on.isoformat(),
            start=season.starts_on.isoformat(),
        )
    if not season.is_opened:
        for name in ("game", "options", "rules"):
            if getattr(season, name) is not None:
                yield build_problem(
                    f"{season.path}.{name}",
                    "draft",
                    _("A draft is played by its competition's {name} until it is opened; leave this out."),
                    name=name,
                )


def _check_division_sizes(book: ClubSnapshot, season: SeasonRecord, settings: Settings) -> Iterator[Problem]:
    """Settings that cannot work, for leagues that have been opened."""
    competition = book.competitions[season.key.competition]
    if not season.is_opened or competition.kind != "league":
        return
    divisions = book.get_divisions(season.key)
    sizes = [len(book.get_entries(division.key)) for division in divisions]
    for found in rules_settings.find_setting_errors(settings.rules, sizes):
        place, *rest = found.path.split(".")
        if place == "rules":
            yield found.prefix_path(_find_rules_path(book, season))
        else:
            yield Problem(f"{divisions[int(rest[0])].path}.entries", found.code, found.message)


def _check_points(book: ClubSnapshot, season: SeasonRecord, settings: Settings) -> Iterator[Problem]:
    """Tables that are played at, in what has been opened, and are worth nothing to anybody."""
    if not season.is_opened:
        return
    tables = {
        len(match.seats)
        for division in book.get_divisions(season.key)
        for match in book.get_matches(division.key)
    }
    possible = [seats for seats in tables if not settings.game.wrong_seats(seats, settings.options)]
    for found in rules_settings.find_missing_points(settings.rules, possible):
        yield found.prefix_path(_find_rules_path(book, season))


def _check_table_size(book: ClubSnapshot, season: SeasonRecord, settings: Settings) -> Iterator[Problem]:
    """Tables for more than the game is for with these options."""
    size = settings.rules.table_size
    refusal = size and settings.game.wrong_seats(size, settings.options)
    if refusal:
        yield Problem("rules.table_size", "seats", refusal).prefix_path(_find_rules_path(book, season))


def _find_rules_path(book: ClubSnapshot, season: SeasonRecord) -> str:
    """The path of what the season's rules stand in."""
    competition = book.competitions[season.key.competition]
    return competition.path if season.rules == competition.rules else season.path


def _check_entries(book: ClubSnapshot, division: DivisionRecord) -> Iterator[Problem]:
    for entry in book.get_entries(division.key):
        if entry.key.player not in book.players:
            yield _build_unknown_player(f"{entry.path}.player", entry.key.player)


def _build_unknown_player(path: str, player: str) -> Problem:
    return build_problem(
        path, "unknown-player", _("The club has no player with the id {player}."), player=player
    )


def _check_match(
    book: ClubSnapshot, season: SeasonRecord, match: MatchRecord, settings: Settings | None
) -> Iterator[Problem]:
    yield from _check_seats(book, match, settings)
    yield from _check_absent_and_sat(book, match)
    yield from _check_status(season, match)


def _check_seats(book: ClubSnapshot, match: MatchRecord, settings: Settings | None) -> Iterator[Problem]:
    entered = {entry.key.player for entry in book.get_entries(match.division)}
    for number, player in enumerate(match.seats):
        path = f"{match.path}.seats.{number}"
        if player in match.seats[:number]:
            yield build_problem(
                path, "seated-twice", _("{player} sits at this table already."), player=player
            )
        elif player not in entered:
            yield build_problem(
                path, "not-entered", _("{player} is not entered in this division."), player=player
            )
    refusal = settings and settings.game.wrong_seats(len(match.seats), settings.options)
    if refusal:
        yield Problem(f"{match.path}.seats", "seats", refusal)


def _check_absent_and_sat(book: ClubSnapshot, match: MatchRecord) -> Iterator[Problem]:
    for number, player in enumerate(match.absent):
        path = f"{match.path}.absent.{number}"
        if player not in match.seats:
            yield build_problem(path, "not-seated", _("{player} has no seat here."), player=player)
        elif player in match.absent[:number]:
            yield build_problem(path, "twice", _("{player} stands here for the second time."), player=player)
    if match.sat and len(match.sat) != len(match.seats):
        yield build_problem(
            f"{match.path}.sat",
            "seats",
            _("Name who sat in each of the {seats} seats, not {count}."),
            seats=len(match.seats),
            count=len(match.sat),
        )
    for number, player in enumerate(match.sat):
        path = f"{match.path}.sat.{number}"
        if player not in book.players:
            yield _build_unknown_player(path, player)
        elif player in match.sat[:number]:
            yield build_problem(
                path, "seated-twice", _("{player} sits at this table already."), player=player
            )


EMPTY_VALUES = (None, ())  # what is left out
# What a status needs and what it excludes.
FIELDS_BY_STATUS = {
    "scheduled": ((), ("sheet", "played_on", "absent", "derived")),
    "played": (("sheet", "played_on"), ("absent",)),
    "forfeit": (("absent",), ("sheet", "derived")),
    "void": ((), ("sheet", "absent", "derived")),
}


def _check_status(season: SeasonRecord, match: MatchRecord) -> Iterator[Problem]:
    needed, excluded = FIELDS_BY_STATUS[match.status]
    for name in needed:
        if getattr(match, name) in EMPTY_VALUES:
            yield build_problem(
                f"{match.path}.{name}",
                "missing",
                _("A {status} match needs this: {name}."),
                status=match.status,
                name=name,
            )
    for name in excluded:
        if getattr(match, name) not in EMPTY_VALUES:
            shown = "result" if name == "derived" else name
            yield build_problem(
                f"{match.path}.{shown}",
                "not-with-status",
                _("A {status} match has none of this: {name}."),
                status=match.status,
                name=shown,
            )
    if (match.status == "scheduled") != (match.revision == 0):
        yield build_problem(
            f"{match.path}.revision",
            "revision",
            _("A {status} match cannot have revision {revision}: 0 while scheduled, from 1 after."),
            status=match.status,
            revision=match.revision,
        )
    if season.state == "closed" and match.status == "scheduled":
        yield build_problem(
            f"{match.path}.status",
            "closed",
            _("A closed season has no scheduled match; this one is missing."),
        )


def _score_sheet(checked: CheckedSnapshot, match: MatchRecord, settings: Settings) -> MatchRecord:
    """Scores a played match; gives its record with the sheet in canonical form."""
    if match.status != "played" or match.sheet is None:
        return match
    game, options, seats = settings.game, settings.options, len(match.seats)
    if game.wrong_seats(seats, options):
        return match
    try:
        sheet = games.parse(game, match.sheet, options, seats)
    except Invalid as invalid:
        checked.problems += [found.prefix_path(match.path) for found in invalid.problems]
        return match
    score = game.calculate(sheet, options, seats)
    if not score.complete:
        checked.problems.append(build_incomplete_problem(f"{match.path}.sheet", score, settings))
        return match
    checked.scores[match.id] = score
    return replace(match, sheet=games.canonical(sheet))


def build_incomplete_problem(path: str, score: Score, settings: Settings) -> Problem:
    """A sheet that is right as far as it goes but no whole match."""
    played = max((seat.deals for seat in score.seats), default=0)
    return build_problem(
        path,
        "incomplete",
        _("The match is not finished: {played} of {deals} {word} are on the sheet.")
        if settings.deals
        else _("The match is not finished."),
        played=played,
        deals=settings.deals or 0,
        word=Text(settings.game.words.get("deals", _("deals"))),
    )
