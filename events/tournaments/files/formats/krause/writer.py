"""Writing a tournament as TRF16, as TRF26, or in the format of 2006.

All three have the records 012 to 132, teams and players. TRF26 adds records of its own; in the
other two, what pairing programs need besides is in their lines without numbers (``XXR 9``).
The format of 2006 has no letters for results. Lines end in CR LF; columns never shift: what does
not fit is cut or left out, with a notice.
"""

from collections.abc import Iterable
from dataclasses import replace
from fractions import Fraction
from itertools import zip_longest
from operator import itemgetter

from clubscore import __version__
from clubscore.text.problems import Sentence, gettext_noop, sentence
from events.tournaments.core.domain.results import Code, Colour, PointSystem, points_text
from events.tournaments.core.domain.time_controls import time_control, time_in_words
from events.tournaments.core.domain.tournament import (
    SWISS,
    PreservedLine,
    Team,
    Tournament,
    kind_of,
)
from events.tournaments.files.domain import Format, Written
from events.tournaments.files.formats.krause.external import external_line
from events.tournaments.files.formats.krause.header import type_of_tournament
from events.tournaments.files.formats.krause.lines import (
    FOREIGN,
    PLAYER,
    TEAM,
    TEAM_OF_TRF26,
    UNDERSTOOD,
    named,
    with_unknown,
    write_162,
    write_bb,
    write_games_162,
    write_xxs,
)
from events.tournaments.files.formats.krause.national import national_records
from events.tournaments.files.formats.krause.player_lines import PlayerLines, cut, plain
from events.tournaments.files.formats.krause.preserved import (
    END,
    LAST_OF_HEADER,
    is_record,
    key,
    kind_of_type,
    plain_records,
    rank,
    type_of_lines,
)
from events.tournaments.files.formats.krause.team_facts import written_lines
from events.tournaments.files.formats.krause.team_writer import (
    has_other_points,
    informative_records,
    is_computed,
    is_written_elsewhere,
    kept_points,
    kept_team,
    match_records,
    team_records,
)
from events.tournaments.pairing.domain.proposal import has_late_entries, initial_colour
from events.tournaments.standings.domain.catalogue import POINTS
from events.tournaments.teams.domain.event import TeamEvent
from events.tournaments.teams.domain.from_games import team_event

CONTROLLER = "182"
"""The record of the program that answers for the pairings."""

NAME_WIDTH = 32
"""The width of a team's name, in columns."""

Record = tuple[str, str]
"""A record's key and its line."""


def write(
    tournament: Tournament,
    *,
    format: Format = Format.TRF16,  # noqa: A002
    is_report: bool = False,
) -> Written:
    """The text of a tournament: records in their order, then the preserved lines.

    A file of TRF26 comes back with the records that it had; ``is_report``: with all there are.
    """
    notices: list[Sentence] = []
    codes_alone, brought = _codes_alone(tournament), tournament.preserved
    tournament = replace(tournament, preserved=written_lines(tournament))
    if format is not Format.TRF26 and not tournament.team_facts.rules:
        tournament = replace(tournament, preserved=_as_trf16(tournament, brought, notices))
    is_whole = is_report or not _ONLY_IN_TRF26 & {_tag(line) for line in brought}
    event = team_event(tournament) if format is Format.TRF26 else None
    of_teams = event is not None
    if has_other_points(tournament.preserved):
        event = None
    records = [
        *(each for each in _header(tournament) if each[0] not in codes_alone),
        *(
            _later(tournament, of_teams=of_teams, is_whole=is_whole)
            if format is Format.TRF26
            else ()
        ),
        *(_met_teams(event) if event else _teams(tournament, format, notices)),
        *_players(tournament, format, notices),
    ]
    if tournament.go is None and has_late_entries(tournament):
        notices.append(Sentence(_LATE))
    told = [*(breach.line for breach in tournament.breaches), *external_line(tournament)]
    breaches = tuple(
        PreservedLine(line, LAST_OF_HEADER)
        for line in (told if format is not Format.KRAUSE else ())
    )
    lines = _with_comments(records, (*tournament.preserved, *breaches))
    if format is not Format.TRF26:
        lines += _extensions(tournament)
        lines += _limited_pairs(tournament, format, notices)
        if tournament.tie_breaks:
            notices.append(sentence("This format has no tie-breaks."))
    else:
        if write_162(tournament.system) is None:
            lines.append(write_xxs(tournament.system))
        lines += _encoded(tournament, notices, is_whole=is_whole)
        lines += national_records(tournament)
    lines += _tail(tournament, format, notices, computed=event is not None)
    lines += [*match_records(event), *informative_records(event)] if event else []
    text = "".join(f"{line}\r\n" for line in lines)
    return Written(text, tuple(dict.fromkeys(notices)))


def _codes_alone(tournament: Tournament) -> set[str]:
    """Which of 092 and 122 are not written: where the file had 192 or 222 alone, and they are still
    true."""
    codes = [line.text[4:] for line in tournament.preserved if line.text.startswith("222 ")]
    same = {
        "092": tournament.kind == kind_of_type(type_of_lines(tournament.preserved)),
        "122": bool(codes) and tournament.time_control == time_in_words(codes[-1]),
    }
    return {
        tag
        for tag, is_same in same.items()
        if is_same and PreservedLine("", tag) in tournament.preserved
    }


def _header(tournament: Tournament) -> Iterable[Record]:
    rated = sum(entrant.rating is not None for entrant in tournament.entrants)
    texts = [
        ("012", tournament.name),
        ("022", tournament.city),
        ("032", tournament.federation),
        ("042", f"{tournament.start:%Y/%m/%d}" if tournament.start else ""),
        ("052", f"{tournament.finish:%Y/%m/%d}" if tournament.finish else ""),
        ("062", str(len(tournament.entrants))),
        ("072", str(rated)),
        ("082", str(len(tournament.teams)) if tournament.teams else ""),
        ("092", tournament.kind),
        ("102", tournament.chief_arbiter),
    ]
    yield from ((tag, f"{tag} {plain(text)}") for tag, text in texts if text)
    for number, deputy in enumerate(tournament.deputies, 1):
        yield key("112", number), f"112 {plain(deputy)}"
    if tournament.time_control:
        yield "122", f"122 {plain(tournament.time_control)}"
    if tournament.round_dates:
        days = "  ".join(f"{day:%y/%m/%d}" for day in tournament.round_dates)
        yield "132", f"{'132':91}{days}"


def _later(tournament: Tournament, *, of_teams: bool, is_whole: bool) -> Iterable[Record]:
    """What TRF26 adds about the tournament."""
    yield "142", f"142 {tournament.rounds}"
    # What it cannot express of a system is in XXS at the end.
    own = kept_points(tournament.preserved, tournament.system)
    system = tournament.system
    points = own or write_games_162(system) or write_162(PointSystem()) or ""
    if any(
        result and result.is_adjourned for each in tournament.entrants for result in each.results
    ):
        points = with_unknown(points, system)
    yield "162", points
    # Between teams they would be taken for the teams' own, which are written as they are preserved.
    if tournament.tie_breaks and not of_teams:
        codes = ",".join(tournament.tie_breaks)
        yield "202", f"202 {codes}"
        if is_whole or PreservedLine("", "212") in tournament.preserved:
            yield "212", f"212 {POINTS.code},{codes}"
    # In a team tournament these records name teams.
    if not tournament.teams:
        yield from _byes(tournament)
        yield from _forbidden_pairs(tournament)


def _encoded(tournament: Tournament, notices: list[Sentence], *, is_whole: bool) -> Iterable[str]:
    """Records 152, 182, 192 and 222, unless the file brought its own."""
    own = {line.text[:3] for line in tournament.preserved if is_record(line.text)}
    if is_whole and CONTROLLER not in own:
        yield _CONTROLLER
    if is_whole and "152" not in own and (lot := _lot_shown(tournament)):
        yield f"152 {lot.value.upper()}"
    time = tournament.time_control
    for tag, code, why in (
        (
            "192",
            _type_code(tournament),
            sentence(_NO_SYSTEM if tournament.kind else _NO_TYPE, kind=tournament.kind),
        ),
        ("222", time_control(time), sentence(_NO_TIME if time else _NO_TIME_SET, time=time)),
    ):
        if tag in own:
            continue
        elif code:
            yield f"{tag} {code}"
        else:
            notices.append(why)


def _lot_shown(tournament: Tournament) -> Colour | None:
    """The colour of number 1 in a Swiss, as its first round has it."""
    is_swiss = kind_of(tournament.kind) == SWISS and not tournament.teams
    return initial_colour(tournament) if is_swiss and tournament.go is None else None


def _type_code(tournament: Tournament) -> str:
    """The code of record 192."""
    code = type_of_tournament(tournament.kind)
    if tournament.is_accelerated and not code.endswith("ROUNDROBIN"):
        return f"{code or 'FIDE_DUTCH'}_BAKU"
    return code


_CONTROLLER = f"{CONTROLLER} clubscore {__version__}"

_LATE = gettext_noop(
    "Late entries are paired at the place of their rating. A program that checks the pairings goes "
    "by the numbers: give these anew first, with Number by strength on the page of the players "
    "(until round 4 is paired)."
)

_NO_SYSTEM = gettext_noop(
    "Record 192 is not written: the type “%(kind)s” is none of the pairing systems of TRF26, such"
    " as Swiss (Dutch). Another program has to be told the system."
)

_NO_TYPE = gettext_noop(
    "Record 192 is not written: the tournament has no type, such as Swiss (Dutch). Another program"
    " has to be told the pairing system."
)

_NO_TIME_SET = gettext_noop("Record 222 is not written: the tournament has no time control.")

_NO_TIME = gettext_noop(
    "Record 222 is not written: the time control “%(time)s” is not of the form 90 min + 30 s. It"
    " is in words in record 122 alone."
)

_NO_RECORD = gettext_noop("This format has no record %(record)s; it is left out.")


def _byes(tournament: Tournament) -> Iterable[Record]:
    """The byes that players asked for, a record for each kind and round."""
    found: dict[tuple[int, str], list[int]] = {}
    for entrant in tournament.entrants:
        for round_, result in enumerate(entrant.results, 1):
            if result and result.code.is_requested_bye:
                found.setdefault((round_, result.code.value), []).append(entrant.number)
    for place, ((round_, code), numbers) in enumerate(sorted(found.items()), 1):
        players = " ".join(f"{number:04}" for number in numbers)
        yield key("240", place), f"240 {code} {round_:03} {players}"


def _forbidden_pairs(tournament: Tournament) -> Iterable[Record]:
    for place, pair in enumerate(tournament.forbidden, 1):
        # The record has no way to leave the rounds out: all of them are the first to the last.
        first, last = pair.first or 1, pair.last or tournament.rounds or 999
        players = " ".join(f"{number:4}" for number in pair.numbers)
        yield key("260", place), f"260 {first:03} {last:03} {players}"


def _extensions(tournament: Tournament) -> Iterable[str]:
    """The lines of pairing programs without numbers, where they differ from the default."""
    # Byes may have been asked for up to the last round, so that only games show how far it is.
    if tournament.rounds > _last_round(tournament, games=True):
        yield f"XXR {tournament.rounds}"
    if tournament.system != PointSystem():
        yield from write_bb(tournament.system) or [write_xxs(tournament.system)]
    for pair in tournament.forbidden:
        numbers = " ".join(map(str, pair.numbers))
        if pair.first is None and pair.last is None:
            yield f"XXP {numbers}"


def _limited_pairs(
    tournament: Tournament, format_: Format, notices: list[Sentence]
) -> Iterable[str]:
    """Forbidden pairings of some rounds, which only TRF26 can express."""
    records = [
        line
        for (_key, line), pair in zip(
            _forbidden_pairs(tournament), tournament.forbidden, strict=True
        )
        if pair.first or pair.last
    ]
    if format_ is not Format.KRAUSE:
        return records
    if records:
        notices.append(sentence("This format has no pairings forbidden in some rounds only."))
    return []


_ONLY_IN_TRF26 = frozenset({"142", "162", "172", "182", "192", "202", "212", "222"})
"""Records by which a file is known as one of TRF26."""


def _as_trf16(
    tournament: Tournament, brought: Iterable[PreservedLine], notices: list[Sentence]
) -> tuple[PreservedLine, ...]:
    """The preserved lines for the older formats: the lot and virtual points in lines without
    numbers, and of a file of TRF26 no other record that these do not have. A file of theirs keeps
    its records. Points besides the games stay: without them the players' points were wrong."""
    brought = list(brought)
    own = {_tag(line) for line in brought}
    is_trf26 = bool(own & _ONLY_IN_TRF26)
    lines: list[PreservedLine] = []
    # Behind the last player, where a reader leaves them.
    last = max((entrant.number for entrant in tournament.entrants), default=0)
    place = key(PLAYER, last) if last else END
    plain: dict[str, list[str]] = {
        "152": list(plain_records(tournament.lot, ())),
        "250": list(plain_records(None, tournament.virtual_points)),
    }
    for line in tournament.preserved:
        tag = line.text[:3] if line.after == END and is_record(line.text) else ""
        if tag in plain and (is_trf26 or tag not in own):
            lines += [PreservedLine(text, place) for text in plain[tag]]
            plain[tag] = []
        elif is_trf26 and tag in UNDERSTOOD | FOREIGN and tag not in ("152", "250", "299"):
            notices.append(sentence(_NO_RECORD, record=named(tag)))
        else:
            lines.append(line)
    return tuple(lines)


def _tag(line: PreservedLine) -> str:
    """The number of a record, or of the place that is kept for it."""
    return line.text[:3] if line.text else line.after


def _last_round(tournament: Tournament, *, games: bool = False) -> int:
    """The last round in the players' lines, or the last one with games."""
    return max(
        (
            round_
            for entrant in tournament.entrants
            for round_, result in enumerate(entrant.results, 1)
            if result and (result.opponent is not None or not games)
        ),
        default=0,
    )


def _teams(tournament: Tournament, format_: Format, notices: list[Sentence]) -> Iterable[Record]:
    for place, team in enumerate(tournament.teams, 1):
        name = plain(team.name)
        if len(name) > NAME_WIDTH:
            notices.append(cut(name, NAME_WIDTH))
        members = " ".join(f"{member:4}" for member in team.members)
        line = f"{TEAM} {name[:NAME_WIDTH]:{NAME_WIDTH}}{members}"
        if format_ is Format.TRF26 and (own := kept_team(tournament.preserved, team)):
            line = own
        elif format_ is Format.TRF26:
            points = points_text(_game_points(team, tournament))
            line = (
                f"{TEAM_OF_TRF26} {place:3} {name[:NAME_WIDTH]:{NAME_WIDTH}}"
                f"{'':21}{points:>6}{'':6}{members}"
            )
        yield key(TEAM, place), line


def _met_teams(event: TeamEvent) -> Iterable[Record]:
    """Teams that meet each other; a name that is too long is cut, as in the other formats."""
    for place, line in enumerate(team_records(event), start=1):
        yield key(TEAM, place), line


def _game_points(team: Team, tournament: Tournament) -> Fraction:
    members = set(team.members)
    own = (entrant for entrant in tournament.entrants if entrant.number in members)
    return sum((tournament.points_of(entrant) for entrant in own), Fraction(0))


def _players(tournament: Tournament, format_: Format, notices: list[Sentence]) -> Iterable[Record]:
    # Up to the last result, as programs write them: rounds to come are in 142 or XXR.
    lines = PlayerLines(_last_round(tournament), format_ is Format.KRAUSE)
    for entrant in sorted(tournament.entrants, key=lambda each: each.number):
        yield key(PLAYER, entrant.number), lines.line(entrant, tournament.points_of(entrant))
    notices += lines.notices
    if format_ is Format.KRAUSE and _ambiguous_byes(tournament):
        notices.append(sentence("Pairing-allocated and full-point byes are written alike."))


def _ambiguous_byes(tournament: Tournament) -> bool:
    """Whether a reader of the old spelling would take a bye for another one: a full-point bye
    that is alone in its round, or the pairing's beside another."""
    for round_ in zip_longest(*(entrant.results for entrant in tournament.entrants)):
        codes = [result.code for result in round_ if result]
        given = codes.count(Code.PAIRING_BYE)
        asked = codes.count(Code.FULL_BYE)
        if (asked == 1 and not given) or (given and given + asked > 1):
            return True
    return False


def _with_comments(records: list[Record], preserved: Iterable[PreservedLine]) -> list[str]:
    """The records' lines with each comment after the record that it followed."""
    lines = [(rank(place), 0, line.rstrip()) for place, line in records]
    lines += [
        (rank(preserved_line.after), 1, preserved_line.text)
        for preserved_line in preserved
        if preserved_line.after != END
    ]
    # Not by the text: the comments behind one record stay in their order.
    return [line for _place, _order, line in sorted(lines, key=itemgetter(0, 1))]


def _tail(
    tournament: Tournament, format_: Format, notices: list[Sentence], *, computed: bool
) -> Iterable[str]:
    """The preserved lines at the end, as far as the format has them."""
    for each in tournament.preserved:
        if each.after != END or is_written_elsewhere(each) or (computed and is_computed(each)):
            continue
        if format_ is Format.TRF26 and each.text.startswith(f"{CONTROLLER} "):
            # The other program does not answer for what is written here.
            yield _CONTROLLER
            continue
        if format_ is Format.KRAUSE and is_record(each.text):
            notices.append(sentence(_NO_RECORD, record=named(each.text[:3])))
        else:
            yield each.text
