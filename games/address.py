"""Where phones find this server: an address for links and QR codes, `localhost` only for want of a better."""

import socket
from collections.abc import Iterator
from contextlib import suppress
from ipaddress import ip_address

# Reserved for documentation. Connecting a UDP socket sends nothing: it asks which way packets would leave.
SOMEWHERE_ELSE = ("192.0.2.1", 9)


def lan_host() -> str:
    """The name or number by which other devices on this network reach this machine."""
    return next(filter(_is_reachable, _candidates()), "localhost")


def _candidates() -> Iterator[str]:
    with suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        probe.connect(SOMEWHERE_ELSE)
        yield probe.getsockname()[0]
    with suppress(OSError):
        for *_, address in socket.getaddrinfo(socket.gethostname(), None, socket.AF_INET):
            yield str(address[0])


def _is_reachable(host: str) -> bool:
    address = ip_address(host)
    return not (address.is_loopback or address.is_unspecified)
