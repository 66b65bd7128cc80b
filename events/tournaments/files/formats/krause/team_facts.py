"""The facts of teams and of the pairing that the lines of a tournament's file say.

The lines that say the facts of teams and of the pairing, when a file is written.

What is stored is the facts. A line that says one in other words than ours is preserved beside it,
and written back as long as it is still true.
"""

from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass, replace
from itertools import groupby

from events.tournaments.core.domain.results import Code, points_text
from events.tournaments.core.domain.team_facts import (
    LineUp,
    TeamBye,
    TeamFacts,
    TeamForfeit,
    TeamRules,
)
from events.tournaments.core.domain.tournament import (
    Award,
    Forbidden,
    PreservedLine,
    Tournament,
    round_robin_named,
)
from events.tournaments.files.formats.krause.lines import MAX_ROUNDS, TEAM_OF_TRF26, Line, Report
from events.tournaments.files.formats.krause.preserved import (
    END,
    SWISS,
    TYPE,
    award_records,
    awards_of,
    initial_colour_of,
    is_baku,
    is_record,
    kind_of_type,
    type_of_lines,
    virtual_points_of,
    virtual_points_record,
)
from events.tournaments.files.formats.krause.team_records import (
    FORFEITS,
    TeamRecords,
    read_team_records,
    rules_records,
    type_word,
)
from events.tournaments.teams.domain.from_games import match_teams, team_event

COLOURS, MATCH_POINTS = "352", "362"

OF_TEAMS = frozenset({"320", "330", COLOURS, MATCH_POINTS})
"""Records that only a tournament between teams has."""

OTHER_POINTS = "299"


def says_matches(lines: Iterable[Line]) -> bool:
    """Whether one of the records is there that only a tournament between teams has."""
    return any(line.tag in OF_TEAMS or _is_type_of_teams(line) for line in lines)


def _is_type_of_teams(line: Line) -> bool:
    return line.tag == TYPE and "TEAM" in line.data.upper()


def facts_as_read(records: TeamRecords, *, meet: bool) -> TeamFacts:
    """The facts of the records, whether or not there are such teams and players."""
    code = records.kind if records.kind != type_word(records.rules) else ""
    return TeamFacts(
        rules=records.rules if meet else None,
        type_code=code if meet else "",
        tie_breaks=records.tie_breaks,
        byes=tuple(TeamBye(round_, team, code) for round_, team, code, _line in records.byes),
        forfeits=tuple(
            TeamForfeit(forfeit.round, forfeit.white, forfeit.black, forfeit.codes)
            for forfeit in records.forfeits
        ),
        line_ups=tuple(LineUp(*key, players) for key, players in records.line_ups.items()),
    )


def with_facts(tournament: Tournament) -> Tournament:
    """The tournament with what its preserved lines say of its own teams and players."""
    lines = [Line(0, each.text, each.text[:3]) for each in tournament.preserved]
    lines = [line for line in lines if is_record(line.text)]
    meet = says_matches(lines)
    records = read_team_records(lines, Report(strict=False))
    facts = facts_as_read(records, meet=meet)
    teams = {team.number for team in match_teams(tournament.teams)}
    players = {entrant.number for entrant in tournament.entrants}
    return replace(
        tournament,
        lot=initial_colour_of(tournament.preserved),
        is_accelerated=is_baku(type_of_lines(tournament.preserved)),
        awards=() if meet else _known_awards(awards_of(tournament.preserved), players),
        virtual_points=virtual_points_of(tournament.preserved),
        forbidden_teams=tuple(_known_teams(records.forbidden, teams)),
        team_facts=replace(
            facts,
            byes=tuple(_known_byes(facts.byes, teams)),
            forfeits=tuple(_known_forfeits(facts.forfeits, teams)),
            line_ups=tuple(_known_line_ups(facts.line_ups, teams, players)),
        ),
    )


def _known_awards(awards: Iterable[Award], players: set[int]) -> tuple[Award, ...]:
    return tuple(award for award in awards if award.number in players)


def _known_teams(forbidden: Iterable[Forbidden], teams: set[int]) -> Iterable[Forbidden]:
    for each in forbidden:
        numbers = tuple(dict.fromkeys(number for number in each.numbers if number in teams))
        if len(numbers) > 1:
            yield replace(each, numbers=numbers)


def _known_byes(byes: Iterable[TeamBye], teams: set[int]) -> Iterable[TeamBye]:
    """The first bye of a team in a round counts."""
    team_byes: dict[tuple[int, int], TeamBye] = {}
    for bye in byes:
        if bye.team in teams and bye.round <= MAX_ROUNDS:
            team_byes.setdefault((bye.round, bye.team), bye)
    return sorted(team_byes.values(), key=lambda bye: (bye.round, bye.team))


def _known_forfeits(forfeits: Iterable[TeamForfeit], teams: set[int]) -> Iterable[TeamForfeit]:
    """A team has one match in a round: the first, and of this the last that is said."""
    team_forfeits: list[TeamForfeit] = []
    for forfeit in forfeits:
        sides = {forfeit.white, forfeit.black}
        here = [
            team_forfeit for team_forfeit in team_forfeits if team_forfeit.round == forfeit.round
        ]
        same = [
            team_forfeit
            for team_forfeit in here
            if {team_forfeit.white, team_forfeit.black} == sides
        ]
        busy = [
            team_forfeit
            for team_forfeit in here
            if team_forfeit not in same and sides & {team_forfeit.white, team_forfeit.black}
        ]
        if len(sides) == 2 and sides <= teams and not busy:
            team_forfeits = [
                team_forfeit for team_forfeit in team_forfeits if team_forfeit not in same
            ]
            team_forfeits.append(forfeit)
    return sorted(team_forfeits, key=lambda forfeit: (forfeit.round, forfeit.white))


def _known_line_ups(
    line_ups: Iterable[LineUp], teams: set[int], players: set[int]
) -> Iterable[LineUp]:
    """Whoever is no player leaves the board empty."""
    found = []
    for line_up in line_ups:
        known = tuple(player if player in players else 0 for player in line_up.players)
        named = [player for player in known if player]
        if line_up.team in teams and len(set(named)) == len(named):
            found.append(replace(line_up, players=known))
    return sorted(found, key=lambda each: (each.round, each.team))


RULES = frozenset({TYPE, COLOURS, MATCH_POINTS})


@dataclass(frozen=True, slots=True)
class _Group:
    """Records that say one kind of fact."""

    tags: frozenset[str]
    fact: Callable[[Tournament], object]
    lines: Callable[[Tournament], Iterable[str]]


def _pairing_byes(tournament: Tournament) -> list[TeamBye]:
    return [bye for bye in tournament.team_facts.byes if bye.code is Code.PAIRING_BYE]


def _asked_byes(tournament: Tournament) -> list[TeamBye]:
    return [bye for bye in tournament.team_facts.byes if bye.code is not Code.PAIRING_BYE]


def _worth_of_byes(tournament: Tournament) -> object:
    rules = tournament.team_facts.rules
    return rules and (rules.bye_match, rules.bye_game, _pairing_byes(tournament))


def _awards_of_players(tournament: Tournament) -> object:
    return None if tournament.team_facts.rules else tournament.awards


def _lot_line(tournament: Tournament) -> Iterable[str]:
    return [f"152 {tournament.lot.value.upper()}"] if tournament.lot else []


def _tie_break_line(tournament: Tournament) -> Iterable[str]:
    codes = tournament.team_facts.tie_breaks
    return [f"202 {','.join(codes)}"] if codes else []


def _bye_lines(tournament: Tournament) -> Iterable[str]:
    byes = sorted(_asked_byes(tournament), key=_round_and_code)
    for (round_, code), here in groupby(byes, key=_round_and_code):
        teams = " ".join(f"{bye.team:04}" for bye in here)
        yield f"240 {code} {round_:03} {teams}"


def _round_and_code(bye: TeamBye) -> tuple[int, str]:
    return bye.round, bye.code.value


def _forbidden_lines(tournament: Tournament) -> Iterable[str]:
    for team in tournament.forbidden_teams:
        teams = " ".join(f"{number:4}" for number in team.numbers)
        yield f"260 {team.first or 0:03} {team.last or 0:03} {teams}"


def _line_up_lines(tournament: Tournament) -> Iterable[str]:
    facts = tournament.team_facts
    if not facts.line_ups:
        return
    event = team_event(tournament)
    met = {
        (match.round, team): other
        for match in (event.matches if event else ())
        for team, other in ((match.white, match.black), (match.black, match.white))
    }
    for each in facts.line_ups:
        players = " ".join(f"{player:4}" if player else "0000" for player in each.players)
        other = met.get((each.round, each.team), 0)
        yield f"300 {each.round:03} {each.team:3} {other:3} {players}"


def _pairing_bye_line(tournament: Tournament) -> Iterable[str]:
    byes = {bye.round: bye.team for bye in reversed(_pairing_byes(tournament))}
    rules = tournament.team_facts.rules
    if rules and (byes or rules.bye_match is not None):
        event = team_event(tournament)
        rules = event.rules if event else rules
        game = points_text(rules.bye_game_points(Code.PAIRING_BYE))
        rounds = range(1, max(byes, default=0) + 1)
        teams = " ".join(f"{byes.get(round_, 0):03}" for round_ in rounds)
        yield f"320 {points_text(rules.match_system.pairing_bye):>4} {game:>4} {teams}".rstrip()


def _forfeit_lines(tournament: Tournament) -> Iterable[str]:
    marks = {codes: mark for mark, codes in FORFEITS.items()}
    for forfeit in tournament.team_facts.forfeits if tournament.team_facts.rules else ():
        yield f"330 {marks[forfeit.codes]} {forfeit.round:03} {forfeit.white:3} {forfeit.black:3}"


_GROUPS = (
    _Group(frozenset({"152", "XXC"}), lambda each: each.lot, _lot_line),
    _Group(frozenset({"202", "212"}), lambda each: each.team_facts.tie_breaks, _tie_break_line),
    _Group(frozenset({"240"}), _asked_byes, _bye_lines),
    _Group(
        frozenset({"250", "XXA"}),
        lambda each: each.virtual_points,
        lambda each: map(virtual_points_record, each.virtual_points),
    ),
    _Group(frozenset({OTHER_POINTS}), _awards_of_players, lambda each: award_records(each.awards)),
    _Group(frozenset({"260"}), lambda each: each.forbidden_teams, _forbidden_lines),
    _Group(frozenset({"300"}), lambda each: each.team_facts.line_ups, _line_up_lines),
    _Group(frozenset({"320"}), _worth_of_byes, _pairing_bye_line),
    _Group(
        frozenset({"330"}),
        lambda each: each.team_facts.rules and each.team_facts.forfeits,
        _forfeit_lines,
    ),
)


def written_lines(tournament: Tournament) -> tuple[PreservedLine, ...]:
    """The preserved lines as they are to be written: those that still say what is stored, and ours
    for what none of them says, in the place that is kept for them, else at the end."""
    said = with_facts(tournament)
    places = {line.after for line in tournament.preserved if not line.text}
    stale, ours = _rules_lines(tournament, said, places)
    for group in _GROUPS:
        if group.tags & places or group.fact(said) != group.fact(tournament):
            stale |= group.tags
            ours += group.lines(tournament)
    lines: list[PreservedLine] = []
    for line in tournament.preserved:
        if not line.text:
            lines += _of_number(line.after, ours)
            ours = [text for text in ours if text[:3] != line.after]
        elif _tag(line) not in stale:
            lines.append(line)
    return *lines, *(PreservedLine(text, END) for text in sorted(ours, key=lambda text: text[:3]))


def _of_number(number: str, texts: Iterable[str]) -> list[PreservedLine]:
    return [PreservedLine(text, END) for text in texts if text[:3] == number]


def _rules_lines(
    tournament: Tournament, said: Tournament, places: set[str]
) -> tuple[set[str], list[str]]:
    """Which records of the rules are not true any more, and ours."""
    facts, before = tournament.team_facts, said.team_facts
    if facts.rules is None:
        if before.rules:
            return set(RULES), []
        return ({TYPE} if _contradicts_type(tournament) else set()), []
    stale = RULES & places
    if before.rules is None and not places & (RULES | OF_TEAMS):
        stale = RULES
    rules = before.rules or TeamRules(boards=0)
    if _type_facts(facts) != _type_facts(replace(before, rules=rules)):
        stale |= {TYPE}
    if (facts.rules.boards, facts.rules.colours) != (rules.boards, rules.colours):
        stale |= {COLOURS}
    if _match_points(facts.rules) != _match_points(rules):
        stale |= {MATCH_POINTS}
    ours = rules_records(facts.rules, facts.type_code)
    return set(stale), [text for text in ours if text[:3] in stale]


def _contradicts_type(tournament: Tournament) -> bool:
    """Whether record 192 names another system than the tournament of players has now."""
    code = type_of_lines(tournament.preserved)
    known = kind_of_type(code)
    named = round_robin_named(tournament.kind) or (SWISS if tournament.kind else "")
    return bool(known) and (known, is_baku(code)) != (named or known, tournament.is_accelerated)


def _type_facts(facts: TeamFacts) -> object:
    rules = facts.rules
    scores = rules and (rules.preference, rules.by_game_points, rules.uses_other)
    return scores, facts.type_code


def _match_points(rules: TeamRules) -> object:
    return rules.win, rules.draw, rules.loss


def _tag(line: PreservedLine) -> str:
    if is_record(line.text):
        return line.text[:3]
    first = line.text.upper().split(maxsplit=1)[:1]
    return first[0] if first in (["XXC"], ["XXA"]) else ""


def lines_to_keep(tournament: Tournament) -> tuple[PreservedLine, ...]:
    """The lines but for those that are written just so from the facts: of these the place is kept,
    as a line without a text."""
    kept = tournament.preserved
    there = {_tag(line) for line in kept}
    if OTHER_POINTS not in there:
        kept = tuple(line for line in kept if _tag(line) != TEAM_OF_TRF26)
    expected = _texts(kept)
    for tags in (*({tag} for tag in RULES), *(group.tags for group in _GROUPS)):
        if there & tags:
            fewer = tuple(_with_place(kept, tags))
            if _texts(written_lines(replace(tournament, preserved=fewer))) == expected:
                kept = fewer
    return kept


def _with_place(lines: Iterable[PreservedLine], tags: Collection[str]) -> Iterable[PreservedLine]:
    """The lines with one place instead of the records of each of these numbers."""
    seen = set()
    for line in lines:
        tag = _tag(line)
        if tag not in tags:
            yield line
        elif tag not in seen:
            seen.add(tag)
            yield PreservedLine("", tag)


def _texts(lines: Iterable[PreservedLine]) -> list[tuple[str, str]]:
    return [(line.text, line.after) for line in lines if line.text]
