"""Where the players of a file go: into the register, or through the same page into a tournament."""

from collections.abc import Callable, Generator
from dataclasses import dataclass

from players.domain.registration import Registration
from players.services.members import Imported


@dataclass(frozen=True, slots=True)
class Destination:
    """The tournament's name, if any, its registration, the functions that store a register file
    step by step and a list of members, the page's own address and that of the page afterwards;
    ``unused`` are the facts that it has no use for."""

    registration: Registration
    steps: Callable[..., Generator[int, None, object]]
    members: Callable[..., Imported]
    address: str
    afterwards: str
    tournament: str = ""
    unused: tuple[str, ...] = ()
