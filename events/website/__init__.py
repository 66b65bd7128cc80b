"""The club's site in a folder: the visitors' pages as files that any web space can show."""
