"""From the lines of travellers to matchpoints, IMPs, rankings and series, exactly; and the sheets
of lines that other programs write.
"""
