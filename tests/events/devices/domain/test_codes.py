"""The name of a device in the log: text, value, text."""

import pytest

from events.devices.domain.codes import DeviceName, read_device_name


@pytest.mark.parametrize(
    ("text", "device"),
    [
        (
            "Table A5, NS, device 2 (Safari on iPhone)",
            DeviceName("A5", "NS", 2, "Safari on iPhone"),
        ),
        ("Table 12, device 1", DeviceName("12", "", 1, "")),
        ("Table 3, W, device 4 (curl)", DeviceName("3", "W", 4, "curl")),
    ],
)
def test_a_device_is_read_as_it_was_written(text: str, device: DeviceName):
    assert read_device_name(text) == device
    assert str(device) == text


@pytest.mark.parametrize("text", ["", "Firefox on Windows", "Table A5", "Table, NS, device 2"])
def test_another_text_is_no_device_of_a_table(text: str):
    assert read_device_name(text) is None
