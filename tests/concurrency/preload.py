"""What the fork server imports before anything that needs Django."""

import django

django.setup()
