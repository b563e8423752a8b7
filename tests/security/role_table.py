"""The role table: who may open which URL, with a row for each of them.

People who belong only to another club are strangers here. The outcomes are 200: the page is shown; 302:
redirected elsewhere; "log-in": redirected to the log-in page, and back afterwards, or shown that page with
what was sent in it; 404: not found, as far as they can tell; 403: refused; 405: the method is not allowed.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from tests.actions.clubs import PRINTED_SHEET
from tests.security.population import (
    DRAFT_MATCH,
    FINAL_MATCH,
    NIGHT_DAY,
    OTHERS_MATCH,
    OWN_MATCH,
    PLAYED_MATCH,
    ROLES,
    UNFINISHED_MATCH,
)

Outcome = int | str
Outcomes = dict[str, Outcome]


def parse_outcomes(line: str) -> Outcomes:
    return {
        role: int(word) if word.isdigit() else word for role, word in zip(ROLES, line.split(), strict=True)
    }


#                visitor stranger player scorer organiser owner administrator
EVERYBODY = parse_outcomes("200     200      200    200    200       200   200")
NOBODY = parse_outcomes("   404     404      404    404    404       404   404")
EVERYBODY_REDIRECTED = parse_outcomes("  302     302      302    302    302       302   302")
NOT_ALLOWED = parse_outcomes("  405     405      405    405    405       405   405")
LOGGED_IN = parse_outcomes("log-in  200      200    200    200       200   200")
LOGGED_IN_REDIRECTED = parse_outcomes(" log-in  302      302    302    302       302   302")
VISITORS = parse_outcomes("200    302      302    302    302       302   302")
DRAFT_VIEWERS = parse_outcomes("    404     404      404    200    200       200   200")
STAFF = parse_outcomes("  log-in  404      404    200    200       200   200")
STAFF_REDIRECTED = parse_outcomes("  log-in  404      404    302    302       302   302")
PLAYERS = parse_outcomes("  log-in  404      200    200    200       200   200")
PLAYERS_AND_ORGANISERS = parse_outcomes("log-in 404 200    404    200       200   200")
PLAYERS_REDIRECTED = parse_outcomes("  log-in  404      302    302    302       302   302")
#                        no role, nor the site's, lets anyone bid for a player
BIDDERS_REDIRECTED = parse_outcomes("log-in 404     302    404    404       404   404")
OWNERS = parse_outcomes("   log-in  404      404    404    404       200   200")
OWNERS_REDIRECTED = parse_outcomes("   log-in  404      404    404    404       302   302")
OWNERS_NOT_ALLOWED = parse_outcomes("   log-in  404      404    404    404       405   405")
OPPONENTS = parse_outcomes(" log-in  404      200    404    404       404   200")
ORGANISERS = parse_outcomes(" log-in  404      404    404    200       200   200")
ORGANISERS_REDIRECTED = parse_outcomes("  log-in  404      404    404    302       302   302")
NOT_FOUND = parse_outcomes("  log-in  404      404    404    404       404   404")
ORGANISERS_NOT_ALLOWED = parse_outcomes("  log-in  404      404    404    405       405   405")
INVITED = parse_outcomes("  log-in  200      302    200    200       200   200")
#              the only owner is told to hand over first; an administrator belongs to no club
LEAVERS = parse_outcomes("  log-in  404      200    200    200       200   404")
LEAVERS_REDIRECTED = parse_outcomes("  log-in  404      302    302    302       200   404")
#              who has a player is led to it, with what was typed; no other address here is proved
JOINERS = parse_outcomes("  log-in  200      302    200    200       200   200")
JOINERS_SENT = parse_outcomes("log-in 200    200    200    200       200   200")
EVERYBODY_LED_ON = parse_outcomes("  301     301      301    301    301       301   301")
ADMINS = parse_outcomes("   log-in  log-in   log-in log-in log-in    log-in 200")
ADMINS_REDIRECTED = parse_outcomes("log-in  log-in   log-in log-in log-in    log-in 302")
ADMINS_REFUSED = parse_outcomes("log-in  log-in   log-in log-in log-in    log-in 403")
ADMINS_NOT_ALLOWED = parse_outcomes("log-in  log-in   log-in log-in log-in    log-in 405")


@dataclass(frozen=True)
class Row:
    """A URL, by its name and parameters, with the outcomes of requesting it and of posting `sent` to it.

    Without `post` the page has no form: a post is refused or answered as if the page had been requested. What needs no
    token against forged requests has a secret in its address.
    """

    name: str
    get: Outcomes
    post: Outcomes | None = None
    case: str = ""
    parts: dict[str, Any] = field(default_factory=dict)
    sent: dict[str, Any] = field(default_factory=dict)
    needs_token: Sequence[str] = ROLES  # who posts with a CSRF token only

    def __str__(self) -> str:
        return f"{self.name} {self.case}".strip()


CLUB = {"club": "riverside"}
LEAGUE = CLUB | {"competition": "league-1"}
SEASON = LEAGUE | {"season": 1}
DRAFT_SEASON = LEAGUE | {"season": 2}
TOURNAMENT = CLUB | {"competition": "cup", "season": 1}  # of two rounds, the first of which is published
PLATE = CLUB | {"competition": "plate", "season": 1}  # a knockout
MASTERS = CLUB | {"competition": "masters", "season": 1}  # in the first round of its final
STEPS = CLUB | {"competition": "steps", "season": 1}  # a ladder
ULTIMATE = CLUB | {"competition": "ultimate", "season": 1}  # with the same cards, its first round finished
EVENINGS = CLUB | {"competition": "evenings"}  # ranked by the year, the first of which was in 2026
LISTS = CLUB | {"competition": "lists"}  # an evening with money, whose lost games the year settles
EVENING = CLUB | {"competition": "evening", "season": 1}  # a draft that players register for
# league-2: the closed season has been rolled over into a draft; league-3: the one season is closed.
ROLLED_OVER_SEASON = CLUB | {"competition": "league-2", "season": 1}
ROLLED_OVER_DRAFT = CLUB | {"competition": "league-2", "season": 2}
CLOSED_SEASON = CLUB | {"competition": "league-3", "season": 1}


def build_match_parts(key: str, **more: Any) -> dict[str, Any]:
    return CLUB | {"match": key} | more


ENTERED = {"submission": 0}  # none that there is
SHEET_FIELDS: dict[str, Any] = {
    f"deals-{deal}-{field}-{seat}": number
    for deal, written in enumerate(PRINTED_SHEET["deals"])
    for field in ("bids", "tricks")
    for seat, number in enumerate(written[field])
}


def build_sheet_form(base: int) -> dict[str, Any]:
    """Build what the entry form sends."""
    why = {"why": "The scorer misread the sheet."} if base else {}
    return SHEET_FIELDS | {"key": "0b5ae8c4-5d7c-4b6e-9d1c-0e7f3a1c9b55", "base": base, "then": "next"} | why


BID = {"deal": 0, "field": "bids", "number": 13}
REPORT_FORM = {"text": "An insult", "page": "/riverside/", "email": ""}
VOID_FORM = {"how": "void", "reason": "The hall was closed.", "base": "0"}
PAGES = (
    Row("healthz", EVERYBODY),
    Row("robots", EVERYBODY),
    Row("readyz", EVERYBODY),
    Row("home", EVERYBODY),
    Row("admin", EVERYBODY_LED_ON, NOT_ALLOWED),
    Row("admin-changes", EVERYBODY_LED_ON, NOT_ALLOWED, parts={"url": ""}),
    Row("admin-changes", EVERYBODY_LED_ON, NOT_ALLOWED, "of an event", {"url": "1/change/"}),
    Row("report", EVERYBODY, EVERYBODY_REDIRECTED, sent=REPORT_FORM),
    Row("search", EVERYBODY),
    Row("reference", EVERYBODY),
    Row("reference-page", EVERYBODY, parts={"page": "scoring"}),
    Row("reference-page", NOBODY, case="that is not there", parts={"page": "nothing"}),
    Row(
        "language",
        NOT_ALLOWED,
        EVERYBODY_REDIRECTED,
        sent={"language": "de"},
        needs_token=[who for who in ROLES if who != "visitor"],  # pages that are kept for visitors have none
    ),
    Row("design", NOBODY),  # for developers, under `dev.py run` only
    Row("demo-log-in", NOBODY, NOBODY, sent={"role": "scorer"}),  # offered under `dev.py run` only
    Row("demo-reset", NOBODY, NOBODY),
    Row("imprint", EVERYBODY),
    Row("contact", NOBODY, case="that nobody has written"),
    Row("privacy", NOBODY, case="that nobody has written"),
    Row("my", LOGGED_IN),
    Row("club", EVERYBODY, parts=CLUB),
    Row("players", EVERYBODY, parts=CLUB),
    Row("player", EVERYBODY, parts=CLUB | {"player": "p1"}),
    Row("player-sheets", EVERYBODY, parts=LEAGUE | {"player": "p1"}),
    Row("player-sheets", NOBODY, case="of a player without matches", parts=LEAGUE | {"player": "p3"}),
    Row("competition", EVERYBODY_REDIRECTED, parts=LEAGUE),
    Row("rules", EVERYBODY, parts=LEAGUE),
    Row("strategy", EVERYBODY, parts=LEAGUE),
    Row("blank-paper", EVERYBODY, parts=LEAGUE),
    Row("counting", EVERYBODY, parts=LEAGUE),
    Row("season", EVERYBODY, parts=SEASON),
    Row("season", DRAFT_VIEWERS, case="of a draft", parts=DRAFT_SEASON),
    Row("season-grid", EVERYBODY, parts=SEASON),
    Row("season-grid", DRAFT_VIEWERS, case="of a draft", parts=DRAFT_SEASON),
    Row("season-matches", EVERYBODY, parts=SEASON),
    Row("night", EVERYBODY, parts=SEASON | {"day": NIGHT_DAY}),
    Row("night", NOBODY, case="without results", parts=SEASON | {"day": "2026-02-31"}),
    Row("season-matches", DRAFT_VIEWERS, case="of a draft", parts=DRAFT_SEASON),
    Row("bracket", EVERYBODY, parts=PLATE),
    Row("bracket", NOBODY, case="of a Swiss", parts=TOURNAMENT),
    Row("draw", EVERYBODY, parts=PLATE),
    Row("draw", NOBODY, case="of a Swiss", parts=TOURNAMENT),
    Row("ladder", EVERYBODY, parts=STEPS),
    Row("ladder", NOBODY, case="of a Swiss", parts=TOURNAMENT),
    Row("prizes", EVERYBODY, parts=TOURNAMENT),
    Row("prizes", NOBODY, case="of a league", parts=SEASON),
    Row("teams", EVERYBODY, parts=TOURNAMENT),
    Row("teams", NOBODY, case="of a league", parts=SEASON),
    Row("rounds", EVERYBODY_REDIRECTED, parts=TOURNAMENT),
    Row("round", EVERYBODY, parts=TOURNAMENT | {"number": 1}),
    Row("round", NOBODY, case="that is not published", parts=TOURNAMENT | {"number": 2}),
    Row("final-round", EVERYBODY, parts=MASTERS | {"number": 1}),
    Row("final-table-cards", EVERYBODY, parts=MASTERS | {"number": 1}),
    Row("deals", EVERYBODY, parts=ULTIMATE),
    Row("deals", NOBODY, case="of a Swiss", parts=TOURNAMENT),
    Row("practice-deal", EVERYBODY, parts=ULTIMATE),
    Row("movement", EVERYBODY, parts=ULTIMATE),
    Row("deal", EVERYBODY, parts=ULTIMATE | {"number": 1}),
    Row("deal", NOBODY, case="of a round to come", parts=ULTIMATE | {"number": 5}),
    Row("season-awards", EVERYBODY, parts=SEASON),
    Row("season-awards", EVERYBODY, case="of a closed season", parts=CLOSED_SEASON),
    Row("season-awards", DRAFT_VIEWERS, case="of a draft", parts=DRAFT_SEASON),
    Row("season-awards", EVERYBODY_REDIRECTED, case="of a tournament", parts=TOURNAMENT),
    Row("table-cards", EVERYBODY, parts=SEASON | {"number": 1}),
    Row("screen", EVERYBODY, parts=SEASON),
    Row("hall-screen", EVERYBODY, parts=SEASON | {"token": "token"}),
    Row(
        "invite-players",
        OWNERS,
        OWNERS_REDIRECTED,
        parts=CLUB,
        sent={"rows": "Zoe Zimmer, zoe@example.org"},
    ),
    Row("ask-to-join", JOINERS, JOINERS_SENT, parts=CLUB, sent={"name": "Zoe Zimmer"}),
    Row("join-requests", ORGANISERS, parts=CLUB),
    Row(
        "join-request",
        ORGANISERS,
        ORGANISERS_REDIRECTED,
        parts=CLUB | {"join_request": "join_request"},
        sent={"approve": "1"},
    ),
    Row("club-news", ORGANISERS, ORGANISERS_REDIRECTED, parts=CLUB, sent={"text": "Next night: Thursday"}),
    Row("screen-links", ORGANISERS, ORGANISERS_REDIRECTED, parts=SEASON, sent={"do": "make"}),
    Row("screen", DRAFT_VIEWERS, case="of a draft", parts=DRAFT_SEASON),
    Row("latest-year", EVERYBODY, parts=EVENINGS),
    Row("latest-year", NOBODY, case="of a league", parts=LEAGUE),
    Row("year", EVERYBODY, parts=EVENINGS | {"year": 2026}),
    Row("year", NOBODY, case="of a league", parts=LEAGUE | {"year": 2026}),
    Row("hall-of-fame", EVERYBODY, parts=LEAGUE),
    Row("recent-awards", EVERYBODY, parts=LEAGUE),
    Row("hall-of-fame", NOBODY, case="of a tournament", parts=CLUB | {"competition": "cup"}),
    Row("why", EVERYBODY, parts=SEASON | {"player": "p1"}),
    Row("why", DRAFT_VIEWERS, case="of a draft", parts=DRAFT_SEASON | {"player": "p1"}),
    Row("match", EVERYBODY, parts=build_match_parts(PLAYED_MATCH)),
    Row("match", EVERYBODY, case="to be played", parts=build_match_parts(OTHERS_MATCH)),
    Row("match", DRAFT_VIEWERS, case="of a draft", parts=build_match_parts(DRAFT_MATCH)),
    Row("table-clock", EVERYBODY, parts=build_match_parts(OTHERS_MATCH)),
    Row("table-clock-worker", EVERYBODY, parts=build_match_parts(OTHERS_MATCH)),
    Row("table-clock", DRAFT_VIEWERS, case="of a draft", parts=build_match_parts(DRAFT_MATCH)),
    Row("paper", EVERYBODY, parts=build_match_parts(OTHERS_MATCH)),
    Row("paper", DRAFT_VIEWERS, case="of a draft", parts=build_match_parts(DRAFT_MATCH)),
    Row("night-paper", EVERYBODY, parts=SEASON),
    Row("night-paper", DRAFT_VIEWERS, case="of a draft", parts=DRAFT_SEASON),
)
ENTRY = (
    Row("enter", STAFF, STAFF_REDIRECTED, "of others", build_match_parts(OTHERS_MATCH), build_sheet_form(0)),
    Row(
        "enter",
        PLAYERS,
        PLAYERS_REDIRECTED,
        "of the player's own match",
        build_match_parts(OWN_MATCH),
        build_sheet_form(0),
    ),
    Row("enter", STAFF, STAFF_REDIRECTED, "once more", build_match_parts(PLAYED_MATCH), build_sheet_form(2)),
    Row(
        "enter",
        DRAFT_VIEWERS,
        DRAFT_VIEWERS,
        "in a draft",
        build_match_parts(DRAFT_MATCH),
        build_sheet_form(0),
    ),
    Row("at-table", STAFF, NOT_FOUND, "of others", build_match_parts(OTHERS_MATCH), BID),
    Row("at-table", PLAYERS, BIDDERS_REDIRECTED, "of the player's own", build_match_parts(OWN_MATCH), BID),
    Row("at-table", NOBODY, NOBODY, "in a draft", build_match_parts(DRAFT_MATCH), BID),
    Row(
        "discard-sheet", STAFF, STAFF, "", build_match_parts(UNFINISHED_MATCH), {"base": 1}
    ),  # one that is gone
    Row("discard-sheet", STAFF_REDIRECTED, STAFF_REDIRECTED, "without one", build_match_parts(OTHERS_MATCH)),
    # Nobody is redirected while typing: whoever has logged out meanwhile is told so on the page itself.
    Row(
        "check",
        NOT_ALLOWED,
        STAFF | {"visitor": 200},
        "of others",
        build_match_parts(OTHERS_MATCH),
        build_sheet_form(0),
    ),
    Row(
        "check",
        NOT_ALLOWED,
        PLAYERS | {"visitor": 200},
        "of the player's own",
        build_match_parts(OWN_MATCH),
        build_sheet_form(0),
    ),
    Row(
        "check", NOT_ALLOWED, DRAFT_VIEWERS, "in a draft", build_match_parts(DRAFT_MATCH), build_sheet_form(0)
    ),
    Row(
        "restore", STAFF, STAFF_REDIRECTED, "", build_match_parts(PLAYED_MATCH, number=1), build_sheet_form(2)
    ),
    Row("undo-result", STAFF, STAFF_REDIRECTED, "", build_match_parts(PLAYED_MATCH), {"base": 2}),
    Row("confirm-result", OPPONENTS, OPPONENTS, "", build_match_parts(PLAYED_MATCH), ENTERED),
    Row("confirm-result", NOBODY, NOBODY, "in a draft", build_match_parts(DRAFT_MATCH), ENTERED),
    Row(
        "dispute-result",
        OPPONENTS,
        OPPONENTS,  # without a reason
        "",
        build_match_parts(PLAYED_MATCH),
        build_sheet_form(0) | ENTERED,
    ),
    Row("dispute-result", NOBODY, NOBODY, "in a draft", build_match_parts(DRAFT_MATCH), ENTERED),
    Row(
        "settle-dispute",
        ORGANISERS_REDIRECTED,
        ORGANISERS_REDIRECTED,
        "without a dispute",
        build_match_parts(PLAYED_MATCH),
        ENTERED,
    ),
    Row("settle-dispute", NOBODY, NOBODY, "in a draft", build_match_parts(DRAFT_MATCH), ENTERED),
    Row(
        "remove-dispute-reason",
        ORGANISERS_REDIRECTED,
        ORGANISERS_REDIRECTED,
        "without a dispute",
        build_match_parts(PLAYED_MATCH),
    ),
    Row("remove-dispute-reason", NOBODY, NOBODY, "in a draft", build_match_parts(DRAFT_MATCH)),
    Row("undo-result", NOBODY, NOBODY, "in a draft", build_match_parts(DRAFT_MATCH), {"base": 1}),
    Row(
        "restore", NOBODY, NOBODY, "in a draft", build_match_parts(DRAFT_MATCH, number=1), build_sheet_form(2)
    ),
)
TEMPLATE_PARTS = SEASON | {"file_format": "csv"}
NIGHT = (
    Row("enter-results", STAFF_REDIRECTED, parts=CLUB),
    Row("enter-night", STAFF_REDIRECTED, parts=CLUB | {"day": NIGHT_DAY}),
    Row("watch-night", STAFF | {"visitor": 200}, parts=build_match_parts(OWN_MATCH)),
    Row("watch-night", DRAFT_VIEWERS, case="of a draft", parts=build_match_parts(DRAFT_MATCH)),
    Row("enter-night", NOT_FOUND, case="of no day", parts=CLUB | {"day": "tomorrow"}),
    Row("import-results", STAFF, STAFF, parts=SEASON, sent={"cells": f"match\n{OTHERS_MATCH}"}),
    Row("import-results", STAFF, STAFF, case="of a draft", parts=DRAFT_SEASON, sent={"save": "1"}),
    Row("results-template", STAFF, parts=TEMPLATE_PARTS),
    Row("results-template", NOT_FOUND, case="of no kind", parts=TEMPLATE_PARTS | {"file_format": "exe"}),
)
MEMBERS = (
    Row(
        "members", OWNERS, OWNERS_REDIRECTED, parts=CLUB, sent={"email": "new@example.com", "role": "scorer"}
    ),
    Row("member", OWNERS, OWNERS_REDIRECTED, parts=CLUB | {"member": "member"}, sent={"role": "organiser"}),
    Row(
        "withdraw-invitation",
        OWNERS_NOT_ALLOWED,
        OWNERS_REDIRECTED,
        parts=CLUB | {"invitation": "invitation"},
    ),
    Row("invitation", EVERYBODY, INVITED, parts={"token": "token"}),
    Row("invitation", NOBODY, case="that was never made", parts={"token": "x"}),
)
# Scorers decide matches, organisers everything else; everybody undoes what they may decide.
DECISION_PARTS = SEASON | {"decision": "decision"}
DECISIONS = (
    Row("manage-club", STAFF, parts=CLUB),
    Row("manage-season", STAFF, parts=SEASON),
    Row("manage-season", STAFF, case="of a draft", parts=DRAFT_SEASON),
    Row("season-decisions", EVERYBODY, parts=SEASON),
    Row("season-decisions", DRAFT_VIEWERS, case="of a draft", parts=DRAFT_SEASON),
    Row("take-back", STAFF, STAFF_REDIRECTED, parts=DECISION_PARTS),
    Row(
        "take-back",
        NOT_FOUND,
        NOT_FOUND,
        case="of another season",
        parts=CLOSED_SEASON | {"decision": "decision"},
    ),
    Row("remove-reason", STAFF, STAFF_REDIRECTED, parts=DECISION_PARTS),
    Row(
        "remove-reason",
        NOT_FOUND,
        NOT_FOUND,
        case="of another season",
        parts=CLOSED_SEASON | {"decision": "decision"},
    ),
    Row("decide-match", STAFF, STAFF_REDIRECTED, "", build_match_parts(OTHERS_MATCH), VOID_FORM),
    Row("decide-match", STAFF, STAFF, "with nothing typed", build_match_parts(PLAYED_MATCH)),
    Row("decide-match", STAFF, STAFF, "of a draft", build_match_parts(DRAFT_MATCH), VOID_FORM),
)
SEASON_ENDS = (
    Row("close", ORGANISERS, ORGANISERS_REDIRECTED, parts=SEASON, sent={"missing": "forfeit"}),
    Row(
        "close", ORGANISERS_REDIRECTED, ORGANISERS_REDIRECTED, case="of a closed season", parts=CLOSED_SEASON
    ),
    Row("reopen", ORGANISERS, ORGANISERS_REDIRECTED, parts=CLOSED_SEASON),
    Row("reopen", ORGANISERS_REDIRECTED, ORGANISERS_REDIRECTED, case="of an open season", parts=SEASON),
    Row("roll-over", ORGANISERS, ORGANISERS_REDIRECTED, parts=CLOSED_SEASON),
    Row("roll-over", ORGANISERS, ORGANISERS, case="once more", parts=ROLLED_OVER_SEASON),
    Row("roll-over", ORGANISERS_REDIRECTED, ORGANISERS_REDIRECTED, case="of a draft", parts=DRAFT_SEASON),
    Row("roll-over-progress", ORGANISERS, ORGANISERS_REDIRECTED, parts=CLOSED_SEASON | {"job": "job"}),
    Row("roll-over-progress", NOT_FOUND, NOT_FOUND, case="of another season", parts=SEASON | {"job": "job"}),
    Row("undo", ORGANISERS, ORGANISERS_REDIRECTED, parts=ROLLED_OVER_DRAFT),
)
WITHDRAWAL_FORM = {"player": "p1", "outcome": "stand", "reason": "Moved away"}
PENALTY_FORM = {"player": "p1", "score": "1", "reason": "Came an hour late"}
SUBSTITUTE_FORM = {"seat": "0", "instead": "substitute", "reason": "Ill", "seen": "0"}
SUBSTITUTE_REST_FORM = {"player": "p1", "instead": "substitute", "reason": "Broke an arm"}
ENTRY_DECISIONS = (
    Row("withdraw", ORGANISERS, ORGANISERS_REDIRECTED, parts=SEASON, sent=WITHDRAWAL_FORM),
    Row(
        "withdraw",
        ORGANISERS_REDIRECTED,
        ORGANISERS,
        case="in a closed season",
        parts=CLOSED_SEASON,
        sent=WITHDRAWAL_FORM,
    ),
    Row("penalize", ORGANISERS, ORGANISERS_REDIRECTED, parts=SEASON, sent=PENALTY_FORM),
    Row(
        "penalize",
        ORGANISERS_REDIRECTED,
        ORGANISERS,
        case="in a closed season",
        parts=CLOSED_SEASON,
        sent=PENALTY_FORM,
    ),
    Row(
        "substitute",
        STAFF,
        STAFF_REDIRECTED,
        "in a match of others",
        build_match_parts(OTHERS_MATCH),
        SUBSTITUTE_FORM,
    ),
    Row(
        "substitute",
        STAFF,
        STAFF_REDIRECTED,
        "in the player's own match",
        build_match_parts(OWN_MATCH),
        SUBSTITUTE_FORM,
    ),
    Row("substitute", STAFF_REDIRECTED, STAFF, "in a draft", build_match_parts(DRAFT_MATCH), SUBSTITUTE_FORM),
    Row("substitute-rest", ORGANISERS, ORGANISERS_REDIRECTED, parts=SEASON, sent=SUBSTITUTE_REST_FORM),
    Row(
        "substitute-rest",
        ORGANISERS_REDIRECTED,
        ORGANISERS,
        case="in a closed season",
        parts=CLOSED_SEASON,
        sent=SUBSTITUTE_REST_FORM,
    ),
    Row("enter-late", ORGANISERS, ORGANISERS, parts=SEASON, sent={"player": "substitute", "show": "1"}),
    Row("enter-late", ORGANISERS_REDIRECTED, ORGANISERS, case="in a closed season", parts=CLOSED_SEASON),
)
SCHEDULE = (
    Row(
        "set-up-schedule",
        ORGANISERS,
        ORGANISERS_REDIRECTED,
        parts=DRAFT_SEASON,
        sent={"how": "without", "keep": "1"},
    ),
    Row(
        "set-up-schedule",
        ORGANISERS_REDIRECTED,
        ORGANISERS_REDIRECTED,
        case="of an open season",
        parts=SEASON,
    ),
    Row(
        "nights", ORGANISERS, ORGANISERS_REDIRECTED, parts=SEASON, sent={"day": NIGHT_DAY, "to": "2026-01-12"}
    ),
    Row("nights", ORGANISERS, ORGANISERS, case="of a draft", parts=DRAFT_SEASON),
    Row(
        "nights", ORGANISERS_REDIRECTED, ORGANISERS_REDIRECTED, case="of a closed season", parts=CLOSED_SEASON
    ),
    Row(
        "arrange-match",
        PLAYERS_AND_ORGANISERS,
        parse_outcomes("log-in 404 302 404 302 302 302"),
        "",
        build_match_parts(FINAL_MATCH),
        {"arranged_on": "", "venue": "Club room"},
    ),
    Row("arrange-match", NOT_FOUND, NOT_FOUND, "of a league", build_match_parts(OTHERS_MATCH)),
    Row(
        "move-match",
        ORGANISERS,
        ORGANISERS_REDIRECTED,
        "",
        build_match_parts(OTHERS_MATCH),
        {"due_on": "2026-01-12", "table": "1"},
    ),
    Row(
        "move-match",
        ORGANISERS,
        ORGANISERS_REDIRECTED,
        "of a draft",
        build_match_parts(DRAFT_MATCH),
        {"due_on": "", "table": "1"},
    ),
    Row(
        "move-match",
        ORGANISERS,
        ORGANISERS,
        "that was played",
        build_match_parts(PLAYED_MATCH),
        {"due_on": "", "table": "1"},
    ),
)
CLUB_FORM = {"name": "New Club", "timezone": "UTC", "former_players": "hide"}
COMPETITION_FORM = {"name": "New League", "game": "skuck", "division_size": 4, "promoted": 1, "meetings": 1}
RULES_FIELDS = {"division_size": 4, "promoted": 1, "meetings": 1, "min_played": 0, "min_matches": 4}
RULES_FORM = {"name": "League", "vacancies": "promote-more", "ranking_1": "average"} | RULES_FIELDS
NEW_CLUBS = (
    Row("new-club", LOGGED_IN, LOGGED_IN_REDIRECTED, sent=CLUB_FORM),
    Row("add-players", ORGANISERS, ORGANISERS_REDIRECTED, parts=CLUB, sent={"names": "New Player"}),
    Row("new-competition", ORGANISERS, ORGANISERS_REDIRECTED, parts=CLUB, sent=COMPETITION_FORM),
    Row(
        "new-tournament",
        ORGANISERS,
        ORGANISERS_REDIRECTED,
        parts=CLUB,
        sent={"game": "skuck", "names": "Ann\nBob\nCleo\nDan", "hours": "2", "plan": "swiss-3", "start": ""},
    ),
    Row("new-tournament", ORGANISERS, ORGANISERS, case="without an answer", parts=CLUB, sent={"hours": "2"}),
    Row(
        "run-rounds",
        ORGANISERS,
        ORGANISERS_REDIRECTED,
        parts=TOURNAMENT,
        sent={"do": "announce", "rounds": "3"},
    ),
    Row("run-rounds", ORGANISERS_REDIRECTED, ORGANISERS_REDIRECTED, case="of a league", parts=SEASON),
    Row("guests", ORGANISERS, ORGANISERS_REDIRECTED, parts=TOURNAMENT, sent={"guests.p1": "on"}),
    Row("guests", ORGANISERS_REDIRECTED, ORGANISERS_REDIRECTED, case="of a league", parts=SEASON),
    Row("settlement", STAFF, parts=LISTS | {"season": 1}),
    Row("settlement", NOT_FOUND, case="without money", parts=TOURNAMENT),
    Row("year-settlement", STAFF, parts=LISTS | {"year": 2026}),
    Row("year-settlement", NOT_FOUND, case="without money", parts=EVENINGS | {"year": 2026}),
    Row("run-draw", ORGANISERS, ORGANISERS_REDIRECTED, parts=PLATE, sent={"do": "show"}),
    Row("run-draw", ORGANISERS_REDIRECTED, ORGANISERS_REDIRECTED, case="of a Swiss", parts=TOURNAMENT),
    Row("final", ORGANISERS, ORGANISERS, parts=MASTERS, sent={"do": "undo"}),
    Row(
        "packs",
        ORGANISERS,
        ORGANISERS,
        parts=ULTIMATE,
        sent={"do": "print", "round": "2", "plays": "yes"},
    ),
    Row("rule-on-deals", ORGANISERS, ORGANISERS, parts=ULTIMATE, sent={"how": "left-out"}),
    Row("packs", ORGANISERS_REDIRECTED, ORGANISERS_REDIRECTED, case="of a league", parts=SEASON),
    Row("final", ORGANISERS_REDIRECTED, ORGANISERS_REDIRECTED, case="of a league", parts=SEASON),
    Row(
        "challenge",
        LOGGED_IN_REDIRECTED,
        parse_outcomes("log-in 404 302 404 302 302 302"),
        parts=STEPS,
        sent={"do": "challenge", "challenger": "p1", "challenged": "p2"},
    ),
    Row("challenge", NOT_FOUND, NOT_FOUND, case="of a Swiss", parts=TOURNAMENT, sent={"do": "challenge"}),
    Row("tournament-report", ORGANISERS, parts=TOURNAMENT),
    Row("club-settings", ORGANISERS, ORGANISERS_REDIRECTED, parts=CLUB, sent=CLUB_FORM),
    Row("competition-settings", ORGANISERS, ORGANISERS_REDIRECTED, parts=LEAGUE, sent=RULES_FORM),
)
DELETION = (
    Row("delete-club", OWNERS, OWNERS_REDIRECTED, parts=CLUB, sent={"name": "Riverside"}),
    Row("delete-club", OWNERS, OWNERS, case="with another name", parts=CLUB, sent={"name": "Lakeside"}),
    Row("club-file", OWNERS, parts=CLUB),
    Row(
        "restore-club",
        OWNERS_REDIRECTED,
        OWNERS_REDIRECTED,
        case="that is not deleted",
        parts={"slug": "riverside"},
    ),
)
GAME_FORM = {"option_deals": "5", "name": "Long evening"}
VARIANTS = (
    Row("competition-game", ORGANISERS, ORGANISERS_REDIRECTED, parts=LEAGUE, sent=GAME_FORM),
    Row("competition-game", ORGANISERS, ORGANISERS, case="with nothing typed", parts=LEAGUE),
    Row("variants", ORGANISERS, parts=CLUB),
    Row("remove-variant", ORGANISERS_NOT_ALLOWED, ORGANISERS_REDIRECTED, parts=CLUB | {"variant": "variant"}),
)
ASKED_FIRST = LOGGED_IN_REDIRECTED  # for the password once more
NOT_THERE = NOT_FOUND
PASSWORD_FORM = {
    "oldpassword": "wrong",
    "password1": "another good phrase",
    "password2": "another good phrase",
}
ACCOUNTS = (
    Row("account_login", VISITORS, VISITORS, sent={"login": "nobody@example.org", "password": "x"}),
    Row("account_request_login_code", VISITORS, EVERYBODY_REDIRECTED, sent={"email": "nobody@example.org"}),
    Row(
        "account_confirm_login_code",
        EVERYBODY_REDIRECTED,
        EVERYBODY_REDIRECTED,
        case="without one",
        sent={"code": "x"},
    ),
    Row("mfa_authenticate", EVERYBODY_REDIRECTED, EVERYBODY_REDIRECTED, sent={"code": "000000"}),
    Row("mfa_login_webauthn", EVERYBODY_REDIRECTED, EVERYBODY_REDIRECTED, sent={"credential": "{}"}),
    Row("mfa_reauthenticate", LOGGED_IN_REDIRECTED, LOGGED_IN_REDIRECTED, sent={"code": "000000"}),
    Row("mfa_reauthenticate_webauthn", LOGGED_IN_REDIRECTED, LOGGED_IN_REDIRECTED, sent={"credential": "{}"}),
    Row("mfa_index", LOGGED_IN),
    Row("mfa_activate_totp", ASKED_FIRST, ASKED_FIRST, sent={"code": "000000"}),
    Row("mfa_deactivate_totp", NOT_THERE, NOT_THERE, case="that there is not"),
    Row("mfa_add_webauthn", ASKED_FIRST, ASKED_FIRST, sent={"credential": "{}"}),
    Row("mfa_remove_webauthn", ASKED_FIRST, ASKED_FIRST, parts={"pk": 1}),
    Row("mfa_view_recovery_codes", NOT_THERE, case="that there are not"),
    Row("mfa_generate_recovery_codes", ASKED_FIRST, ASKED_FIRST),
    Row("mfa_download_recovery_codes", NOT_THERE, case="that there are not"),
    Row("account_logout", parse_outcomes("302 200 200 200 200 200 200"), EVERYBODY_REDIRECTED),
    Row("account_signup", VISITORS, VISITORS, case="without a name", sent={"email": "new@example.org"}),
    Row(
        "account_confirm_sign_up",
        EVERYBODY_REDIRECTED,
        EVERYBODY_REDIRECTED,
        case="without one",
        sent={"code": "x"},
    ),
    Row("account_waiting", EVERYBODY),
    Row("account_inactive", EVERYBODY),
    Row("usersessions_list", LOGGED_IN, LOGGED_IN_REDIRECTED),
    Row("account_reauthenticate", LOGGED_IN, LOGGED_IN, sent={"password": "wrong"}),
    Row(
        "account_reauthenticate_by_code",
        LOGGED_IN_REDIRECTED,
        LOGGED_IN_REDIRECTED,
        case="with a password",
        sent={"send": "1"},
    ),
    Row("account", LOGGED_IN),
    Row("change-name", LOGGED_IN, LOGGED_IN_REDIRECTED, sent={"name": "Another Name"}),
    Row("change-address", LOGGED_IN, LOGGED_IN_REDIRECTED, sent={"email": "another@example.org"}),
    Row(
        "confirm-address",
        LOGGED_IN_REDIRECTED,
        LOGGED_IN_REDIRECTED,
        case="without a code",
        sent={"code": "x"},
    ),
    Row("notifications", LOGGED_IN, LOGGED_IN_REDIRECTED, sent={"match-due": "on"}),
    Row(
        "switch-notifications",
        EVERYBODY,
        EVERYBODY_REDIRECTED,
        parts={"token": "token"},
        needs_token=(),
    ),
    Row(
        "switch-notifications",
        NOBODY,
        NOBODY,
        "of a link that was never made",
        {"token": "x"},
        needs_token=(),
    ),
    Row("my-data", LOGGED_IN, LOGGED_IN),
    Row("delete-account", LOGGED_IN, LOGGED_IN, case="with nothing typed"),
    Row("leave-club", LEAVERS, LEAVERS_REDIRECTED, parts=CLUB),
    Row(
        "edit-player",
        ORGANISERS,
        ORGANISERS_REDIRECTED,
        parts=CLUB | {"player": "p2"},
        sent={"name": "Bob B."},
    ),
    Row(
        "retire-player",
        ORGANISERS_REDIRECTED,
        ORGANISERS_REDIRECTED,
        parts=CLUB | {"player": "p2"},
        sent={"retired": "1"},
    ),
    Row("merge-player", ORGANISERS, ORGANISERS, parts=CLUB | {"player": "p2"}),
    Row("undo-merge", NOT_FOUND, NOT_FOUND, "of none", parts=CLUB | {"player": "p2", "merge": 0}),
    Row("forget-player", OWNERS, OWNERS_REDIRECTED, parts=CLUB | {"player": "p2"}),
    Row("account_change_password", LOGGED_IN, LOGGED_IN, sent=PASSWORD_FORM),
    Row("account_set_password", LOGGED_IN_REDIRECTED, LOGGED_IN_REDIRECTED, sent=PASSWORD_FORM),
    Row("account_reset_password", EVERYBODY, EVERYBODY_REDIRECTED, sent={"email": "nobody@example.org"}),
    Row("account_reset_password_done", EVERYBODY),
    Row(
        "account_reset_password_from_key",
        EVERYBODY,
        EVERYBODY,
        case="that is none",
        parts={"uidb36": "1", "key": "x-y"},
        sent=PASSWORD_FORM,
    ),
    Row("account_reset_password_from_key_done", EVERYBODY),
)
# The admin site's URLs, by pattern where no row of their own says more; `id` is the model's first row.
FIRST_ROW = {"id": "first"}
ADMIN_LOG_IN_OUTCOMES = parse_outcomes("log-in 403 403 403 403 403 302")
ADMIN = (
    Row("admin:login", ADMIN_LOG_IN_OUTCOMES, ADMIN_LOG_IN_OUTCOMES),
    Row("admin:logout", parse_outcomes("302 302 302 302 302 302 405"), EVERYBODY_REDIRECTED),
    Row("admin:index", ADMINS, ADMINS),
    Row("admin:app_list", ADMINS, ADMINS, parts={"app_label": "league"}),
    Row("admin:password_change", ADMINS_REDIRECTED, ADMINS_REDIRECTED),
    Row("admin:password_change_done", ADMINS),
    Row("admin:jsi18n", ADMINS),
    Row("admin:autocomplete", ADMINS_REFUSED, case="of nothing"),
    Row(
        "admin:view_on_site",
        parse_outcomes("log-in log-in log-in log-in log-in log-in 404"),
        parts={"content_type_id": 0, "object_id": 1},
    ),
    Row("admin:*_changelist", ADMINS, ADMINS),
    Row("admin:*_add", ADMINS_REFUSED, ADMINS_REFUSED),
    Row("admin:*_history", ADMINS, ADMINS, parts=FIRST_ROW),
    Row("admin:*_delete", ADMINS_REFUSED, ADMINS_REFUSED, parts=FIRST_ROW),
    Row("admin:*_change", ADMINS, ADMINS_REFUSED, parts=FIRST_ROW),
    *(
        Row(f"admin:league_{noun}_history", ADMINS_REDIRECTED, ADMINS_REDIRECTED, parts=FIRST_ROW)
        for noun in ("club", "player", "competition", "match", "membership", "variant")
    ),
    *(
        Row(f"admin:league_{noun}_change", ADMINS, ADMINS, case="with nothing typed", parts=FIRST_ROW)
        for noun in ("club", "player", "competition", "membership", "user")
    ),
    *(
        Row(f"admin:league_club_{verb}", ADMINS, ADMINS_REDIRECTED, "that is as it should be", FIRST_ROW)
        for verb in ("lift", "restore")
    ),
    Row("admin:league_club_suspend", ADMINS, ADMINS_REDIRECTED, parts=FIRST_ROW, sent={"reason": "Abuse"}),
    Row("admin:league_club_delete", ADMINS, ADMINS_REDIRECTED, parts=FIRST_ROW, sent={"name": "Riverside"}),
    Row("admin:league_user_delete", ADMINS, ADMINS, case="with nothing typed", parts=FIRST_ROW),
    *(
        Row(f"admin:league_user_{verb}", ADMINS_NOT_ALLOWED, ADMINS_REDIRECTED, parts=FIRST_ROW)
        for verb in ("approve", "refuse")
    ),
    Row("admin:league_job_test_mail", ADMINS_NOT_ALLOWED, ADMINS_REDIRECTED),
    Row("admin:league_sitetext_change", ADMINS, ADMINS_REDIRECTED, parts=FIRST_ROW, sent={"text": "Pat"}),
    Row("admin:league_membership_delete", ADMINS, ADMINS_REDIRECTED, parts=FIRST_ROW, sent={"post": "yes"}),
    Row(
        "admin:league_job_changelist",
        ADMINS,
        ADMINS_REDIRECTED,
        sent={"action": "run_again", "_selected_action": "1"},
    ),
)
# A season's page in the admin site.
SEASON_CARD = (
    Row(
        "admin:league_season_rollover",
        parse_outcomes("log-in log-in log-in log-in log-in log-in 405"),
        ADMINS_REDIRECTED,
        parts=FIRST_ROW,
    ),
    *(
        Row(f"admin:league_season_{verb}", ADMINS, ADMINS_REDIRECTED, parts=FIRST_ROW)
        for verb in ("close", "reopen", "undo")
    ),
)
SEASON_SETUP = (
    Row("new-season", ORGANISERS, ORGANISERS_REDIRECTED, parts=CLUB | {"competition": "league-3"}),
    Row("new-season", ORGANISERS, ORGANISERS, case="beside a draft", parts=LEAGUE),
    Row("set-up", ORGANISERS, ORGANISERS_REDIRECTED, parts=DRAFT_SEASON),
    Row("set-up", ORGANISERS_REDIRECTED, ORGANISERS_REDIRECTED, case="of an open season", parts=SEASON),
    Row(
        "set-up-divisions",
        ORGANISERS,
        ORGANISERS_REDIRECTED,
        parts=DRAFT_SEASON,
        sent={"name-1": "A", "division-p1": "1", "division-p2": "1", "save": "1"},
    ),
    Row("season", EVERYBODY, case="that players register for", parts=EVENING),
    Row("season-grid", DRAFT_VIEWERS, case="of a draft that players register for", parts=EVENING),
    Row(
        "register",
        LOGGED_IN_REDIRECTED,
        parse_outcomes("log-in 404 302 404 200 200 200"),
        parts=EVENING,
        sent={"do": "register"},
    ),
    Row(
        "register-by-mail",
        EVERYBODY_REDIRECTED,
        EVERYBODY_REDIRECTED,
        parts=EVENING,
        sent={"email": "guest@example.org"},
    ),
    Row("register-by-mail", NOBODY, NOBODY, case="for a league", parts=DRAFT_SEASON, sent={"email": "x"}),
    Row(
        "mail-registration",
        EVERYBODY,
        EVERYBODY_REDIRECTED,
        parts=EVENING | {"token": "token"},
        sent={"do": "register", "name": "Guest"},
    ),
    Row(
        "mail-registration",
        NOBODY,
        NOBODY,
        case="of a link that was never made",
        parts=EVENING | {"token": "x"},
        sent={"do": "withdraw"},
    ),
    Row("registration", ORGANISERS, ORGANISERS_REDIRECTED, parts=EVENING, sent={"do": "limits"}),
    Row("check-in", ORGANISERS, ORGANISERS_REDIRECTED, parts=EVENING, sent={"player": "p2", "do": "there"}),
    Row(
        "check-in", ORGANISERS, ORGANISERS_REDIRECTED, parts=TOURNAMENT, sent={"player": "p2", "do": "absent"}
    ),
    Row("register", NOT_FOUND, NOT_FOUND, case="for a league", parts=DRAFT_SEASON, sent={"do": "register"}),
    Row("registration", ORGANISERS_REDIRECTED, ORGANISERS_REDIRECTED, case="of a league", parts=DRAFT_SEASON),
    Row("check-in", ORGANISERS_REDIRECTED, ORGANISERS_REDIRECTED, case="of a league", parts=DRAFT_SEASON),
    Row(
        "undo",
        ORGANISERS,
        ORGANISERS_REDIRECTED,
        case="of a draft that was begun by hand",
        parts=DRAFT_SEASON,
    ),
    Row(
        "set-up-divisions", ORGANISERS, ORGANISERS, case="shown again", parts=DRAFT_SEASON, sent={"show": "1"}
    ),
    Row(
        "set-up-divisions",
        ORGANISERS_REDIRECTED,
        ORGANISERS_REDIRECTED,
        case="of an open season",
        parts=SEASON,
        sent={"save": "1"},
    ),
)
ROWS = (
    *(
        *PAGES,
        *ENTRY,
        *NIGHT,
        *MEMBERS,
        *DECISIONS,
        *SEASON_ENDS,
        *ENTRY_DECISIONS,
        *SCHEDULE,
        *SEASON_SETUP,
        *NEW_CLUBS,
        *DELETION,
        *VARIANTS,
        *ACCOUNTS,
    ),
    *(*ADMIN, *SEASON_CARD),
)
