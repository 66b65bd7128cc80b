import threading
from functools import partial

from clubscore.recent import Recent, forget_all


class Makes:
    """Makes a new value at each call, and counts."""

    def __init__(self) -> None:
        self.count = 0

    def __call__(self) -> list[int]:
        self.count += 1
        return [self.count]


def test_a_state_is_made_once_and_not_copied() -> None:
    recent, make = Recent[list[int]](2), Makes()
    first = recent.get("a", stamp="1", make=make)
    assert recent.get("a", stamp="1", make=make) is first
    assert recent.get("a", stamp="2", make=make) == [2]
    assert recent.get("a", stamp="1", make=make) == [3]


def test_only_the_last_few_are_kept() -> None:
    recent, make = Recent[list[int]](2), Makes()
    for name in ("a", "b", "a", "c", "a"):
        recent.get(name, stamp="1", make=make)
    assert make.count == 3
    recent.get("b", stamp="1", make=make)
    assert make.count == 4


def test_what_does_not_fit_is_made_each_time() -> None:
    recent, make = Recent[list[int]](2), Makes()
    for _turn in range(2):
        recent.get("a", stamp="1", make=make, fits=lambda value: value[0] > 2)
    recent.get("a", stamp="1", make=make, fits=lambda value: value[0] > 2)
    recent.get("a", stamp="1", make=make)
    assert make.count == 3


def test_all_are_emptied_together() -> None:
    recent, make = Recent[list[int]](2), Makes()
    recent.get("a", stamp="1", make=make)
    forget_all()
    recent.get("a", stamp="1", make=make)
    assert make.count == 2


def test_many_threads_get_the_value_of_their_state() -> None:
    recent: Recent[str] = Recent(3)
    wrong: list[str] = []

    def work(seed: int) -> None:
        for turn in range(300):
            name, stamp = str((turn * seed) % 7), str(turn % 3)
            value = recent.get(name, stamp=stamp, make=partial("{}:{}".format, name, stamp))
            if value != f"{name}:{stamp}":
                wrong.append(value)

    threads = [threading.Thread(target=work, args=(seed,)) for seed in (1, 3, 5, 11)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert wrong == []
