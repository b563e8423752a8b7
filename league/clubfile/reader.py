"""Read a club file, `boolie-club/1`, into a ClubSnapshot, and report every mistake with its path.

Each record is read by itself, so that one mistake hides no other. How records fit together is checked
afterwards, over the snapshot that the file would give (`league.rules.validation`). See
docs/reference/club-file.md, File.
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
    CompetitionPart,
    DivisionPart,
    EntryPart,
    FilePart,
    MatchPart,
    Part,
    SeasonPart,
    VariantPart,
)
from league.rules import settings
from league.rules.field_types import (
    build_division_name,
)
from league.rules.records import ClubRecord, PlayerRecord
from league.rules.snapshot import (
    JSON,
    ClubSnapshot,
    CompetitionRecord,
    DivisionKey,
    DivisionRecord,
    EntryKey,
    EntryRecord,
    MatchRecord,
    SeasonKey,
    SeasonRecord,
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
    inner = part.values() if isinstance(part, dict) else part if isinstance(part, list) else ()
    return most < 0 or any(
        _is_nested_deeper(each, most - 1) for each in inner if isinstance(each, dict | list)
    )


class _Reader:
    """A reader that walks from the club to the matches, collecting records and problems."""

    def __init__(self) -> None:
        self.problems: list[Problem] = []
        self.match_ids: set[Hashable] = set()

    def read_file(self, document: object) -> ClubSnapshot | None:
        self.parse_part(FilePart, document, "")
        if not isinstance(document, dict):
            return None
        raw = document.get("club")
        club = self.parse_part(ClubRecord, raw, "club", name="?") if isinstance(raw, dict) else None
        snapshot = ClubSnapshot(club or ClubRecord.model_construct(slug="", name=""))
        self.read_players(snapshot, document)
        self.read_competitions(snapshot, document)
        self.read_variants(snapshot, document)
        return snapshot if club else None

    def read_players(self, snapshot: ClubSnapshot, document: JSON) -> None:
        seen: set[Hashable] = set()
        for path, _number, raw in _iterate_records(document, "players", ""):
            player = self.parse_part(PlayerRecord, raw, path, name="?")
            if player and self.claim_name(seen, player.id, f"{path}.id"):
                snapshot.players[player.id] = player

    def read_competitions(self, snapshot: ClubSnapshot, document: JSON) -> None:
        seen: set[Hashable] = set()
        for path, _number, raw in _iterate_records(document, "competitions", ""):
            part = self.parse_part(CompetitionPart, raw, path, name="?", game="?")
            if part and self.claim_name(seen, part.slug, f"{path}.slug"):
                game = self.find_game(part.game, f"{path}.game")
                snapshot.competitions[part.slug] = CompetitionRecord(
                    slug=part.slug,
                    name=part.name,
                    kind=part.kind,
                    game=part.game,
                    options=self.parse_options(part.options, game, path) or {},
                    rules=self.parse_rules(part.rules, game, path) or {},
                    path=path,
                )
                self.read_seasons(snapshot, part, raw, path)

    def read_seasons(
        self, snapshot: ClubSnapshot, competition: CompetitionPart, within: JSON, above: str
    ) -> None:
        seen: set[Hashable] = set()
        for path, _number, raw in _iterate_records(within, "seasons", above):
            part = self.parse_part(SeasonPart, raw, path, divisions=[], state="open")
            if part and self.claim_name(seen, part.number, f"{path}.number"):
                key = SeasonKey(competition.slug, part.number)
                game = self.find_game(part.game or competition.game, f"{path}.game" if part.game else None)
                snapshot.seasons[key] = SeasonRecord(
                    key=key,
                    starts_on=part.starts_on,
                    ends_on=part.ends_on,
                    state=part.state,
                    draw_seed=part.lot,
                    game=part.game,
                    game_version=part.game_version,
                    options=self.parse_options(part.options, game, path),
                    rules=self.parse_rules(part.rules, game, path),
                    path=path,
                    derived=part.report,
                )
                self.read_divisions(snapshot, key, raw, path)

    def read_variants(self, snapshot: ClubSnapshot, document: JSON) -> None:
        keys: set[Hashable] = set()
        names: set[Hashable] = set()
        for path, _number, raw in _iterate_records(document, "variants", ""):
            part = self.parse_part(VariantPart, raw, path, name="?", game="?")
            if part and self.claim_name(keys, part.key, f"{path}.key"):
                game = self.find_game(part.game, f"{path}.game")
                if game is None:
                    continue
                options = self.parse_options(part.options, game, path) or {}
                variant = VariantRecord(part.key, part.name, game.key, options, path)
                if self.claim_name(names, variant.name, f"{path}.name", alike=variant.unique_name):
                    snapshot.variants[variant.key] = variant

    def read_divisions(self, snapshot: ClubSnapshot, season: SeasonKey, within: JSON, above: str) -> None:
        levels: set[Hashable] = set()
        players: set[Hashable] = set()
        for path, _number, raw in _iterate_records(within, "divisions", above):
            part = self.parse_part(DivisionPart, raw, path, entries=[])
            if part and self.claim_name(levels, part.level, f"{path}.level", alike=(part.stage, part.level)):
                key = DivisionKey(season, part.stage, part.level)
                snapshot.divisions[key] = DivisionRecord(
                    key, part.name or build_division_name(part.level), path
                )
                self.read_entries(snapshot, key, raw, path, players)
                self.read_matches(snapshot, key, raw, path)

    def read_entries(
        self, snapshot: ClubSnapshot, division: DivisionKey, within: JSON, above: str, seen: set[Hashable]
    ) -> None:
        for path, number, raw in _iterate_records(within, "entries", above):
            part = self.parse_part(EntryPart, raw, path)
            if part and self.claim_name(
                seen, part.player, f"{path}.player", alike=(division.stage, part.player)
            ):
                key = EntryKey(division.season, division.stage, part.player)
                snapshot.entries[key] = EntryRecord(
                    key=key,
                    level=division.level,
                    seed=part.seed or number,
                    left=part.left,
                    penalties=tuple(penalty.model_dump() for penalty in part.penalties),
                    path=path,
                )

    def read_matches(self, snapshot: ClubSnapshot, division: DivisionKey, within: JSON, above: str) -> None:
        for path, number, raw in _iterate_records(within, "matches", above):
            part = self.parse_part(MatchPart, raw, path, status=_guess_status(raw))
            if part and self.claim_name(self.match_ids, part.id, f"{path}.id"):
                seats = tuple(part.seats)
                sat = tuple(part.sat)
                by_default = 0 if part.status == "scheduled" else 1
                snapshot.matches[part.id] = MatchRecord(
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
                    confirmation=part.confirmation,
                )

    # --- problems

    def parse_part(self, part: type[Part], raw: object, path: str, **otherwise: object) -> Part | None:
        """Return the record, or None.

        A field that is wrong is reported. Where it may be left out, or `otherwise` has a substitute for it,
        the rest of the record is still read.
        """
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
        return self.parse_below(path, lambda: settings.parse_rules(raw, game).model_dump())

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


def _sort_by_seat(absent: list[str], seats: tuple[str, ...]) -> tuple[str, ...]:
    """Sort the absent by seat.

    Where anything is wrong with the list it stays as written, so that its problems have the right paths.
    """
    in_order = tuple(seat for seat in seats if seat in absent)
    return in_order if sorted(in_order) == sorted(absent) else tuple(absent)


def _guess_status(raw: object) -> str:
    """Return the substitute for a status that is not valid."""
    fields = raw if isinstance(raw, dict) else {}
    return "played" if "sheet" in fields else "forfeit" if "absent" in fields else "void"
