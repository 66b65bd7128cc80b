"""Jobs done by the test itself, without a worker and its process."""

from clubscore.jobs.queue import carry_out, take


def work_off() -> int:
    """Do every job that waits, and return how many turns they took."""
    turns = 0
    while job := take(worker="test"):
        carry_out(job)
        turns += 1
    return turns
