"""Print the settings under the current environment as JSON: `python -m tests.security.settings_dump`."""

import json

from config import settings

if __name__ == "__main__":
    print(
        json.dumps({name: getattr(settings, name) for name in dir(settings) if name.isupper()}, default=str)
    )
