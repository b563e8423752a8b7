"""Who may open which address: a row for every one of them. Whoever belongs to another club is a stranger here.

200: they see it. 302: they are sent on to something else; "log-in": to the page on which they log in, and back.
404: for them it is not there. 403: refused. 405: it takes no such thing.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from tests.actions.clubs import PRINTED_SHEET
from tests.security.house import DRAFT_MATCH, HERE, OTHERS_MATCH, OWN_MATCH, PLAYED

Outcome = int | str
Who = dict[str, Outcome]


def who(line: str) -> Who:
    return {one: int(said) if said.isdigit() else said for one, said in zip(HERE, line.split(), strict=True)}


#                visitor stranger player scorer organiser owner administrator
EVERYBODY = who("200     200      200    200    200       200   200")
NOBODY = who("   404     404      404    404    404       404   404")
SENT_ON = who("  302     302      302    302    302       302   302")
NO_SUCH = who("  405     405      405    405    405       405   405")
LOGGED_IN = who("log-in  200      200    200    200       200   200")
LOGGED_ON = who(" log-in  302      302    302    302       302   302")
LOGGED_OUT = who("200    302      302    302    302       302   302")
DRAFT = who("    404     404      404    200    200       200   200")
HELPERS = who("  log-in  404      404    200    200       200   200")
HELP_ON = who("  log-in  404      404    302    302       302   302")
PLAYERS = who("  log-in  404      200    200    200       200   200")
PLAY_ON = who("  log-in  404      302    302    302       302   302")
OWNERS = who("   log-in  404      404    404    404       200   200")
OWN_ON = who("   log-in  404      404    404    404       302   302")
OWN_NO = who("   log-in  404      404    404    404       405   405")
RUNNERS = who(" log-in  404      404    404    200       200   200")
RUN_ON = who("  log-in  404      404    404    302       302   302")
NO_RUN = who("  log-in  404      404    404    404       404   404")
POSTED = who("  log-in  404      404    404    405       405   405")
WELCOME = who("  200     302      302    302    302       302   302")
ADMINS = who("   log-in  log-in   log-in log-in log-in    log-in 200")
ADMINS_ON = who("log-in  log-in   log-in log-in log-in    log-in 302")
ADMINS_NO = who("log-in  log-in   log-in log-in log-in    log-in 403")


@dataclass(frozen=True)
class Row:
    """An address, by its name and parts, and what comes of asking for it and of posting `sent` to it.

    Without `post` the page has no form: a post is refused or answered as if the page had been asked for.
    """

    name: str
    get: Who
    post: Who | None = None
    case: str = ""
    parts: dict[str, Any] = field(default_factory=dict)
    sent: dict[str, Any] = field(default_factory=dict)

    def __str__(self) -> str:
        return f"{self.name} {self.case}".strip()


CLUB = {"club": "riverside"}
LEAGUE = CLUB | {"competition": "league-1"}
SEASON = LEAGUE | {"season": 1}
DRAFT_SEASON = LEAGUE | {"season": 2}
# league-2: the closed season has been rolled over into a draft; league-3: the one season is closed.
ROLLED = CLUB | {"competition": "league-2", "season": 1}
MADE = CLUB | {"competition": "league-2", "season": 2}
CLOSED = CLUB | {"competition": "league-3", "season": 1}


def match(key: str, **more: Any) -> dict[str, Any]:
    return CLUB | {"match": key} | more


SHEET: dict[str, Any] = {
    f"deals-{deal}-{field}-{seat}": number
    for deal, written in enumerate(PRINTED_SHEET["deals"])
    for field in ("bids", "tricks")
    for seat, number in enumerate(written[field])
}


def sheet(base: int) -> dict[str, Any]:
    """What the entry form sends."""
    why = {"why": "The scorer misread the sheet."} if base else {}
    return SHEET | {"key": "0b5ae8c4-5d7c-4b6e-9d1c-0e7f3a1c9b55", "base": base} | why


VOIDED = {"how": "void", "reason": "The hall was closed.", "base": "0"}
PAGES = (
    Row("home", EVERYBODY),
    Row("my", LOGGED_IN),
    Row("club", EVERYBODY, parts=CLUB),
    Row("players", EVERYBODY, parts=CLUB),
    Row("player", EVERYBODY, parts=CLUB | {"player": "p1"}),
    Row("competition", SENT_ON, parts=LEAGUE),
    Row("rules", EVERYBODY, parts=LEAGUE),
    Row("counting", EVERYBODY, parts=LEAGUE),
    Row("season", EVERYBODY, parts=SEASON),
    Row("season", DRAFT, case="of a draft", parts=DRAFT_SEASON),
    Row("season-grid", EVERYBODY, parts=SEASON),
    Row("season-grid", DRAFT, case="of a draft", parts=DRAFT_SEASON),
    Row("season-matches", EVERYBODY, parts=SEASON),
    Row("season-matches", DRAFT, case="of a draft", parts=DRAFT_SEASON),
    Row("season-awards", EVERYBODY, parts=SEASON),
    Row("season-awards", EVERYBODY, case="of a closed season", parts=CLOSED),
    Row("season-awards", DRAFT, case="of a draft", parts=DRAFT_SEASON),
    Row("hall-of-fame", EVERYBODY, parts=LEAGUE),
    Row("why", EVERYBODY, parts=SEASON | {"player": "p1"}),
    Row("why", DRAFT, case="of a draft", parts=DRAFT_SEASON | {"player": "p1"}),
    Row("match", EVERYBODY, parts=match(PLAYED)),
    Row("match", EVERYBODY, case="to be played", parts=match(OTHERS_MATCH)),
    Row("match", DRAFT, case="of a draft", parts=match(DRAFT_MATCH)),
    Row("paper", EVERYBODY, parts=match(OTHERS_MATCH)),
    Row("paper", DRAFT, case="of a draft", parts=match(DRAFT_MATCH)),
    Row("night-paper", EVERYBODY, parts=SEASON),
    Row("night-paper", DRAFT, case="of a draft", parts=DRAFT_SEASON),
)
ENTRY = (
    Row("enter", HELPERS, HELP_ON, "of others", match(OTHERS_MATCH), sheet(0)),
    Row("enter", PLAYERS, PLAY_ON, "of the player's own match", match(OWN_MATCH), sheet(0)),
    Row("enter", HELPERS, HELP_ON, "once more", match(PLAYED), sheet(2)),
    Row("enter", DRAFT, DRAFT, "in a draft", match(DRAFT_MATCH), sheet(0)),
    # While they type nobody is sent away: who has logged out meanwhile is told so on the page they are on.
    Row("check", NO_SUCH, HELPERS | {"visitor": 200}, "of others", match(OTHERS_MATCH), sheet(0)),
    Row("check", NO_SUCH, PLAYERS | {"visitor": 200}, "of the player's own", match(OWN_MATCH), sheet(0)),
    Row("check", NO_SUCH, DRAFT, "in a draft", match(DRAFT_MATCH), sheet(0)),
    Row("restore", HELPERS, HELP_ON, "", match(PLAYED, number=1), sheet(2)),
    Row("restore", NOBODY, NOBODY, "in a draft", match(DRAFT_MATCH, number=1), sheet(2)),
)
NIGHT_FILE = SEASON | {"format": "csv"}
NIGHT = (
    Row("import-results", HELPERS, HELPERS, parts=SEASON, sent={"cells": f"match\n{OTHERS_MATCH}"}),
    Row("import-results", HELPERS, HELPERS, case="of a draft", parts=DRAFT_SEASON, sent={"save": "1"}),
    Row("results-template", HELPERS, parts=NIGHT_FILE),
    Row("results-template", NO_RUN, case="of no kind", parts=NIGHT_FILE | {"format": "exe"}),
)
MEMBERS = (
    Row("members", OWNERS, OWN_ON, parts=CLUB, sent={"email": "new@example.com", "role": "scorer"}),
    Row("member", OWNERS, OWN_ON, parts=CLUB | {"member": "member"}, sent={"role": "organiser"}),
    Row("withdraw-invitation", OWN_NO, OWN_ON, parts=CLUB | {"invitation": "invitation"}),
    Row("invitation", EVERYBODY, WELCOME, parts={"token": "token"}),
    Row("invitation", NOBODY, case="that was never made", parts={"token": "x"}),
)
# Who enters results decides matches; of the rest, who runs seasons (and takes back what they may decide).
TAKE_BACK = SEASON | {"decision": "decision"}
DECISIONS = (
    Row("season-decisions", EVERYBODY, parts=SEASON),
    Row("season-decisions", DRAFT, case="of a draft", parts=DRAFT_SEASON),
    Row("take-back", HELPERS, HELP_ON, parts=TAKE_BACK),
    Row("take-back", NO_RUN, NO_RUN, case="of another season", parts=CLOSED | {"decision": "decision"}),
    Row("decide-match", HELPERS, HELP_ON, "", match(OTHERS_MATCH), VOIDED),
    Row("decide-match", HELPERS, HELPERS, "with nothing typed", match(PLAYED)),
    Row("decide-match", HELPERS, HELPERS, "of a draft", match(DRAFT_MATCH), VOIDED),
)
ENDING = (
    Row("close", RUNNERS, RUN_ON, parts=SEASON, sent={"missing": "forfeit"}),
    Row("close", RUN_ON, RUN_ON, case="of a closed season", parts=CLOSED),
    Row("reopen", RUNNERS, RUN_ON, parts=CLOSED),
    Row("reopen", RUN_ON, RUN_ON, case="of an open season", parts=SEASON),
    Row("roll-over", RUNNERS, RUN_ON, parts=CLOSED),
    Row("roll-over", RUNNERS, RUNNERS, case="once more", parts=ROLLED),
    Row("roll-over", RUN_ON, RUN_ON, case="of a draft", parts=DRAFT_SEASON),
    Row("roll-over-progress", RUNNERS, RUN_ON, parts=CLOSED | {"job": "job"}),
    Row("roll-over-progress", NO_RUN, NO_RUN, case="of another season", parts=SEASON | {"job": "job"}),
    Row("undo", RUNNERS, RUN_ON, parts=MADE),
)
LEAVES = {"player": "p1", "outcome": "stand", "reason": "Moved away"}
TAKES = {"player": "p1", "score": "1", "reason": "Came an hour late"}
SITS = {"seat": "0", "instead": "substitute", "reason": "Ill", "seen": "0"}
PLAYS_ON = {"player": "p1", "instead": "substitute", "reason": "Broke an arm"}
UNTIDY = (
    Row("withdraw", RUNNERS, RUN_ON, parts=SEASON, sent=LEAVES),
    Row("withdraw", RUN_ON, RUNNERS, case="in a closed season", parts=CLOSED, sent=LEAVES),
    Row("penalize", RUNNERS, RUN_ON, parts=SEASON, sent=TAKES),
    Row("penalize", RUN_ON, RUNNERS, case="in a closed season", parts=CLOSED, sent=TAKES),
    Row("substitute", HELPERS, HELP_ON, "in a match of others", match(OTHERS_MATCH), SITS),
    Row("substitute", HELPERS, HELP_ON, "in the player's own match", match(OWN_MATCH), SITS),
    Row("substitute", HELP_ON, HELPERS, "in a draft", match(DRAFT_MATCH), SITS),
    Row("substitute-rest", RUNNERS, RUN_ON, parts=SEASON, sent=PLAYS_ON),
    Row("substitute-rest", RUN_ON, RUNNERS, case="in a closed season", parts=CLOSED, sent=PLAYS_ON),
    Row("enter-late", RUNNERS, RUNNERS, parts=SEASON, sent={"player": "substitute", "show": "1"}),
    Row("enter-late", RUN_ON, RUNNERS, case="in a closed season", parts=CLOSED),
)
SCHEDULE = (
    Row("set-up-schedule", RUNNERS, RUN_ON, parts=DRAFT_SEASON, sent={"how": "without", "keep": "1"}),
    Row("set-up-schedule", RUN_ON, RUN_ON, case="of an open season", parts=SEASON),
    Row("nights", RUNNERS, RUNNERS, parts=SEASON, sent={"day": "2026-01-05", "to": "2026-01-12"}),
    Row("nights", RUNNERS, RUNNERS, case="of a draft", parts=DRAFT_SEASON),
    Row("nights", RUN_ON, RUN_ON, case="of a closed season", parts=CLOSED),
    Row("move-match", RUNNERS, RUN_ON, "", match(OTHERS_MATCH), {"due_on": "2026-01-12", "table": "1"}),
    Row("move-match", RUNNERS, RUN_ON, "of a draft", match(DRAFT_MATCH), {"due_on": "", "table": "1"}),
    Row("move-match", RUNNERS, RUNNERS, "that was played", match(PLAYED), {"due_on": "", "table": "1"}),
)
NEW_CLUB = {"name": "New Club", "timezone": "UTC"}
NEW_LEAGUE = {"name": "New League", "game": "skuck", "division_size": 4, "promoted": 1, "meetings": 1}
RULES = {"division_size": 4, "promoted": 1, "meetings": 1, "min_played": 0, "min_matches": 4}
CHANGED = {"name": "League", "vacancies": "promote-more", "ranking_1": "average"} | RULES
FOUNDING = (
    Row("new-club", LOGGED_IN, LOGGED_ON, sent=NEW_CLUB),
    Row("add-players", RUNNERS, RUN_ON, parts=CLUB, sent={"names": "New Player"}),
    Row("new-competition", RUNNERS, RUN_ON, parts=CLUB, sent=NEW_LEAGUE),
    Row("club-settings", RUNNERS, RUN_ON, parts=CLUB, sent=NEW_CLUB),
    Row("competition-settings", RUNNERS, RUN_ON, parts=LEAGUE, sent=CHANGED),
)
AGREED = {"option_deals": "5", "name": "Long evening"}
VARIANTS = (
    Row("competition-game", RUNNERS, RUN_ON, parts=LEAGUE, sent=AGREED),
    Row("competition-game", RUNNERS, RUNNERS, case="with nothing typed", parts=LEAGUE),
    Row("variants", RUNNERS, parts=CLUB),
    Row("remove-variant", POSTED, RUN_ON, parts=CLUB | {"variant": "variant"}),
)
NEW_PASSWORD = {
    "oldpassword": "wrong",
    "password1": "another good phrase",
    "password2": "another good phrase",
}
ACCOUNTS = (
    Row("account_login", LOGGED_OUT, LOGGED_OUT, sent={"login": "nobody@example.org", "password": "x"}),
    Row("account_request_login_code", LOGGED_OUT, SENT_ON, sent={"email": "nobody@example.org"}),
    Row("account_confirm_login_code", SENT_ON, SENT_ON, case="without one", sent={"code": "x"}),
    Row("account_logout", who("302 200 200 200 200 200 200"), SENT_ON),
    Row("account_signup", LOGGED_OUT, LOGGED_OUT, case="uninvited", sent={"email": "new@example.org"}),
    Row("account_inactive", EVERYBODY),
    Row("account_reauthenticate", LOGGED_IN, LOGGED_IN, sent={"password": "wrong"}),
    Row("account_change_password", LOGGED_IN, LOGGED_IN, sent=NEW_PASSWORD),
    Row("account_set_password", LOGGED_ON, LOGGED_ON, sent=NEW_PASSWORD),
    Row("account_reset_password", EVERYBODY, SENT_ON, sent={"email": "nobody@example.org"}),
    Row("account_reset_password_done", EVERYBODY),
    Row(
        "account_reset_password_from_key",
        EVERYBODY,
        EVERYBODY,
        case="that is none",
        parts={"uidb36": "1", "key": "x-y"},
        sent=NEW_PASSWORD,
    ),
    Row("account_reset_password_from_key_done", EVERYBODY),
)
# Of the admin site by pattern, where no row of their own says more; `id` is the first row there is of the noun.
ID = {"id": "first"}
ADMIN_LOG_IN = who("log-in 403 403 403 403 403 302")
ADMIN = (
    Row("admin:login", ADMIN_LOG_IN, ADMIN_LOG_IN),
    Row("admin:logout", who("302 302 302 302 302 302 405"), SENT_ON),
    Row("admin:index", ADMINS, ADMINS),
    Row("admin:app_list", ADMINS, ADMINS, parts={"app_label": "league"}),
    Row("admin:password_change", ADMINS_ON, ADMINS_ON),
    Row("admin:password_change_done", ADMINS),
    Row("admin:jsi18n", ADMINS),
    Row("admin:autocomplete", ADMINS_NO, case="of nothing"),
    Row(
        "admin:view_on_site",
        who("log-in log-in log-in log-in log-in log-in 404"),
        parts={"content_type_id": 0, "object_id": 1},
    ),
    Row("admin:*_changelist", ADMINS, ADMINS),
    Row("admin:*_add", ADMINS_NO, ADMINS_NO),
    Row("admin:*_history", ADMINS, ADMINS, parts=ID),
    Row("admin:*_delete", ADMINS_NO, ADMINS_NO, parts=ID),
    Row("admin:*_change", ADMINS, ADMINS_NO, parts=ID),
    *(
        Row(f"admin:league_{noun}_history", ADMINS_ON, ADMINS_ON, parts=ID)
        for noun in ("club", "player", "competition", "match", "membership", "variant")
    ),
    *(
        Row(f"admin:league_{noun}_change", ADMINS, ADMINS, case="with nothing typed", parts=ID)
        for noun in ("club", "player", "competition", "membership", "user")
    ),
    Row("admin:league_membership_delete", ADMINS, ADMINS_ON, parts=ID, sent={"post": "yes"}),
    Row(
        "admin:league_job_changelist",
        ADMINS,
        ADMINS_ON,
        sent={"action": "run_again", "_selected_action": "1"},
    ),
)
# The card of a season in the admin site.
SEASON_CARD = (
    Row(
        "admin:league_season_rollover",
        who("log-in log-in log-in log-in log-in log-in 405"),
        ADMINS_ON,
        parts=ID,
    ),
    *(
        Row(f"admin:league_season_{verb}", ADMINS, ADMINS_ON, parts=ID)
        for verb in ("close", "reopen", "undo")
    ),
)
SETTING_UP = (
    Row("new-season", RUNNERS, RUN_ON, parts=CLUB | {"competition": "league-3"}),
    Row("new-season", RUNNERS, RUNNERS, case="beside a draft", parts=LEAGUE),
    Row("set-up", RUNNERS, RUN_ON, parts=DRAFT_SEASON),
    Row("set-up", RUN_ON, RUN_ON, case="of an open season", parts=SEASON),
    Row(
        "set-up-divisions",
        RUNNERS,
        RUN_ON,
        parts=DRAFT_SEASON,
        sent={"name-1": "A", "division-p1": "1", "division-p2": "1", "save": "1"},
    ),
    Row("undo", RUNNERS, RUN_ON, case="of a draft that was begun by hand", parts=DRAFT_SEASON),
    Row("set-up-divisions", RUNNERS, RUNNERS, case="shown again", parts=DRAFT_SEASON, sent={"show": "1"}),
    Row("set-up-divisions", RUN_ON, RUN_ON, case="of an open season", parts=SEASON, sent={"save": "1"}),
)
ROWS = (
    *(
        *PAGES,
        *ENTRY,
        *NIGHT,
        *MEMBERS,
        *DECISIONS,
        *ENDING,
        *UNTIDY,
        *SCHEDULE,
        *SETTING_UP,
        *FOUNDING,
        *VARIANTS,
        *ACCOUNTS,
    ),
    *(*ADMIN, *SEASON_CARD),
)
