"""OpenGotha tournament files (XML)."""
