"""Spreadsheets: results imported from CSV, XLSX or pasted cells, without Django."""
