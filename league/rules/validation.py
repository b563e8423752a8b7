"""Checks of how a club's records fit together, made over the whole snapshot before it is written."""

from collections.abc import Callable, Hashable, Iterable, Iterator
from dataclasses import dataclass, field
from datetime import date
from typing import Any, TypeVar

import games
from games import Invalid, Problem, Score, Text
from games.problems import _
from league.rules import rule_checks
from league.rules.challenge_validation import check_challenges
from league.rules.duplicate.boards import check_boards
from league.rules.records import (
    FINAL_STAGE,
    FIRST_STAGE,
    MAX_PENALTIES_PER_ENTRY,
    OWN_SETTINGS,
    ConfirmationRecord,
    DivisionRecord,
    MatchRecord,
    SeasonKey,
    SeasonRecord,
)
from league.rules.round_validation import check_rounds
from league.rules.snapshot import JSON, ClubSnapshot, Settings

Computed = TypeVar("Computed")


@dataclass
class CheckedSnapshot:
    """A snapshot with sheets in canonical form, the scores of its played matches, and its problems."""

    snapshot: ClubSnapshot
    scores: dict[str, Score] = field(default_factory=dict)
    problems: list[Problem] = field(default_factory=list)
    _kept: dict[Hashable, Any] = field(default_factory=dict, init=False, repr=False, compare=False)

    def keep(self, key: Hashable, compute: Callable[[], Computed]) -> Computed:
        """Return what follows from the snapshot and its scores, by a key of its own, computed once."""
        if key not in self._kept:
            self._kept[key] = compute()
        kept: Computed = self._kept[key]
        return kept

    def get_settings(self, season: SeasonKey) -> Settings:
        """Return the settings of a season, read once. Raises as those of the snapshot."""
        snapshot = self.snapshot
        return self.keep(("settings", season), lambda: snapshot.get_settings(snapshot.seasons[season]))


def build_problem(path: str, code: str, sentence: str, **values: int | str | date | Text) -> Problem:
    return Problem(path, code, Text(sentence, values))


def filter_independent(problems: Iterable[Problem], known: Iterable[Problem]) -> Iterator[Problem]:
    """Yield the problems that no known problem at the same place, or inside it, has led to."""
    explained = {
        ".".join(parts[:count])
        for parts in (problem.path.split(".") for problem in known)
        for count in range(1, len(parts) + 1)
    }
    return (problem for problem in problems if problem.path not in explained)


def check_snapshot(snapshot: ClubSnapshot, seasons: Iterable[SeasonKey]) -> CheckedSnapshot:
    """Check these seasons of a snapshot, with their entries, matches and sheets."""
    checked = CheckedSnapshot(snapshot)
    canonical: dict[str, MatchRecord] = {}
    for key in seasons:
        season = snapshot.seasons[key]
        checked.problems += _check_season(snapshot, season)
        settings = _resolve_settings(checked, season)
        if settings:
            checked.problems += _check_division_sizes(snapshot, season, settings)
            checked.problems += _check_points(snapshot, season, settings)
            checked.problems += _check_table_size(snapshot, season, settings)
            checked.problems += _check_seeds(snapshot, season, settings)
        checked.problems += check_final(snapshot, season, settings)
        checked.problems += check_rounds(snapshot, season, settings)
        checked.problems += check_challenges(snapshot, season, settings)
        checked.problems += check_boards(snapshot, season, settings)
        for division in snapshot.get_divisions(key):
            checked.problems += _check_entries(snapshot, division)
            for match in snapshot.get_matches(division.key):
                checked.problems += _check_match(snapshot, season, match, settings)
                if settings:
                    checked.problems += _check_unaccepted_sheets(snapshot, match, settings)
                    canonical[match.id] = _score_sheet(checked, match, settings)
    checked.snapshot = snapshot.replace_records(matches=canonical)
    return checked


def check_final(snapshot: ClubSnapshot, season: SeasonRecord, settings: Settings | None) -> Iterator[Problem]:
    """Yield where the divisions of a season's second stage are not those of its finalists."""
    divisions = [each for each in snapshot.get_divisions(season.key) if each.stage > FIRST_STAGE]
    path = f"{snapshot.get_path(season)}.finalists"
    if season.finalists is None:
        for division in divisions:
            sentence = _("Without finalists of the season this must be 1 or left out, not {stage}.")
            stage_path = f"{snapshot.get_path(division)}.stage"
            yield build_problem(stage_path, "no-final", sentence, stage=division.stage)
        return
    if not season.is_opened or (settings and settings.rules.final is None):
        sentence = _("By the rules of this season no final follows; leave this out.")
        yield build_problem(path, "no-final", sentence)
        return
    for division in divisions:
        if division.stage > FINAL_STAGE or not snapshot.get_entries(division.key):
            sentence = _("A season has no stage after its final, and no bracket without players.")
            yield build_problem(f"{snapshot.get_path(division)}.stage", "no-final", sentence)
    entered = {
        (entry.player, division.stage, division.level, entry.seed): snapshot.get_path(entry)
        for division in divisions
        for entry in snapshot.get_entries(division.key)
    }
    for number, finalist in enumerate(season.finalists.players):
        if not entered.pop((finalist.player, FINAL_STAGE, finalist.level, finalist.seed), None):
            sentence = _("{player} has no entry with seed {seed} in division {level} of stage 2.")
            values: dict[str, Any] = {
                "player": finalist.player,
                "seed": finalist.seed,
                "level": finalist.level,
            }
            yield Problem(f"{path}.players.{number}", "not-entered", Text(sentence, values))
    for (player, *_place), entry_path in entered.items():
        sentence = _("{player} is none of the season's finalists with this level and seed.")
        yield build_problem(f"{entry_path}.player", "no-finalist", sentence, player=player)


def _resolve_settings(checked: CheckedSnapshot, season: SeasonRecord) -> Settings | None:
    """Return the settings of a season, or None where they are wrong.

    Wrong settings have been reported where they stand. What is reported here is a season's own game that
    cannot be played by the options or rules that it leaves to its competition.
    """
    try:
        return checked.snapshot.get_settings(season)
    except KeyError:
        pass
    except Invalid as invalid:
        checked.problems += [
            problem.prefix_path(checked.snapshot.get_path(season)) for problem in invalid.problems
        ]
    return None


def _check_season(snapshot: ClubSnapshot, season: SeasonRecord) -> Iterator[Problem]:
    yield from _check_name(snapshot, season)
    if season.starts_on and season.ends_on and season.ends_on < season.starts_on:
        yield build_problem(
            f"{snapshot.get_path(season)}.ends_on",
            "dates",
            _("The season ends on {end}, before it starts on {start}."),
            end=season.ends_on,
            start=season.starts_on,
        )
    if not season.is_opened:
        for name in OWN_SETTINGS:
            if getattr(season, name) is not None:
                yield build_problem(
                    f"{snapshot.get_path(season)}.{name}",
                    "draft",
                    _("A draft uses its competition's {name} until the season starts; leave this out."),
                    name=name,
                )


def _check_name(snapshot: ClubSnapshot, season: SeasonRecord) -> Iterator[Problem]:
    """Yield what is wrong with the name of a season: a league's has none, no two of a tournament have the same."""
    if not season.name:
        return
    path = f"{snapshot.get_path(season)}.name"
    if snapshot.competitions[season.competition].kind == "league":
        sentence = _("Only the seasons of a tournament have names; leave this out.")
        yield build_problem(path, "not-in-league", sentence)
    for key, other in snapshot.seasons.items():
        # Of two in the file the later one is reported; of one in the file and one of the club, that in the file.
        is_other_first = not snapshot.is_in_file(other) or key.number < season.number
        if (
            key.competition == season.competition
            and key != season.key
            and is_other_first
            and other.name.casefold() == season.name.casefold()
        ):
            sentence = _("Season {number} has this name already.")
            yield build_problem(path, "twice", sentence, number=key.number)


def _check_division_sizes(
    snapshot: ClubSnapshot, season: SeasonRecord, settings: Settings
) -> Iterator[Problem]:
    """Yield the problems of settings that cannot work, for an opened season of a league."""
    competition = snapshot.competitions[season.competition]
    if not season.is_opened or competition.kind != "league":
        return
    divisions = snapshot.get_divisions(season.key)
    sizes = [len(snapshot.get_entries(division.key)) for division in divisions]
    for problem in rule_checks.find_setting_errors(settings.rules, sizes):
        place, *rest = problem.path.split(".")
        if place == "rules":
            yield problem.prefix_path(_find_rules_path(snapshot, season))
        else:
            yield Problem(
                f"{snapshot.get_path(divisions[int(rest[0])])}.entries", problem.code, problem.message
            )


def _check_points(snapshot: ClubSnapshot, season: SeasonRecord, settings: Settings) -> Iterator[Problem]:
    """Yield a problem for each table size that is played at in an opened season but has no points."""
    if not season.is_opened:
        return
    tables = {
        len(match.seats)
        for division in snapshot.get_divisions(season.key)
        for match in snapshot.get_matches(division.key)
    }
    possible = [seats for seats in tables if not settings.game.wrong_seats(seats, settings.options)]
    for problem in rule_checks.find_missing_points(settings.rules, possible):
        yield problem.prefix_path(_find_rules_path(snapshot, season))


def _check_table_size(snapshot: ClubSnapshot, season: SeasonRecord, settings: Settings) -> Iterator[Problem]:
    """Yield a problem if the game cannot be played at tables of the size in the rules with these options."""
    size = settings.rules.table_size
    refusal = size and settings.game.wrong_seats(size, settings.options)
    if refusal:
        yield Problem("rules.table_size", "seats", refusal).prefix_path(_find_rules_path(snapshot, season))


def _check_seeds(snapshot: ClubSnapshot, season: SeasonRecord, settings: Settings) -> Iterator[Problem]:
    """Yield a problem for each player of a draft with the seed of another one, where seeds make a bracket or groups.

    What has been played stays as it is: there, the order of the ids has decided.
    """
    if season.is_opened or not settings.rules.has_deciding_seeds:
        return
    for division in snapshot.get_divisions(season.key):
        holders: dict[int, str] = {}
        for entry in snapshot.get_entries(division.key):
            if (other := holders.setdefault(entry.seed, entry.player)) != entry.player:
                sentence = _("{other} and {player} both have seed {seed}. Give one of them another seed.")
                yield build_problem(
                    f"{snapshot.get_path(entry)}.seed",
                    "seed-twice",
                    sentence,
                    other=other,
                    player=entry.player,
                    seed=entry.seed,
                )


def _find_rules_path(snapshot: ClubSnapshot, season: SeasonRecord) -> str:
    """Return the path of the competition or season whose rules the season uses."""
    competition = snapshot.competitions[season.competition]
    return snapshot.get_path(competition if season.rules == competition.rules else season)


def _check_entries(snapshot: ClubSnapshot, division: DivisionRecord) -> Iterator[Problem]:
    for entry in snapshot.get_entries(division.key):
        if entry.player not in snapshot.players:
            yield _build_unknown_player(f"{snapshot.get_path(entry)}.player", entry.player)
        if len(entry.penalties) > MAX_PENALTIES_PER_ENTRY:
            sentence = _(
                "{player} would have {number} penalties, with those decided on the site; at most {most} are allowed."
            )
            yield build_problem(
                f"{snapshot.get_path(entry)}.penalties",
                "too-many-penalties",
                sentence,
                player=entry.player,
                number=len(entry.penalties),
                most=MAX_PENALTIES_PER_ENTRY,
            )


def _build_unknown_player(path: str, player: str) -> Problem:
    return build_problem(
        path, "unknown-player", _("The club has no player with the ID {player}."), player=player
    )


def _check_match(
    snapshot: ClubSnapshot, season: SeasonRecord, match: MatchRecord, settings: Settings | None
) -> Iterator[Problem]:
    yield from _check_seats(snapshot, match, settings)
    yield from _check_absent_and_sat(snapshot, match)
    path = snapshot.get_path(match)
    yield from _check_status(season, match, path)
    if match.confirmation:
        yield from _check_confirmation(season, match, match.confirmation, f"{path}.confirmation")


def _check_seats(snapshot: ClubSnapshot, match: MatchRecord, settings: Settings | None) -> Iterator[Problem]:
    match_path = snapshot.get_path(match)
    entered = {entry.player for entry in snapshot.get_entries(match.division)}
    for number, player in enumerate(match.seats):
        path = f"{match_path}.seats.{number}"
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
        yield Problem(f"{match_path}.seats", "seats", refusal)


def _check_absent_and_sat(snapshot: ClubSnapshot, match: MatchRecord) -> Iterator[Problem]:
    match_path = snapshot.get_path(match)
    for number, player in enumerate(match.absent):
        path = f"{match_path}.absent.{number}"
        if player not in match.seats:
            yield build_problem(path, "not-seated", _("{player} has no seat here."), player=player)
        elif player in match.absent[:number]:
            yield build_problem(path, "twice", _("{player} is listed twice."), player=player)
    if match.sat and len(match.sat) != len(match.seats):
        yield build_problem(
            f"{match_path}.sat",
            "seats",
            _("Enter a player for each of the {seats} seats, not {count}."),
            seats=len(match.seats),
            count=len(match.sat),
        )
    for number, player in enumerate(match.sat):
        path = f"{match_path}.sat.{number}"
        if player not in snapshot.players:
            yield _build_unknown_player(path, player)
        elif player in match.sat[:number]:
            yield build_problem(
                path, "seated-twice", _("{player} sits at this table already."), player=player
            )


def _check_confirmation(
    season: SeasonRecord, match: MatchRecord, said: ConfirmationRecord, path: str
) -> Iterator[Problem]:
    """Yield what is wrong with what players say of a result, but for the sheets (`_check_unaccepted_sheets`)."""
    for name in ("entered_by", "confirmed_by", "disputed_by"):
        player = getattr(said, name)
        if player is not None and player not in (*match.seats, *match.sat):
            yield build_problem(
                f"{path}.{name}", "not-seated", _("{player} has no seat here."), player=player
            )
        elif player is not None and name != "entered_by" and player == said.entered_by:
            sentence = _("{player} entered this result. Name another player of the match.")
            yield build_problem(f"{path}.{name}", "same-player", sentence, player=player)
    if said.confirmed_by and (said.disputed_by or said.waiting):
        sentence = _("A result that has been confirmed neither waits nor is disputed.")
        yield build_problem(f"{path}.confirmed_by", "confirmed", sentence)
    for name in ("reason", "version"):
        if getattr(said, name) and not said.disputed_by:
            sentence = _("Only a disputed result can have this: {name}.")
            yield build_problem(f"{path}.{name}", "not-disputed", sentence, name=name)
    for name in ("disputed_by", "waiting"):
        if season.state == "closed" and getattr(said, name):
            sentence = _("In a closed season no result is disputed or waits for confirmation.")
            yield build_problem(f"{path}.{name}", "closed", sentence)
    if said.waiting and not said.entered_by:
        sentence = _("A result that waits needs the player who entered it.")
        yield build_problem(f"{path}.entered_by", "missing", sentence)
    if not said.waiting and match.status != "played":
        sentence = _("Without a result that waits, only a played match can have this.")
        yield build_problem(path, "not-with-status", sentence)


def _check_unaccepted_sheets(
    snapshot: ClubSnapshot, match: MatchRecord, settings: Settings
) -> Iterator[Problem]:
    """Yield what is wrong with the sheets that don't count, of a match with the right number of seats."""
    said, seats, path = match.confirmation, len(match.seats), f"{snapshot.get_path(match)}.confirmation"
    if said and said.waiting and not settings.rules.unconfirmed_results_wait:
        sentence = _("Players' results don't wait for confirmation here: unconfirmed_results is not wait.")
        yield build_problem(f"{path}.waiting", "not-waiting", sentence)
    if said is None or settings.game.wrong_seats(seats, settings.options):
        return
    for name in ("version", "waiting"):
        if record := getattr(said, name):
            try:
                score_sheet(record.sheet, settings, seats)
            except Invalid as invalid:
                yield from (problem.prefix_path(f"{path}.{name}") for problem in invalid.problems)


EMPTY_VALUES = (None, ())  # of fields that are left out
# The fields that a status requires, and those that it excludes.
FIELDS_BY_STATUS = {
    "scheduled": ((), ("sheet", "played_on", "absent", "result")),
    "played": (("sheet", "played_on"), ("absent",)),
    "forfeit": (("absent",), ("sheet", "result")),
    "void": ((), ("sheet", "absent", "result")),
}


def _check_status(season: SeasonRecord, match: MatchRecord, path: str) -> Iterator[Problem]:
    needed, excluded = FIELDS_BY_STATUS[match.status]
    for name in needed:
        if getattr(match, name) in EMPTY_VALUES:
            yield build_problem(
                f"{path}.{name}",
                "missing",
                _("A {status} match needs this: {name}."),
                status=match.status,
                name=name,
            )
    for name in excluded:
        if getattr(match, name) not in EMPTY_VALUES:
            yield build_problem(
                f"{path}.{name}",
                "not-with-status",
                _("A {status} match can't have this: {name}."),
                status=match.status,
                name=name,
            )
    if (match.status == "scheduled") != (match.revision == 0):
        yield build_problem(
            f"{path}.revision",
            "revision",
            _("A {status} match cannot have revision {revision}: 0 while scheduled, from 1 after."),
            status=match.status,
            revision=match.revision,
        )
    if season.state == "closed" and match.status == "scheduled":
        yield build_problem(
            f"{path}.status",
            "closed",
            _("A closed season has no scheduled match; this one is missing."),
        )


def score_sheet(sheet: object, settings: Settings, seats: int) -> tuple[Score, JSON]:
    """Return the score of a complete match, and its sheet in canonical form. Raises Invalid."""
    short = settings.game.short_sheet
    if settings.rules.same_cards and short and short.is_short(sheet):
        sentence = _("Where all tables play the same cards, each deal is compared: enter the deals.")
        raise Invalid(build_problem("sheet", "sums-only", sentence))
    parsed: Any = games.parse(settings.game, sheet, settings.options, seats)
    if settings.rules.same_cards and len(parsed.deals) > (settings.deals or 0):
        sentence = _("All tables play the same {deals} deals, and a deal that all passed is one of them.")
        raise Invalid(
            build_problem(f"sheet.deals.{settings.deals}", "surplus", sentence, deals=settings.deals or 0)
        )
    score = settings.score(parsed, seats)
    if getattr(parsed, "ended", None) and settings.game.calculate(parsed, settings.options, seats).complete:
        sentence = _("The match is complete, so it wasn't ended by time.")
        raise Invalid(build_problem("sheet.ended", "not-ended", sentence))
    if not score.complete:
        raise Invalid(build_incomplete_problem("sheet", score, settings))
    return score, games.canonical(parsed)


def _score_sheet(checked: CheckedSnapshot, match: MatchRecord, settings: Settings) -> MatchRecord:
    """Score a played match, and return its record with the sheet in canonical form."""
    seats = len(match.seats)
    if match.status != "played" or match.sheet is None or settings.game.wrong_seats(seats, settings.options):
        return match
    try:
        score, sheet = score_sheet(match.sheet, settings, seats)
    except Invalid as invalid:
        checked.problems += [
            problem.prefix_path(checked.snapshot.get_path(match)) for problem in invalid.problems
        ]
        return match
    checked.scores[match.id] = score
    return match.model_copy(update={"sheet": sheet})


def build_incomplete_problem(path: str, score: Score, settings: Settings) -> Problem:
    """Build the problem of a sheet that is right as far as it goes but is not a whole match."""
    played = max((seat.deals for seat in score.seats), default=0)
    deals = settings.count_deals(len(score.seats))
    return build_problem(
        path,
        "incomplete",
        _("The match is not finished: {played} of {deals} {word} are on the sheet.")
        if deals
        else _("The match is not finished."),
        played=played,
        deals=deals or 0,
        word=Text(settings.game.words.get("deals", _("deals"))),
    )
