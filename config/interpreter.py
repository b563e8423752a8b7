"""How the threads of a serving process share its interpreter."""

import gc
import sys

SWITCH_INTERVAL = 0.0002  # seconds


def share_interpreter() -> None:
    """Let quick pages go on while another thread computes for seconds.

    A page gives the interpreter away at each query, and waits for it afterwards: with Python's own interval of
    5 ms, ten queries wait 50 ms. What has been loaded by now stays, and is exempt from garbage collection, in
    which all threads wait, and which writes to memory that forked processes share. See docs/decisions/0024-limits.md.
    """
    sys.setswitchinterval(SWITCH_INTERVAL)
    gc.collect()
    gc.freeze()
