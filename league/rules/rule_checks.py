"""What a club wrote as the rules of a competition: parsed, with what can't be, and what keeps a season from being run.

See docs/reference/club-file.md, Rules.
"""

from collections.abc import Collection, Iterator, Sequence

from games import Game, Invalid, Problem, Text, validated
from games.problems import _
from league.rules.money import find_money_problems
from league.rules.pairing.tie_keys import list_tie_keys
from league.rules.settings import (
    BRACKETS,
    DEFAULT_RANKING,
    LADDER,
    LADDER_KEY,
    MOVEMENT,
    OF_KNOCKOUT,
    PAIRING_OF_MORE,
    PAIRING_OF_TWO,
    ROUND_ROBIN,
    TABLE_KNOCKOUT,
    FinalStage,
    Rules,
    list_point_figures,
    list_ranking_keys,
)
from league.rules.standings.totals import COMPARISONS, PAIR_SIZE


def parse_rules(raw: object, game: Game) -> Rules:
    """Return the rules in full, from what a club wrote.

    Raises games.Invalid with paths that start at `rules`.
    """
    if not isinstance(raw, dict):
        return validated(Rules, raw, "rules")
    by_game = {"ranking": list(game.ranking) or DEFAULT_RANKING, "forfeit_score": game.forfeit_score}
    size, is_ladder = raw.get("table_size") or game.table_size, raw.get("pairing") == LADDER
    rules = validated(
        Rules,
        {**by_game, **raw},
        "rules",
        ranking=list_ranking_keys(
            game,
            paired_in_twos=bool(raw.get("pairing")) and not is_ladder and size == PAIR_SIZE,
            is_ladder=is_ladder,
            same_cards=bool(raw.get("same_cards")),
            is_table_knockout=raw.get("pairing") == TABLE_KNOCKOUT,
        ),
        points=list_point_figures(game),
    )
    if rules.pairing and rules.pairing not in (PAIRING_OF_TWO if size == PAIR_SIZE else PAIRING_OF_MORE):
        sentence = (
            _("The system {system} is for more than two at a table.")
            if size == PAIR_SIZE
            else _("The system {system} is for two at a table.")
        )
        raise Invalid(Problem("rules.pairing", "wrong-system", Text(sentence, {"system": rules.pairing})))
    checks = (
        _check_points(rules, size),
        _check_rounds(rules),
        _check_bracket(rules),
        _check_tie_key(rules, game),
        _check_table_knockout(rules, size),
        _check_ladder(rules),
        _check_final(rules, size),
        _check_same_cards(rules, game, size),
        find_money_problems(rules, game),
        _check_guests(rules),
    )
    if problems := [problem for check in checks for problem in check]:
        raise Invalid(*problems)
    refusal = rules.table_size and game.wrong_seats(rules.table_size)
    if refusal:
        raise Invalid(Problem("rules.table_size", "seats", refusal))
    return rules if "relegated" in raw else rules.model_copy(update={"relegated": rules.promoted})


def _check_points(rules: Rules, table_size: int) -> Iterator[Problem]:
    """Yield a problem where points go by a figure, and can't."""
    if rules.points.figure is None:
        return
    if rules.points.places is not None:
        sentence = _("Points go by place or by a figure: remove one of them.")
        yield Problem("rules.points.figure", "points-twice", Text(sentence))
    if rules.pairing and table_size == PAIR_SIZE:
        sentence = _("Where two sit at a table and rounds are paired, points go by win, draw and loss.")
        yield Problem("rules.points.figure", "points-by-outcome", Text(sentence))


def _check_rounds(rules: Rules) -> Iterator[Problem]:
    """Yield a problem where rounds are to be announced and aren't, or the other way round."""
    if rules.is_ladder and rules.rounds:
        sentence = _("A ladder has no rounds: its players challenge each other. Remove this.")
    elif rules.is_knockout and rules.rounds:
        sentence = _("The rounds of a bracket follow from the number of players: remove this.")
    elif rules.rounds and not rules.pairing:
        sentence = _("Rounds are announced only where each is paired from those before it: remove this.")
    elif rules.pairs_rounds and not rules.rounds and not rules.is_knockout:
        sentence = _("Say how many rounds there will be.")
    else:
        return
    yield Problem("rules.rounds", "rounds", Text(sentence))


def _check_final(rules: Rules, table_size: int) -> Iterator[Problem]:
    """Yield what keeps groups from being made, or a final from following."""
    if rules.draw_groups is not None and rules.groups is None:
        yield Problem("rules.draw_groups", "no-groups", Text(_("There are no groups to draw: remove this.")))
    if rules.final is None:
        return
    if rules.is_knockout:
        sentence = _("A bracket ends with its own final: nothing follows. Remove this.")
        yield Problem("rules.final", "after-bracket", Text(sentence))
    if rules.final.is_table_knockout == (table_size == PAIR_SIZE):
        sentence = (
            _("The system {system} is for more than two at a table.")
            if table_size == PAIR_SIZE
            else _("The system {system} is for two at a table.")
        )
        values = {"system": rules.final.pairing}
        yield Problem("rules.final.pairing", "wrong-system", Text(sentence, values))
    if rules.final.carry_over is not None and rules.final.pairing != ROUND_ROBIN:
        sentence = _(
            "Results are carried over only into a final in which everyone plays everyone: remove this."
        )
        yield Problem("rules.final.carry_over", "not-a-round-robin", Text(sentence))
    if rules.final.best_of is not None and rules.final.pairing not in BRACKETS:
        sentence = _("Only a bracket has ties of several matches: remove this.")
        yield Problem("rules.final.best_of", "not-a-bracket", Text(sentence))
    yield from _check_knockout(rules.final, "rules.final")


def _check_knockout(described: Rules | FinalStage, path: str) -> Iterator[Problem]:
    """Yield what only a knockout has, and is there without one."""
    sentences = {
        "third_place": _("Only a knockout has a match for the third place: remove this."),
        "reseeding": _("Only a knockout can be drawn anew after each round: remove this."),
        "consolation": _("Only a knockout has a consolation: remove this."),
    }
    for name in OF_KNOCKOUT:
        if getattr(described, name) is not None and described.pairing != "knockout":
            yield Problem(f"{path}.{name}", "not-a-knockout", Text(sentences[name]))


def _check_bracket(rules: Rules) -> Iterator[Problem]:
    """Yield what only a bracket has, or what a bracket needs (docs/reference/pairing.md, Knockout)."""
    places = [number for number, key in enumerate(rules.ranking) if key == "bracket"]
    if rules.is_knockout and places != [0]:
        sentence = _("A bracket is ranked first by how far each has come: begin with {key}.")
        yield Problem("rules.ranking", "bracket-first", Text(sentence, {"key": "bracket"}))
    if not rules.is_knockout and places:
        sentence = _("Only a bracket can be ranked by this: {key}.")
        yield Problem(f"rules.ranking.{places[0]}", "not-a-bracket", Text(sentence, {"key": "bracket"}))
    yield from _check_knockout(rules, "rules")
    if rules.best_of is not None and not rules.is_bracket:
        sentence = _("Only a bracket has ties of several matches: remove this.")
        yield Problem("rules.best_of", "not-a-bracket", Text(sentence))
    win, loss = (
        rules.points.compute_points(outcome, place, PAIR_SIZE, absent=False)
        for outcome, place in (("win", 1), ("loss", 2))
    )
    has_ties = rules.is_bracket or (rules.final and not rules.final.is_table_knockout)
    if has_ties and win <= loss:
        yield Problem(
            "rules.points", "bracket-points", Text(_("In a bracket a win is worth more than a loss."))
        )


def _check_tie_key(rules: Rules, game: Game) -> Iterator[Problem]:
    """Yield a problem where no bracket's ties can end level, or not be decided by this key."""
    for path, key, has_ties in (
        ("rules.tie_key", rules.tie_key, rules.is_knockout),
        (
            "rules.final.tie_key",
            rules.final and rules.final.tie_key,
            rules.final and rules.final.pairing != ROUND_ROBIN,
        ),
    ):
        if key is not None and not has_ties:
            yield Problem(
                path, "not-a-bracket", Text(_("Only a bracket has ties that are decided: remove this."))
            )
        elif key is not None and key not in list_tie_keys(game):
            values = {"choices": ", ".join(list_tie_keys(game))}
            yield Problem(path, "choice", Text(_("Must be one of these: {choices}."), values))


def _check_table_knockout(rules: Rules, table_size: int) -> Iterator[Problem]:
    """Yield what only a knockout at larger tables has, or what it needs: places that are worth more than the next."""
    stages: list[tuple[str, Rules | FinalStage]] = [("rules", rules)]
    if rules.final:
        stages.append(("rules.final", rules.final))
    for path, stage in stages:
        if stage.go_on is not None and not stage.is_table_knockout:
            sentence = _("Only a knockout at larger tables can have this: {name}. Remove it.")
            yield Problem(f"{path}.go_on", "not-a-knockout", Text(sentence, {"name": "go_on"}))
        elif stage.go_on is not None and stage.go_on >= table_size:
            sentence = _("At a table of {size} fewer than {size} go on.")
            yield Problem(f"{path}.go_on", "go-on", Text(sentence, {"size": table_size}))
    if table_size == PAIR_SIZE or not any(stage.is_table_knockout for _path, stage in stages):
        return
    places = rules.points.places
    if places is None or any(len(set(points)) < len(points) for points in places.values()):
        sentence = _("In a knockout at larger tables each place is worth more than the next one.")
        yield Problem("rules.points", "bracket-points", Text(sentence))


def _check_ladder(rules: Rules) -> Iterator[Problem]:
    """Yield what only a ladder has, or what a ladder needs (docs/reference/pairing.md, Ladder)."""
    places = [number for number, key in enumerate(rules.ranking) if key == LADDER_KEY]
    if rules.is_ladder and places != [0]:
        sentence = _("A ladder is ranked first by its own order: begin with {key}.")
        yield Problem("rules.ranking", "ladder-first", Text(sentence, {"key": LADDER_KEY}))
    if rules.is_ladder and rules.final:
        sentence = _("A ladder goes on for as long as it is open: nothing follows. Remove this.")
        yield Problem("rules.final", "after-ladder", Text(sentence))
    if rules.ladder is not None and not rules.is_ladder:
        sentence = _("Only a ladder can have this: {name}. Remove it.")
        yield Problem("rules.ladder", "not-a-ladder", Text(sentence, {"name": "ladder"}))


def _check_guests(rules: Rules) -> Iterator[Problem]:
    """Yield a problem where guests are to rank apart, and a bracket, a ladder or a final goes by the ranks."""
    if rules.guests and (rules.is_knockout or rules.is_ladder or rules.final):
        sentence = _("In a bracket, on a ladder and before a final guests rank with all: remove this.")
        yield Problem("rules.guests", "guests-rank", Text(sentence))


def _check_same_cards(rules: Rules, game: Game, table_size: int) -> Iterator[Problem]:
    """Yield what keeps all tables from playing the same cards, or what only these have."""
    if not rules.same_cards:
        if rules.pairing == MOVEMENT:
            sentence = _(
                "Only where all tables play the same cards is there a movement: choose another system."
            )
            yield Problem("rules.pairing", "not-same-cards", Text(sentence))
        return
    if game.duplicate is None:
        sentence = _("{game} can't be played with the same cards at all tables: remove this.")
        yield Problem("rules.same_cards", "no-duplicate", Text(sentence, {"game": game.name}))
    elif game.duplicate.seats != table_size:
        sentence = _("The same cards are played at tables of {seats}, not of {size}.")
        sizes = {"seats": game.duplicate.seats, "size": table_size}
        yield Problem("rules.table_size", "same-cards-seats", Text(sentence, sizes))
    if not rules.pairs_rounds or rules.is_knockout:
        sentence = _("The same cards are played round by round: choose the movement, Swiss, or even tables.")
        yield Problem("rules.pairing", "same-cards-pairing", Text(sentence))
    for name in ("groups", "final"):
        if getattr(rules, name) is not None:
            sentence = _("Where all play the same cards, everyone is compared with everyone: remove this.")
            yield Problem(f"rules.{name}", "same-cards-stage", Text(sentence))
    places = [number for number, key in enumerate(rules.ranking) if key in COMPARISONS]
    if places != [0]:
        sentence = _("Where all play the same cards, rank first by one of these, and only there: {choices}.")
        values = {"choices": ", ".join(COMPARISONS)}
        yield Problem("rules.ranking", "comparison-first", Text(sentence, values))


def find_setting_errors(rules: Rules, sizes: Sequence[int]) -> Iterator[Problem]:
    """Yield why a league with divisions of these sizes, best first, cannot be run by these rules.

    Paths are relative: `rules.relegated`, or `divisions.N.entries`.
    """
    for name in ("pairing", "groups", "final", "same_cards", "team_counts", "evenings", "money", "guests"):
        if getattr(rules, name):
            sentence = _("Only a tournament can have this: {name}. Remove it.")
            yield Problem(f"rules.{name}", "not-in-league", Text(sentence, {"name": name}))
    if rules.promoted != rules.relegated:
        yield Problem(
            "rules.relegated",
            "numbers-differ",
            Text(
                _("Promoted ({promoted}) and relegated ({relegated}) must be the same number."),
                {"promoted": rules.promoted, "relegated": rules.relegated},
            ),
        )
        return
    for index, size in enumerate(sizes):
        down = rules.relegated if index < len(sizes) - 1 else 0
        up = rules.promoted if index > 0 else 0
        if size < up + down:
            yield Problem(
                f"divisions.{index}.entries",
                "division-too-small",
                Text(
                    _("{up} promoted and {down} relegated, but this division has only {size} players."),
                    {"up": up, "down": down, "size": size},
                ),
            )


def find_missing_points(rules: Rules, tables: Collection[int]) -> Iterator[Problem]:
    """Yield a problem for each table size in play that has no points, where points go by place."""
    if "points" not in rules.ranking or rules.points.places is None:
        return
    for size in sorted(set(tables)):
        if str(size) not in rules.points.places:
            yield Problem(
                "rules.points.places",
                "no-points",
                Text(_("No points are set for the places at tables of {size}."), {"size": size}),
            )
