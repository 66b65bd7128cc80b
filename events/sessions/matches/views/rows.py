"""Matches and their standings as ready strings for the templates.

The matches of one contestant for a personal card: the team, each match, and each board of it.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from django.urls import reverse
from django.utils.translation import gettext as _

from clubscore.text.sentences import translate
from events.common.views import figures
from events.models import MatchPlay, Session
from events.sessions.core.selectors import Matches, MatchRecord, TeamRecord
from events.sessions.matches.domain.standings import TeamStanding
from events.sessions.matches.figures.matches import ScoredBoard, ScoredMatch, ScoredMatches
from events.sessions.pages.views import results as result_cells
from events.sessions.scoring.domain.strata import places_within
from events.sessions.scoring.selectors.contestants import Contestants
from events.sessions.scoring.selectors.lines import LineRecord


@dataclass(frozen=True, slots=True)
class StandingRow:
    """A line of the standings; ``imps`` is the margin, with its sign, ``added`` what the director
    added or took away, ``note`` why, ``within`` the places in the strata."""

    place: str
    number: int
    name: str
    players: str
    played: int
    won: str
    imps: str
    added: str
    points: str
    note: str
    within: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class MatchRow:
    """A match in a list: its teams, what it stands at, and its address, empty for a bye."""

    round: int
    table: str
    home: str
    away: str
    imps: str
    points: str
    state: str
    address: str
    reason: str


def team_name(team: TeamRecord, contestants: Contestants, *, pairs: bool) -> str:
    """The name of a team, or the players of a pair; a number where there is none yet."""
    if team.name:
        return team.name
    if pairs:
        players = " – ".join(filter(None, (contestants[pk].players for pk in team.contestants)))
        return players or _("Pair %(number)s") % {"number": team.number}
    return _("Team %(number)s") % {"number": team.number}


def team_names(matches: Matches, contestants: Contestants) -> dict[int, str]:
    """The names of all teams by number."""
    pairs = matches.play.is_pairs
    return {
        number: team_name(team, contestants, pairs=pairs) for number, team in matches.teams.items()
    }


def team_players(team: TeamRecord, contestants: Contestants) -> str:
    """Who plays in a team, pair by pair."""
    pairs = (contestants[pk] for pk in team.contestants)
    return "; ".join(pair.players for pair in pairs if pair.names)


def points_text(play: MatchPlay, points: Fraction | None) -> str:
    """Victory points of a scale with decimals have two, all others as few as they need."""
    if points is None:
        return ""
    if play.scored_by == MatchPlay.ScoredBy.VP and play.scale == MatchPlay.Scale.WBF:
        return figures.percentage(points)
    return figures.points(points)


def result_of(play: MatchPlay, standing: TeamStanding) -> str:
    """What a team or a pair has, with its unit: ``39.27 VPs``."""
    return f"{points_text(play, standing.points)} {points_heading(play)}"


def points_heading(play: MatchPlay) -> str:
    """What a match counts."""
    return {
        MatchPlay.ScoredBy.VP: _("VPs"),
        MatchPlay.ScoredBy.IMPS: _("IMPs"),
        MatchPlay.ScoredBy.POINT_A_BOARD: _("Points"),
        MatchPlay.ScoredBy.WON_LOST: _("Points"),
    }[MatchPlay.ScoredBy(play.scored_by)]


def has_margin(play: MatchPlay) -> bool:
    """Whether the margin tells more than the points: not where these are the IMPs, added up."""
    return play.scored_by != MatchPlay.ScoredBy.IMPS or play.is_pairs


def margin_heading(session: Session, play: MatchPlay) -> str:
    """What the margin between the two sides of a match is counted in."""
    if play.is_pairs and session.method == Session.Method.MATCHPOINTS:
        return "%"
    return _("IMPs")


def standing_rows(
    scored: ScoredMatches, contestants: Contestants, strata: Sequence[str] = ()
) -> list[StandingRow]:
    """The standings after all that is in, with the places in the strata; a team is in the highest
    of its pairs."""
    rows = rows_of(scored.matches, scored.standings, contestants)
    if not strata:
        return rows
    teams = scored.matches.teams
    ranked = [
        (row.place, min((contestants[pk].stratum or "A" for pk in teams[row.side].contestants),
                        default="A"))
        for row in scored.standings
    ]  # fmt: skip
    places = places_within(ranked, strata)
    return [
        replace(row, within=tuple(map(str, own))) for row, own in zip(rows, places, strict=True)
    ]


def rows_of(
    matches: Matches, standings: Sequence[TeamStanding], contestants: Contestants
) -> list[StandingRow]:
    """Some standings, such as those that a draw rests on."""
    names = team_names(matches, contestants)
    play = matches.play
    return [
        StandingRow(
            place=str(row.place),
            number=row.side,
            name=names[row.side],
            players="" if play.is_pairs else team_players(matches.teams[row.side], contestants),
            played=row.played,
            won=f"{row.won}–{row.drawn}–{row.lost}",
            imps=signed(row.imps),
            added=signed(row.added) if row.added else "",
            points=points_text(play, row.points),
            note=_team_note(matches.teams[row.side], row),
        )
        for row in standings
    ]


def _team_note(team: TeamRecord, row: TeamStanding) -> str:
    notes = []
    if row.added:
        notes.append(f"{signed(row.added)}: {team.reason}" if team.reason else signed(row.added))
    if team.last_round is not None:
        notes.append(_("withdrew after round %(round)s") % {"round": team.last_round})
    if team.first_round > 1:
        notes.append(_("plays from round %(round)s") % {"round": team.first_round})
    if row.split_by == "matches":
        notes.append(_("by the match between those tied"))
    return ", ".join(notes)


def match_rows(
    session: Session, scored: ScoredMatches, contestants: Contestants
) -> dict[int, list[MatchRow]]:
    """The matches by the round in which they begin."""
    names = team_names(scored.matches, contestants)
    rounds: dict[int, list[MatchRow]] = {}
    for each in scored.scored:
        row = match_row(session, scored.matches, each, names)
        rounds.setdefault(each.match.round, []).append(row)
    return rounds


def match_row(
    session: Session, matches: Matches, scored: ScoredMatch, names: Mapping[int, str]
) -> MatchRow:
    """One match as it stands."""
    match, result, play = scored.match, scored.result, matches.play
    is_bye = match.away is None
    return MatchRow(
        round=match.round,
        table=tables_text(play, match),
        home=names[match.home],
        away=away_name(matches, match, names),
        imps="" if is_bye or result.points is None else margin_text(session, play, scored),
        points=result_text(play, scored),
        state=state_text(scored),
        address="" if is_bye else reverse("events:match", args=[session.pk, match.pk]),
        reason=match.reason,
    )


def away_name(matches: Matches, match: MatchRecord, names: Mapping[int, str]) -> str:
    """The name of the visitors; or why there are none, in the whole round or on some boards."""
    if match.away is not None:
        return names[match.away]
    if match.round < matches.teams[match.home].first_round:
        return _("not there yet")
    if not match.boards:
        return _("bye")
    return _("sits out boards %(first)s–%(last)s") % {
        "first": match.boards[0],
        "last": match.boards[-1],
    }


def without_match(matches: Matches, team: int, to_round: int) -> list[str]:
    """In words the rounds in which a contestant had no usual match: a bye, a triangle, half
    matches, or a round before it was there."""
    of_rounds: dict[int, list[MatchRecord]] = {}
    for match in matches.matches:
        if match.round <= to_round and team in (match.home, match.away):
            of_rounds.setdefault(match.round, []).append(match)
    words = []
    for number, own in of_rounds.items():
        is_alone = own[0].away is None and not own[0].boards
        if is_alone and number < matches.teams[team].first_round:
            words.append(_("not there yet"))
        elif is_alone:
            words.append(_("bye"))
        elif len(own) > 1:
            words.append(_("half matches") if matches.play.stanzas > 1 else _("triangle"))
    return words


def tables_text(play: MatchPlay, match: MatchRecord) -> str:
    """The table of a match, or its two tables."""
    if match.table is None:
        return ""
    if play.is_pairs or not play.is_swiss or match.round != match.last_round:
        return str(match.table)
    # A round that was drawn before the second table was stored.
    second = match.second_table or match.table + 1
    return f"{match.table}{'–' if second == match.table + 1 else ', '}{second}"


def margin_text(session: Session, play: MatchPlay, scored: ScoredMatch) -> str:
    """The IMPs that both sides won, or the percentages of two pairs."""
    home, away = scored.result.imps
    if scored.match.awarded is not None:
        return "–"
    if play.is_pairs and session.method == Session.Method.MATCHPOINTS:
        return f"{figures.percentage(home)} – {figures.percentage(away)}"
    return f"{figures.points(home)} – {figures.points(away)}"


def result_text(play: MatchPlay, scored: ScoredMatch) -> str:
    """What a match counts for both sides; of a bye for the one."""
    points = scored.result.points
    if points is None:
        return ""
    if scored.match.away is None:
        return points_text(play, points[0])
    return f"{points_text(play, points[0])} – {points_text(play, points[1])}"


def state_text(scored: ScoredMatch) -> str:
    """How far a match is; empty once all is in."""
    if scored.match.away is None:
        return ""
    if scored.result.is_awarded:
        return _("awarded")
    if scored.result.is_complete:
        return ""
    values = {"scored": scored.result.scored, "boards": scored.result.expected}
    if scored.match.last_round > scored.match.round:
        values["round"] = scored.match.last_round
        return (
            _("%(scored)s of %(boards)s boards; the other room plays in round %(round)s") % values
        )
    return _("%(scored)s of %(boards)s boards") % values


def notices_of(scored: Iterable[ScoredMatch]) -> list[str]:
    """What the director should look at, with the round of each."""
    return [
        _("Round %(round)s: %(notice)s")
        % {"round": scored_match.match.round, "notice": translate(notice)}
        for scored_match in scored
        for notice in scored_match.notices
    ]


def match_rules(session: Session, play: MatchPlay) -> str:
    """How the matches are scored and ranked, in words: it is printed under the standings."""
    rules = []
    if play.is_pairs and session.method == Session.Method.MATCHPOINTS:
        rules.append(
            _(
                "Victory points by the percentage of the match, by the table of the English Bridge"
                " Union."
            )
        )
    elif play.scored_by == MatchPlay.ScoredBy.VP:
        rules.append(
            _("Victory points: %(scale)s, for matches of %(boards)s boards.")
            % {"scale": play.get_scale_display(), "boards": play.boards}
        )
    else:
        rules.append(_("A match counts: %(what)s.") % {"what": play.get_scored_by_display()})
    if play.is_swiss:
        rules.append(
            _("In each round the first of the ranking meets the next it has not met, and so on.")
        )
    rules.append(
        _("Ties: the match between those tied, then the margin of all matches; else shared.")
    )
    return " ".join(rules)


def signed(value: Fraction) -> str:
    """IMPs with their sign; 0 without one."""
    text = figures.points(abs(value))
    if value == 0:
        return "0"
    return f"+{text}" if value > 0 else f"{figures.MINUS}{text}"


@dataclass(frozen=True, slots=True)
class OwnMatch:
    """A match as one side sees it: both figures of a result have its own first."""

    round: int
    opponents: str
    margin: str
    points: str
    state: str
    address: str


@dataclass(frozen=True, slots=True)
class OwnBoard:
    """What was played in the other room of a match of teams, and the IMPs, or points, of the own
    team with their sign."""

    other_room: str
    won: str


@dataclass(frozen=True, slots=True)
class OwnMatches:
    """The matches of one contestant: its team, empty for a pair that plays for itself, the
    matches, the boards by the id of the own line, and the headings of the figures."""

    team: str
    team_place: str
    team_points: str
    matches: list[OwnMatch]
    boards: dict[int, OwnBoard]
    margin_heading: str
    points_heading: str


def own_matches(
    session: Session, scored: ScoredMatches, contestants: Contestants, contestant: int
) -> OwnMatches | None:
    """The matches of a contestant; ``None`` for somebody who is in no team."""
    matches = scored.matches
    own = matches.team_of.get(contestant)
    if own is None:
        return None
    names = team_names(matches, contestants)
    standing = next(row for row in scored.standings if row.side == own)
    mine = [each for each in scored.scored if own in (each.match.home, each.match.away)]
    return OwnMatches(
        team="" if matches.play.is_pairs else names[own],
        team_place=str(standing.place),
        team_points=points_text(matches.play, standing.points),
        matches=[_own_match(session, scored, each, names, own) for each in mine],
        boards={
            line.pk: _own_board(board, line, is_home=each.match.home == own)
            for each in mine
            for board in each.boards
            for line in (board.open_room, board.closed)
            if line is not None and contestant in line.ns + line.ew
        },
        margin_heading=margin_heading(session, matches.play),
        points_heading=points_heading(matches.play),
    )


def _own_match(
    session: Session, scored: ScoredMatches, match: ScoredMatch, names: Mapping[int, str], own: int
) -> OwnMatch:
    play = scored.matches.play
    turned = match if match.match.home == own else match.turned
    row = match_row(session, scored.matches, match, names)
    return OwnMatch(
        round=match.match.round,
        opponents=row.away if match.match.home == own else row.home,
        margin=margin_text(session, play, turned) if row.imps else "",
        points=result_text(play, turned),
        state=row.state,
        address=reverse("events:match", args=[session.pk, match.match.pk]) if row.address else "",
    )


def _own_board(board: ScoredBoard, line: LineRecord, *, is_home: bool) -> OwnBoard:
    other = board.closed if line is board.open_room else board.open_room
    played = ""
    if other is not None and not other.is_empty:
        played = result_cells.played_text(other.result, in_short=True)
    if board.score.imps is None:
        return OwnBoard(played, "")
    won = board.score.imps[0 if is_home else 1]
    return OwnBoard(played, signed(won))
