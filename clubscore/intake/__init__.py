"""What comes in as a file: uploaded, pasted or named on the command line, for every importer.

Bytes are read under a limit (:mod:`.uploads`) and become text (:mod:`.decoding`), so that all
importers accept and say the same; between the preview and what is kept the bytes go along in the
page (:mod:`.carrying`). :mod:`.forms` has the form of all that. Knows no file format.
"""
