"""``manage.py doctor``: checks an installation and reports in sentences what is wrong.

Every check is a function that yields Django's messages: ``Info`` where all is well, ``Warning`` as
a recommendation, ``Error`` for what has to be fixed, each with a hint what to do.
"""
