"""The nursery imports this before all that needs Django."""

import django

django.setup()
