"""What a device may do in the hall: whether we know whose it is, and whether it may report."""

from typing import Final

from clubscore.text.problems import Sentence, sentence
from events.models import HallDevice, HallSettings

KIND: Final = HallDevice.Kind

PROOF: Final = HallDevice.Proof

NO_REPORTS: Final = sentence("Results are not reported by phone here. Give yours to the arbiter.")

NOT_LET_IN: Final = sentence("The arbiter has to let this device in first.")


def proof_now(device: HallDevice, number: int) -> str:
    """How we know whose phone it is, while round ``number`` is the last that is published: an
    opponent's word ends with its round."""
    if device.proof == PROOF.OPPONENT and (device.proof_round or 0) < number:
        return str(PROOF.NONE)
    return device.proof


def is_proven(device: HallDevice, number: int) -> bool:
    """Whether it is let in, for what only known phones may do."""
    if device.kind in (KIND.BOARD, KIND.TABLET):
        return device.approved_at is not None
    return device.kind != KIND.LOOK and proof_now(device, number) != PROOF.NONE


def waits(device: HallDevice, settings: HallSettings, number: int) -> bool:
    """Whether it waits to be let in, and may do something more then: where players' phones report
    nothing, nobody has to look at digits. A captain's sends line-ups as well."""
    if device.kind == KIND.LOOK or is_proven(device, number):
        return False
    is_tablet = device.kind in (KIND.BOARD, KIND.TABLET)
    return device.kind == KIND.TEAM or (settings.tablets if is_tablet else settings.reports)


def why_no_report(device: HallDevice, settings: HallSettings, number: int) -> Sentence | None:
    """Why the device may not report results in round ``number``: the settings, or nobody let it in
    yet; ``None`` where it may."""
    is_tablet = device.kind in (KIND.BOARD, KIND.TABLET)
    if not (settings.tablets if is_tablet else settings.reports):
        return NO_REPORTS
    if is_proven(device, number):
        return None
    if is_tablet:
        return NOT_LET_IN
    return sentence(
        "The arbiter has to let this phone in first. Show these digits: %(digits)s.",
        digits=device.show,
    )
