from io import StringIO

import pytest
from django.core.management import CommandError, call_command
from django.utils import translation
from django.utils.translation import gettext as _

from clubscore.management.commands_base import TranslatedCommand, language_of


@pytest.mark.parametrize(
    ("environment", "language"),
    [
        ({}, "en-gb"),
        ({"LANG": "nl_NL.UTF-8"}, "nl"),
        ({"LANG": "nl"}, "nl"),
        ({"LANG": "nl_BE@euro"}, "nl"),
        ({"LANG": "C.UTF-8"}, "en-gb"),
        ({"LANG": "fr_FR.UTF-8"}, "en-gb"),
        ({"LANG": "en_GB.UTF-8"}, "en"),
        ({"LANGUAGE": "nl:en", "LANG": "en_GB.UTF-8"}, "nl"),
        ({"LANGUAGE": "fr:nl:en"}, "nl"),
        ({"LANGUAGE": "", "LANG": "nl_NL.UTF-8"}, "nl"),
        ({"LC_ALL": "nl_NL.UTF-8", "LANG": "en_GB.UTF-8"}, "nl"),
        ({"LC_ALL": "en_GB.UTF-8", "LC_MESSAGES": "nl_NL.UTF-8"}, "en"),
        ({"LC_MESSAGES": "nl_NL.UTF-8", "LANG": "en_GB.UTF-8"}, "nl"),
    ],
)
def test_language_of_an_environment(environment: dict[str, str], language: str):
    assert language_of(environment) == language


class Greeting(TranslatedCommand):
    requires_system_checks = ()

    def handle(self, **options: object) -> str:
        return _("All is well.")


@pytest.mark.parametrize(
    ("language", "said"), [("nl_NL.UTF-8", "Alles is in orde."), ("en_GB.UTF-8", "All is well.")]
)
def test_command_speaks_the_language_of_the_terminal(
    monkeypatch: pytest.MonkeyPatch, language: str, said: str
):
    monkeypatch.setenv("LANGUAGE", language)
    out = StringIO()
    before = translation.get_language()
    call_command(Greeting(), stdout=out)

    assert out.getvalue() == f"{said}\n"
    assert translation.get_language() == before


class Refusal(TranslatedCommand):
    requires_system_checks = ()

    def handle(self, **options: object) -> None:
        raise CommandError("Port 8000 is taken.", returncode=3)


def test_refusal_is_a_sentence_in_a_terminal(capsys: pytest.CaptureFixture[str]):
    with pytest.raises(SystemExit) as end:
        Refusal().run_from_argv(["manage.py", "refusal", "--no-color"])

    assert end.value.code == 3
    assert capsys.readouterr().err == "Port 8000 is taken.\n"


def test_refusal_is_an_error_for_a_program():
    with pytest.raises(CommandError):
        call_command(Refusal())
