"""What a pause of the coverage leaves as it is."""

import os
from unittest.mock import Mock

import pytest
from coverage import Coverage

from tests.coverage_pause import OF_PROCESSES, pause_coverage


def test_fixtures_that_begin_in_a_pause_keep_their_variables(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Coverage, "current", Mock)
    monkeypatch.setenv(OF_PROCESSES, "measure")
    monkeypatch.delenv("OF_A_FIXTURE", raising=False)
    with pause_coverage():
        assert OF_PROCESSES not in os.environ
        monkeypatch.setenv("OF_A_FIXTURE", "true")
    assert (os.environ[OF_PROCESSES], os.environ["OF_A_FIXTURE"]) == ("measure", "true")
