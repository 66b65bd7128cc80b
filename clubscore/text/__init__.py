"""Sentences, problems and numbers, in the language of the reader; ``problems`` and ``numbers`` know
nothing of Django.
"""
