import pytest
from django.core.management import CommandError, call_command

from events.exchange.figures import opening


@pytest.mark.parametrize("to", ["pbn", "dup", "dlm", "lin"])
def test_deals_in_a_file(to, tmp_path):
    path = tmp_path / "hands"
    call_command("deal", "--boards", "5-8", "--format", to, "--output", str(path))
    data = path.read_bytes()
    kind = opening.recognise(data)
    assert kind == to
    hands = opening.hands_of(opening.read(data, kind).reading)
    assert [board for board, _ in hands] == [5, 6, 7, 8]
    assert len({str(deal) for _, deal in hands}) == 4


def test_on_the_screen(capsys):
    call_command("deal", "--boards", "7")
    assert '[Board "7"]' in capsys.readouterr().out


@pytest.mark.parametrize("boards", ["0", "9-8", "1-1000", "x", ""])
def test_wrong_boards(boards):
    with pytest.raises(CommandError) as refused:
        call_command("deal", "--boards", boards)
    assert refused.value.returncode == 2


def test_numbers_that_the_format_does_not_have():
    with pytest.raises(CommandError) as refused:
        call_command("deal", "--boards", "90-100", "--format", "dlm")
    assert refused.value.returncode == 1


def test_output_that_cannot_be_written(tmp_path):
    with pytest.raises(CommandError) as refused:
        call_command("deal", "--boards", "1", "--output", str(tmp_path / "no" / "file"))
    assert refused.value.returncode == 2
