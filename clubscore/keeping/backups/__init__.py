"""Backups of everything a club stores: written, thinned out and restored.

``archive`` is the file, ``schema`` the database's side of it, ``writing`` and ``restoring`` the two
directions; ``store`` is the backup folder, and when a backup is made.
"""
