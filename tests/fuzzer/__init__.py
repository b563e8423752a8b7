"""A fuzzer: what people, careless ones and hostile ones may send to any page or command, and what must then hold.

Addresses come from the URL resolver, forms from the pages themselves, commands from Django's list. Whatever has no
generator of plausible values fails a test, so that a new page or command says how it is tried.

    python -m tests.fuzzer --requests 10000 --seed 1
"""
