"""The rules of a league in sentences: how it is played, who stands above whom, who goes up and down."""

from collections.abc import Iterator
from dataclasses import dataclass

from django.utils.text import capfirst
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from league.queries.pages.places import ordinal
from league.queries.pages.words import ranking_key, word
from league.rules.settings import PointsTable, Rules
from league.rules.snapshot import Settings
from league.rules.standings.totals import PAIR_SIZE


@dataclass(frozen=True)
class Part:
    """Some of the rules: paragraphs, then a list."""

    anchor: str
    heading: str
    paragraphs: tuple[str, ...] = ()
    items: tuple[str, ...] = ()
    ordered: bool = False


def parts(settings: Settings, *, moves: bool) -> Iterator[Part]:
    """In the order of a season; `moves`: at its end some go up and some go down."""
    rules = settings.rules
    yield Part("season", gettext("How a season is played"), tuple(_season(settings)))
    yield Part(
        "ranking",
        gettext("Who stands above whom"),
        tuple(_ranking(settings)),
        tuple(capfirst(ranking_key(settings.game, key)) for key in rules.ranking),
        ordered=True,
    )
    if moves:
        yield Part("movement", gettext("Who goes up and down"), tuple(_movement(rules)))
    yield Part("forfeit", gettext("Matches that somebody misses"), tuple(_forfeit(settings)))


def _season(settings: Settings) -> Iterator[str]:
    rules = settings.rules
    yield gettext("A division is meant for {size} players.").format(size=rules.division_size)
    if settings.table_size <= PAIR_SIZE:
        meetings = ngettext(
            "Everybody meets everybody else of their division once.",
            "Everybody meets everybody else of their division {meetings} times.",
            rules.meetings,
        )
        yield meetings.format(meetings=rules.meetings)
        return
    meetings = ngettext(
        "Everybody meets everybody else of their division about once, at tables of {size}.",
        "Everybody meets everybody else of their division about {meetings} times, at tables of {size}.",
        rules.meetings,
    )
    yield meetings.format(meetings=rules.meetings, size=settings.table_size)
    if not settings.game.fixed_seats:
        yield gettext("Where the numbers do not divide, some tables have a player more or fewer.")


# What becomes of a figure of the game's own over a season.
FIGURES = {
    "sum": _("{figure}: what each match gives is added up. A match that is missed gives nothing of it."),
    "most": _("{figure}: the most that any match gave counts. A match that is missed gives nothing of it."),
}


def _ranking(settings: Settings) -> Iterator[str]:
    rules = settings.rules
    if "points" in rules.ranking:
        yield from _points(rules.points)
    for figure in settings.ranked_figures:
        yield str(FIGURES[figure.add]).format(figure=capfirst(ranking_key(settings.game, figure.key)))
    yield gettext("Players without a finished match stand below all others.")
    if len(rules.ranking) > 1:
        yield gettext("The others are compared by these, one after the other, until something differs:")
    else:
        yield gettext("The others are compared by this:")


def _points(points: PointsTable) -> Iterator[str]:
    if points.places is None:
        said = gettext("A match gives points: {win} for a win, {draw} for a draw, {loss} for a loss.")
        yield said.format(win=points.win, draw=points.draw, loss=points.loss)
        return
    yield gettext(
        "A match gives points for the place at the table. Who share a place each get what it is worth."
    )
    for size, given in sorted(points.places.items(), key=lambda one: int(one[0])):
        each = [
            gettext("{place}: {points}").format(place=ordinal(place), points=worth)
            for place, worth in enumerate(given, 1)
        ]
        yield gettext("At a table of {size}: {points}.").format(size=size, points=", ".join(each))


def _movement(rules: Rules) -> Iterator[str]:
    if not rules.promoted:
        yield gettext("Nobody goes up or down after a season.")
        return
    change = ngettext(
        "After a season the first of each division changes places with the last of the division above.",
        "After a season the first {promoted} of each division change places with the last {promoted} of the "
        "division above.",
        rules.promoted,
    )
    yield change.format(promoted=rules.promoted)
    if rules.min_played:
        played = ngettext(
            "Only who has played at least {least} match goes up; otherwise the next one rises.",
            "Only who has played at least {least} matches goes up; otherwise the next one rises.",
            rules.min_played,
        )
        yield played.format(least=rules.min_played)
    if rules.vacancies == "promote-more":
        yield gettext("If places are free after that, the best of the division below rise as well.")
    else:
        yield gettext("If places are free after that, the best of those who were to go down stay.")


def _forfeit(settings: Settings) -> Iterator[str]:
    score = settings.rules.forfeit_score
    if score is None or settings.deals is None:
        yield gettext("Whoever is absent loses the match, without a score.")
    else:
        lost = gettext(
            "Whoever is absent loses the match with {total}: {score} for each of its {deals} {word}."
        )
        yield lost.format(
            total=score * settings.deals,
            score=score,
            deals=settings.deals,
            word=word(settings.game, "deal" if settings.deals == 1 else "deals"),
        )
    yield from _for_those_who_came(settings)
    yield gettext("A match that is declared void counts for nobody.")


def _for_those_who_came(settings: Settings) -> Iterator[str]:
    if settings.table_size <= PAIR_SIZE:
        yield gettext("Whoever is there alone wins it; several who are there draw. They get no score for it.")
        return
    yield gettext(
        "Whoever is there alone has the first place; several who are there share it. They get no score for it."
    )
    places = settings.rules.points.places
    if "points" not in settings.rules.ranking or not places:
        return
    if min(given[-1] for given in places.values()) < 0:
        yield gettext(
            "Those who are there get the points of the first place; who is absent loses what the last place loses."
        )
    else:
        yield gettext("Those who are there get the points of the first place; who is absent gets none.")
