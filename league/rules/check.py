"""What ties a club's records together: found over the whole book that an import would give, before it is written."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace

import games
from games import Invalid, Problem, Score, Text
from games.problems import _
from league.rules import settings as rules_settings
from league.rules.book import Book, DivisionRecord, MatchRecord, SeasonKey, SeasonRecord, Settings


@dataclass
class Checked:
    """A book whose sheets are in their canonical form, what each played match is worth, and what is wrong."""

    book: Book
    scores: dict[str, Score] = field(default_factory=dict)
    problems: list[Problem] = field(default_factory=list)


def problem(path: str, code: str, sentence: str, **values: int | str | Text) -> Problem:
    return Problem(path, code, Text(sentence, values))


def independent(found: Iterable[Problem], known: Iterable[Problem]) -> Iterator[Problem]:
    """Those found that no known problem at the same place, or inside it, has led to."""
    explained = {
        ".".join(parts[:count])
        for parts in (one.path.split(".") for one in known)
        for count in range(1, len(parts) + 1)
    }
    return (one for one in found if one.path not in explained)


def check(book: Book, seasons: Iterable[SeasonKey]) -> Checked:
    """Checks these seasons of a book, with their entries, matches and sheets."""
    checked = Checked(book)
    canonical: dict[str, MatchRecord] = {}
    for key in seasons:
        season = book.seasons[key]
        checked.problems += _season(book, season)
        settings = _settings(checked, season)
        if settings:
            checked.problems += _unworkable(book, season, settings)
            checked.problems += _without_points(book, season, settings)
            checked.problems += _table_size(book, season, settings)
        for division in book.divisions_of(key):
            checked.problems += _entries(book, division)
            for match in book.matches_of(division.key):
                checked.problems += _match(book, season, match, settings)
                if settings:
                    canonical[match.id] = _sheet(checked, match, settings)
    checked.book = book.with_records(matches=canonical)
    return checked


def _settings(checked: Checked, season: SeasonRecord) -> Settings | None:
    """None where the settings are wrong: where they stand that was noted; here, where a season's own game
    cannot be played by the options or rules that it leaves to its competition."""
    try:
        return checked.book.settings(season)
    except KeyError:
        pass
    except Invalid as invalid:
        checked.problems += [found.below(season.path) for found in invalid.problems]
    return None


def _season(book: Book, season: SeasonRecord) -> Iterator[Problem]:
    if season.starts_on and season.ends_on and season.ends_on < season.starts_on:
        yield problem(
            f"{season.path}.ends_on",
            "dates",
            _("The season ends on {end}, before it starts on {start}."),
            end=season.ends_on.isoformat(),
            start=season.starts_on.isoformat(),
        )
    if not season.opened:
        for name in ("game", "options", "rules"):
            if getattr(season, name) is not None:
                yield problem(
                    f"{season.path}.{name}",
                    "draft",
                    _("A draft is played by its competition's {name} until it is opened; leave this out."),
                    name=name,
                )


def _unworkable(book: Book, season: SeasonRecord, settings: Settings) -> Iterator[Problem]:
    """Settings that cannot work, for leagues that have been opened."""
    competition = book.competitions[season.key.competition]
    if not season.opened or competition.kind != "league":
        return
    divisions = book.divisions_of(season.key)
    sizes = [len(book.entries_of(division.key)) for division in divisions]
    for found in rules_settings.unworkable(settings.rules, sizes):
        place, *rest = found.path.split(".")
        if place == "rules":
            yield found.below(_rules_from(book, season))
        else:
            yield Problem(f"{divisions[int(rest[0])].path}.entries", found.code, found.message)


def _without_points(book: Book, season: SeasonRecord, settings: Settings) -> Iterator[Problem]:
    """Tables that are played at, in what has been opened, and are worth nothing to anybody."""
    if not season.opened:
        return
    tables = {
        len(match.seats)
        for division in book.divisions_of(season.key)
        for match in book.matches_of(division.key)
    }
    possible = [seats for seats in tables if not settings.game.wrong_seats(seats, settings.options)]
    for found in rules_settings.without_points(settings.rules, possible):
        yield found.below(_rules_from(book, season))


def _table_size(book: Book, season: SeasonRecord, settings: Settings) -> Iterator[Problem]:
    """Tables for more than the game is for with these options."""
    size = settings.rules.table_size
    refusal = size and settings.game.wrong_seats(size, settings.options)
    if refusal:
        yield Problem("rules.table_size", "seats", refusal).below(_rules_from(book, season))


def _rules_from(book: Book, season: SeasonRecord) -> str:
    """The path of what the season's rules stand in."""
    competition = book.competitions[season.key.competition]
    return competition.path if season.rules == competition.rules else season.path


def _entries(book: Book, division: DivisionRecord) -> Iterator[Problem]:
    for entry in book.entries_of(division.key):
        if entry.key.player not in book.players:
            yield _no_player(f"{entry.path}.player", entry.key.player)


def _no_player(path: str, player: str) -> Problem:
    return problem(path, "unknown-player", _("The club has no player with the id {player}."), player=player)


def _match(
    book: Book, season: SeasonRecord, match: MatchRecord, settings: Settings | None
) -> Iterator[Problem]:
    yield from _seats(book, match, settings)
    yield from _absent_and_sat(book, match)
    yield from _status(season, match)


def _seats(book: Book, match: MatchRecord, settings: Settings | None) -> Iterator[Problem]:
    entered = {entry.key.player for entry in book.entries_of(match.division)}
    for number, player in enumerate(match.seats):
        path = f"{match.path}.seats.{number}"
        if player in match.seats[:number]:
            yield problem(path, "seated-twice", _("{player} sits at this table already."), player=player)
        elif player not in entered:
            yield problem(path, "not-entered", _("{player} is not entered in this division."), player=player)
    refusal = settings and settings.game.wrong_seats(len(match.seats), settings.options)
    if refusal:
        yield Problem(f"{match.path}.seats", "seats", refusal)


def _absent_and_sat(book: Book, match: MatchRecord) -> Iterator[Problem]:
    for number, player in enumerate(match.absent):
        path = f"{match.path}.absent.{number}"
        if player not in match.seats:
            yield problem(path, "not-seated", _("{player} has no seat here."), player=player)
        elif player in match.absent[:number]:
            yield problem(path, "twice", _("{player} stands here for the second time."), player=player)
    if match.sat and len(match.sat) != len(match.seats):
        yield problem(
            f"{match.path}.sat",
            "seats",
            _("Name who sat in each of the {seats} seats, not {count}."),
            seats=len(match.seats),
            count=len(match.sat),
        )
    for number, player in enumerate(match.sat):
        path = f"{match.path}.sat.{number}"
        if player not in book.players:
            yield _no_player(path, player)
        elif player in match.sat[:number]:
            yield problem(path, "seated-twice", _("{player} sits at this table already."), player=player)


NOTHING = (None, ())  # what is left out
# What a status needs and what it excludes.
NEEDS = {
    "scheduled": ((), ("sheet", "played_on", "absent", "claim")),
    "played": (("sheet", "played_on"), ("absent",)),
    "forfeit": (("absent",), ("sheet", "claim")),
    "void": ((), ("sheet", "absent", "claim")),
}


def _status(season: SeasonRecord, match: MatchRecord) -> Iterator[Problem]:
    needed, excluded = NEEDS[match.status]
    for name in needed:
        if getattr(match, name) in NOTHING:
            yield problem(
                f"{match.path}.{name}",
                "missing",
                _("A {status} match needs this: {name}."),
                status=match.status,
                name=name,
            )
    for name in excluded:
        if getattr(match, name) not in NOTHING:
            shown = "result" if name == "claim" else name
            yield problem(
                f"{match.path}.{shown}",
                "not-with-status",
                _("A {status} match has none of this: {name}."),
                status=match.status,
                name=shown,
            )
    if (match.status == "scheduled") != (match.revision == 0):
        yield problem(
            f"{match.path}.revision",
            "revision",
            _("A {status} match cannot have revision {revision}: 0 while scheduled, from 1 after."),
            status=match.status,
            revision=match.revision,
        )
    if season.state == "closed" and match.status == "scheduled":
        yield problem(
            f"{match.path}.status",
            "closed",
            _("A closed season has no scheduled match; this one is missing."),
        )


def _sheet(checked: Checked, match: MatchRecord, settings: Settings) -> MatchRecord:
    """Scores a played match; gives its record with the sheet in canonical form."""
    if match.status != "played" or match.sheet is None:
        return match
    game, options, seats = settings.game, settings.options, len(match.seats)
    if game.wrong_seats(seats, options):
        return match
    try:
        sheet = games.parse(game, match.sheet, options, seats)
    except Invalid as invalid:
        checked.problems += [found.below(match.path) for found in invalid.problems]
        return match
    score = game.calculate(sheet, options, seats)
    if not score.complete:
        checked.problems.append(incomplete(f"{match.path}.sheet", score, settings))
        return match
    checked.scores[match.id] = score
    return replace(match, sheet=games.canonical(sheet))


def incomplete(path: str, score: Score, settings: Settings) -> Problem:
    """A sheet that is right as far as it goes but no whole match."""
    played = max((seat.deals for seat in score.seats), default=0)
    return problem(
        path,
        "incomplete",
        _("The match is not finished: {played} of {deals} {word} are on the sheet.")
        if settings.deals
        else _("The match is not finished."),
        played=played,
        deals=settings.deals or 0,
        word=Text(settings.game.words.get("deals", _("deals"))),
    )
