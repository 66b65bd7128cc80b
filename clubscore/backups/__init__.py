"""Copies of everything a club stores: written, kept, thinned out, and put back.

``archive`` is the file, ``schema`` and ``snapshot`` the database's side of it, ``writing`` and
``restoring`` the two ways; ``copies`` the folder of copies, ``evening`` when one is made.
"""
