"""A session as other programs read it: USEBIO, PBN, JSON, CSV. Nothing is written here.

Names are those that everybody may see. Numbers of contestants are unique in a section; where both
directions count from 1, they have the direction behind them (``1NS``).

A session that is played in matches as USEBIO.

Lines of a session as files of other programs have them.
"""

import csv
import io
from collections import Counter, defaultdict
from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from enum import StrEnum
from fractions import Fraction

import clubscore
from clubscore.files.spreadsheets.cells import escape_formula
from clubscore.text.problems import Sentence, gettext_noop, sentence
from events.common.domain import round_quotient
from events.exchange.domain.results_file import (
    FileBoard,
    FileContestant,
    FileEvent,
    FileLine,
    FileSection,
)
from events.exchange.figures.exporting_play import export_games, export_lin, losses_in_lin
from events.exchange.formats import as_json, pbn_writer, usebio_writer
from events.exchange.formats.pbn_writer import PbnBoard, PbnTable, quoted, write_hands
from events.exchange.formats.usebio import Reading
from events.exchange.formats.usebio_writer import (
    EventHead,
    WrittenBoard,
    WrittenClub,
    WrittenMatch,
    WrittenPair,
    WrittenSide,
    write_matches,
)
from events.models import MatchPlay, Session
from events.sessions.core.domain.adjustment import Artificial, Average, Split, Weighted, notation
from events.sessions.core.domain.contract import PassedOut
from events.sessions.core.domain.line_result import LineResult
from events.sessions.hands.domain import Deal, HandFormat
from events.sessions.hands.selectors import DealtBoard, shown_hands
from events.sessions.matches.figures.matches import ScoredMatch, ScoredMatches, score_matches
from events.sessions.scoring.domain.board_score import LineScore
from events.sessions.scoring.figures.ranking import rank_session
from events.sessions.scoring.figures.scoring import ScoredSession, score_session, scored_lines
from events.sessions.scoring.selectors.contestants import (
    ContestantRecord,
    Contestants,
    session_contestants,
)
from events.sessions.scoring.selectors.lines import (
    LineRecord,
    lines_as_read,
    session_lines,
    session_penalties,
)
from players.models.club import current_settings
from players.selectors.register import national_numbers_of

_SCORINGS = {
    "mp": "MATCH_POINTS",
    "butler": "BUTLER_IMPS",
    "cross-imps": "CROSS_IMPS",
    "total": "AGGREGATE",
}


_COMPETITIONS = {
    Session.Matches.TEAMS.value: "Teams",
    Session.Matches.SWISS_TEAMS.value: "Swiss teams",
    Session.Matches.SWISS_PAIRS.value: "Swiss pairs",
}


class SessionFormat(StrEnum):
    USEBIO = "usebio"
    PBN = "pbn"
    JSON = "json"
    CSV = "csv"
    LIN = "lin"
    PBN_GAMES = "pbn-games"


def export_session(session: Session, to: SessionFormat) -> bytes:
    """The session in a format, with the hands that everybody may see. What becomes shorter in it
    is said by :func:`losses`."""
    if session.matches and to is SessionFormat.USEBIO:
        return export_matches(session)
    if to is SessionFormat.LIN:
        return export_lin(session)
    if to is SessionFormat.PBN_GAMES:
        return export_games(session)
    hands = shown_hands(session, director=False)
    event, played = _event(session, {board: hand.deal for board, hand in hands.items()})
    match to:
        case SessionFormat.USEBIO:
            written = usebio_writer.Written(event, _club(), clubscore.__version__, played)
            return usebio_writer.write(written)
        case SessionFormat.PBN:
            return _pbn(event, hands, _COMPETITIONS.get(session.matches, ""))
        case SessionFormat.JSON:
            return as_json.write(Reading((event,), current_settings().shown_name))
    return _csv(event)


USUAL_CHARGE = "10"
"""A normal club session (EBU)."""


def _club() -> WrittenClub:
    club = current_settings()
    return WrittenClub(club.shown_name, club.union_number, club.charge_code or USUAL_CHARGE)


def hands_file(boards: Sequence[tuple[int, Deal]], to: HandFormat) -> bytes:
    """Boards with their numbers in a format of hands. Raises :class:`.Refused` for numbers that the
    format does not have."""
    return write_hands(boards, to)


def losses(session: Session, to: SessionFormat) -> list[Sentence]:
    """What the format cannot express of a session, and what is written in its place."""
    if to is SessionFormat.LIN:
        return list(losses_in_lin(session))
    if to not in (SessionFormat.USEBIO, SessionFormat.PBN):
        return []
    lines = lines_as_read(session, session_lines(session.pk))
    fouled = sorted({line.board for line in lines if line.deal and not line.is_empty})
    lost = [*shortened(lines), *(sentence(_FOULED, board=board) for board in fouled)]
    contestants = session_contestants(session.pk)
    has_strata = any(contestant.stratum for contestant in contestants.values())
    if has_strata and (to is SessionFormat.PBN or session.matches):
        lost.append(sentence(_STRATA))
    if to is SessionFormat.USEBIO:
        lost += _questions(contestants.values())
    else:
        lost += [
            sentence(_PENALTY, number=contestants[penalty.contestant].label)
            for penalty in session_penalties(session.pk)
            if penalty.amount
        ]
    return lost


def _event(
    session: Session, hands: Mapping[int, Deal]
) -> tuple[FileEvent, dict[tuple[str, str], int]]:
    scored = score_session(session)
    contestants = session_contestants(session.pk)
    is_percentage = session.method == Session.Method.MATCHPOINTS
    single = any(len(line.ns) > 1 for line in scored.lines)
    standings = {standing.contestant: standing for standing in scored.field.standings}
    taken_off = _taken_off(session, scored)
    strata = _strata(scored, contestants)
    numbers = _numbers_of(contestants.values())
    ranked: defaultdict[str, list[FileContestant]] = defaultdict(list)
    played: dict[tuple[str, str], int] = {}
    for pk, record in contestants.items():
        standing = standings.get(pk)
        score = None
        if standing:
            value = standing.percentage if is_percentage else standing.points
            score = None if value is None else decimal(value)
        direction = str(standing.direction) if standing and standing.direction else None
        ranked[record.section].append(
            FileContestant(
                number_of(record),
                direction if session.winners == Session.Winners.TWO else None,
                tuple(str(name) for name in record.names),
                score,
                str(standing.place) if standing else None,
                is_percentage,
                adjustment=decimal(-taken_off[pk]) if taken_off.get(pk) else None,
                numbers=tuple(numbers.get(player, "") for player in record.player_ids),
                stratum=strata[pk][0] if pk in strata else "",
                stratum_place=strata[pk][1] if pk in strata else None,
            )
        )
        played[record.section, number_of(record)] = standing.boards if standing else 0
    boards = _boards(session, scored, contestants)
    sections = tuple(
        FileSection(letter, tuple(own), tuple(boards.get(letter, ())))
        for letter, own in ranked.items()
    )
    event = FileEvent(
        title=session.title,
        date=session.date.isoformat(),
        type="INDIVIDUAL" if single else "PAIRS",
        scoring=_SCORINGS[session.method],
        winners=session.winners,
        sections=sections,
        limits=tuple(
            (letter, decimal(Fraction(limit)))
            for letter, limit in (("B", session.strata_b), ("C", session.strata_c))
            if limit is not None and session.strata_by == Session.StrataBy.RATING
        ),
        hands=hands,
    )
    return event, played


def _strata(scored: ScoredSession, contestants: Contestants) -> dict[int, tuple[str, str | None]]:
    """The stratum of everybody and the place in it; nothing where there are no strata."""
    found: dict[int, tuple[str, str | None]] = {}
    for ranked_list in rank_session(scored, contestants):
        for line in ranked_list.scratch if ranked_list.strata else ():
            own = contestants[line.contestant].stratum or "A"
            places = dict(zip(ranked_list.strata, line.within, strict=True))
            found[line.contestant] = own, str(places.get(own, line.place)) or None
    return found


def _taken_off(session: Session, scored: ScoredSession) -> dict[Hashable, Fraction]:
    """What penalties took off the points of each contestant."""
    if not scored.penalties:
        return {}
    without = {
        standing.contestant: standing.points
        for standing in scored_lines(session, scored.lines).field.standings
    }
    return {
        standing.contestant: without[standing.contestant] - standing.points
        for standing in scored.field.standings
    }


def _boards(
    session: Session, scored: ScoredSession, contestants: Contestants
) -> dict[str, list[FileBoard]]:
    lines: defaultdict[str, defaultdict[int, list[FileLine]]]
    lines = defaultdict(lambda: defaultdict(list))
    for line in scored.lines:
        if not line.is_empty:
            own = file_line(session, line, scored.points.get(line.pk), contestants)
            if own:
                lines[line.section][line.board].append(own)
    return {
        section: [FileBoard(board, tuple(own)) for board, own in sorted(boards.items())]
        for section, boards in lines.items()
    }


_COLUMNS = (
    "Section\\2L", "PairId_NS\\5R", "PairId_EW\\5R", "Names_NS\\30L", "Names_EW\\30L",
    "Contract\\5L", "Declarer", "Result\\2R", "Score_NS\\6R", "MP_NS\\7R", "MP_EW\\7R",
    "Percentage_NS\\5R", "Percentage_EW\\5R",
)  # fmt: skip


def _pbn(event: FileEvent, hands: Mapping[int, DealtBoard], matches: str) -> bytes:
    """One game a board, with the results of all sections."""
    rows: defaultdict[int, list[tuple[str, ...]]] = defaultdict(list)
    for section in event.sections:
        names = {
            contestant.number: ";".join(contestant.players) for contestant in section.contestants
        }
        for board in section.boards:
            rows[board.board] += [_row(line, section.letter, names) for line in board.lines]
    boards = (_pbn_board(board, hands.get(board), rows[board]) for board in sorted({*rows, *hands}))
    scoring = {"MATCH_POINTS": "MP", "BUTLER_IMPS": "Butler", "CROSS_IMPS": "IMP;Cross1"}
    date = (event.date or "").replace("-", ".")
    return pbn_writer.write(
        boards,
        event=event.title,
        date=date,
        scoring=scoring.get(event.scoring or "", ""),
        matches=matches,
    )


def _pbn_board(number: int, dealt: DealtBoard | None, rows: Sequence[tuple[str, ...]]) -> PbnBoard:
    tables = (PbnTable("ScoreTable", _COLUMNS, rows),) if rows else ()
    if dealt is None:
        return PbnBoard(number, tables=tables)
    return PbnBoard(number, dealt.deal, dealt.makeable, tables)


def _row(line: FileLine, section: str, names: dict[str, str]) -> tuple[str, ...]:
    given = "^" if line.artificial else ""
    percentages = [f"^{each}" for each in line.artificial or ()] or ["-", "-"]
    sides = [(side,) if isinstance(side, str) else side or () for side in (line.ns, line.ew)]
    contract = "Pass" if line.contract == "PASS" else line.contract
    return (
        section,
        *("+".join(side) for side in sides),
        *(quoted(";".join(names.get(each, "") for each in side)) for side in sides),
        contract or "-",
        line.declarer or "-",
        "-" if line.tricks is None else str(line.tricks),
        "-" if line.score_ns is None else str(line.score_ns),
        *(f"{given}{points}" if points else "-" for points in (line.mp_ns, line.mp_ew)),
        *percentages,
    )


def _csv(event: FileEvent) -> bytes:
    """A row for every result, which clubscore reads as traveller lines."""
    file = io.StringIO()
    rows = csv.writer(file)
    rows.writerow(
        ("section", "board", "ns", "ew", "contract", "by", "tricks", "score", "adjustment")
    )
    for section in event.sections:
        for board in section.boards:
            for line in board.lines:
                sides = [
                    each if isinstance(each, str) else "+".join(each or ())
                    for each in (line.ns, line.ew)
                ]
                adjustment = "".join(f"{each:02d}" for each in line.artificial or ())
                row = (
                    section.letter, board.board, *sides, line.contract or "", line.declarer or "",
                    "" if line.tricks is None else line.tricks,
                    "" if line.score_ns is None else line.score_ns,
                    line.adjustment or (f"A{adjustment}" if adjustment else ""),
                )  # fmt: skip
                rows.writerow([escape_formula(v) if isinstance(v, str) else v for v in row])
    return file.getvalue().encode()


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
        _club(),
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
    numbers = _numbers_of(contestants.values())
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


_SHORTENED = gettext_noop(
    "Board %(board)s has a weighted or split score, %(score)s, for which USEBIO and PBN have no"
    " place: the line is written with the points awarded."
)


_NO_NUMBERS = gettext_noop(
    "The union will ask who these are, for they have no number of it: %(names)s."
)

_NO_NAMES = gettext_noop("The union will ask who played as %(contestants)s.")

_NO_CLUB = gettext_noop(
    "The union will ask which club this is: the settings of the club have no number of it."
)


def _numbers_of(contestants: Iterable[ContestantRecord]) -> dict[int, str]:
    """The national numbers by the players' ids."""
    return national_numbers_of([pk for record in contestants for pk in record.player_ids])


def _questions(contestants: Iterable[ContestantRecord]) -> Iterator[Sentence]:
    """What a union will ask, of a club whose members have its numbers."""
    club = current_settings()
    if not (club.national_number_label or club.union_number):
        return
    listed = list(contestants)
    numbers = _numbers_of(listed)
    nameless = [record.label for record in listed if not record.names]
    without = [
        str(name)
        for record in listed
        for player, name in zip(record.player_ids, record.names, strict=True)
        if not numbers.get(player)
    ]
    if not club.union_number:
        yield sentence(_NO_CLUB)
    if nameless:
        yield sentence(_NO_NAMES, contestants=", ".join(nameless))
    if without:
        yield sentence(_NO_NUMBERS, names=", ".join(without))


_FOULED = gettext_noop(
    "Board %(board)s was played with two deals, for which USEBIO and PBN have no place: others"
    " compare all its results with each other."
)

_STRATA = gettext_noop("The strata and the places in them are not written.")

_PENALTY = gettext_noop("%(number)s has a penalty, for which PBN has no place.")


def number_of(record: ContestantRecord) -> str:
    """The number of a contestant in a file."""
    return f"{record.number}{record.direction}"


def decimal(value: Fraction) -> str:
    """The value with two decimals."""
    hundredths = round_quotient(100 * value.numerator, value.denominator)
    sign = "-" if hundredths < 0 else ""
    return f"{sign}{abs(hundredths) // 100}.{abs(hundredths) % 100:02d}"


def file_line(
    session: Session, line: LineRecord, points: LineScore | None, contestants: Contestants
) -> FileLine | None:
    """A line as a file has it; ``None`` for one without a score.

    A weighted or split score is written as what it gave: at matchpoints as the percentages of the
    board, otherwise as the points alone.
    """
    result = line.result.counting
    ruling = ruling_of(result) or _beyond_words(result)
    artificial = _artificial(result) or (_percentages(points) if ruling else None)
    if artificial is None and result.score_ns is None and ruling is None:
        return None
    ns, ew = (_numbers(side, contestants) for side in (line.ns, line.ew))
    ns_points, ew_points = (
        None if value is None else decimal(value)
        for value in ((points.ns_points, points.ew_points) if points else (None, None))
    )
    is_mp = session.method == Session.Method.MATCHPOINTS
    played = result.declared
    contract = str(played.contract).upper() if played else None
    if isinstance(result.played, PassedOut):
        contract = "PASS"
    lead = result.lead
    return FileLine(
        ns=ns,
        ew=ew,
        contract=contract,
        declarer=str(played.declarer) if played else None,
        tricks=played.tricks if played else None,
        lead=str(lead).replace("T", "10") if lead else None,
        score_ns=None if artificial else result.score_ns,
        artificial=artificial,
        adjustment=ruling,
        mp_ns=ns_points if is_mp else None,
        mp_ew=ew_points if is_mp else None,
        imps_ns=None if is_mp else ns_points,
        imps_ew=None if is_mp else ew_points,
        round=line.round,
        table=line.table,
        deal=line.deal,
    )


def _beyond_words(result: LineResult) -> str | None:
    """An artificial score that two whole percentages do not tell."""
    given = _artificial(result)
    told = "A" + "".join(f"{each:02d}" for each in given or ())
    return str(result.adjustment) if given and str(result.adjustment) != told else None


def _numbers(side: tuple[int, ...], contestants: Contestants) -> str | tuple[str, ...]:
    numbers = tuple(number_of(contestants[pk]) for pk in side)
    return numbers[0] if len(numbers) == 1 else numbers


def _artificial(result: LineResult) -> tuple[int, int] | None:
    if not isinstance(result.adjustment, Artificial):
        return None
    ours, theirs = (
        each.percentage if isinstance(each, Average) else each
        for each in (result.adjustment.ns, result.adjustment.ew)
    )
    return round(ours), round(theirs)


def _percentages(points: LineScore | None) -> tuple[int, int] | None:
    if points is None or not points.top or points.ns_points is None or points.ew_points is None:
        return None
    ns, ew = (
        min(max(100 * each / points.top, Fraction(0)), Fraction(100))
        for each in (points.ns_points, points.ew_points)
    )
    return round(ns), round(ew)


def ruling_of(result: LineResult) -> str | None:
    """A weighted or split score, which formats of other programs do not know."""
    adjustment = result.adjustment
    return str(adjustment) if isinstance(adjustment, Weighted | Split) else None


def shortened(lines: Iterable[LineRecord]) -> list[Sentence]:
    """The rulings of which USEBIO and PBN have the points alone, each in a sentence."""
    found = ((line.board, line.result.counting.adjustment) for line in lines)
    return [
        sentence(_SHORTENED, board=board, score=notation(ruling))
        for board, ruling in sorted(found, key=lambda each: each[0])
        if isinstance(ruling, Weighted | Split)
    ]
