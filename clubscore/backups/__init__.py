"""Backups of everything a club stores: written, thinned out and restored.

``archive`` is the file, ``schema`` and ``snapshot`` the database's side of it, ``writing`` and
``restoring`` the two directions; ``store`` the backup folder, ``evening`` when one is made.
"""
