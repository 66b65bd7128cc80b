"""Files that strangers made: uploads, decoding, spreadsheets; and files of our own that are
private.
"""
