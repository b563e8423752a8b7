"""What each page shows: a fixed number of SQL queries, one typed row out."""
