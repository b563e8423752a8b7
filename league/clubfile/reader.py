"""Reads a club file, `boolie-club/1` (contract.md), into a Book and names every mistake by its path.

Each record is read by itself, so that one mistake hides no other; what ties records together is checked
afterwards, over the book that the file would give (`rules.check`).
"""

import json
import math
from collections import Counter
from collections.abc import Callable, Hashable, Iterator
from typing import Any

import games
from games import Invalid, Problem, Text, validated
from games.problems import _
from league.clubfile.schema import (
    MAX_NESTING,
    ClubPart,
    CompetitionPart,
    DivisionPart,
    EntryPart,
    FilePart,
    MatchPart,
    Part,
    PlayerPart,
    SeasonPart,
    VariantPart,
)
from league.rules import settings
from league.rules.field_types import (
    build_division_name,
)
from league.rules.snapshot import (
    JSON,
    ClubRecord,
    ClubSnapshot,
    CompetitionRecord,
    DivisionKey,
    DivisionRecord,
    EntryKey,
    EntryRecord,
    MatchRecord,
    PlayerRecord,
    SeasonKey,
    SeasonRecord,
    VariantRecord,
)


def read_club_file(content: bytes) -> tuple[ClubSnapshot | None, list[Problem]]:
    """The file's book, and what is wrong with its records; no book where not even the club can be read."""
    try:
        document = parse_json(content)
    except Invalid as invalid:
        return None, list(invalid.problems)
    reader = _Reader()
    return reader.read_file(document), reader.problems


def parse_json(content: bytes) -> object:
    """The JSON of a file. Raises Invalid where it is none, or where an object has the same name twice."""
    try:
        document: object = json.loads(
            content.decode("utf-8-sig"),
            object_pairs_hook=_reject_repeated_names,
            parse_constant=_reject_constant,
            parse_float=_parse_finite,
        )
        if not _is_nested_deeper(document, MAX_NESTING):
            return document
        sentence = Text(_("The file is nested too deeply."))
    except UnicodeDecodeError as error:
        sentence = Text(_("The file is not UTF-8 text, at byte {byte}."), {"byte": error.start})
    except RecursionError:
        sentence = Text(_("The file is nested too deeply."))
    except ValueError as error:
        sentence = Text(_("The file is not JSON: {reason}."), {"reason": str(error)})
    raise Invalid(Problem("", "json", sentence))


def _reject_repeated_names(pairs: list[tuple[str, Any]]) -> JSON:
    names = dict(pairs)
    if len(names) < len(pairs):
        counts = Counter(name for name, _value in pairs)
        twice = next(name for name, count in counts.items() if count > 1)
        raise ValueError(f"the name {twice!r} stands twice in one object")
    return names


def _reject_constant(text: str) -> float:
    raise ValueError(f"{text} is no JSON number")


def _parse_finite(text: str) -> float:
    return number if math.isfinite(number := float(text)) else _reject_constant(text)


def _is_nested_deeper(part: object, most: int) -> bool:
    """Whether lists and objects stand in each other more than so many deep."""
    inner = part.values() if isinstance(part, dict) else part if isinstance(part, list) else ()
    return most < 0 or any(
        _is_nested_deeper(each, most - 1) for each in inner if isinstance(each, dict | list)
    )


class _Reader:
    """Walks the document from the club to the matches, keeping what is right and noting what is wrong."""

    def __init__(self) -> None:
        self.problems: list[Problem] = []
        self.match_ids: set[Hashable] = set()

    def read_file(self, document: object) -> ClubSnapshot | None:
        self.parse_part(FilePart, document, "")
        if not isinstance(document, dict):
            return None
        raw = document.get("club")
        club = self.parse_part(ClubPart, raw, "club", name="?") if isinstance(raw, dict) else None
        book = ClubSnapshot(
            ClubRecord(club.slug, club.name, club.timezone, "club") if club else ClubRecord("", "")
        )
        self.read_players(book, document)
        self.read_competitions(book, document)
        self.read_variants(book, document)
        return book if club else None

    def read_players(self, book: ClubSnapshot, document: JSON) -> None:
        seen: set[Hashable] = set()
        for path, _number, raw in _iterate_records(document, "players", ""):
            part = self.parse_part(PlayerPart, raw, path, name="?")
            if part and self.is_first(seen, part.id, f"{path}.id"):
                book.players[part.id] = PlayerRecord(part.id, part.name, path)

    def read_competitions(self, book: ClubSnapshot, document: JSON) -> None:
        seen: set[Hashable] = set()
        for path, _number, raw in _iterate_records(document, "competitions", ""):
            part = self.parse_part(CompetitionPart, raw, path, name="?", game="?")
            if part and self.is_first(seen, part.slug, f"{path}.slug"):
                game = self.find_game(part.game, f"{path}.game")
                book.competitions[part.slug] = CompetitionRecord(
                    slug=part.slug,
                    name=part.name,
                    kind=part.kind,
                    game=part.game,
                    options=self.parse_options(part.options, game, path) or {},
                    rules=self.parse_rules(part.rules, game, path) or {},
                    path=path,
                )
                self.read_seasons(book, part, raw, path)

    def read_seasons(
        self, book: ClubSnapshot, competition: CompetitionPart, within: JSON, above: str
    ) -> None:
        seen: set[Hashable] = set()
        for path, _number, raw in _iterate_records(within, "seasons", above):
            part = self.parse_part(SeasonPart, raw, path, divisions=[], state="open")
            if part and self.is_first(seen, part.number, f"{path}.number"):
                key = SeasonKey(competition.slug, part.number)
                game = self.find_game(part.game or competition.game, f"{path}.game" if part.game else None)
                book.seasons[key] = SeasonRecord(
                    key=key,
                    starts_on=part.starts_on,
                    ends_on=part.ends_on,
                    state=part.state,
                    lot=part.lot,
                    game=part.game,
                    options=self.parse_options(part.options, game, path),
                    rules=self.parse_rules(part.rules, game, path),
                    path=path,
                    derived=part.report,
                )
                self.read_divisions(book, key, raw, path)

    def read_variants(self, book: ClubSnapshot, document: JSON) -> None:
        keys: set[Hashable] = set()
        called: set[Hashable] = set()
        for path, _number, raw in _iterate_records(document, "variants", ""):
            part = self.parse_part(VariantPart, raw, path, name="?", game="?")
            if part and self.is_first(keys, part.key, f"{path}.key"):
                game = self.find_game(part.game, f"{path}.game")
                if game is None:
                    continue
                options = self.parse_options(part.options, game, path) or {}
                variant = VariantRecord(part.key, part.name, game.key, options, path)
                if self.is_first(called, variant.name, f"{path}.name", alike=variant.unique_name):
                    book.variants[variant.key] = variant

    def read_divisions(self, book: ClubSnapshot, season: SeasonKey, within: JSON, above: str) -> None:
        levels: set[Hashable] = set()
        players: set[Hashable] = set()
        for path, _number, raw in _iterate_records(within, "divisions", above):
            part = self.parse_part(DivisionPart, raw, path, entries=[])
            if part and self.is_first(levels, part.level, f"{path}.level"):
                key = DivisionKey(season, part.level)
                book.divisions[key] = DivisionRecord(key, part.name or build_division_name(part.level), path)
                self.read_entries(book, key, raw, path, players)
                self.read_matches(book, key, raw, path)

    def read_entries(
        self, book: ClubSnapshot, division: DivisionKey, within: JSON, above: str, seen: set[Hashable]
    ) -> None:
        for path, number, raw in _iterate_records(within, "entries", above):
            part = self.parse_part(EntryPart, raw, path)
            if part and self.is_first(seen, part.player, f"{path}.player"):
                key = EntryKey(division.season, part.player)
                book.entries[key] = EntryRecord(
                    key=key,
                    level=division.level,
                    seed=part.seed or number,
                    left=part.left,
                    penalties=tuple(penalty.model_dump() for penalty in part.penalties),
                    path=path,
                )

    def read_matches(self, book: ClubSnapshot, division: DivisionKey, within: JSON, above: str) -> None:
        for path, number, raw in _iterate_records(within, "matches", above):
            part = self.parse_part(MatchPart, raw, path, status=_guess_status(raw))
            if part and self.is_first(self.match_ids, part.id, f"{path}.id"):
                seats = tuple(part.seats)
                sat = tuple(part.sat)
                by_default = 0 if part.status == "scheduled" else 1
                book.matches[part.id] = MatchRecord(
                    id=part.id,
                    division=division,
                    round=part.round,
                    table=part.table or number,
                    seats=seats,
                    due_on=part.due_on,
                    status=part.status,
                    played_on=part.played_on,
                    sheet=part.sheet,
                    revision=by_default if part.revision is None else part.revision,
                    absent=_sort_by_seat(part.absent, seats),
                    sat=() if sat == seats else sat,
                    path=path,
                    derived=part.result,
                )

    # --- noting what is wrong

    def parse_part(self, part: type[Part], raw: object, path: str, **otherwise: object) -> Part | None:
        """The record, or None. A wrong field is noted and, where it may be left out or there is something
        to stand in for it, left out, so that the rest of the record is still looked at."""
        try:
            return validated(part, raw, path)
        except Invalid as invalid:
            problems = invalid.problems
        self.problems += problems
        if not isinstance(raw, dict):
            return None
        wrong = {problem.path.removeprefix(f"{path}.").split(".")[0] for problem in problems}
        rest = {name: raw[name] for name in part.model_fields if name in raw and name not in wrong}
        try:
            return validated(part, {**{n: v for n, v in otherwise.items() if n in wrong}, **rest}, path)
        except Invalid:
            return None

    def add_problem(self, path: str, code: str, sentence: str, **values: str | int) -> None:
        self.problems.append(Problem(path, code, Text(sentence, values)))

    def is_first(
        self, seen: set[Hashable], name: str | int, path: str, *, alike: Hashable | None = None
    ) -> bool:
        """Whether nobody has come by that name yet, or by one that is `alike`."""
        known = name if alike is None else alike
        if known in seen:
            self.add_problem(path, "twice", _("{name} stands here for the second time."), name=name)
            return False
        seen.add(known)
        return True

    def find_game(self, key: str, path: str | None) -> games.Game | None:
        try:
            return games.get(key)
        except KeyError:
            if path and key != "?":
                self.add_problem(path, "unknown-game", _("No game called {game} is installed."), game=key)
            return None

    def parse_options(self, given: JSON | None, game: games.Game | None, path: str) -> JSON | None:
        """Only what differs from the game's defaults."""
        if given is None or game is None:
            return given
        return self.parse_below(path, lambda: games.canonical(games.parse_options(game, given)))

    def parse_rules(self, given: JSON | None, game: games.Game | None, path: str) -> JSON | None:
        """In full."""
        if given is None or game is None:
            return given
        return self.parse_below(path, lambda: settings.parse_rules(given, game).model_dump())

    def parse_below(self, path: str, make: Callable[[], JSON]) -> JSON | None:
        try:
            return make()
        except Invalid as invalid:
            self.problems += [p.prefix_path(path) for p in invalid.problems]
            return None


def _iterate_records(within: JSON, name: str, above: str) -> Iterator[tuple[str, int, Any]]:
    """Path, number from 1 and raw value of each record of a list; nothing where it is no list."""
    records = within.get(name)
    if isinstance(records, list):
        for index, raw in enumerate(records):
            yield f"{above}.{name}.{index}".lstrip("."), index + 1, raw


def _sort_by_seat(absent: list[str], seats: tuple[str, ...]) -> tuple[str, ...]:
    """As written where anything is wrong with it, so that what is said of it has the right path."""
    in_order = tuple(seat for seat in seats if seat in absent)
    return in_order if sorted(in_order) == sorted(absent) else tuple(absent)


def _guess_status(raw: object) -> str:
    """What stands in for a status that is no status."""
    fields = raw if isinstance(raw, dict) else {}
    return "played" if "sheet" in fields else "forfeit" if "absent" in fields else "void"
