"""Every page worth looking at, as somebody in some club sees it: for the tests and for the tour."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from tests.browser import steps
from tests.browser.site import Site

CLUBS = ("riverside", "harbour", "lantern", "empty", "large-100", "names", "autumn")


@dataclass(frozen=True)
class Page:
    """`path` may ask for facts of the site in braces. `who` has that role in `club`, a visitor has none."""

    name: str
    path: str
    who: str = "visitor"
    club: str = "riverside"
    steps: Callable[[Any], None] | None = None
    status: int = 200

    @property
    def id(self) -> str:
        return "-".join(f"{self.club} {self.name} {self.who}".split())

    @property
    def is_admin(self) -> bool:
        return self.path.startswith("/-/admin/")

    def address(self, site: Site) -> str:
        return site.url + self.path.format(**site.facts)


def _of(club: str, who: str, *pages: tuple[str, str]) -> list[Page]:
    """Pages below a club's address, which somebody sees."""
    return [Page(name, f"/{club}/{path}", who, club) for name, path in pages]


LEAGUE = "skuck-league/3/"
PUBLIC = [
    Page("every-club", "/"),
    Page("every-club-found", "/?find=river"),
    Page("every-club-found-nothing", "/?find=zzzz"),
    *_of(
        "riverside",
        "visitor",
        ("club", ""),
        ("players", "players/"),
        ("player", "players/ann/"),
        ("rules", "skuck-league/rules/"),
        ("season", LEAGUE),
        ("season-closed", "skuck-league/1/"),
        ("season-as-of", LEAGUE + "?as_of=2025-08-01"),
        ("season-as-of-nonsense", LEAGUE + "?as_of=yesterday"),
        ("season-as-of-before", LEAGUE + "?as_of=2025-07-07"),
        ("season-sorted", LEAGUE + "?sort=name"),
        ("grid", LEAGUE + "grid/"),
        ("fixtures", LEAGUE + "matches/"),
        ("why", LEAGUE + "why/ann/"),
        ("match", "matches/m1/"),
        ("match-to-play", "matches/m53/"),
        ("match-corrected", "matches/m50/"),
    ),
    Page("competition", "/riverside/skuck-league/"),
]
EMPTY = [
    *_of("empty", "visitor", ("club", ""), ("players", "players/")),
    *_of("empty", "owner", ("club", ""), ("players", "players/"), ("members", "-/members/")),
    Page("my", "/-/my/", "owner", "empty"),
    Page("my", "/-/my/", "player", "empty"),
]
LARGE = _of(
    "large-100",
    "visitor",
    ("club", ""),
    ("players", "players/"),
    ("player", "players/p1/"),
    ("rules", "league/rules/"),
    ("season", "league/1/"),
    ("season-found", "league/1/?find=Ada"),
    ("season-found-nobody", "league/1/?find=zzzz"),
    ("season-sorted", "league/1/?sort=-played"),
    ("grid", "league/1/grid/"),
    ("fixtures", "league/1/matches/"),
    ("fixtures-found", "league/1/matches/?find=Ada"),
    ("why", "league/1/why/p7/"),
    ("match", "matches/d1r1t1/"),
)
NAMES = [
    *_of(
        "names",
        "visitor",
        ("club", ""),
        ("players", "players/"),
        ("player-40", "players/wide/"),
        ("player-80", "players/eighty/"),
        ("player-arabic", "players/arabic/"),
        ("player-hebrew", "players/hebrew/"),
        ("player-cjk", "players/cjk/"),
        ("player-alike", "players/alike-1/"),
        ("competition-without-season", "cup/"),
        ("rules-without-season", "cup/rules/"),
        ("season", "league/1/"),
        ("grid", "league/1/grid/"),
        ("fixtures", "league/1/matches/"),
        ("why-penalty", "league/1/why/long/"),
        ("why-arabic", "league/1/why/arabic/"),
        ("match-40", "matches/n1/"),
        ("match-right-to-left", "matches/n2/"),
        ("match-forfeit", "matches/n3/"),
        ("match-substitute", "matches/n4/"),
        ("match-to-play", "matches/n5/"),
        ("match-80", "matches/n11/"),
        ("match-void", "matches/n13/"),
    ),
    *_of(
        "names",
        "organiser",
        ("club", ""),
        ("season-draft", "league/2/"),
        ("fixtures-draft", "league/2/matches/"),
        ("enter", "matches/n5/enter/"),
        ("correct", "matches/n2/enter/"),
    ),
    *_of("names", "owner", ("members", "-/members/")),
    Page("my", "/-/my/", "player", "names"),
    Page("my", "/-/my/", "organiser", "names"),
]
ENTRY = [
    *_of(
        "riverside",
        "scorer",
        ("club", ""),
        ("season", LEAGUE),
        ("match", "matches/m1/"),
        ("match-corrected", "matches/m50/"),
        ("enter", "matches/m53/enter/"),
        ("enter-season-closed", "matches/m1/enter/"),
        ("correct", "matches/m50/enter/"),
        ("restore", "matches/m50/restore/1/"),
    ),
    Page("enter-before-log-in", "/riverside/matches/m53/enter/"),
    *_of("riverside", "player", ("enter", "matches/m53/enter/"), ("match-to-play", "matches/m53/")),
    Page("enter-begun", "/riverside/matches/m53/enter/", "scorer", steps=steps.begin),
    Page("enter-opened-up", "/riverside/matches/m53/enter/", "scorer", steps=steps.open_all),
    Page("enter-refused", "/riverside/matches/m53/enter/", "scorer", steps=steps.fill_in_wrongly),
    Page("enter-conflict", "/riverside/matches/m50/enter/", "scorer", steps=steps.come_second),
    Page("restore-refused", "/riverside/matches/m50/restore/1/", "scorer", steps=steps.send),
]
PEOPLE = [
    Page("my", "/-/my/", "player"),
    Page("my", "/-/my/", "scorer"),
    Page("my", "/-/my/", "organiser"),
    Page("my", "/-/my/", "administrator"),
    *_of("riverside", "owner", ("club", ""), ("members", "-/members/")),
    Page("member", "/riverside/-/members/{member}/", "owner"),
    Page("member-removed", "/riverside/-/members/{member}/?remove", "owner"),
    Page("members-refused", "/riverside/-/members/", "owner", steps=steps.send),
    Page("invitation", "/-/invitations/{invitation}/"),
    Page("invitation", "/-/invitations/{invitation}/", "scorer"),
    Page("invitation-late", "/-/invitations/{late_invitation}/", status=410),
    Page("invitation-bad", "/-/invitations/nonsense/", status=404),
    Page("log-in", "/-/log-in/?next=/riverside/"),
    Page("log-in-refused", "/-/log-in/", steps=steps.log_in_wrongly),
    Page("log-in-locked-out", "/-/log-in/", steps=steps.log_in_locked_out),
    Page("code", "/-/log-in/code/"),
    Page("code-sent", "/-/log-in/code/", steps=steps.say_who),
    Page("log-out", "/-/log-out/", "player"),
    Page("sign-up", "/-/sign-up/"),
    Page("inactive", "/-/inactive/"),
    Page("confirm-it-is-you", "/-/confirm/", "player"),
    Page("password", "/-/password/", "player"),
    Page("password-refused", "/-/password/", "player", steps=steps.send),
    Page("password-set", "/-/password/set/", "owner", "empty"),
    Page("reset", "/-/password/reset/"),
    Page("reset-sent", "/-/password/reset/sent/"),
    Page("reset-key", "/-/password/reset/{user}/{key}/"),
    Page("reset-key-refused", "/-/password/reset/{user}/{key}/", steps=steps.send),
    Page("reset-key-bad", "/-/password/reset/{user}/nonsense/"),
    Page("reset-done", "/-/password/reset/done/"),
]
ERRORS = [
    Page("not-found", "/nowhere/", status=404),
    Page("not-found", "/riverside/matches/m53/restore/9/", "player", status=404),
    Page("gone", "/riverside/matches/m53/enter/", "scorer", steps=steps.come_too_late),
    Page("form-without-cookies", "/-/log-in/", steps=steps.lose_the_cookies),
]
NOUNS = ("club", "match", "season", "player", "membership", "user", "job", "change")

ADMIN = [
    Page("admin-before-log-in", "/-/admin/"),
    Page("admin", "/-/admin/", "administrator"),
    *(
        Page(f"admin-{noun}{part}", f"/-/admin/league/{noun}/{path}", "administrator")
        for noun in NOUNS
        for part, path in (("-list", ""), ("", "1/change/"))
    ),
    Page("admin-season-open", "/-/admin/league/season/3/change/", "administrator"),
    Page("admin-season-over", "/-/admin/league/season/{season_over}/change/", "administrator"),
    Page("admin-lock-outs", "/-/admin/axes/accessattempt/", "administrator"),
    Page("admin-found", "/-/admin/league/player/?q=ada", "administrator"),
    Page("admin-history", "/-/admin/league/club/1/history/", "administrator"),
]
MAKING = "/autumn/sundays/1/set-up/schedule/"
RUNNING_SCHEDULE = [
    *_of(
        "autumn",
        "organiser",
        ("schedule", "sundays/1/set-up/schedule/"),
        ("nights", "tuesdays/2/nights/"),
        ("nights-draft", "sundays/1/nights/"),
        ("match-to-move", "matches/tuesdays-2-1-6/"),
        ("move", "matches/tuesdays-2-1-6/move/"),
        ("move-decided", "matches/tuesdays-2-1-1/move/"),
    ),
    Page("schedule-refused", MAKING, "organiser", "autumn", steps=steps.list_no_days),
    Page("schedule-nights", MAKING, "organiser", "autumn", steps=steps.show_nights),
    Page("schedule-deadlines", MAKING, "organiser", "autumn", steps=steps.show_deadlines),
    Page("nights-refused", "/autumn/tuesdays/2/nights/", "organiser", "autumn", steps=steps.move_nowhere),
    *_of("names", "organiser", ("schedule", "league/2/set-up/schedule/"), ("nights", "league/1/nights/")),
    *_of("names", "organiser", ("nights-draft", "league/2/nights/"), ("move", "matches/n5/move/")),
]
DRAFT_DIVISIONS = "sundays/1/set-up/divisions/"
RUNNING_SET_UP = [
    *_of(
        "autumn",
        "organiser",
        ("set-up", "sundays/1/set-up/"),
        ("set-up-rolled-over", "fridays/2/set-up/"),
        ("divisions", DRAFT_DIVISIONS),
        ("throw-away", "sundays/1/undo/"),
        ("new-season", "saturdays/new-season/"),
        ("new-season-after-another", "mondays/new-season/"),
        ("new-season-beside-a-draft", "sundays/new-season/"),
    ),
    Page("divisions-filled", f"/autumn/{DRAFT_DIVISIONS}", "organiser", "autumn", steps=steps.fill_in),
    Page(
        "divisions-changed", f"/autumn/{DRAFT_DIVISIONS}", "organiser", "autumn", steps=steps.place_too_late
    ),
    Page("divisions-refused", f"/autumn/{DRAFT_DIVISIONS}", "organiser", "autumn", steps=steps.place_wrongly),
    *_of("names", "organiser", ("set-up", "league/2/set-up/"), ("divisions", "league/2/set-up/divisions/")),
]
TO_ROLL = "/autumn/mondays/1/roll-over/"
RUNNING_ENDING = [
    *_of(
        "autumn",
        "organiser",
        ("club", ""),
        ("season-open", "tuesdays/2/"),
        ("season-over", "thursdays/1/"),
        ("season-closed", "mondays/1/"),
        ("season-draft", "fridays/2/"),
        ("competition-without-season", "saturdays/"),
        ("close", "thursdays/1/close/"),
        ("close-missing", "tuesdays/2/close/"),
        ("close-missing-undecided", "tuesdays/2/close/?show=1"),
        ("close-missing-decided", "tuesdays/2/close/?missing=forfeit"),
        ("reopen", "mondays/1/reopen/"),
        ("reopen-rolled-over", "fridays/1/reopen/"),
        ("roll-over", "mondays/1/roll-over/"),
        ("roll-over-missing", "tuesdays/2/roll-over/"),
        ("roll-over-again", "fridays/1/roll-over/"),
        ("undo", "fridays/2/undo/"),
        ("undo-nothing", "tuesdays/2/undo/"),
    ),
    Page("my", "/-/my/", "organiser", "autumn"),
    Page("roll-over-newcomers", TO_ROLL, "organiser", "autumn", steps=steps.add_newcomers),
    Page("roll-over-changed", TO_ROLL, "organiser", "autumn", steps=steps.look_at_another),
    *(
        Page(f"roll-over-{state}", f"{TO_ROLL}{{job_{state}}}/", "organiser", "autumn")
        for state in ("waiting", "delayed", "done", "failed")
    ),
    *_of("large-100", "organiser", ("roll-over", "league/1/roll-over/"), ("close", "league/1/close/")),
    *_of("names", "organiser", ("close", "league/1/close/?missing=void")),
]
ADD, GAME = "-/players/add/", "-/competitions/new/"
RUNNING_FOUNDING = [
    Page("new-club", "/-/clubs/new/", "player"),
    Page("new-club-refused", "/-/clubs/new/", "player", steps=steps.send),
    *_of("empty", "owner", ("add-players", ADD), ("new-competition", GAME)),
    *_of(
        "autumn",
        "organiser",
        ("players", "players/"),
        ("add-players", ADD),
        ("new-competition", GAME),
        ("settings", "-/settings/"),
        ("competition-settings", "sundays/settings/"),
    ),
    Page("add-players-refused", f"/autumn/{ADD}", "organiser", "autumn", steps=steps.paste_names_twice),
    Page("new-competition-refused", f"/autumn/{GAME}", "organiser", "autumn", steps=steps.want_too_much),
    Page(
        "competition-settings-refused",
        "/autumn/sundays/settings/",
        "organiser",
        "autumn",
        steps=steps.want_too_much,
    ),
    *_of("names", "organiser", ("settings", "-/settings/"), ("competition-settings", "cup/settings/")),
]
HUCKLEBUCK = "hucklebuck-league/2/"
NIGHT_FILE = f"/harbour/{HUCKLEBUCK}results/"
MANY_AT_A_TABLE = [
    *_of(
        "harbour",
        "visitor",
        ("season", HUCKLEBUCK),
        ("met", f"{HUCKLEBUCK}grid/"),
        ("fixtures", f"{HUCKLEBUCK}matches/"),
        ("player", "players/hamish/"),
        ("rules", "hucklebuck-league/rules/"),
        ("why", f"{HUCKLEBUCK}why/hamish/"),
        ("match", "matches/m41/"),
        ("paper", "matches/m47/paper/"),
        ("night-paper", f"{HUCKLEBUCK}paper/"),
    ),
    *_of("harbour", "scorer", ("enter", "matches/m47/enter/"), ("results", f"{HUCKLEBUCK}results/")),
    Page("results-shown", NIGHT_FILE, "scorer", "harbour", steps=steps.paste_a_night),
    Page("results-refused", NIGHT_FILE, "scorer", "harbour", steps=steps.paste_nonsense),
    *_of(
        "harbour",
        "organiser",
        ("schedule", "cup/1/set-up/schedule/"),
        ("new-competition", GAME),
        ("game", "cup/game/"),
        ("variants", "-/variants/"),
        ("competition-settings", "hucklebuck-league/settings/"),
    ),
    Page(
        "schedule-shown", "/harbour/cup/1/set-up/schedule/", "organiser", "harbour", steps=steps.show_nights
    ),
    *_of("names", "visitor", ("match-of-seven", "matches/s1/"), ("season-of-seven", "seven/1/")),
    *_of("names", "organiser", ("enter-seven", "matches/s2/enter/")),
]
SKAT = "skat/2/"
SHEETS_OF_MANY_KINDS = [
    *_of(
        "lantern",
        "visitor",
        ("club", ""),
        ("season", SKAT),
        ("why", f"{SKAT}why/farid/"),
        ("rules", "skat/rules/"),
        ("match", "matches/m21/"),
        ("match-of-six", "matches/m41/"),
        ("paper", "matches/m28/paper/"),
    ),
    *_of(
        "lantern",
        "scorer",
        ("enter", "matches/m28/enter/"),
        ("correct", "matches/m21/enter/"),
        ("enter-for-six", "matches/m47/enter/"),
        ("correct-of-six", "matches/m41/enter/"),
        ("count", "skat/count/"),
    ),
    Page("counted", "/lantern/skat/count/?helper=points&cards=JC+10S+AH", "visitor", "lantern"),
    Page("count-refused", "/lantern/skat/count/?helper=points&cards=JX", "visitor", "lantern"),
    Page(
        "correct-warned", "/lantern/matches/m21/enter/", "scorer", "lantern", steps=steps.bid_what_nobody_bids
    ),
    *_of("lantern", "organiser", ("game", "skat/game/"), ("competition-settings", "skat/settings/")),
]
PAGES = [
    *PUBLIC,
    *EMPTY,
    *LARGE,
    *NAMES,
    *ENTRY,
    *PEOPLE,
    *ERRORS,
    *ADMIN,
    *RUNNING_SCHEDULE,
    *RUNNING_SET_UP,
    *RUNNING_ENDING,
    *RUNNING_FOUNDING,
    *MANY_AT_A_TABLE,
    *SHEETS_OF_MANY_KINDS,
]

# Names of addresses that need not be looked at, and why.
NO_PAGES = {
    "check": "answers a running form with pieces of a page",
    "withdraw": "is posted to by the list of members",
    "remove-variant": "is posted to by the list of variants",
    "results-template": "is a file",
    "account_confirm_login_code": "is where the page `code-sent` ends",
}
