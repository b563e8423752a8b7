"""The consequences of the end of a season: promotion, the next season, awards, statistics and records."""
