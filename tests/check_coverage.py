"""`python -m tests.check_coverage`: fail where a file is not fully covered, unless it is on the list with a reason.

It reads what `coverage run` has left in COVERAGE_FILE, of all processes. The list only gets shorter: a file that is
covered by now has to come off it. To see the lines of a file: `coverage report -m --include=FILE`.
"""

import sys
from pathlib import Path

from coverage import Coverage

ROOT = Path(__file__).parent.parent
NOT_FULLY_COVERED = {
    "games/fighting_cards/auction.py": "No test lets somebody call after a pass yet.",
    "games/north_american_skat/sample_sheets.py": "An extra multiplier is too rare for every seed to have one.",
    "games/reading.py": "Unknown fields, slices, and dictionaries read in part: no installed game asks for them.",
    "games/registry.py": "The words of an error that pages and commands put in words of their own.",
    "league/actions/account.py": "Races: the address goes to somebody else, or clubs change, in between.",
    "league/actions/club.py": "A race: somebody else takes the address between two statements.",
    "league/actions/demo.py": "A game that makes no matches up; all installed ones do.",
    "league/actions/ids.py": "What cannot happen, said so.",
    "league/actions/job.py": "The thread of background work, which tests do without.",
    "league/actions/proof.py": "A race: another request proves the address in between.",
    "league/actions/decisions/late_entry.py": "A race: the entry goes before it is taken back.",
    "league/notifications/delivery.py": "A race: others take the room for a mail in between.",
    "league/actions/schedule.py": "A race: the season goes before its schedule is made.",
    "league/actions/decisions/substitution.py": "A race: the entry goes between the page and its form.",
    "league/demo/sheets.py": "A game that makes no results up; all installed ones do.",
    "league/web/public/counting.py": "A text field of a helper; no installed helper has one.",
    "league/web/account/password_validators.py": "What Django's own form says beside a field; ours says it itself.",
    "league/web/entry/messages.py": "What is missing in a finished sheet beside a blank; no test has such a sheet yet.",
    "league/management/commands/run_scheduler.py": "The database goes away between two jobs.",
    "league/management/console.py": "Errors of plug-ins and of the database.",
    "league/migrations/0019_addresses_to_be_proved.py": "Accounts from before; the test that has some runs a program.",
    "league/models/club.py": "What a club is called in the shell, and what cannot happen, said so.",
    "league/models/user.py": "What Django's own commands ask of an account.",
    "league/queries/award.py": "A game that is not installed, or options that it no longer reads.",
    "league/queries/club.py": "Rows that no action writes: a club whose file is wrong, a seat that is not its match's.",
    "league/queries/opening.py": "Stored rules or options that their game no longer takes.",
    "league/queries/decisions.py": "A substitute who has no seat any more.",
    "league/web/manage/divisions.py": "Refusals that the form itself finds before the action does.",
    "league/actions/decisions/withdrawal.py": "A race: the entry goes before its withdrawal is taken back.",
    "league/queries/player.py": "A competition that went over to another game.",
    "league/queries/player_matches.py": "A game that is not installed, or options that it no longer reads.",
    "league/rules/explain/awards.py": "A game without awards; all installed ones have some.",
    "league/rules/pairing/fairness.py": "Schedules without pairs, and meetings that differ by one.",
    "league/rules/pairing/seating.py": "Schedules with more seats than are searched.",
    "league/rules/rule_checks.py": "Rules that are no object, which files and forms refuse first.",
    "league/spreadsheets/xlsx.py": "Workbooks with too many cells, or packed as no program packs them.",
    "league/web/held.py": "A step of the log-in that leads to none of the others.",
    "league/web/account/reauthentication.py": "What cannot happen, said so.",
    "league/web/entry/result.py": "A race: the right goes between the page and its form.",
}


def main() -> int:
    measured = Coverage()
    measured.combine()
    missing = {path: measured.analysis2(str(ROOT / path))[3] for path in list_source_files(measured)}
    wrong = [
        f"{path} is not covered in lines {', '.join(map(str, lines))}."
        for path, lines in missing.items()
        if lines and path not in NOT_FULLY_COVERED
    ]
    wrong += [
        f"{path} is covered: take it off the list." if path in missing else f"{path} does not exist any more."
        for path in NOT_FULLY_COVERED
        if not missing.get(path)
    ]
    print("\n".join(wrong) or f"{len(missing)} files, {len(NOT_FULLY_COVERED)} of them not fully covered.")
    return 1 if wrong else 0


def list_source_files(measured: Coverage) -> list[str]:
    """Return the paths of all modules of the measured packages."""
    folders: list[str] = measured.get_option("run:source")  # type: ignore[assignment]
    return sorted(str(path.relative_to(ROOT)) for folder in folders for path in (ROOT / folder).rglob("*.py"))


if __name__ == "__main__":
    sys.exit(main())
