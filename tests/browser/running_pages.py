"""The pages of those who run seasons: to be looked at like all others."""

from tests.browser import steps
from tests.browser.page import Page, of

LEAGUE = "skuck-league/3/"
HUCKLEBUCK = "hucklebuck-league/2/"
SKAT = "skat/2/"
MAKING = "/autumn/sundays/1/set-up/schedule/"
RUNNING_SCHEDULE = [
    *of(
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
    *of("names", "organiser", ("schedule", "league/2/set-up/schedule/"), ("nights", "league/1/nights/")),
    *of("names", "organiser", ("nights-draft", "league/2/nights/"), ("move", "matches/n5/move/")),
]
DRAFT_DIVISIONS = "sundays/1/set-up/divisions/"
RUNNING_SET_UP = [
    *of(
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
    *of("names", "organiser", ("set-up", "league/2/set-up/"), ("divisions", "league/2/set-up/divisions/")),
]
TO_ROLL = "/autumn/mondays/1/roll-over/"
RUNNING_ENDING = [
    *of(
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
    *of("large-100", "organiser", ("roll-over", "league/1/roll-over/"), ("close", "league/1/close/")),
    *of("names", "organiser", ("close", "league/1/close/?missing=void")),
]
ADD, GAME, TOURNAMENT = "-/players/add/", "-/competitions/new/", "-/tournaments/new/"
RUNNING_FOUNDING = [
    Page("new-club", "/-/clubs/new/", "player"),
    Page("new-club-refused", "/-/clubs/new/", "player", steps=steps.send),
    *of("empty", "owner", ("add-players", ADD), ("new-competition", GAME), ("new-tournament", TOURNAMENT)),
    *of(
        "autumn",
        "organiser",
        ("players", "players/"),
        ("add-players", ADD),
        ("new-competition", GAME),
        ("manage", "-/manage/"),
        ("manage-season", "thursdays/1/manage/"),
        ("manage-season-draft", "fridays/2/manage/"),
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
    *of("names", "organiser", ("settings", "-/settings/"), ("competition-settings", "cup/settings/")),
]
DECIDED = "league/1/decisions/"
UNTIDY_MATCHES = [
    *of("riverside", "visitor", ("decisions-none", LEAGUE + "decisions/")),
    *of(
        "riverside",
        "scorer",
        ("match-to-play", "matches/m53/"),
        ("decide", "matches/m53/decide/"),
        ("decide-played", "matches/m50/decide/"),
        ("decide-season-closed", "matches/m1/decide/"),
    ),
    Page("decide-refused", "/riverside/matches/m53/decide/", "scorer", steps=steps.send),
    *of("names", "visitor", ("decisions", DECIDED), ("match-decided", "matches/n6/")),
    *of(
        "names",
        "organiser",
        ("decisions", DECIDED),
        ("match-decided", "matches/n6/"),
        ("decide-again", "matches/n6/decide/"),
        ("take-back", DECIDED + "{decision}/take-back/"),
        ("remove-reason", DECIDED + "{decision}/remove-reason/"),
    ),
    *of("names", "organiser", ("decide-seven", "matches/s2/decide/")),
]
SEVEN = "seven/1/"
UNTIDY = [
    *of(
        "riverside",
        "organiser",
        ("withdraw-who", f"{LEAGUE}withdraw/"),
        ("withdraw-nobody", f"{LEAGUE}withdraw/?player=nobody"),
        ("withdraw", f"{LEAGUE}withdraw/?player=dev"),
        ("penalty", f"{LEAGUE}penalty/"),
        ("substitute-rest", f"{LEAGUE}substitute/?player=dev"),
        ("late-entry-nobody", f"{LEAGUE}late-entry/"),
    ),
    Page("withdraw-refused", f"/riverside/{LEAGUE}withdraw/?player=dev", "organiser", steps=steps.send),
    Page("penalty-shown", f"/riverside/{LEAGUE}penalty/", "organiser", steps=steps.take_away),
    Page("penalty-refused", f"/riverside/{LEAGUE}penalty/", "organiser", steps=steps.send),
    Page("rest-left-out", f"/riverside/{LEAGUE}substitute/?player=dev", "organiser", steps=steps.leave_out),
    *of("riverside", "scorer", ("substitute", "matches/m53/substitute/")),
    Page("substitute-refused", "/riverside/matches/m50/substitute/", "scorer", steps=steps.send),
    *of("harbour", "organiser", ("withdraw", f"{HUCKLEBUCK}withdraw/?player=hamish")),
    Page("late-entry", f"/lantern/{SKAT}late-entry/", "organiser", "lantern"),
    Page("late-entry-shown", f"/lantern/{SKAT}late-entry/", "organiser", "lantern", steps=steps.bring_in),
    *of(
        "names",
        "organiser",
        ("withdraw-who", "league/1/withdraw/"),
        ("withdraw", "league/1/withdraw/?player=long"),
        ("substitute", "matches/n4/substitute/"),
        ("substitute-not-played", "matches/n13/substitute/"),
        ("substitute-rest", "league/1/substitute/?player=wide"),
        ("late-entry", f"{SEVEN}late-entry/"),
    ),
    Page("penalty-shown", "/names/league/1/penalty/", "organiser", "names", steps=steps.take_away),
]
RUNNING = [
    *RUNNING_SCHEDULE,
    *RUNNING_SET_UP,
    *RUNNING_ENDING,
    *RUNNING_FOUNDING,
    *UNTIDY_MATCHES,
    *UNTIDY,
]
