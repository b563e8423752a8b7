"""Template tags for decisions."""

from collections.abc import Iterable

from django import template
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext

from games.problems import Text
from league.actions.decisions.common import Facts
from league.actions.decisions.kinds import KINDS
from league.models import Division
from league.queries.decisions import DecisionLine, Fact, Person
from league.rules.seasons.groups import describe_name
from league.templatetags.pages import name_link

register = template.Library()


@register.simple_tag
def people(club: str, persons: Iterable[Person]) -> SafeString:
    """Return the names of players, each with a link to their page where the reader has one."""
    return format_html_join(", ", "{}", ((name_link(club, person.key, person.name),) for person in persons))


@register.simple_tag
def decision_sentence(club: str, line: DecisionLine | Fact) -> SafeString:
    """Return a decision as a sentence, with links to the players it names."""
    return _translate(KINDS[line.kind].describe(line.decision, _build_facts(club, line)))


@register.simple_tag
def revert_sentences(club: str, line: DecisionLine) -> list[SafeString]:
    """Return the effects of undoing a decision, other than those on its matches, as such sentences."""
    sentences = KINDS[line.kind].describe_revert(line.decision, _build_facts(club, line))
    return [_translate(sentence) for sentence in sentences]


def _build_facts(club: str, line: DecisionLine | Fact) -> Facts:
    """Return the names in a decision, escaped and with their links."""
    return Facts(
        people=people(club, line.who),
        substitute=people(club, [line.substitute] if line.substitute else []),
        division=_name_division(line.division),
        everybody=line.everybody,
    )


def _name_division(division: Division | None) -> str:
    """Return a division as it is called within a sentence, escaped; empty where all of a tournament play in it."""
    if division is None or division.is_whole_field:
        return ""
    name = format_html("<bdi>{}</bdi>", describe_name(division.name).translate(gettext))
    return name if division.goes_by_its_name else format_html(gettext("division {name}"), name=name)


def _translate(sentence: Text) -> SafeString:
    return mark_safe(sentence.translate(gettext))  # noqa: S308 - the names are escaped, the rest is ours
