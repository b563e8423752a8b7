"""Say why a round was paired as it was, and what could not be avoided (docs/reference/pairing.md, Reasons)."""

from collections.abc import Callable
from fractions import Fraction

from games import Text
from games.problems import _
from league.rules.pairing.protocol import Reason
from league.rules.seasons.groups import describe_name

SENTENCES = {
    "same-score": _("Both have {score} points."),
    "nearest-score": _(
        "{entry} has {score} points and meets an opponent with {opponent_score}. "
        "Others with as many: {equals}; met before: {met}."
    ),
    "repeat": _("They have met before, in {word} {rounds}."),
    "same-team": _("Both are of the team {team}."),
    "down-again": _("{entry} meets an opponent with fewer points for the second time running."),
    "up-again": _("{entry} meets an opponent with more points for the second time running."),
    "look-ahead": _("So that the rounds to come, {rounds}, can be played without a repeat."),
    "side-even": _("{entry} is listed first; so far first: {first}, second: {second}."),
    "side-again": _("{entry} is listed first, so that the sides change."),
    "side-turned": _(
        "{entry} is listed first: the last time when both sides differed it was the other way round."
    ),
    "side-higher": _("{entry} is listed first: the higher of both changes sides."),
    "side-drawn": _("{entry} is listed first by lot."),
    "side-fide": _("{entry} is listed first by FIDE's rule {rule}."),
    "planned": _("As the plan for {rounds} rounds has it."),
    "searched": _("Found by a search, for as few repeats as possible up to {word} {rounds}."),
    "by-seed": _("The first match of all of them: spread by seed."),
    "by-lot": _("The first match of all of them: drawn by lot."),
    "close-scores": _("Scores are close: {least} to {most} points."),
    "smaller-table": _("A smaller table: its players have had one {visits} times at most."),
    "fewest-byes": _("Has had the fewest byes: {byes} so far."),
    "bye-lowest": _("The lowest without a bye so far, with {score} points."),
    "bye-next": _("The lowest with whom the others can be paired, with {score} points."),
    "bye-fide": _("By FIDE's rules, with {score} points."),
    "bye-asked": _("Not there, or asked for it."),
    "tie-seeds": _("Seed {seed} against seed {opponent_seed}."),
    "tie-main": _("Both have won in the round before."),
    "tie-losers": _("Both have lost once: the loser is out."),
    "tie-consolation": _("In the consolation: both have lost their first match."),
    "tie-third": _("For the third place: both have lost their semi-final."),
    "tie-final": _("The final: who hasn't lost against the best of those who have lost once."),
    "tie-decider": _("The second final: by now both have lost once."),
    "bye-best": _("Seed {seed} has a bye, as the number of players is no power of two."),
    "bye-bracket": _("Without an opponent in this round of the bracket."),
    "gone-on": _("The first {go_on} of each table of {word} {round}, by place and seed."),
    "last-table": _("The last table: all who are left."),
    "bye-tables": _("A bye, as the others fill the tables."),
    "walkover": _("{entry} isn't there."),
    "movement": _("Round {round} of the movement of {rounds} rounds in which all meet."),
    "bye-movement": _("Sits out: the number of players is odd, and in the movement each sits out once."),
    "group-place": _("Place {place} in {group}."),
    "best-of-rest": _(
        "Place {place} in {group}, one of the best of these: {points} points in {played} matches."
    ),
    "standings-place": _("Place {place} in the standings."),
    "by-hand": _("Seated by an organiser."),
    "repeats": _("{Word} {round} must repeat pairs: {pairs}."),
    "same-teams": _("{Word} {round} has pairs of one team: {pairs}."),
    "byes-again": _("Another bye in {word} {round} for {entries}."),
    "many-byes": _("Forbidden pairs leave no opponent in {word} {round} for {entries}."),
    "later-repeat": _(
        "Of the rounds after round {round}, {left}, only {possible} can be played without a repeat."
    ),
    "missing-results": _("Results of {word} {round} are missing: {entries}."),
}
BEST_OF = _("{Word} {round} must repeat pairs: {pairs}; the best of {choices} ways.")
BYE_AGAIN = _("The next in line for another bye, after {byes}, with {score} points.")
SAME_TABLE = {
    "repeat": _("{entries} have met before, in {word} {rounds}."),
    "same-team": _("{entries} are of the team {team}."),
}
ROUND = _("round"), _("Round")  # within a sentence, and at its beginning
SCORES = ("score", "opponent_score", "least", "most")


def explain_reason(reason: Reason, get_name: Callable[[str], str], *, words: tuple[str, str] = ROUND) -> Text:
    """Return the sentence of a reason or warning; `get_name` names an entry, and `words` are what a round is called."""
    values: dict[str, int | str | Fraction | Text] = {"word": Text(words[0]), "Word": Text(words[1])}
    for key, value in reason.values.items():
        if isinstance(value, list):
            names = value if key == "rounds" else [get_name(entry) for entry in value]
            values[key] = ", ".join(names)
            values["pairs"] = ", ".join(map(" – ".join, zip(names[::2], names[1::2], strict=False)))
        elif key == "entry":
            values[key] = get_name(str(value))
        elif key == "group":
            values[key] = describe_name(str(value))
        elif key != "pairs":  # the entries say which
            values[key] = read_points(str(value)) if key in SCORES else value
    sentence = SENTENCES[reason.code]
    if reason.code == "bye-lowest" and reason.values["byes"]:
        sentence = BYE_AGAIN
    elif "entries" in reason.values and reason.code in SAME_TABLE:
        sentence = SAME_TABLE[reason.code]
    elif reason.code == "repeats" and int(str(reason.values.get("choices", 0))) > 1:
        sentence = BEST_OF
    return Text(sentence, values)


def read_points(text: str) -> int | Fraction:
    """Return points as a whole number where they are one."""
    points = Fraction(text)
    return int(points) if points.denominator == 1 else points
