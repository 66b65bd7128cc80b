"""One session in the API: its rules, its ranking, its boards, its personal cards.

What has changed since a version, for readers that follow a session while it is played.
"""

import json
import re
from collections.abc import Collection, Iterable, Iterator
from typing import Final

from django.http import HttpRequest

from clubscore.text.sentences import NothingHereError
from events.exchange.figures.exporting import SessionFormat, export_session
from events.exchange.selectors import boards_changed_after, sections_with_movements
from events.exchange.views.api.answers import (
    AskedWrongly,
    Data,
    json_bytes,
    listed,
    made,
    of_the_api,
    published_session,
)
from events.exchange.views.api.members import (
    board_members,
    contestant_members,
    pair_of,
    result_members,
    standing_members,
)
from events.models import Session
from events.sessions.hands.selectors import SetState, set_state, shown_hands
from events.sessions.pages.views.corrected import Corrected
from events.sessions.pages.views.results import read_scored
from events.sessions.scoring.figures.ranking import RankedLine, RankedList, rank_session
from events.sessions.scoring.figures.scoring import ScoredSession
from events.sessions.scoring.selectors.contestants import (
    ContestantRecord,
    Contestants,
    session_contestants,
)
from players.models.club import current_settings

RULES: Final = (
    "method", "scale", "neuberg", "small_groups", "missing_ties", "sit_out", "unopposed",
    "expected", "rounding",
    "butler_drop", "butler_percent", "butler_parts", "butler_even", "datums", "cross_imps_mean",
    "cross_imps_award_each", "handicap_sum", "imps_by", "session_average", "one_field",
    "minimum_part",
)  # fmt: skip
"""The settings by which a session is scored."""


@of_the_api
def session(request: HttpRequest, session_id: int) -> bytes:
    """A session: its rules, its sections, what was corrected, and where its results are."""
    found = published_session(session_id)

    def make() -> Data:
        scored = read_scored(found)
        contestants = session_contestants(found.pk)
        sections = sections_with_movements(found.pk)
        state = set_state(found)
        corrected = Corrected(found.pk, scored, contestants)
        return {
            **listed(request, found, ""),
            "club": str(found.club) if found.club else current_settings().shown_name,
            "rules": {name: getattr(found, name) for name in RULES} | {"strata": _strata(found)},
            "sections": [
                {
                    "letter": section.letter,
                    "movement": section.movement.name if section.movement else None,
                    "boards_per_round": section.boards_per_round,
                    "first_board": section.first_board,
                    "contestants": [
                        contestant_members(one)
                        for one in contestants.values()
                        if one.section_id == section.pk
                    ],
                }
                for section in sections
            ],
            "results_entered": scored.entered,
            "results_expected": scored.expected,
            "corrections": [
                {"board": board, "note": note}
                for board in sorted(corrected.boards)
                for note in corrected.of_board(board)
            ],
            "hands": _hands_state(state),
        }

    return made(request, found, "session", make)


def _strata(session: Session) -> Data | None:
    """The limits of the strata; ``None`` where there are none."""
    if not session.strata_by:
        return None
    limits = {"B": session.strata_b, "C": session.strata_c}
    return {
        "by": session.strata_by,
        "of": "mean" if session.strata_mean else "highest",
        "limits": {letter: f"{limit:.2f}" for letter, limit in limits.items() if limit is not None},
    }


def _hands_state(state: SetState | None) -> Data | None:
    if state is None:
        return None
    return {
        "boards": list(state.boards),
        "is_sealed": state.is_sealed,
        "seed_sha256": state.digest or None,
        "seed": state.seed or None,
    }


@of_the_api
def ranking(request: HttpRequest, session_id: int) -> bytes:
    """The ranking, as played: a list, or one for each direction, or for each section."""
    found = published_session(session_id)

    def make() -> Data:
        contestants = session_contestants(found.pk)
        scored = read_scored(found)
        lists = rank_session(scored, contestants)
        return {
            "session": found.pk,
            "lists": [
                {
                    "section": ranked_list.section or None,
                    "direction": str(ranked_list.direction) if ranked_list.direction else None,
                    "standings": [
                        _standing(found, line, ranked_list, contestants, scored)
                        for line in ranked_list.scratch
                    ],
                }
                for ranked_list in lists
            ],
        }

    return made(request, found, "ranking", make)


def _standing(
    session: Session,
    line: RankedLine,
    ranked_list: RankedList,
    contestants: Contestants,
    scored: ScoredSession,
) -> Data:
    return standing_members(
        session,
        line.standing,
        contestants,
        scored.penalties,
        place=line.place,
        within=dict(zip(ranked_list.strata, line.within, strict=True)),
    )


@of_the_api
def boards(request: HttpRequest, session_id: int) -> bytes:
    """The boards with their results; with ``since`` those that changed after that version."""
    found = published_session(session_id)
    since = request.GET.get("since", "")
    wanted = boards_changed_since(found.pk, since) if since else None
    body = made(
        request, found, "boards", lambda: {"session": found.pk, "boards": list(_boards(found))}
    )
    if wanted is None:
        return body
    return only_boards(body, wanted)


@of_the_api
def board(request: HttpRequest, session_id: int, board: int) -> bytes:
    """One board."""
    found = published_session(session_id)

    def make() -> Data:
        for each in _boards(found):
            if each["board"] == board:
                return {"session": found.pk, **each}
        raise NothingHereError(f"Board {board} has no results and no hands.")

    return made(request, found, f"board:{board}", make)


@of_the_api
def pair(request: HttpRequest, session_id: int, code: str) -> bytes:
    """The personal card of a contestant, by its code."""
    found = published_session(session_id)

    def make() -> Data:
        contestants = session_contestants(found.pk)
        own = contestant_of(contestants.values(), code)
        if own is None:
            raise NothingHereError(f"There is no contestant {code[:20]} in this session.")
        scored = read_scored(found)
        lists = rank_session(scored, contestants)
        standings = {
            line.contestant: (line, ranked_list)
            for ranked_list in lists
            for line in ranked_list.scratch
        }
        place = standings.get(own.pk)
        members = (
            _standing(found, *place, contestants, scored) if place else contestant_members(own)
        )
        corrected = Corrected(found.pk, scored, contestants, only=own.pk)
        results = [
            {
                "board": each.board,
                "sat": "NS" if own.pk in each.ns else "EW",
                **result_members(
                    found,
                    each,
                    scored.points.get(each.pk),
                    contestants,
                    is_corrected=each.pk in corrected,
                ),
            }
            for each in sorted(scored.lines, key=lambda line: (line.board, line.pk))
            if own.pk in (*each.ns, *each.ew) and not each.is_empty
        ]
        return {"session": found.pk, "contestant": members, "results": results}

    return made(request, found, f"pair:{code[:20]}", make)


@of_the_api
def export(request: HttpRequest, session_id: int) -> bytes:
    """The whole session in one file, as ``manage.py export_session --format json`` writes it."""
    return export_session(published_session(session_id), SessionFormat.JSON)


def contestant_of(contestants: Iterable[ContestantRecord], code: str) -> ContestantRecord | None:
    """A contestant by its code, or by its number where one alone has it."""
    everybody = list(contestants)
    named = [contestant for contestant in everybody if contestant.code == code]
    numbered = [contestant for contestant in everybody if pair_of(contestant) == code]
    found = named or (numbered if len(numbered) == 1 else [])
    return found[0] if found else None


def _boards(session: Session) -> Iterator[Data]:
    """The boards that have results, or hands that everybody may see."""
    scored = read_scored(session)
    contestants = session_contestants(session.pk)
    corrected = Corrected(session.pk, scored, contestants)
    hands = shown_hands(session, director=False)
    results: dict[int, list[Data]] = {}
    for line in sorted(scored.lines, key=lambda each: (each.board, each.pk)):
        if not line.is_empty:
            points = scored.points.get(line.pk)
            members = result_members(
                session, line, points, contestants, is_corrected=line.pk in corrected
            )
            results.setdefault(line.board, []).append(members)
    for number in sorted({*results, *hands}):
        yield board_members(number, hands.get(number), results.get(number, []))


_VERSION = re.compile(r"(\d{1,18})-(\d{1,18})-(\d{1,18}|None)", re.ASCII)


def boards_changed_since(session_id: int, version: str) -> Collection[int] | None:
    """The numbers of the boards with other results since a version; ``None`` where any may have
    them. Raises :class:`AskedWrongly` for a text that is no version.
    """
    match = _VERSION.fullmatch(version)
    if match is None:
        raise AskedWrongly("since is a version as an answer has it.")
    return boards_changed_after(session_id, count=int(match[1]), last=int(match[2]))


def only_boards(body: bytes, wanted: Collection[int]) -> bytes:
    """An answer with all boards, without those that are not wanted."""
    data = json.loads(body)
    data["boards"] = [each for each in data["boards"] if each["board"] in wanted]
    return json_bytes(data)
