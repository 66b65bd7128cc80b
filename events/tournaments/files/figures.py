"""Tournament files of every format, read and written: the door to the formats."""

import threading
from collections.abc import Iterable
from contextlib import closing
from dataclasses import replace
from typing import Any

from clubscore.files.reader_process import Reader, read_apart
from clubscore.text.problems import Refused, sentence, verbatim
from events.models import Tournament as StoredTournament
from events.tournaments.core.domain.results import Colour
from events.tournaments.core.domain.tournament import Tournament
from events.tournaments.core.selectors.tournaments import tournament_value
from events.tournaments.fide.domain.imports import Difference, import_breaches, is_for_fide
from events.tournaments.fide.selectors import breaches_of
from events.tournaments.files.domain import FileProblem, Finding, Format, Profile, Reading, Written
from events.tournaments.files.formats import anyformat
from events.tournaments.files.formats.egf_writer import ENCODING as H9_ENCODING, write_h9
from events.tournaments.files.formats.krause.checks import ranked, with_final_ranks
from events.tournaments.files.formats.krause.defaults import defaults_of
from events.tournaments.files.formats.krause.reader import cut_off, read
from events.tournaments.files.formats.krause.report_check.check import validate
from events.tournaments.files.formats.krause.team_facts import written_lines
from events.tournaments.files.formats.krause.writer import write
from events.tournaments.files.formats.opengotha_writer import write_opengotha
from events.tournaments.files.formats.plain_values import tournament_data
from events.tournaments.files.judging import MEMORY, SECONDS, differing_rounds
from events.tournaments.go.domain.event import GoEvent
from events.tournaments.standings.domain.places import judge_places

H9_CHARSET = H9_ENCODING
MAX_BYTES = 8 * 2**20
"""Of a file on the command line: more has none of ten thousand players and sixty rounds."""


def read_file(text: str, *, profile: Profile = Profile.LENIENT, file_name: str = "") -> Reading:
    """The tournament of a file of OpenGotha, a result file of the EGF, or one of the Krause family.

    ``profile`` and ``file_name`` are those of the last. Raises :class:`Refused` with every
    problem.
    """
    return read_apart(anyformat.read, text, profile=profile, file_name=file_name)


def read_krause_file(
    text: str, *, profile: Profile = Profile.LENIENT, file_name: str = ""
) -> Reading:
    """The tournament of a file of the Krause family. Raises :class:`Refused` with every error."""
    return read_apart(read, text, profile=profile, file_name=file_name)


def read_gotha_file(text: str) -> GoEvent | None:
    """The tournament of an OpenGotha file; ``None`` for any other. Raises :class:`Refused`."""
    return read_apart(anyformat.read_gotha, text)


def validated(text: str) -> tuple[Finding, ...]:
    """What rating officers miss in a TRF26. Raises :class:`Refused` for what is no text."""
    return read_apart(validate, text)


def as_json(value: Tournament) -> dict[str, Any]:
    """The tournament, its players with their results, and its teams."""
    return tournament_data(value)


def players_cut_off(text: str) -> tuple[int, int] | None:
    """How many players a file that was cut off announces, and how many it holds; ``None`` for a
    whole one."""
    return cut_off(text)


def preserved_text(value: Tournament) -> str:
    """The lines of a file that are kept to be written back, and those of its facts of teams."""
    return "\n".join(line.text for line in written_lines(value))


JUDGE_SECONDS = 20.0
"""How long the rounds of a file that is imported are judged while somebody waits."""

_judge, _judging = Reader(seconds=JUDGE_SECONDS, patience=JUDGE_SECONDS), threading.Lock()


def judged(value: Tournament) -> tuple[Difference, ...] | None:
    """The rounds of an imported tournament that the rules pair otherwise; ``None`` where it takes
    too long to find out. Only a tournament that begins in FIDE mode is judged."""
    if not _is_to_be_judged(value):
        return ()
    if not _judging.acquire(timeout=JUDGE_SECONDS):
        return None
    try:
        return _judged_by(_judge, value)
    except Refused:
        return None
    finally:
        _judging.release()


def judged_at_length(value: Tournament) -> tuple[Difference, ...]:
    """The same for whoever waits as long as a file may take. Raises :class:`Refused` for one that
    takes too much."""
    if not _is_to_be_judged(value):
        return ()
    with closing(Reader(seconds=SECONDS, patience=SECONDS, memory=MEMORY)) as reader:
        return _judged_by(reader, value)


def _is_to_be_judged(value: Tournament) -> bool:
    return is_for_fide(value) and any(any(each.results) for each in value.entrants)


def _judged_by(reader: Reader, value: Tournament) -> tuple[Difference, ...]:
    reader.send(differing_rounds, (value,), {})
    found: tuple[Difference, ...] = reader.receive()[1]
    return found


def with_defaults(reading: Reading, text: str) -> Reading:
    """A reading of a file of chess with a notice for each record of TRF26 that it lacks."""
    if not is_for_fide(reading.tournament):
        return reading
    notices = (FileProblem(each) for each in defaults_of(reading.tournament, text))
    return replace(reading, notices=(*reading.notices, *notices))


def with_judgement(reading: Reading, differences: Iterable[Difference] | None) -> Reading:
    """A reading with the rounds that the rules pair otherwise as adjustments, which wait for
    consent, and as lines of the tournament's file."""
    if differences is None:
        return reading
    differences = tuple(differences)
    breaches = tuple(import_breaches(reading.tournament, differences))
    adjustments = tuple(
        FileProblem(
            sentence(
                "round %(round)s is not what the rules pair: “%(line)s” is written into the"
                " tournament’s file",
                round=breach.round,
                line=breach.line,
            ),
            stored=verbatim(breach.line),
        )
        for breach in breaches
    )
    value = replace(reading.tournament, breaches=(*reading.tournament.breaches, *breaches))
    return replace(
        reading,
        tournament=value,
        adjustments=(*reading.adjustments, *adjustments),
        is_judged=True,
        differences=differences,
    )


def value_to_write(tournament: StoredTournament) -> Tournament:
    """A stored tournament as files have it, with the ranks of its standings."""
    return with_final_ranks(file_value(tournament))


def file_value(tournament: StoredTournament) -> Tournament:
    """A stored tournament, with what broke the rules."""
    return replace(tournament_value(tournament), breaches=breaches_of(tournament.pk))


def krause_file(value: Tournament, format_: Format) -> Written:
    """The text of a file of the Krause family."""
    return write(value, format=format_)


def report_file(tournament: StoredTournament) -> Written:
    """The TRF26 for the rating officer, with the final places. Raises :class:`Refused` while a game
    has no result."""
    value = file_value(tournament)
    if still := open_games(value):
        number, white, black = still[0]
        raise Refused(
            sentence(
                "Round %(round)s: the game %(white)s – %(black)s has no result yet. The report is "
                "of a finished tournament.",
                round=number,
                white=white,
                black=black,
            )
        )
    places = {entrant.number: entrant.rank for entrant in value.entrants if entrant.rank}
    # Places that stand are those of lots, too.
    is_placed = len(places) == len(value.entrants)
    is_right = is_placed and judge_places(value, value.tie_breaks, places).ok
    return write(value if is_right else ranked(value), format=Format.TRF26, is_report=True)


def open_games(value: Tournament) -> list[tuple[int, int, int]]:
    """Round, White and Black of every game without a result."""
    found = []
    for entrant in value.entrants:
        for number, result in enumerate(entrant.results, start=1):
            is_open = result and value.system.points(result.code) is None
            if not result or not is_open or result.opponent is None:
                continue
            is_white = result.colour is Colour.WHITE or (
                result.colour is None and entrant.number < result.opponent
            )
            if is_white:
                found.append((number, entrant.number, result.opponent))
    return sorted(found)


def h9_file(value: Tournament) -> bytes:
    """A file of results for the European Go Database, in :data:`H9_CHARSET`."""
    return write_h9(value).encode(H9_ENCODING, "replace")


def opengotha_file(value: Tournament) -> bytes:
    """The tournament as OpenGotha stores it."""
    return write_opengotha(value)
