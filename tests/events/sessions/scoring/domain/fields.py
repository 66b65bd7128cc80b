"""Scored fields for tests, as dictionaries to compare."""


def points_of(field):
    """Both sides' points of every line, by board and contestants."""
    return {
        (score.line.board, score.line.ns, score.line.ew): (score.ns_points, score.ew_points)
        for board in field.boards
        for score in board.lines
    }


def standings_of(field):
    return {
        (standing.direction, standing.contestant): (
            standing.points,
            standing.of,
            str(standing.place),
        )
        for standing in field.standings
    }
