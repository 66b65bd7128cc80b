"""The lines of both players of every game, compared and put together.

Each game is in two lines. They must agree; what is in one of them only is taken for the other
too. Byes are in one line.
"""

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import replace

from clubscore.text.problems import Sentence, sentence
from events.tournaments.core.domain.results import Code, Result, agree
from events.tournaments.files.formats.krause.lines import Report
from events.tournaments.files.formats.krause.players import Row

Results = dict[int, list[Result | None]]
"""The results of every round by starting number."""

GIVEN = Result(None, None, Code.PAIRING_BYE)
"""The bye that the pairing gives."""

_MIRRORED = {
    Code.WIN: Code.LOSS, Code.LOSS: Code.WIN, Code.DRAW: Code.DRAW,
    Code.UNRATED_WIN: Code.UNRATED_LOSS, Code.UNRATED_LOSS: Code.UNRATED_WIN,
    Code.UNRATED_DRAW: Code.UNRATED_DRAW,
    Code.FORFEIT_WIN: Code.FORFEIT_LOSS, Code.FORFEIT_LOSS: Code.FORFEIT_WIN,
    Code.PENDING: Code.PENDING,
}  # fmt: skip
_HALVES = {Code.WIN: 2, Code.DRAW: 1, Code.LOSS: 0}


def compare_games(
    rows: Mapping[int, Row], report: Report, *, byes_of_teams: bool = False
) -> Results:
    """Every player's results, of as many rounds as the longest line has.

    With ``byes_of_teams`` a bye is that of a whole team: several players have it in a round.
    """
    rounds = max((len(row.results) for row in rows.values()), default=0)
    results: Results = {
        number: row.results + [None] * (rounds - len(row.results)) for number, row in rows.items()
    }
    for place in range(rounds):
        if not byes_of_teams:
            _name_full_byes(rows, place, results, report)
        _Round(rows, place + 1, results, report).compare()
    return results


def _name_full_byes(rows: Mapping[int, Row], place: int, results: Results, report: Report) -> None:
    """The old spelling ``0000 - +``: the pairing's bye when it is the only one of its round."""
    byes = [row for row in rows.values() if place in row.full]
    given = [
        row
        for row in rows.values()
        if (result := results[row.number][place]) and not result.opponent and result == GIVEN
    ]
    if len(byes) == 1 and not given:
        results[byes[0].number][place] = GIVEN
    for row in given[1:]:
        report.notice(
            sentence(
                "only one pairing-allocated bye is given per round, and player %(player)s has it "
                "too",
                player=given[0].number,
            ),
            row.place(place + 1),
        )


class _Round:
    """The comparison of one round."""

    def __init__(
        self, rows: Mapping[int, Row], number: int, results: Results, report: Report
    ) -> None:
        self.rows = rows
        self.number = number
        self.results = results
        self.report = report
        self.one_sided: defaultdict[int, list[Row]] = defaultdict(list)

    def compare(self) -> None:
        place = self.number - 1
        for row in self.rows.values():
            result = self.results[row.number][place]
            if result and (number := result.opponent):
                theirs = self.results[number][place] if number in self.rows else None
                # Once for each game, not for each side.
                if theirs and theirs.opponent == row.number and number < row.number:
                    continue
                self._compare(row, result, number)
        # Afterwards, or a result that is mirrored here would pass for one that its line has.
        for opponent, claimants in self.one_sided.items():
            self._mirror_absent(self.rows[opponent], claimants)

    def result_of(self, player: int) -> Result | None:
        return self.results[player][self.number - 1]

    def _set(self, player: int, result: Result) -> None:
        self.results[player][self.number - 1] = result

    def _compare(self, row: Row, result: Result, number: int) -> None:
        opponent = self.rows.get(number)
        if opponent is None:
            self._error(row, sentence("there is no player %(number)s", number=number))
        elif opponent is row:
            self._error(row, sentence("a player cannot play against himself"))
        elif (theirs := self.result_of(number)) is None:
            self.one_sided[number].append(row)
        elif theirs.opponent != row.number:
            self._contradiction(row, opponent)
        else:
            self._compare_sides(row, result, opponent, theirs)

    def _compare_sides(self, row: Row, ours: Result, opponent: Row, theirs: Result) -> None:
        if ours.colour and ours.colour is theirs.colour:
            self._contradiction(row, opponent)
        elif self.number - 1 in row.unknown | opponent.unknown:
            for one, its in ((row, ours), (opponent, theirs)):
                self._set(one.number, replace(its, code=Code.PENDING, is_adjourned=True))
        elif (ours.code is Code.PENDING) is not (theirs.code is Code.PENDING):
            known, other = (opponent, row) if ours.code is Code.PENDING else (row, opponent)
            self._mirror(known, other)
        elif not agree(ours.code, theirs.code) or (
            self.report.strict and not self._strictly_agree(ours, theirs)
        ):
            self._contradiction(row, opponent)
        elif (ours.colour is None) is not (theirs.colour is None):
            known, other = (opponent, row) if ours.colour is None else (row, opponent)
            self._mirror_colour(known, other)
        elif ours.is_adjourned is not theirs.is_adjourned:
            for one, its in ((row, ours), (opponent, theirs)):
                self._set(one.number, replace(its, is_adjourned=True))

    @staticmethod
    def _strictly_agree(ours: Result, theirs: Result) -> bool:
        """Whether results agree as the reader of 2006 has it: both colours or none, and rated
        results add up to one point."""
        halves = [_HALVES[each.code] for each in (ours, theirs) if each.code in _HALVES]
        one_point = not halves or sum(halves) == 2
        return one_point and (ours.colour is None) is (theirs.colour is None)

    def _mirror_absent(self, row: Row, claimants: list[Row]) -> None:
        for other in claimants[1:]:
            first = claimants[0]
            values = {"player": row.number, "first": first.number, "line": first.line}
            self._error(
                other,
                sentence(
                    "player %(player)s plays against player %(first)s, line %(line)s", **values
                ),
            )
        self._mirror(claimants[0], row)

    def _mirror(self, known: Row, other: Row) -> None:
        """Give one player's result, which is in a line, to the opponent too."""
        result = self.result_of(known.number)
        if result is None:
            raise ValueError("nothing to mirror")
        colour = result.colour.other if result.colour else None
        mirrored = Result(
            known.number, colour, _MIRRORED[result.code], is_adjourned=result.is_adjourned
        )
        self._set(other.number, mirrored)
        self.report.notice(
            sentence(
                'the result stands only in line %(line)s, player %(player)s: "%(text)s"; it is '
                "taken"
                " for both",
                **self._quoted(known),
            ),
            other.place(self.number),
        )

    def _mirror_colour(self, known: Row, other: Row) -> None:
        result, theirs = self.result_of(known.number), self.result_of(other.number)
        if result is None or theirs is None or result.colour is None:
            raise ValueError("no colour to mirror")
        self._set(other.number, replace(theirs, colour=result.colour.other))
        self.report.notice(
            sentence(
                'the colour stands only in line %(line)s, player %(player)s: "%(text)s"; it is '
                "taken"
                " for both",
                **self._quoted(known),
            ),
            other.place(self.number),
        )

    def _contradiction(self, row: Row, opponent: Row) -> None:
        self._error(
            row,
            sentence('line %(line)s, player %(player)s, says "%(text)s"', **self._quoted(opponent)),
        )

    def _quoted(self, row: Row) -> dict[str, object]:
        text = row.text(self.number).strip()
        return {"line": row.line, "player": row.number, "text": text}

    def _error(self, row: Row, what: Sentence) -> None:
        place = row.place(self.number)
        self.report.error(sentence('"%(value)s" — %(what)s', value=place.value, what=what), place)
