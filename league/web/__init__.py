"""The site: public pages, organisers' pages, the entry of results, and accounts."""
