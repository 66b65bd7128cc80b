import operator
import os
import signal
import threading
import time
from concurrent.futures import ThreadPoolExecutor

import pytest

from clubscore.files import reader_process
from clubscore.files.reader_process import (
    BUSY,
    DAMAGED,
    MEMORY,
    TOO_LONG,
    TOO_MUCH,
    Reader,
    read_apart,
    read_in_steps,
)
from clubscore.text.problems import Refused
from events.club import file_kinds
from movements.formats import anyformat
from players.domain.register_rows import Faulty
from players.formats import register
from players.formats.members.tables import read_xlsx
from tests.files import spreadsheet, with_rows
from tests.reading import bound, keep, knows, printed, steps

ENDLESS = range(10**12)


def refused(call, *arguments) -> str:
    with pytest.raises(Refused) as caught:
        call(*arguments)
    return str(caught.value)


def asked(reader: Reader, call, *arguments) -> object:
    """What another process than that of all tests answers."""
    reader.send(call, arguments, {})
    return reader.receive()[1]


def test_function_is_called_in_another_process_and_the_next_one_in_the_same():
    first = read_apart(os.getpid)
    assert first != os.getpid()
    assert read_apart(os.getpid) == first


def test_formats_load_no_django():
    reader = Reader()
    assert asked(reader, file_kinds.kind_of_file, spreadsheet(("board", "ns"))) is not None
    assert asked(reader, knows, "python_calamine")
    assert not asked(reader, knows, "django")
    reader.close()


def test_arguments_by_name_and_values_come_back():
    text = "NAME\tGRADE\tCLUB\nFinch\t3d\tHolly\n"
    assert read_apart(register.read, text, registration=register.USUAL) == register.read(text)


def test_refusals_come_back_with_all_they_have():
    text = "NAME\tGRADE\tCLUB\nFinch\t8d\tHolly\n"
    for read in (register.read, lambda text: read_apart(register.read, text)):
        with pytest.raises(Faulty) as caught:
            read(text)
        faulty = caught.value
        assert (faulty.problem.line, faulty.problem.column, faulty.place) == (2, "GRADE", 1)
        assert (faulty.fields, faulty.unit) == (("Finch", "8d", "Holly"), register.Unit.LINE)


def test_odd_cells_come_back():
    data = with_rows(b'<row><c t="e"><v>#REF!</v></c></row>')
    assert read_apart(read_xlsx, data) == read_xlsx(data)
    assert read_apart(read_xlsx, data).rows[0].cells[0].why == read_xlsx(data).rows[0].cells[0].why


def test_what_is_wrong_with_us_is_raised():
    with pytest.raises(ZeroDivisionError) as caught:
        read_apart(operator.truediv, 1, 0)
    assert "reader_process.py" in caught.value.__notes__[0]


def test_what_a_library_prints_is_no_answer():
    assert read_apart(printed, "a text") == "a text"


def test_too_much_memory_is_refused():
    assert refused(read_apart, bound, MEMORY) == TOO_MUCH
    assert read_apart(bound, 10) == 10


def test_too_long_an_answer_is_refused():
    assert refused(read_apart, bytes, reader_process.MAX_ANSWER + 1) == TOO_MUCH


def test_process_that_keeps_much_is_replaced():
    pid = read_apart(keep, 10)
    assert read_apart(keep, 5_000_000) == pid
    assert read_apart(os.getpid) != pid


def test_too_much_of_the_processor_is_refused(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(reader_process, "SECONDS", 0.1)
    assert refused(read_apart, sum, ENDLESS) == TOO_LONG
    assert read_apart(sum, (1, 2)) == 3


def test_too_long_by_the_clock_is_refused(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(reader_process, "PATIENCE", 0.2)
    assert refused(read_apart, time.sleep, 60) == TOO_LONG


@pytest.mark.parametrize(
    ("name", "limit", "call", "argument", "why"),
    [
        ("MEMORY", 100 * 2**20, bound, 10**9, TOO_MUCH),
        ("SECONDS", 0.1, sum, ENDLESS, TOO_LONG),
        ("PATIENCE", 0.1, time.sleep, 60, TOO_LONG),
    ],
)
def test_limits_are_watched_where_the_system_does_not_hold_them(
    monkeypatch: pytest.MonkeyPatch, name, limit, call, argument, why
):
    reader = Reader(is_limited=False)
    assert asked(reader, operator.add, 1, 2) == 3
    monkeypatch.setattr(reader_process, name, limit)
    # Memory is taken when something is in it.
    calls = (call, argument) if call is not bound else (list, range(argument))
    assert refused(asked, reader, *calls) == why


@pytest.mark.parametrize("ends", [os.abort, lambda: None])
def test_process_that_dies_costs_its_file_alone(ends):
    if ends is os.abort:
        assert refused(read_apart, os.abort) == TOO_MUCH
    else:
        assert refused(read_apart, os._exit, 0) == DAMAGED
    assert read_apart(operator.add, 1, 2) == 3


def test_process_that_died_meanwhile_is_replaced():
    pid = read_apart(os.getpid)
    os.kill(pid, signal.SIGKILL)
    time.sleep(0.05)
    assert read_apart(os.getpid) != pid


def test_answer_of_a_call_that_was_interrupted_is_nobody_elses(monkeypatch: pytest.MonkeyPatch):
    def interrupted(_pipe):
        raise KeyboardInterrupt

    with monkeypatch.context() as patched:
        patched.setattr(reader_process, "_read", interrupted)
        with pytest.raises(KeyboardInterrupt):
            read_apart(operator.add, 1, 2)
    assert read_apart(operator.add, 3, 4) == 7


def test_threads_read_one_after_another():
    with ThreadPoolExecutor(8) as threads:
        assert list(threads.map(lambda n: read_apart(operator.add, n, n), range(200))) == [
            2 * n for n in range(200)
        ]


def test_file_does_not_wait_for_ever(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(reader_process, "WAITING", 0.05)
    slow = threading.Thread(target=read_apart, args=(time.sleep, 0.5))
    slow.start()
    time.sleep(0.2)
    assert refused(read_apart, operator.add, 1, 2) == BUSY
    slow.join()


def test_fork_leaves_the_process_to_its_parent():
    pid = read_apart(os.getpid)
    child = os.fork()
    if child == 0:
        os._exit(int(read_apart(os.getpid) == pid))
    assert os.waitpid(child, 0)[1] == 0
    assert read_apart(os.getpid) == pid


def test_steps_come_one_by_one_and_then_the_refusal():
    assert list(read_in_steps(steps, 3)) == [0, 1, 2]
    left = read_in_steps(steps, 2, "refused")
    assert [next(left), next(left)] == [0, 1]
    assert refused(next, left) == "It ends here."


def test_each_step_is_limited(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(reader_process, "SECONDS", 0.1)
    left = read_in_steps(steps, 2, "endless")
    assert [next(left), next(left)] == [0, 1]
    assert refused(next, left) == TOO_LONG


def test_whoever_stops_ends_the_process():
    left = read_in_steps(steps, 10**9)
    assert next(left) == 0
    left.close()


def test_reader_that_calls_another_calls_it_itself():
    assert read_apart(read_apart, os.getpid) == read_apart(os.getpid)


def test_text_that_is_nothing_is_refused_as_in_this_process():
    assert refused(read_apart, anyformat.read, "nothing") == refused(anyformat.read, "nothing")
