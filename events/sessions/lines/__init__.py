"""The lines of travellers: a result entered, changed and restored, who sat there, and their
history.
"""
