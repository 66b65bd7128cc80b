"""``manage.py doctor``: looks an installation over and says in sentences what is wrong.

Every check is a function that yields findings: what is, and what to do where that is not well.
"""
