import runpy

import pytest
from django.conf import settings
from django.core import management


def test_ctrl_c_ends_a_command_without_a_trace(monkeypatch: pytest.MonkeyPatch):
    def stop(arguments: list[str]) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(management, "execute_from_command_line", stop)

    with pytest.raises(SystemExit) as end:
        runpy.run_path(str(settings.BASE_DIR / "manage.py"), run_name="__main__")

    assert end.value.code == 130
