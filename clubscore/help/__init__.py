"""The guides of ``docs/``, shown by the program itself, so that they are there without the
internet: each page of the site leads to its part of them.
"""
