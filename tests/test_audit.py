"""`python3 dev.py audit` says what it found, and never takes what it could not look up for sound."""

import json

import pytest

from dev import report_audit

SOUND = {"name": "amqp", "version": "5.4.2", "vulns": []}
WEAK = {
    "name": "celery",
    "version": "5.7.0",
    "vulns": [{"id": "PYSEC-2026-1", "aliases": ["CVE-2026-1"], "fix_versions": ["5.7.1", "5.8"]}],
}
NOT_FOUND = {"name": "six", "skip_reason": "Dependency not found and could not be audited: six (1.17.0)"}


def report(*packages: dict) -> int:
    return report_audit(json.dumps({"dependencies": packages, "fixes": []}), "")


def test_packages_without_a_known_weakness_pass(capsys: pytest.CaptureFixture) -> None:
    assert report(SOUND) == 0
    assert capsys.readouterr().out == "1 of 1 packages looked up, 0 known weaknesses\n"


def test_weakness_is_named_with_the_versions_that_fix_it(capsys: pytest.CaptureFixture) -> None:
    assert report(SOUND, WEAK, NOT_FOUND) == 1
    assert capsys.readouterr().out.splitlines() == [
        "celery 5.7.0: PYSEC-2026-1, CVE-2026-1 (fixed in 5.7.1, 5.8)",
        "2 of 3 packages looked up, 1 known weaknesses",
    ]


def test_package_that_the_service_does_not_know_was_not_audited(capsys: pytest.CaptureFixture) -> None:
    assert report(SOUND, NOT_FOUND) == 2
    assert "not audited: six" in capsys.readouterr().err


@pytest.mark.parametrize("packages", [(), (NOT_FOUND,)])
def test_nothing_that_was_looked_up_is_nothing_audited(
    packages: tuple[dict, ...], capsys: pytest.CaptureFixture
) -> None:
    assert report(*packages) == 2
    assert capsys.readouterr().err.startswith("Nothing was audited: ")


def test_service_that_does_not_answer_is_said_in_a_sentence(capsys: pytest.CaptureFixture) -> None:
    assert report_audit("", "Traceback\n  line\nConnectionError: no route\nERROR: Tip: try -s\n\n") == 2
    told = capsys.readouterr().err
    assert told == (
        "Nothing was audited: the list of known weaknesses can't be asked. ConnectionError: no route\n"
    )
