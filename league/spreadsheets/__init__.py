"""A night's results in from CSV, XLSX or pasted cells, and tables out. No Django."""
