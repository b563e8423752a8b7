"""Spreadsheets: results imported from CSV, XLSX or pasted cells, and tables exported, without Django."""
