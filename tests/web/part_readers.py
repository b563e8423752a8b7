"""Readers in a process of their own, who ask at once for the same part: how many, and the file of who made it."""

import sys
import threading
import time
from concurrent.futures import ThreadPoolExecutor

import django


def main(number: int, file: str) -> None:
    django.setup()
    from league.web.cache import keep

    def build() -> str:
        with open(file, "a", encoding="utf-8") as made:
            made.write("made\n")
        time.sleep(0.5)  # for the others to come
        return "the table"

    all_have_asked = threading.Barrier(number)

    def read(_reader: int) -> str:
        all_have_asked.wait()
        return str(keep("key", build))

    print("ready", flush=True)
    sys.stdin.readline()
    with ThreadPoolExecutor(number) as readers:
        print("\n".join(readers.map(read, range(number))))


if __name__ == "__main__":
    main(int(sys.argv[1]), sys.argv[2])
