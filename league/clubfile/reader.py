"""Read a club file, `boolie-club/1`, into a ClubSnapshot, and report every mistake with its path.

Each record is read by itself, so that one mistake hides no other. How records fit together is checked
afterwards, over the snapshot that the file would give (`league.rules.validation`). See
docs/reference/club-file.md, File.
"""

import json
import math
from collections import Counter
from collections.abc import Callable, Hashable, Iterator, Mapping
from typing import Any, TypeVar

import games
from games import Invalid, Problem, Strict, Text, validated
from games.problems import _
from league.rules import rule_checks
from league.rules.names import build_division_name
from league.rules.records import (
    ChallengeRecord,
    ClubRecord,
    CompetitionRecord,
    DivisionKey,
    DivisionRecord,
    EntryRecord,
    FileRecord,
    MatchRecord,
    PlayerRecord,
    RoundRecord,
    SeasonKey,
    SeasonRecord,
    VariantRecord,
)
from league.rules.snapshot import JSON, ClubSnapshot

MAX_NESTING = 30  # twice what a club file needs
CONTAINERS = (dict, list)  # of JSON

Model = TypeVar("Model", bound=Strict)
Placed = TypeVar(
    "Placed",
    CompetitionRecord,
    SeasonRecord,
    RoundRecord,
    DivisionRecord,
    EntryRecord,
    MatchRecord,
    ChallengeRecord,
    VariantRecord,
)


def read_club_file(content: bytes) -> tuple[ClubSnapshot | None, list[Problem]]:
    """Return the snapshot of a file and the problems of its records.

    The snapshot is None where not even the club can be read.
    """
    try:
        document = parse_json(content)
    except Invalid as invalid:
        return None, list(invalid.problems)
    reader = _Reader()
    return reader.read_file(document), reader.problems


def parse_json(content: bytes) -> object:
    """Return the JSON of a file.

    Raises games.Invalid where it is not JSON, is nested too deeply, or has the same name twice in one object.
    """
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
        sentence = Text(_("The file is not UTF-8 text (byte {byte})."), {"byte": error.start})
    except RecursionError:
        sentence = Text(_("The file is nested too deeply."))
    except ValueError as error:
        sentence = Text(_("The file is not valid JSON: {reason}."), {"reason": str(error)})
    raise Invalid(Problem("", "json", sentence))


def _reject_repeated_names(pairs: list[tuple[str, Any]]) -> JSON:
    names = dict(pairs)
    if len(names) < len(pairs):
        counts = Counter(name for name, _value in pairs)
        twice = next(name for name, count in counts.items() if count > 1)
        raise ValueError(f"the name {twice!r} is used twice in one object")
    return names


def _reject_constant(text: str) -> float:
    raise ValueError(f"{text} is not a JSON number")


def _parse_finite(text: str) -> float:
    return number if math.isfinite(number := float(text)) else _reject_constant(text)


def _is_nested_deeper(part: object, most: int) -> bool:
    """Return whether lists and objects are nested more than `most` levels deep."""
    level: list[Any] = [part] if isinstance(part, CONTAINERS) else []
    for _depth in range(most + 1):
        level = [
            inner
            for outer in level
            for inner in (outer.values() if isinstance(outer, dict) else outer)
            if isinstance(inner, CONTAINERS)
        ]
    return bool(level)


class _Reader:
    """A reader that walks from the club to the matches, collecting records and problems."""

    def __init__(self) -> None:
        self.problems: list[Problem] = []
        self.match_ids: set[Hashable] = set()

    def read_file(self, document: object) -> ClubSnapshot | None:
        self.parse_record(FileRecord, document, "")
        if not isinstance(document, dict):
            return None
        raw = document.get("club")
        club = self.parse_record(ClubRecord, raw, "club", name="?") if isinstance(raw, dict) else None
        self.snapshot = ClubSnapshot(club or ClubRecord.model_construct(slug="", name=""))
        self.read_players(document)
        self.read_competitions(document)
        self.read_variants(document)
        return self.snapshot if club else None

    def read_players(self, document: JSON) -> None:
        seen: set[Hashable] = set()
        for path, _number, raw in _iterate_records(document, "players", ""):
            player = self.parse_record(PlayerRecord, raw, path, name="?")
            if player and self.claim_name(seen, player.id, f"{path}.id"):
                self.snapshot.players[player.id] = player

    def read_competitions(self, document: JSON) -> None:
        seen: set[Hashable] = set()
        for path, _number, raw in _iterate_records(document, "competitions", ""):
            record = self.parse_record(CompetitionRecord, raw, path, name="?", game="?")
            if record and self.claim_name(seen, record.slug, f"{path}.slug"):
                game = self.find_game(record.game, f"{path}.game")
                self.add_record(
                    self.snapshot.competitions,
                    record,
                    path,
                    options=self.parse_options(record.options, game, path) or {},
                    rules=self.parse_rules(record.rules, game, path) or {},
                )
                self.read_seasons(record, raw, path)

    def read_seasons(self, competition: CompetitionRecord, within: JSON, above: str) -> None:
        seen: set[Hashable] = set()
        for path, _number, raw in _iterate_records(within, "seasons", above):
            record = self.parse_record(SeasonRecord, raw, path, divisions=[], state="open")
            if record and self.claim_name(seen, record.number, f"{path}.number"):
                game = self.find_game(
                    record.game or competition.game, f"{path}.game" if record.game else None
                )
                season = self.add_record(
                    self.snapshot.seasons,
                    record,
                    path,
                    competition=competition.slug,
                    options=self.parse_options(record.options, game, path),
                    rules=self.parse_rules(record.rules, game, path),
                )
                self.read_rounds(season.key, raw, path)
                self.read_divisions(season.key, raw, path)

    def read_variants(self, document: JSON) -> None:
        keys: set[Hashable] = set()
        names: set[Hashable] = set()
        for path, _number, raw in _iterate_records(document, "variants", ""):
            record = self.parse_record(VariantRecord, raw, path, name="?", game="?")
            if record and self.claim_name(keys, record.key, f"{path}.key"):
                game = self.find_game(record.game, f"{path}.game")
                if game is None:
                    continue
                options = self.parse_options(record.options, game, path) or {}
                if self.claim_name(names, record.name, f"{path}.name", alike=record.unique_name):
                    self.add_record(self.snapshot.variants, record, path, options=options)

    def read_rounds(self, season: SeasonKey, within: JSON, above: str) -> None:
        numbers: set[Hashable] = set()
        for path, _number, raw in _iterate_records(within, "rounds", above):
            record = self.parse_record(RoundRecord, raw, path, state="published")
            if record and self.claim_name(
                numbers, record.number, f"{path}.number", alike=(record.stage, record.number)
            ):
                self.add_record(self.snapshot.rounds, record, path, season=season)

    def read_divisions(self, season: SeasonKey, within: JSON, above: str) -> None:
        levels: set[Hashable] = set()
        players: set[Hashable] = set()
        for path, _number, raw in _iterate_records(within, "divisions", above):
            record = self.parse_record(DivisionRecord, raw, path, entries=[])
            if record and self.claim_name(
                levels, record.level, f"{path}.level", alike=(record.stage, record.level)
            ):
                name = record.name or build_division_name(record.level)
                division = self.add_record(self.snapshot.divisions, record, path, season=season, name=name)
                self.read_entries(division.key, raw, path, players)
                self.read_matches(division.key, raw, path)
                self.read_challenges(division.key, raw, path)

    def read_entries(self, division: DivisionKey, within: JSON, above: str, seen: set[Hashable]) -> None:
        for path, number, raw in _iterate_records(within, "entries", above):
            record = self.parse_record(EntryRecord, raw, path, {"seed": number})
            if record and self.claim_name(
                seen, record.player, f"{path}.player", alike=(division.stage, record.player)
            ):
                self.add_record(self.snapshot.entries, record, path, division=division)

    def read_matches(self, division: DivisionKey, within: JSON, above: str) -> None:
        for path, number, raw in _iterate_records(within, "matches", above):
            defaults = {"table": number, "revision": _guess_revision(raw)}
            record = self.parse_record(MatchRecord, raw, path, defaults, status=_guess_status(raw))
            if record and self.claim_name(self.match_ids, record.id, f"{path}.id"):
                self.add_record(
                    self.snapshot.matches,
                    record,
                    path,
                    division=division,
                    absent=_sort_by_seat(record.absent, record.seats),
                    sat=() if record.sat == record.seats else record.sat,
                )

    def read_challenges(self, division: DivisionKey, within: JSON, above: str) -> None:
        numbers: set[Hashable] = set()
        for path, _number, raw in _iterate_records(within, "challenges", above):
            record = self.parse_record(ChallengeRecord, raw, path, state="open")
            if record and self.claim_name(numbers, record.number, f"{path}.number"):
                self.add_record(self.snapshot.challenges, record, path, division=division)

    def add_record(self, records: dict[Any, Placed], record: Placed, path: str, **changes: object) -> Placed:
        """Add a record to the snapshot with what is known of it besides, and return it."""
        placed = record.model_copy(update=changes)
        records[placed.key] = placed
        self.snapshot.paths[type(placed), placed.key] = path
        return placed

    # --- problems

    def parse_record(
        self,
        model: type[Model],
        raw: object,
        path: str,
        defaults: Mapping[str, object] | None = None,
        **otherwise: object,
    ) -> Model | None:
        """Return the record, or None. `defaults` are the values of keys that are left out.

        A field that is wrong is reported. Where it may be left out, or `otherwise` has a substitute for it,
        the rest of the record is still read.
        """
        defaults = defaults or {}
        given = {**defaults, **raw} if defaults and isinstance(raw, dict) else raw
        try:
            return validated(model, given, path)
        except Invalid as invalid:
            problems = invalid.problems
        self.problems += problems
        if not isinstance(given, dict):
            return None
        wrong = {problem.path.removeprefix(f"{path}.").split(".")[0] for problem in problems}
        rest = {name: given[name] for name in model.model_fields if name in given and name not in wrong}
        substitutes = {n: value for n, value in {**defaults, **otherwise}.items() if n in wrong}
        try:
            return validated(model, {**substitutes, **rest}, path)
        except Invalid:
            return None

    def add_problem(self, path: str, code: str, sentence: str, **values: str | int) -> None:
        self.problems.append(Problem(path, code, Text(sentence, values)))

    def claim_name(
        self, seen: set[Hashable], name: str | int, path: str, *, alike: Hashable | None = None
    ) -> bool:
        """Return whether a name, or `alike` in its place, is new, and record it; report one seen before."""
        known = name if alike is None else alike
        if known in seen:
            self.add_problem(path, "twice", _("{name} is listed twice."), name=name)
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

    def parse_options(self, raw: JSON | None, game: games.Game | None, path: str) -> JSON | None:
        """Return the options, but only those that differ from the game's defaults."""
        if raw is None or game is None:
            return raw
        return self.parse_below(path, lambda: games.canonical(games.parse_options(game, raw)))

    def parse_rules(self, raw: JSON | None, game: games.Game | None, path: str) -> JSON | None:
        """Return the rules in full."""
        if raw is None or game is None:
            return raw
        return self.parse_below(path, lambda: rule_checks.parse_rules(raw, game).model_dump())

    def parse_below(self, path: str, make: Callable[[], JSON]) -> JSON | None:
        try:
            return make()
        except Invalid as invalid:
            self.problems += [problem.prefix_path(path) for problem in invalid.problems]
            return None


def _iterate_records(within: JSON, name: str, above: str) -> Iterator[tuple[str, int, Any]]:
    """Yield path, number from 1 and raw value of each record of a list; nothing where it is not a list."""
    records = within.get(name)
    if isinstance(records, list):
        for index, raw in enumerate(records):
            yield f"{above}.{name}.{index}".lstrip("."), index + 1, raw


def _sort_by_seat(absent: tuple[str, ...], seats: tuple[str, ...]) -> tuple[str, ...]:
    """Sort the absent by seat.

    Where anything is wrong with the list it stays as written, so that its problems have the right paths.
    """
    in_order = tuple(seat for seat in seats if seat in absent)
    return in_order if sorted(in_order) == sorted(absent) else absent


def _guess_revision(raw: object) -> int:
    """Return the revision of a match that leaves it out."""
    return 0 if isinstance(raw, dict) and raw.get("status", "scheduled") == "scheduled" else 1


def _guess_status(raw: object) -> str:
    """Return the substitute for a status that is not valid."""
    fields = raw if isinstance(raw, dict) else {}
    return "played" if "sheet" in fields else "forfeit" if "absent" in fields else "void"
