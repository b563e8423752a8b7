"""What people see: public pages, those that change something, the entry of results, and accounts."""
