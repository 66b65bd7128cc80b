"""Keeping what a club has: backups, the doctor, sealed texts."""
