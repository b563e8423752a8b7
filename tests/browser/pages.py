"""Every page worth looking at, as somebody in some club sees it: for the tests and for the tour."""

from tests.browser import steps
from tests.browser.page import Page, of
from tests.browser.running_pages import GAME, HUCKLEBUCK, LEAGUE, RUNNING, SKAT

CLUBS = ("riverside", "harbour", "lantern", "empty", "large-100", "names", "autumn")
PUBLIC = [
    Page("every-club", "/"),
    Page("every-club-found", "/?find=river"),
    Page("every-club-found-nothing", "/?find=zzzz"),
    *of(
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
        ("why-awards", "skuck-league/2/why/jo/"),
        ("awards", "skuck-league/2/awards/"),
        ("awards-open", LEAGUE + "awards/"),
        ("hall-of-fame", "skuck-league/hall-of-fame/"),
        ("match", "matches/m1/"),
        ("match-to-play", "matches/m53/"),
        ("match-corrected", "matches/m50/"),
    ),
    Page("competition", "/riverside/skuck-league/"),
]
EMPTY = [
    *of("empty", "visitor", ("club", ""), ("players", "players/")),
    *of("empty", "owner", ("club", ""), ("players", "players/"), ("members", "-/members/")),
    Page("my", "/-/my/", "owner", "empty"),
    Page("my", "/-/my/", "player", "empty"),
]
LARGE = of(
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
    *of(
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
        ("hall-of-fame-without-season", "cup/hall-of-fame/"),
        ("hall-of-fame", "league/hall-of-fame/"),
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
    *of(
        "names",
        "organiser",
        ("club", ""),
        ("season-draft", "league/2/"),
        ("fixtures-draft", "league/2/matches/"),
        ("enter", "matches/n5/enter/"),
        ("correct", "matches/n2/enter/"),
    ),
    *of("names", "owner", ("members", "-/members/")),
    Page("my", "/-/my/", "player", "names"),
    Page("my", "/-/my/", "organiser", "names"),
]
ENTRY = [
    *of(
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
    *of("riverside", "player", ("enter", "matches/m53/enter/"), ("match-to-play", "matches/m53/")),
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
    *of("riverside", "owner", ("club", ""), ("members", "-/members/")),
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
NIGHT_FILE = f"/harbour/{HUCKLEBUCK}results/"
MANY_AT_A_TABLE = [
    *of(
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
    *of("harbour", "scorer", ("enter", "matches/m47/enter/"), ("results", f"{HUCKLEBUCK}results/")),
    Page("results-shown", NIGHT_FILE, "scorer", "harbour", steps=steps.paste_a_night),
    Page("results-refused", NIGHT_FILE, "scorer", "harbour", steps=steps.paste_nonsense),
    *of(
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
    *of("names", "visitor", ("match-of-seven", "matches/s1/"), ("season-of-seven", "seven/1/")),
    *of("names", "organiser", ("enter-seven", "matches/s2/enter/")),
]
SHEETS_OF_MANY_KINDS = [
    *of(
        "lantern",
        "visitor",
        ("club", ""),
        ("season", SKAT),
        ("why", f"{SKAT}why/farid/"),
        ("awards", "skat/1/awards/"),
        ("hall-of-fame", "skat/hall-of-fame/"),
        ("rules", "skat/rules/"),
        ("match", "matches/m21/"),
        ("match-of-six", "matches/m41/"),
        ("paper", "matches/m28/paper/"),
    ),
    *of(
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
    *of("lantern", "organiser", ("game", "skat/game/"), ("competition-settings", "skat/settings/")),
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
    *RUNNING,
    *MANY_AT_A_TABLE,
    *SHEETS_OF_MANY_KINDS,
]

# Names of addresses that need not be looked at, and why.
NO_PAGES = {
    "healthz": "is for programs",
    "readyz": "is for programs",
    "check": "answers a running form with pieces of a page",
    "withdraw-invitation": "is posted to by the list of members",
    "remove-variant": "is posted to by the list of variants",
    "results-template": "is a file",
    "account_confirm_login_code": "is where the page `code-sent` ends",
}
