"""Leaves out of the coverage what would only cost time there, or is come upon by chance."""

import os
from collections.abc import Iterator
from contextlib import contextmanager

from coverage import Coverage
from django.urls import get_resolver

# Coverage sets it for the processes that are started, which measure themselves then.
OF_PROCESSES = "COVERAGE_PROCESS_CONFIG"


@contextmanager
def pause_coverage() -> Iterator[None]:
    """Measure neither this process nor those that it starts meanwhile."""
    measured = Coverage.current()
    if not measured:
        yield
        return
    _ = get_resolver().url_patterns  # imports every page: what is imported in a pause counts as never run
    # Only this variable: others are set meanwhile by fixtures that outlive the pause, such as that of the browser.
    told = os.environ.pop(OF_PROCESSES, None)
    measured.stop()
    try:
        yield
    finally:
        measured.start()
        if told is not None:
            os.environ[OF_PROCESSES] = told
