"""Matches of teams and a Swiss event as USEBIO, for a union."""

from collections import Counter
from collections.abc import Iterator

import clubscore
from events.exchange.figures.exporting_lines import (
    decimal,
    file_line,
    national_numbers,
    number_of,
    written_club,
)
from events.exchange.formats.usebio_writer import (
    EventHead,
    WrittenBoard,
    WrittenMatch,
    WrittenPair,
    WrittenSide,
    write_matches,
)
from events.models import MatchPlay, Session
from events.sessions.matches.figures.matches import ScoredMatch, ScoredMatches, score_matches
from events.sessions.scoring.figures.scoring import ScoredSession, score_session
from events.sessions.scoring.selectors.contestants import Contestants, session_contestants
from events.sessions.scoring.selectors.lines import LineRecord

_TYPES = {
    Session.Matches.TEAMS: "TEAMS",
    Session.Matches.SWISS_TEAMS: "SWISS_TEAMS",
    Session.Matches.SWISS_PAIRS: "SWISS_PAIRS",
}

_METHODS = {
    MatchPlay.ScoredBy.VP: "VPS",
    MatchPlay.ScoredBy.IMPS: "IMPS",
    MatchPlay.ScoredBy.POINT_A_BOARD: "PAB",
    MatchPlay.ScoredBy.WON_LOST: "WIN_LOSS",
}


def export_matches(session: Session) -> bytes:
    """The file: standings, and each match once, with both rooms."""
    scored = score_session(session)
    matches = score_matches(session, scored)
    assert matches  # noqa: S101 - asked for sessions of matches alone
    contestants = session_contestants(session.pk)
    play = matches.matches.play
    head = EventHead(
        session.title,
        session.date.isoformat(),
        _TYPES[Session.Matches(session.matches)],
        _scoring(session, play),
        written_club(),
        clubscore.__version__,
    )
    return write_matches(
        head,
        _METHODS[MatchPlay.ScoredBy(play.scored_by)],
        _sides(matches, scored, contestants),
        _matches(session, matches, scored, contestants),
    )


def _scoring(session: Session, play: MatchPlay) -> str:
    if not play.is_pairs:
        return "PAB" if play.scored_by == MatchPlay.ScoredBy.POINT_A_BOARD else "IMPS"
    return "MATCH_POINTS" if session.method == Session.Method.MATCHPOINTS else "CROSS_IMPS"


def _sides(
    scored: ScoredMatches, session: ScoredSession, contestants: Contestants
) -> Iterator[WrittenSide]:
    played = Counter(
        pk for line in session.lines if not line.is_empty for pk in (*line.ns, *line.ew)
    )
    numbers = national_numbers(contestants.values())
    for row in scored.standings:
        team = scored.matches.teams[row.side]
        yield WrittenSide(
            str(row.side),
            team.name or str(row.side),
            decimal(row.points),
            str(row.place),
            tuple(
                WrittenPair(
                    number_of(contestants[pk]),
                    played[pk],
                    tuple(str(name) for name in contestants[pk].names),
                    tuple(numbers.get(player, "") for player in contestants[pk].player_ids),
                )
                for pk in team.contestants
            ),
            decimal(row.added) if row.added else "",
        )


def _matches(
    session: Session, scored: ScoredMatches, lines: ScoredSession, contestants: Contestants
) -> Iterator[WrittenMatch]:
    of_pairs: dict[tuple[int, int], list[LineRecord]] = {}
    if scored.matches.play.is_pairs:
        for line in lines.lines:
            teams = {scored.matches.team_of.get(pk, 0) for pk in (*line.ns, *line.ew)}
            for team in teams:
                of_pairs.setdefault((team, line.board), []).append(line)
    for each in scored.scored:
        if each.match.away is None:
            continue
        home, away = each.result.points or (None, None)
        rows = (
            _pair_boards(session, each, of_pairs, lines, contestants)
            if scored.matches.play.is_pairs
            else _match_boards(session, each, lines, contestants)
        )
        yield WrittenMatch(
            each.match.round,
            str(each.match.home),
            str(each.match.away),
            (each.match.boards[0], each.match.boards[-1]),
            ("" if home is None else decimal(home), "" if away is None else decimal(away)),
            tuple(rows),
        )


def _match_boards(
    session: Session, match: ScoredMatch, scored: ScoredSession, contestants: Contestants
) -> Iterator[WrittenBoard]:
    for board in match.boards:
        rooms = (("NS", board.open_room), ("EW", board.closed))
        lines = tuple(
            (direction, found)
            for direction, line in rooms
            if line is not None
            and not line.is_empty
            and (found := file_line(session, line, scored.points.get(line.pk), contestants))
        )
        imps = board.score.imps
        if lines:
            yield WrittenBoard(
                board.score.number, None if imps is None else decimal(imps[0]), lines
            )


def _pair_boards(
    session: Session,
    match: ScoredMatch,
    of_pairs: dict[tuple[int, int], list[LineRecord]],
    scored: ScoredSession,
    contestants: Contestants,
) -> Iterator[WrittenBoard]:
    for number in match.match.boards:
        lines = tuple(
            ("NS", found)
            for line in of_pairs.get((match.match.home, number), ())
            if not line.is_empty
            and (found := file_line(session, line, scored.points.get(line.pk), contestants))
        )
        if lines:
            yield WrittenBoard(number, None, lines)
