"""What kind of tournament it is, as far as the rules ask: whether everyone meets everyone, and in
how many rounds."""

import re

from events.tournaments.domain.tournament import Tournament

_SWISS = ("swiss", "schweiz", "suisse", "suizo", "suíço", "svizzer", "mcmahon")
_ROUND_ROBIN = ("robin", "berger", "rundenturnier", "all play all", "all-play-all")


def rounds_planned(tournament: Tournament) -> int:
    """How many rounds there will be, at least as many as have results."""
    return max(tournament.rounds, *(len(entrant.results) for entrant in tournament.entrants), 0)


def is_round_robin(tournament: Tournament) -> bool:
    """Whether everyone meets everyone: by the tournament's type, or else by the pairings, when all
    have been paired with all equally often."""
    kind = tournament.kind.casefold()
    if any(word in kind for word in _SWISS):
        return False
    # "rr" only as a word, for names of systems may hold these letters.
    if any(word in kind for word in _ROUND_ROBIN) or "rr" in re.findall(r"\w+", kind):
        return True
    numbers = sorted(entrant.number for entrant in tournament.entrants)
    meetings = [
        sorted(result.opponent for result in entrant.results if result and result.opponent)
        for entrant in sorted(tournament.entrants, key=lambda entrant: entrant.number)
    ]
    times = len(meetings[0]) // (len(numbers) - 1) if len(numbers) > 1 else 0
    return times > 0 and all(
        met == sorted(times * [other for other in numbers if other != number])
        for number, met in zip(numbers, meetings, strict=True)
    )
