"""Template tags and filters: names of people, numbers, words of a game, and breadcrumbs."""

from collections.abc import Iterable, Sequence
from datetime import date
from fractions import Fraction
from functools import lru_cache
from itertools import takewhile
from typing import Any
from unicodedata import category

from django import template
from django.contrib.auth.models import AnonymousUser
from django.template import Context
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.formats import date_format
from django.utils.html import escape, format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import get_language, gettext

from games import Field, Game, Step, Text, choose_decimals, format_number
from games.problems import WITH_DECIMALS, _
from league.models import Club, Competition, Division, Match, Player, Season, Seat, User
from league.models.match import MatchStatus, SeatOutcome
from league.queries import endings, game_words, table_names
from league.queries.crosstable import Meeting
from league.queries.endings import NO_ENDING, Ending, Seated
from league.queries.fixtures import Fixture
from league.queries.location import Location
from league.queries.night import NightMatch
from league.queries.rules import PlayedVariant, find_variant
from league.queries.schedule import get_stage_settings
from league.rules.seasons.groups import describe_name
from league.rules.settings import list_ranking_keys
from league.rules.snapshot import Settings, find_settings
from league.rules.standings.totals import EntryTotals
from league.web.charts import format_decimal
from league.web.fixture_list import FixtureWriter
from league.web.formats import (
    count_decimals,
    describe_penalty,
    format_clock,
    format_comparison,
    format_figure,
    format_season,
    format_season_title,
    get_game_name,
)
from league.web.tables import SortedTable, TableQuery

register = template.Library()
register.filter("game_name", get_game_name)
register.filter("figure", format_figure)
register.filter("clock", format_clock)
register.filter("decimals", count_decimals)
register.filter("penalty", describe_penalty)
register.filter("compared", format_comparison)

MEETINGS = {
    SeatOutcome.WIN: _("{player} won {score} to {other} against {opponent}"),
    SeatOutcome.DRAW: _("{player} drew {score} to {other} against {opponent}"),
    SeatOutcome.LOSS: _("{player} lost {score} to {other} against {opponent}"),
}
FORFEITED_MEETINGS = {
    SeatOutcome.WIN: _("{player} won by forfeit against {opponent}"),
    SeatOutcome.DRAW: _("{player} drew by forfeit against {opponent}"),
    SeatOutcome.LOSS: _("{player} lost by forfeit against {opponent}"),
}

# The kinds of the values in an explanation's sentences, by their names in the templates.
NAMES = frozenset({"player", "other", "others", "division", "season", "reason"})
WORDS = frozenset({"outcome", "word"})  # in English so far


@register.filter
def name_for(player: Player, reader: User | AnonymousUser) -> str:
    """Return a player's name as this reader may see it: `{{ player|name_for:user }}`.

    Every name on a page is written by this filter. Without a reader in the context the page fails.
    """
    return player.get_name_for(reader)


@register.simple_tag
def name_link(club: str, key: str, name: str) -> SafeString:
    """Return a player's name with the link to the page of `key` (`Player.get_link_for`), if there is one."""
    if not key:
        return format_html("<bdi>{}</bdi>", name)
    return format_html('<a href="{}"><bdi>{}</bdi></a>', reverse("player", args=[club, key]), name)


@register.simple_tag(takes_context=True)
def player_link(context: Context, player: Player, name: str | None = None) -> SafeString:
    """Return a player's name as the reader may see it, with the link to their page if the reader has one.

    The player was read with their club. `name` is given where it is shown otherwise.
    """
    reader, shown = context["user"], name
    if shown is None:
        shown = name_for(player, reader)
    if not player.has_page_for(reader):
        return format_html("<bdi>{}</bdi>", shown)
    return format_html('<a href="{}"><bdi>{}</bdi></a>', player.get_absolute_url(), shown)


@register.filter
def names_for(seats: Iterable[Seat], reader: User | AnonymousUser) -> tuple[str, ...]:
    """Return the names of the players at a table, by seat; equal names get the number of their seat."""
    return table_names.tell_apart(name_for(seat.player, reader) for seat in seats)


@register.filter
def joined(names: Iterable[str]) -> SafeString:
    """Return the names of a table joined in one line: `{{ seats|names_for:user|joined }}`."""
    return format_html_join(" – ", "<bdi>{}</bdi>", ((name,) for name in names))


@register.simple_tag(takes_context=True)
def night_row(context: Context, row: NightMatch) -> SafeString:
    """Render a match of a night for the list beside the form of a match."""
    match = row.match
    shown = {
        "club": match.club.slug,
        "key": match.key,
        "table": match.table,
        "names": names_for(match.at_table, context["user"]),
        "state": row.state,
        "night_day": context["night_day"],
        "is_here": match.pk == context["match"].pk,
    }
    return _render_night_row(get_language(), *shown.items())


@lru_cache(maxsize=2000)
def _render_night_row(_language: str, *shown: tuple[str, object]) -> SafeString:
    """Render the row, or return it from the cache: each user who types requests hundreds every few seconds."""
    return render_to_string("entry/_night_row.html", dict(shown))


@register.filter
def translated(text: Text) -> str:
    """Return a sentence of a game or a rule in the reader's language."""
    return text.translate(gettext)


@register.filter
def value_text(value: int | Fraction | Text | None) -> str:
    """Return a value of a game's table as people read it; a dash where there is none."""
    if value is None:
        return "\N{EN DASH}"
    return translated(value) if isinstance(value, Text) else str(format_figure(value))


@register.filter
def explained(step: Step, game: Game) -> SafeString:
    """Return a step of an explanation as a sentence, with its value where the sentence does not hold it.

    Names are isolated from the text around them.
    """
    values, value, by = step.what.values, step.unsaid_value, ""
    shown = step.what.translate_values(gettext)
    if value in list_ranking_keys(game, paired_in_twos=True, is_ladder=True, same_cards=True):
        key, value = game_words.get_metric_name(game, str(value)), None
        if "key" in values:
            shown["key"] = key
        else:
            by = gettext(" on {key} ({left} against {right})").format(**shown, key=key)
    return format_html(
        f"{escape(gettext(step.what.template))}{{_by}}{{_value}}",
        **{
            name: _mark_value(name, found) if isinstance(values.get(name), str) else found
            for name, found in shown.items()
        },
        _by=by,
        _value="" if value is None else format_html(': <b class="score">{}</b>', format_figure(value)),
    )


def _mark_value(name: str, value: str) -> str:
    if name in NAMES:
        return format_html("<bdi>{}</bdi>", value)
    return gettext(value) if value and name in WORDS else value


@register.filter
def typed_in(typed: str, field: Field) -> str:
    """Return the text typed in a calculator's field, as it is read: examples are translated, as cards' letters are."""
    if field.kind == "switch":
        return gettext("yes")
    labels = {str(key): gettext(label) for key, label in field.choices.items()}
    return f"{field.symbols.get(typed, '')} {labels.get(typed) or gettext(typed)}".strip()


@register.filter
def apart_from(value: Fraction, other: Fraction) -> str:
    """Return a fraction with as many decimals as it takes to tell it apart from the `other`."""
    return format_number(value, choose_decimals((value, other)), gettext(WITH_DECIMALS))


@register.filter
def decimal(value: Fraction) -> str:
    """Return a fraction as the shortest possible decimal number."""
    return format_decimal(value)


@register.filter
def percent(share: Fraction) -> str:
    """Return a share as a percentage with one decimal."""
    tenths = round(share * 1000)  # exact: a Fraction rounds to the even
    shown = gettext(WITH_DECIMALS).format(whole=tenths // 10, decimals=tenths % 10)
    return gettext("{number}%").format(number=shown)


@register.filter
def ordinal(place: int) -> str:
    """Return a place in words: 1st."""
    return endings.format_ordinal(place)


@register.filter
def ending(seats: Sequence[Seated]) -> Ending:
    """Return how a match ended for the first of these seats, which are all of its table or none of it."""
    return endings.describe_endings(seats)[0] if seats else NO_ENDING


@register.filter
def word(game: Game, key: str) -> str:
    """Return the game's own word for something, or else the default one."""
    return game_words.get_word(game, key)


@register.filter
def round_word(season: Season | str, key: str) -> str:
    """Return the word of a season's game for `round` or `rounds`, ours without a season.

    `{{ season|round_word:"rounds" }}`
    """
    return gettext(key) if isinstance(season, str) else game_words.translate_round_word(season, key)


@register.filter
def round_title(season: Season, number: int) -> str:
    """Return what a round of a season is called, by its number: “Round 1”, or in a Skat tournament “Series 1”."""
    return game_words.name_round(season, number).translate(gettext)


@register.filter
def round_text(season: Season, number: int) -> str:
    """Return what a round is called within a sentence: “round 1”."""
    return game_words.name_round(season, number, begins=False).translate(gettext)


@register.filter
def metric_name(game: Game, key: str) -> str:
    """Return the name of a ranking criterion, in the game's own words."""
    return game_words.get_metric_name(game, key)


@register.filter
def style_of(totals: EntryTotals, game: Game) -> str | None:
    """Return the key of a player's bidding style; None without bids or in a game without styles."""
    return game.style_of(totals.bid_total, totals.bids)


@register.filter
def level_of(average: Fraction | None, game: Game) -> Any:
    """Return the game's level of an average; None without a level."""
    return game.level_of(average)


@register.filter
def settings(season: Season) -> Settings:
    """Return the settings of the stage that a season has reached."""
    return get_stage_settings(season)


@register.filter
def played_variant(season: Season) -> PlayedVariant | None:
    """Return the ready-made variant that a season is played by; None for house rules, or without its game."""
    found = find_settings(*season.settings)
    return find_variant(found) if found else None


@register.filter
def with_deals(played: PlayedVariant, name: str) -> str:
    """Return a name for a variant with its number of deals, where that is not the usual one."""
    return played.add_deals(name)


@register.filter
def name_division(name: str) -> str:
    """Return the name of a division in the reader's language, where the program gave it: `Group A`, `Final`."""
    return describe_name(name).translate(gettext)


@register.simple_tag
def division_title(division: Division) -> str:
    """Show what a division is called where it stands alone: Division A, or the name of a tournament's group."""
    name = format_html("<bdi>{}</bdi>", name_division(division.name))
    return name if division.goes_by_its_name else format_html(gettext("Division {name}"), name=name)


@register.simple_tag
def list_matches(
    matches: Sequence[Fixture],
    home: str,
    *,
    is_short: bool = False,
    with_competition: bool = False,
    with_division: bool = False,
    with_round: bool = False,
    with_table: bool = False,
) -> SafeString:
    """Show matches, with their players and with what tells them apart on the page."""
    places: list[list[str]] = [[] for _match in matches]
    for match, place in zip(matches, places, strict=True):
        if with_competition:
            place.append(format_html("<bdi>{}</bdi>", match.division.season.competition.name))
        if with_division and not match.division.is_whole_field:
            place.append(format_html("<span>{}</span>", division_title(match.division)))
        if with_round:
            place.append(format_html("<span>{}</span>", round_title(match.division.season, match.round)))
    writer = FixtureWriter(home, is_short=bool(is_short), with_table=bool(with_table))
    return writer.write(matches, places)


@register.filter
def division_text(division: Division) -> str:
    """Return what a division is called within a sentence: division A, or the name of a tournament's group."""
    name = name_division(division.name)
    return name if division.goes_by_its_name else gettext("division {name}").format(name=name)


@register.filter
def season_text(season: Season | Location) -> str:
    """Return what a season is called within a sentence: season 3, or its name."""
    return format_season(*_get_season_names(season))


@register.filter
def season_in_full(season: Season | Location) -> str:
    """Return a season with its competition: Sunday League, season 3; a name that begins with it says it already."""
    competition, (number, name) = _get_competition_name(season), _get_season_names(season)
    return name if name.startswith(competition) else f"{competition}, {format_season(number, name)}"


@register.simple_tag
def season_page_title(season: Season | Location) -> str:
    """Show a season with its competition in the title of a page, shorter: Sunday League 3."""
    competition, (number, name) = _get_competition_name(season), _get_season_names(season)
    return name if name.startswith(competition) else f"{competition} {name or number}"


@register.simple_tag
def season_heading(season: Season | Location) -> str:
    """Show a season with its competition on a page; see `season_in_full`."""
    competition, (number, name) = _get_competition_name(season), _get_season_names(season)
    if name.startswith(competition):
        return format_html("<bdi>{}</bdi>", name)
    shown = _mark_season_name(season, format_season(number, name))
    return format_html("<bdi>{}</bdi>, {}", competition, shown)


@register.simple_tag
def season_name(season: Season | Location) -> str:
    """Show what a season is called after something else: `{% season_name season %}`."""
    return _mark_season_name(season, season_text(season))


@register.simple_tag
def season_title(season: Season | Location) -> str:
    """Show what a season is called where it stands alone: Season 3, or its name."""
    return _mark_season_name(season, format_season_title(*_get_season_names(season)))


def _get_competition_name(season: Season | Location) -> str:
    return season.competition_name if isinstance(season, Location) else season.competition.name


def _get_season_names(season: Season | Location) -> tuple[int | None, str]:
    if isinstance(season, Location):
        return season.season, season.season_name
    return season.number, season.name


def _mark_season_name(season: Season | Location, shown: str) -> str:
    return format_html("<bdi>{}</bdi>", shown) if _get_season_names(season)[1] else shown


# Those of `dates`: German, for instance, has a full stop after the day.
PATTERNS = (_("j M"), _("j M Y"), _("l, j F"), _("l, j F Y"), _("M"), _("M Y"))


def _write_day(day: date, pattern: str) -> str:
    return date_format(day, gettext(pattern))


@register.filter
def dates(season: Season, pattern: str = "j M") -> str:
    """Return the first and last date of a season: 7 Jul – 29 Sep 2025, or with the pattern "M" in months."""
    first, last = season.starts_on, season.ends_on
    if first is None:
        return gettext("to {day}").format(day=_write_day(last, f"{pattern} Y")) if last else ""
    if last is None:
        return gettext("from {day}").format(day=_write_day(first, f"{pattern} Y"))
    begin, end = _write_day(first, pattern), _write_day(last, pattern)
    if first.year != last.year:
        begin = _write_day(first, f"{pattern} Y")
    elif begin == end:
        return _write_day(last, f"{pattern} Y")
    return f"{begin} – {_write_day(last, f'{pattern} Y')}"


@register.filter
def outcome_letter(outcome: str) -> str:
    """Return the outcome of a match, won, drawn or lost, as a letter."""
    return endings.get_letter(SeatOutcome(outcome))


@register.filter
def initials(name: str) -> str:
    """Return the initials of the first and last word, in any script, each with its combining marks."""
    words = [short for short in map(_get_initial, name.split()) if short]
    return "".join([*words[:1], *words[1:][-1:]])


def _get_initial(word: str) -> str:
    for start, sign in enumerate(word):
        if category(sign)[0] in "LNS":
            marks = takewhile(lambda mark: category(mark)[0] == "M", word[start + 1 :])
            return sign + "".join(marks)
    return ""


@register.simple_tag
def meeting_name(meeting: Meeting, player: str, opponent: str) -> str:
    """Return the name of a match of two from a player's view: Dev Dhar lost −6 to −4 against Jo Jansen."""
    if meeting.status == MatchStatus.PLAYED:
        sentence = MEETINGS[SeatOutcome(meeting.outcome)]
    elif meeting.outcome:
        sentence = FORFEITED_MEETINGS[SeatOutcome(meeting.outcome)]
    elif meeting.due_on and meeting.status == MatchStatus.SCHEDULED:
        sentence = _("{player} against {opponent}, by {day}")
    else:
        sentence = _("{player} against {opponent}, {status}")
    return gettext(sentence).format(
        player=player,
        opponent=opponent,
        score=format_number(meeting.score),
        other=format_number(meeting.other_score),
        day=_write_day(meeting.due_on, "j F") if meeting.due_on else "",
        status=meeting.status.label,
    )


@register.simple_tag
def address(asked: TableQuery, **changed: str) -> str:
    """Return the address of the same page with changed parameters: `{% address asked find="" %}`."""
    return asked.address(**changed)


@register.simple_tag
def sort_address(asked: TableQuery, table: SortedTable, order: str) -> str:
    """Return the address of the same page with its table sorted in this order."""
    return asked.address(sort="" if order == table.given_order else order)


@register.simple_block_tag
def once(content: str) -> str:
    """Render a repeated part of a page once: `{% once as heads %}...{% endonce %} {{ heads }}`."""
    return content


@register.inclusion_tag("components/breadcrumbs.html")
def breadcrumbs(page_of: Club | Competition | Season | Match, here: str = "") -> dict[str, Any]:
    """Show the breadcrumbs from the list of clubs to a page of a club, a competition, a season or a match.

    `here` is the title of the page; without it the page is that of the object itself.
    """
    above: list[Club | Competition | Season | Match] = [page_of]
    if isinstance(above[0], Match):
        above.insert(0, above[0].division.season)
    if isinstance(above[0], Season):
        above.insert(0, above[0].competition)
    if isinstance(above[0], Competition):
        above.insert(0, above[0].club)
    return {"above": above, "here": here, "own": None if here else above.pop()}
