"""The standings and the matches of a session as tables, for spreadsheets and other programs."""

from fractions import Fraction

from django.utils.translation import gettext as _, pgettext

from clubscore.files.spreadsheets.writing import Row, Table
from events.sessions.matches.views.rows import (
    away_name,
    has_margin,
    margin_heading,
    points_heading,
    state_text,
    team_names,
    team_players,
)
from events.sessions.results.views.download_tables import Results, number


def standings(results: Results) -> Table:
    """The standings of teams, or of the pairs of a Swiss event."""
    scored = results.matches
    rows: list[Row] = []
    if scored is None:
        return Table(_("Standings"), (), rows)
    play = scored.matches.play
    names = team_names(scored.matches, results.contestants)
    headings = (
        _("Place"),
        _("No."),
        _("Name"),
        _("Players"),
        _("Matches"),
        _("Won"),
        _("Drawn"),
        _("Lost"),
        *((margin_heading(results.session, play),) if has_margin(play) else ()),
        _("Added"),
        points_heading(play),
    )
    for row in scored.standings:
        team = scored.matches.teams[row.side]
        rows.append(
            (
                row.place.number,
                row.side,
                names[row.side],
                team_players(team, results.contestants),
                row.played,
                row.won,
                row.drawn,
                row.lost,
                *((number(row.imps),) if has_margin(play) else ()),
                number(row.added or None),
                number(row.points),
            )
        )
    return Table(_("Standings"), headings, rows)


def matches(results: Results) -> Table:
    """Every match, with what both sides have of it."""
    scored = results.matches
    rows: list[Row] = []
    if scored is None:
        return Table(_("Matches"), (), rows)
    play = scored.matches.play
    margin, points = margin_heading(results.session, play), points_heading(play)
    headings = (
        _("Round"),
        _("Table"),
        pgettext("team", "Home"),
        _("Visitors"),
        _("First board"),
        _("Last board"),
        f"{_('Home')}: {margin}",
        f"{_('Visitors')}: {margin}",
        f"{_('Home')}: {points}",
        f"{_('Visitors')}: {points}",
        _("State"),
        _("Reason"),
    )
    names = team_names(scored.matches, results.contestants)
    for each in scored.scored:
        match, result = each.match, each.result
        both: tuple[Fraction | None, Fraction | None] = result.points or (None, None)
        won = result.imps if result.points is not None and match.away else (None, None)
        rows.append(
            (
                match.round,
                match.table or "",
                names[match.home],
                away_name(scored.matches, match, names),
                match.boards[0] if match.boards else "",
                match.boards[-1] if match.boards else "",
                number(won[0]),
                number(won[1]),
                number(both[0]),
                number(both[1] if match.away else None),
                state_text(each),
                match.reason,
            )
        )
    return Table(_("Matches"), headings, rows)
