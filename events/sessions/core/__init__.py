"""What every subject of bridge stands on: contracts, scores, adjusted scores, the result of a line
and the grammar in which it is typed, seats, movements as played, and who may see a session.
"""
