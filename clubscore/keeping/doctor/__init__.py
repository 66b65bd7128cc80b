"""``manage.py doctor``: checks an installation and reports in sentences what is wrong.

Every check is a function that yields findings: the state, and what to do if it is not good.
"""
