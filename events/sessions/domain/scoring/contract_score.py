"""The score of a contract (Law 77), and which scores are possible on a board.

Scores are integers. :func:`contract_score` sees them from declarer's side, everything else
from North–South's.
"""

from functools import cache

from clubscore.problems import Sentence, gettext_noop, sentence
from events.sessions.domain.board import Vulnerability, vulnerability
from events.sessions.domain.contract import Contract, Doubling, PassedOut, Seat, Side, Strain

MAX_SCORE = 9_999
"""The largest score accepted even with a reason; the largest real one is 7,600."""

_TRICK = {
    Strain.CLUBS: 20,
    Strain.DIAMONDS: 20,
    Strain.HEARTS: 30,
    Strain.SPADES: 30,
    Strain.NO_TRUMP: 30,
}
_FACTOR = {Doubling.UNDOUBLED: 1, Doubling.DOUBLED: 2, Doubling.REDOUBLED: 4}
_INSULT = {Doubling.UNDOUBLED: 0, Doubling.DOUBLED: 50, Doubling.REDOUBLED: 100}


def contract_score(contract: Contract | PassedOut, vulnerable: bool, tricks: int) -> int:
    """The score, from declarer's side, of a contract in which declarer won ``tricks`` (0–13).

    Passed out is 0, whatever the tricks.
    """
    if isinstance(contract, PassedOut):
        return 0
    if not 0 <= tricks <= 13:
        raise ValueError(f"{tricks} tricks")
    over = tricks - contract.tricks_needed
    if over < 0:
        return -_penalty(-over, contract.doubling, vulnerable)
    # Law 77: overtricks count neither as trick points nor towards game.
    factor = _FACTOR[contract.doubling]
    trick = _TRICK[contract.strain]
    trick_points = trick * contract.level * factor
    # The first trick in no trump is worth 40.
    if contract.strain is Strain.NO_TRUMP:
        trick_points += 10 * factor
    score = trick_points + _INSULT[contract.doubling]
    if trick_points >= 100:
        score += 500 if vulnerable else 300
    else:
        score += 50
    if contract.level == 6:
        score += 750 if vulnerable else 500
    elif contract.level == 7:
        score += 1500 if vulnerable else 1000
    if contract.doubling is Doubling.UNDOUBLED:
        return score + over * trick
    return score + over * factor * (100 if vulnerable else 50)


def _penalty(down: int, doubling: Doubling, vulnerable: bool) -> int:
    if doubling is Doubling.UNDOUBLED:
        return down * (100 if vulnerable else 50)
    # Vulnerable 200, then 300 each; otherwise 100, 200, 200, then 300 each.
    if vulnerable:
        doubled = 300 * down - 100
    else:
        doubled = 200 * down - 100 if down <= 3 else 300 * down - 400
    return doubled * (2 if doubling is Doubling.REDOUBLED else 1)


def score_to_ns(
    contract: Contract | PassedOut, declarer: Seat | None, tricks: int, board: int
) -> int:
    """The score, signed to North–South, on a board of this number."""
    if isinstance(contract, PassedOut) or declarer is None:
        return 0
    score = contract_score(contract, vulnerability(board).of(declarer.side), tricks)
    return score if declarer.side is Side.NS else -score


@cache
def possible_scores(vulnerable: Vulnerability) -> frozenset[int]:
    """All scores, signed to North–South, that a contract can give; 0, passed out, is one."""
    scores = {0}
    for level in range(1, 8):
        for strain in Strain:
            for doubling in Doubling:
                contract = Contract(level, strain, doubling)
                # 7 × 5 × 3 contracts with 14 results for each side; cached for each vulnerability.
                for tricks in range(14):
                    for side, sign in ((Side.NS, 1), (Side.EW, -1)):
                        score = contract_score(contract, vulnerable.of(side), tricks)
                        scores.add(sign * score)
    return frozenset(scores)


def signed(score: int) -> str:
    """A score as it is shown: ``+420``, ``−50`` with a real minus sign, ``0``."""
    return "0" if score == 0 else f"{score:+d}".replace("-", "−")


_VULNERABLE = {
    Vulnerability.NONE: gettext_noop("nobody is vulnerable"),
    Vulnerability.NS: gettext_noop("North–South are vulnerable"),
    Vulnerability.EW: gettext_noop("East–West are vulnerable"),
    Vulnerability.BOTH: gettext_noop("both sides are vulnerable"),
}


def why_impossible(score: int, board: int | None, any_score: bool = False) -> Sentence | None:
    """What is wrong with a score to North–South on this board; ``None`` if it is possible.

    Where the board is not known, any vulnerability will do. With ``any_score`` only a score
    beyond :data:`MAX_SCORE` is wrong.
    """
    if abs(score) > MAX_SCORE:
        large = gettext_noop("%(score)s is larger than any score of a board.")
        return sentence(large, score=signed(score))
    if any_score:
        return None
    somewhere = any(score in possible_scores(vulnerable) for vulnerable in Vulnerability)
    if somewhere and board is None:
        return None
    if somewhere and board is not None:
        vulnerable = vulnerability(board)
        if score in possible_scores(vulnerable):
            return None
        wrong = gettext_noop(
            "%(score)s to North–South is impossible on board %(board)s, where %(vulnerable)s."
        )
        return sentence(
            wrong,
            score=signed(score),
            board=board,
            vulnerable=Sentence(_VULNERABLE[vulnerable]),
        )
    never = gettext_noop("%(score)s is not a score: no contract gives it.")
    return sentence(never, score=signed(score))
