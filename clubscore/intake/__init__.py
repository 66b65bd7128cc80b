"""Files that are imported: uploaded, pasted or named on the command line, for every importer.

Bytes are read under a limit (:mod:`.uploads`) and become text (:mod:`.decoding`), so that all
importers accept and report the same; between the preview and storing, the page carries the bytes
(:mod:`.carrying`). :mod:`.forms` has the form of all that. Knows no file format.
"""
