"""Prints settings as JSON: `python -m tests.security.settings_of NAME ...`, under the environment it is given."""

import json
import sys

from config import settings

if __name__ == "__main__":
    print(json.dumps({name: getattr(settings, name) for name in sys.argv[1:]}, default=str))
