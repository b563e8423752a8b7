"""Slots bound how much of one kind of work a machine does at once, whichever thread or process does it."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from threading import Event, Thread

import pytest
from django.conf import settings
from django.test import override_settings

from league.actions.slots import NoSlot, slot


def test_there_are_so_many_slots_and_no_more() -> None:
    with slot("test-work", most=2), slot("test-work", most=2):
        with pytest.raises(NoSlot) as refused, slot("test-work", most=2):
            pytest.fail("a third one got in")
        assert refused.value.name == "test-work" and refused.value.retry_after > 0
        with slot("other-test-work", most=1):
            pass
    with slot("test-work", most=2):
        pass


def test_slot_is_free_again_after_an_error() -> None:
    with pytest.raises(ZeroDivisionError), slot("test-errors", most=1):
        raise ZeroDivisionError
    with slot("test-errors", most=1):
        pass


def test_who_waits_gets_the_slot_that_becomes_free() -> None:
    entered = Event()

    def wait_for_it() -> None:
        with slot("test-waiting", most=1, wait=60):
            entered.set()

    with slot("test-waiting", most=1):
        waiting = Thread(target=wait_for_it)
        waiting.start()
        assert not entered.wait(0.1)
    waiting.join()
    assert entered.is_set()


def test_slot_of_a_process_that_is_killed_is_free_again() -> None:
    hold = (
        "import sys, time, django; from django.conf import settings\n"
        f"settings.configure(VAR_DIR={str(settings.VAR_DIR)!r})\n"
        "from league.actions.slots import slot\n"
        "with slot('test-killed', most=1): print('held', flush=True); time.sleep(60)\n"
    )
    with subprocess.Popen([sys.executable, "-c", hold], stdout=subprocess.PIPE, text=True) as other:
        assert other.stdout and other.stdout.readline() == "held\n"
        with pytest.raises(NoSlot), slot("test-killed", most=1):
            pytest.fail("two processes hold it")
        other.kill()
        other.wait()
    with slot("test-killed", most=1):
        pass


def test_folder_that_cannot_be_written_stops_nobody(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    no_folder = tmp_path / "file"
    no_folder.write_text("no folder")
    with override_settings(VAR_DIR=no_folder), slot("test-work", most=1), slot("test-work", most=1):
        assert "var/slots cannot be written (FileExistsError)" in caplog.text
