"""What results mean: pure functions over plain data. Nothing here knows a database or a page."""
