"""Plausible values: what somebody who means well would type into a field, choose or attach.

A field that is chosen from a list, or that the page has filled in itself, needs nothing here. Any other one needs a
line in `GENERATORS`: a test fails for a field without one.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from fnmatch import fnmatchcase
from random import Random

from django.contrib.auth.models import AnonymousUser
from django.core import mail

from league.models import Match, Season
from league.models.match import MatchStatus
from league.models.season import SeasonState
from league.queries.club_overview import load_seats
from league.queries.match import find_match
from league.queries.occasions import filter_matches
from league.queries.sheet_layout import read_texts
from league.rules.snapshot import parse_settings
from tests.fuzzer.hostile import Fields
from tests.fuzzer.pages import Field, Form
from tests.fuzzer.world import World
from tests.security.population import PASSWORD
from tests.spreadsheets.night_rows import Fixture, build_grid
from tests.spreadsheets.workbooks import build_workbook

NAMES = (
    "Ann Archer",
    "Bo",
    "Zoë O'Neill",
    "José  María",
    "Ольга",
    "سارة",
    "明",
    "Jr. Smith-Jones",
    "X Æ A-12",
)
WORDS = (
    "Tuesday",
    "Long evening",
    "Cup",
    "Summer",
    "B-League",
    "Ligue 1",
    "Grün & Weiß",
    "第一",
    "A",
    "Division 2",
)
REASONS = ("Came an hour late", "Typed wrongly", "The hall was closed.", "Moved away; sorry!", "krank", "—")
LOG_IN_CODE = re.compile(r"\b[A-Z0-9]{4}-?[A-Z0-9]{4}\b")
# Of fields that the page has filled in: they stay as they are, most often where the form has come back.
KEPT_SHARE, KEPT_SHARE_AGAIN = 0.6, 0.95
WHOLE_SHARE = 0.9  # of forms whose fields have to fit together
LOOKING_BUTTONS = ("show", "more", "from", "fill")  # they only show the form again
BLANK_SHARE = 0.2  # of fields that may stay empty


@dataclass(frozen=True)
class Filling:
    """Who fills a form in, and where: the address by its name, and its parts.

    `is_again`: the form has come back, with what was typed, to be looked at once more.
    """

    world: World
    who: str
    address: str
    parts: dict[str, object]
    chance: Random
    is_again: bool = False

    def keeps(self, field: Field) -> bool:
        """Return whether the field stays as the page has filled it in."""
        share = KEPT_SHARE_AGAIN if self.is_again else KEPT_SHARE
        return any(field.chosen) and self.chance.random() < share


Generator = Callable[[Field, Filling], str]


def fill_form(form: Form, filling: Filling) -> Fields:
    """Return what a browser would send of the form, filled in plausibly, without a button."""
    fields = [(name, value) for name, field in form.fields.items() for value in choose_values(field, filling)]
    if filling.address in WHOLE_FORMS and filling.chance.random() < WHOLE_SHARE:
        made = WHOLE_FORMS[filling.address](filling)
        fields = [(name, value) for name, value in fields if name not in made and not is_of_sheet(name)]
        fields += made.items()
    return fields


def choose_button(form: Form, chance: Random) -> Fields:
    """Return what the button sends that is pressed: most often one that does something."""
    weights = [1 if name in LOOKING_BUTTONS else 4 for name, _value in form.buttons]
    chosen = chance.choices(form.buttons, weights) if form.buttons else []
    return [(name, value) for name, value in chosen if name]


def choose_values(field: Field, filling: Filling) -> Sequence[str]:
    """Return the values that are sent of a field; none for a box without a tick, or a file."""
    if field.kind in ("hidden", "file"):
        return field.chosen
    if filling.keeps(field):
        return field.chosen
    if generator := find_generator(filling.address, field.name):
        return [generator(field, filling)]
    return _choose_options(field, filling) if field.is_choice else field.chosen


def _choose_options(field: Field, filling: Filling) -> Sequence[str]:
    chance = filling.chance
    if field.kind == "checkbox" and not field.takes_several:
        return field.options if chance.random() < 0.3 else []
    if field.takes_several:
        return chance.sample(field.options, min(len(field.options), chance.choice((0, 1, 1, 2))))
    if "" in field.options and chance.random() < BLANK_SHARE:
        return [""]
    options = [option for option in field.options if option] or field.options
    return [chance.choice(options)] if options else []


def find_generator(address: str, name: str) -> Generator | None:
    """Return how a field of an address is filled; None if that is not known."""
    for pattern, generator in GENERATORS.items():
        where, _slash, which = pattern.rpartition("/")
        if fnmatchcase(name, which) and fnmatchcase(address, where or "*"):
            return generator
    return None


def has_generator(address: str, field: Field) -> bool:
    """Return whether the fuzzer can fill this field plausibly."""
    is_ready = field.is_choice or field.kind in ("hidden", "file")
    return is_ready or find_generator(address, field.name) is not None


# --- by kind of field


def choose(*values: str) -> Generator:
    return lambda field, filling: filling.chance.choice(values)


def count(least: int, most: int, *, blank: bool = False) -> Generator:
    """Return a generator of numbers; `blank`: it may be left empty, too."""

    def generate(field: Field, filling: Filling) -> str:
        if blank and filling.chance.random() < BLANK_SHARE:
            return ""
        return str(filling.chance.randint(least, most))

    return generate


def _make_name(field: Field, filling: Filling) -> str:
    return f"{filling.chance.choice(NAMES)} {filling.chance.randrange(1000)}"


def _make_title(field: Field, filling: Filling) -> str:
    return f"{filling.chance.choice(WORDS)} {filling.chance.randrange(1000)}"


def _make_names(field: Field, filling: Filling) -> str:
    """Return a list of names as it is pasted, sometimes numbered."""
    names = [_make_name(field, filling) for _ in range(filling.chance.randint(1, 4))]
    marks = filling.chance.choice(("{name}", "{number}. {name}", "- {name}"))
    return "\r\n".join(marks.format(name=name, number=number) for number, name in enumerate(names, 1))


def _make_slug(field: Field, filling: Filling) -> str:
    return filling.chance.choice(("", f"club-{filling.chance.randrange(10**6)}"))


def _make_address(field: Field, filling: Filling) -> str:
    """Return an e-mail address: a new one, or somebody's who has an account."""
    if filling.chance.random() < 0.5:
        return f"new-{filling.chance.randrange(1000)}@example.org"
    return filling.world.choose_user(filling.chance).email


def _make_known_address(field: Field, filling: Filling) -> str:
    return filling.world.choose_user(filling.chance).email


def _recall_password(field: Field, filling: Filling) -> str:
    return PASSWORD if filling.chance.random() < 0.9 else "another good phrase"


def _recall_address(field: Field, filling: Filling) -> str:
    """Return one's own address, as it is typed to confirm something."""
    user = filling.world.people[filling.who]
    return user.email if user else ""


def _find_code(field: Field, filling: Filling) -> str:
    """Return the code of the latest mail that has one."""
    texts = [message.body for message in reversed(getattr(mail, "outbox", []))]
    codes = (LOG_IN_CODE.search(str(text)) for text in texts)
    return next((code[0] for code in codes if code), "ABCD-EFGH")


def _make_day(field: Field, filling: Filling) -> str:
    """Return a day near today; matches are played before it, and due after it."""
    return str(date.today() + timedelta(filling.chance.randint(-20, 120)))


def _make_past_day(field: Field, filling: Filling) -> str:
    return str(date.today() - timedelta(filling.chance.randint(0, 20)))


def _make_optional_day(field: Field, filling: Filling) -> str:
    return "" if filling.chance.random() < 0.7 else _make_day(field, filling)


def _make_days(field: Field, filling: Filling) -> str:
    """Return days in order, one a line, as many as a short season needs."""
    first = date.today() + timedelta(filling.chance.randint(1, 30))
    return "\r\n".join(str(first + timedelta(7 * week)) for week in range(filling.chance.randint(3, 12)))


def _make_points(field: Field, filling: Filling) -> str:
    """Return the points for the places at a table, first to last."""
    size = int(field.name.rpartition("_")[2])
    return ", ".join(str(points) for points in range(size, 0, -1))


def _make_option(field: Field, filling: Filling) -> str:
    return filling.chance.choice(
        (*(str(number) for number in range(1, 9)), "", "1, 2", "Spitze 2", "10", "20")
    )


def _make_placing(field: Field, filling: Filling) -> str:
    return field.chosen[0] if any(field.chosen) else filling.chance.choice(("", "1", "2"))


def _choose_ranking(field: Field, filling: Filling) -> str:
    """Return a comparison that seldom stands further up already: none, or what stands there."""
    share = 0.1 if field.name == "ranking_1" else 0.03
    if filling.chance.random() < share:
        return filling.chance.choice(field.options)
    return field.chosen[0] if field.chosen else ""


def _make_club_name(field: Field, filling: Filling) -> str:
    return filling.chance.choice((filling.world.home.name, filling.world.away.name, "Another"))


# By the name of a field, or the name of an address and of its field. The first line that fits counts.
GENERATORS: dict[str, Generator] = {
    "account_signup/name": _make_name,
    "change-name/name": _make_name,
    "edit-player/name": _make_name,
    "confirm-address/code": _find_code,
    "delete-account/address": _recall_address,
    "account_*/login": _make_known_address,
    "account_*/email": _make_known_address,
    "account_*/code": _find_code,
    "account_*/password": _recall_password,
    "account_*/*password*": choose(PASSWORD),
    "mfa_*/code": choose("000000", "123456", "12345678"),
    "mfa_*/name": _make_title,
    "admin:league_user_change/name": _make_name,
    "admin:league_club_delete/name": _make_club_name,
    "delete-club/name": _make_club_name,
    "admin:*/name": _make_title,
    "admin:league_player_change/user": lambda field, filling: str(
        filling.world.choose_user(filling.chance).pk
    ),
    "admin:league_sitetext_change/text": choose("Pat, 1 Main Street", ""),
    "admin:league_user_delete/email": _make_known_address,
    "club-settings/privacy_email": _make_address,
    "report/text": choose(*REASONS),
    "club-news/text": choose("Next night: Thursday", "See https://example.org/", ""),
    "admin:*/q": choose("a", "p1", "home", "", "club"),
    "admin:*/index": choose("0"),
    "admin:*/select_across": choose("0"),
    "email": _make_address,
    "new-club/slug": _make_slug,
    "add-players/names": _make_names,
    "invite-players/rows": choose("Zoe, zoe@example.org", "Player 1 <p1@example.org>", "Zoe", "zoe@"),
    "new-tournament/names": _make_names,
    "registration/names": _make_names,
    "new-tournament/expected": count(2, 12, blank=True),
    "new-tournament/hours": count(1, 6),
    "new-tournament/minutes": count(5, 60, blank=True),
    "registration/limit": count(1, 12, blank=True),
    "registration/closes_at": choose("", "2027-03-06T18:00"),
    "registration/team-*": choose("", "Archers"),
    "set-up-divisions/name-*": _make_title,
    "set-up-divisions/division-*": _make_placing,
    "set-up-divisions/number-*": _make_placing,
    "set-up-divisions/size": count(2, 6),
    "name": _make_title,
    "*/division_size": count(4, 6),
    "meetings": count(1, 2),
    "promoted": count(0, 1),
    "table_size": count(2, 5, blank=True),
    "min_played": count(0, 2),
    "min_matches": count(0, 4),
    "forfeit_score": count(-10, 0, blank=True),
    "confirm_days": count(1, 60, blank=True),
    "places_*": _make_points,
    "money_currency": choose("EUR", "€", "kr"),
    "money_first": choose("", "3"),
    "money_places": choose("", "20 10", "50,00 25,50; 10"),
    "money_*": choose("", "5", "0.50"),
    "competition-settings/ranking_*": _choose_ranking,
    "competition-settings/minutes": count(1, 600, blank=True),
    "competition-settings/win": count(1, 3),
    "competition-settings/draw": count(0, 1),
    "competition-settings/loss": count(0, 1),
    "option_*": _make_option,
    "days": _make_days,
    "holidays": _make_optional_day,
    "start": _make_day,
    "first": _make_day,
    "to": _make_day,
    "due_on": _make_day,
    "arranged_on": _make_optional_day,
    "venue": choose("", "Club room", "Ann's kitchen"),
    "starts_on": _make_optional_day,
    "ends_on": _make_optional_day,
    "every": count(1, 3),
    "remind_days": count(0, 5, blank=True),
    "tables": count(1, 4, blank=True),
    "table": count(1, 3),
    "rounds": count(1, 6, blank=True),
    "lot": count(1, 10**8),
    "points": count(0, 3, blank=True),
    "score": count(0, 9, blank=True),
    "reason": choose(*REASONS),
    "note": choose("", *REASONS),
    "why": choose(*REASONS),
    "find": choose("a", "player", "1", "home", ""),
    "search/q": choose("a", "player", "1", "home", "ол", ""),
    "as_of": _make_past_day,
    "played_on": _make_past_day,
    "import-results/cells": lambda field, filling: write_night(filling),
    "enter/*-*": count(0, 27, blank=True),
    "check/*-*": count(0, 27, blank=True),
    "dispute-result/*-*": count(0, 27, blank=True),
    "at-table/number": count(0, 27),
    "counting/*": count(0, 12, blank=True),
}


# --- whole forms, whose fields have to fit together


def is_of_sheet(name: str) -> bool:
    """Return whether a field is a cell of a score sheet, such as `deals-0-bids-1`."""
    return re.fullmatch(r"[a-z_]+-[0-9]+-.+", name) is not None


def make_sheet(match: Match, seats: int, chance: Random) -> dict[str, object]:
    """Make up the sheet of a whole match, as its game would be played."""
    settings = parse_settings(*match.division.season.settings)
    assert settings.game.plausible
    return settings.game.plausible(settings.options, seats, chance)


def _fill_sheet(filling: Filling) -> dict[str, str]:
    """Return the cells of a whole match, and when it was played."""
    found = find_match(str(filling.parts["club"]), str(filling.parts["match"]), viewer=AnonymousUser())
    if found is None:
        return {}
    typed = read_texts(found.table, make_sheet(found.match, len(found.seats), filling.chance))
    return {**typed, "played_on": str(date.today())}


WHOLE_FORMS: dict[str, Callable[[Filling], dict[str, str]]] = dict.fromkeys(
    ("enter", "check", "dispute-result"), _fill_sheet
)


def write_night(filling: Filling) -> str:
    """Return cells with the results of a few matches of the season, as they are copied from a spreadsheet."""
    season = _find_open_season(filling)
    waiting = list(filter_matches(season, None).filter(status=MatchStatus.SCHEDULED)) if season else []
    if not (season and waiting):
        return "match\tdeal\r\n"
    load_seats(waiting)
    chance, settings = filling.chance, parse_settings(*season.settings)
    rows: list[list[str]] = []
    size = len(waiting[0].seats.all())
    for match in chance.sample(waiting, min(len(waiting), chance.randint(1, 2))):
        assert settings.game.plausible
        players = tuple(seat.player.key for seat in match.seats.all())
        if len(players) == size:
            sheet = settings.game.plausible(settings.options, size, chance)
            head, *written = build_grid(settings.layout(size), sheet, Fixture(match.key, players))
            rows += written if rows else [head, *written]
    return "\r\n".join("\t".join(row) for row in rows)


def _find_open_season(filling: Filling) -> Season | None:
    """Return the season of the page if it is open, or any that is."""
    seasons = Season.objects.filter(competition__club=filling.world.home, state=SeasonState.OPEN)
    seasons = seasons.select_related("competition__club").order_by("pk")
    place = {
        name: filling.parts[part]
        for name, part in (("competition__slug", "competition"), ("number", "season"))
        if part in filling.parts
    }
    return seasons.filter(**place).first() or seasons.first()


def make_file(filling: Filling) -> tuple[str, bytes]:
    """Return the name and content of a file with the results of a few matches."""
    cells = write_night(filling)
    if filling.chance.random() < 0.5:
        return "night.csv", cells.replace("\t", ";").encode()
    return "night.xlsx", build_workbook(*(line.split("\t") for line in cells.split("\r\n")))
