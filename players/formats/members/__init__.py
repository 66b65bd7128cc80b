"""Lists of members as clubs keep them: any columns in any order, as text, CSV or spreadsheet.

The lenient profile of the register file: :mod:`.tables` makes rows of cells of a file,
:mod:`.columns` finds which fact stands in which column, :mod:`.reading` reads the members and
reports every problem. Source: spec of the register, *Two profiles*.
"""
