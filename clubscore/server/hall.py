"""Hall mode: the laptop answers to the phones of its own network.

``CLUBSCORE_HALL=yes`` listens on every interface and allows the machine's own addresses as host
names, found when the server starts; a wildcard would let any web page rebind its name to this
machine. Nothing is sent to find them: a UDP socket that is connected asks the routing table alone.
"""

import contextlib
import io
import ipaddress
import re
import socket
import struct
import sys
from collections.abc import Iterator
from typing import Final

from clubscore.server import environment

_TARGETS: Final = ("192.0.2.1", "192.168.0.1", "192.168.1.1", "10.0.0.1", "172.16.0.1")
"""Addresses that the routing table is asked about; the first stands for the internet."""
_SIOCGIFADDR: Final = 0x8915
_HOST_NAME: Final = re.compile(r"[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?", re.IGNORECASE)


def is_on() -> bool:
    """Whether this server is for a hall."""
    return environment.flag("CLUBSCORE_HALL")


def own_addresses() -> list[str]:
    """The IPv4 addresses of this machine that others may reach now, the one that leads to the
    internet first; empty without a network."""
    found = [*_routed(), *_of_interfaces(), *_of_name()]
    return [text for text in dict.fromkeys(found) if _can_be_reached(text)]


def local_name() -> str:
    """The machine's name for multicast DNS, ``laptop.local``; empty when its name is none."""
    first = socket.gethostname().partition(".")[0]
    return f"{first.lower()}.local" if _HOST_NAME.fullmatch(first) else ""


def own_hosts() -> list[str]:
    """Every host name under which phones reach this machine."""
    name = local_name()
    return [*own_addresses(), *([name] if name else [])]


def addresses_of(port: int) -> list[str]:
    """What a phone opens: ``http://192.168.178.23:8000/``, and by name at the end."""
    return [f"http://{host}:{port}/" for host in own_hosts()]


def greeting(port: int) -> str:
    """What the terminal shows: the addresses, and the first as a QR code."""
    addresses = addresses_of(port)
    if not own_addresses():
        return "No network: connect this laptop to the Wi-Fi of the hall, and start again.\n"
    drawn = io.StringIO()
    # Only where a hall is opened.
    import segno

    segno.make(addresses[0], error="m", micro=False).terminal(drawn, compact=True)
    return "".join(
        (
            "Phones on the same Wi-Fi open:\n",
            *(f"  {address}\n" for address in addresses),
            drawn.getvalue() if _can_print(drawn.getvalue()) else "",
            "If a phone cannot open it: http://127.0.0.1:",
            f"{port}/try/check/ on this laptop says why.\n",
        )
    )


def _can_print(text: str) -> bool:
    """Whether the terminal has the signs of which a QR code is drawn."""
    try:
        text.encode(sys.stdout.encoding or "ascii")
    except UnicodeEncodeError:
        return False
    return True


def _can_be_reached(text: str) -> bool:
    address = ipaddress.ip_address(text)
    return not (address.is_loopback or address.is_unspecified or address.is_multicast)


def _routed() -> Iterator[str]:
    """The address from which each network would be asked."""
    for target in _TARGETS:
        with (
            contextlib.suppress(OSError),
            socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe,
        ):
            probe.connect((target, 9))
            yield probe.getsockname()[0]


def _of_interfaces() -> Iterator[str]:
    """The first address of each interface, where the system tells: on Linux."""
    if sys.platform != "linux":
        return
    import fcntl

    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        for _index, name in socket.if_nameindex():
            # Many interfaces have no address.
            with contextlib.suppress(OSError):
                request = struct.pack("256s", name.encode()[:15])
                yield socket.inet_ntoa(fcntl.ioctl(probe, _SIOCGIFADDR, request)[20:24])


def _of_name() -> Iterator[str]:
    """All addresses of the machine's own name: on Windows those of every interface."""
    with contextlib.suppress(OSError):
        for found in socket.getaddrinfo(socket.gethostname(), None, socket.AF_INET):
            yield str(found[4][0])
