"""Deleting something with all that belongs to it: a page that says what else changes, its name
typed by the director, a backup, and then the service.

``plan`` is what services and selectors know of it, ``page`` the door.
"""
