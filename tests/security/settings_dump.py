"""Print all settings as JSON: `python -m tests.security.settings_dump`, under the environment that it is given."""

import json

from config import settings

if __name__ == "__main__":
    print(
        json.dumps({name: getattr(settings, name) for name in dir(settings) if name.isupper()}, default=str)
    )
