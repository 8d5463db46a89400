"""From where somebody comes: for limits on what one household may do, and for nothing else."""

from collections.abc import Mapping
from ipaddress import IPv6Address, ip_address, ip_network
from typing import Any

from django.conf import settings
from django.http import HttpRequest


def of_request(request: HttpRequest) -> str:
    """From where a page is asked for; empty if that cannot be told."""
    return _origin(request.META.get("REMOTE_ADDR") or "", request.headers.get("X-Forwarded-For", ""))


def of_scope(scope: Mapping[str, Any]) -> str:
    """From where a socket is opened; empty if that cannot be told."""
    forwarded = [value.decode("latin1") for name, value in scope["headers"] if name == b"x-forwarded-for"]
    return _origin((scope.get("client") or [""])[0] or "", ",".join(forwarded))


def _origin(peer: str, forwarded: str) -> str:
    """Behind proxies that is what the outermost of them added to X-Forwarded-For; what stands before that
    anybody may have made up.  This machine itself stands for a proxy that nobody told us of."""
    proxies = settings.TRUSTED_PROXIES
    hops = [hop.strip() for hop in forwarded.split(",")] if proxies else [peer]
    if len(hops) < proxies:
        return ""
    return _network(hops[-max(proxies, 1)])


def _network(text: str) -> str:
    """An IPv4 address, or the /64 of IPv6 that one household has; empty for what is neither, or loopback."""
    try:
        address = ip_address(text.strip("[]"))
    except ValueError:
        return ""
    if isinstance(address, IPv6Address):
        if address.ipv4_mapped is None:
            return "" if address.is_loopback else str(ip_network((address.packed[:8] + bytes(8), 64)))
        address = address.ipv4_mapped
    return "" if address.is_loopback else str(address)
