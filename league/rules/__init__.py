"""Pure functions that turn results into standings, schedules and awards, without a database or pages."""
