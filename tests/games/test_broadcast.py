import asyncio
import threading
from collections.abc import Iterator
from contextlib import suppress
from typing import Any
from unittest import mock

import pytest
from channels.layers import get_channel_layer
from django.db import transaction

from games import broadcast

CODE = "KIMO-TARU-58"


@pytest.fixture
def loop() -> Iterator[asyncio.AbstractEventLoop]:
    """The loop of a server, running in a thread of its own."""
    loop = asyncio.new_event_loop()
    thread = threading.Thread(target=loop.run_forever)
    thread.start()
    broadcast.serve_from(loop)
    yield loop
    loop.call_soon_threadsafe(loop.stop)
    thread.join()
    loop.close()


def poke(callbacks: Any) -> None:
    with callbacks(execute=True):
        broadcast.poke(CODE)


async def subscribed() -> str:
    layer = get_channel_layer()
    channel: str = await layer.new_channel()
    await layer.group_add(broadcast.group(CODE), channel)
    return channel


@pytest.mark.django_db
def test_a_poke_reaches_the_group_and_says_nothing(
    loop: asyncio.AbstractEventLoop, django_capture_on_commit_callbacks: Any
) -> None:
    channel = asyncio.run_coroutine_threadsafe(subscribed(), loop).result()
    poke(django_capture_on_commit_callbacks)
    message = asyncio.run_coroutine_threadsafe(get_channel_layer().receive(channel), loop).result()
    assert message == {"type": "poke"}


@pytest.mark.django_db
def test_without_a_server_in_this_process_it_is_sent_at_once(django_capture_on_commit_callbacks: Any) -> None:
    with mock.patch("channels.layers.InMemoryChannelLayer.group_send") as send:
        poke(django_capture_on_commit_callbacks)
    send.assert_awaited_once_with(broadcast.group(CODE), {"type": "poke"})


@pytest.mark.django_db
def test_b154_nothing_is_sent_for_what_is_rolled_back(django_capture_on_commit_callbacks: Any) -> None:
    with (
        mock.patch("channels.layers.InMemoryChannelLayer.group_send") as send,
        django_capture_on_commit_callbacks(execute=True),
        suppress(RuntimeError),
        transaction.atomic(),
    ):
        broadcast.poke(CODE)
        raise RuntimeError
    assert not send.called


@pytest.mark.django_db
def test_b155_a_layer_that_fails_is_logged_and_no_more(
    django_capture_on_commit_callbacks: Any, caplog: pytest.LogCaptureFixture
) -> None:
    with mock.patch("channels.layers.InMemoryChannelLayer.group_send", side_effect=ConnectionError):
        poke(django_capture_on_commit_callbacks)
    assert "could not poke" in caplog.text


@pytest.mark.django_db
def test_b155_neither_is_one_that_fails_on_the_servers_loop(
    loop: asyncio.AbstractEventLoop,
    django_capture_on_commit_callbacks: Any,
    caplog: pytest.LogCaptureFixture,
) -> None:
    logged = threading.Event()
    with (
        mock.patch("channels.layers.InMemoryChannelLayer.group_send", side_effect=ConnectionError),
        mock.patch.object(broadcast.logger, "error", side_effect=lambda *a, **k: logged.set()),
    ):
        poke(django_capture_on_commit_callbacks)
        assert logged.wait(5)
    asyncio.run_coroutine_threadsafe(asyncio.sleep(0), loop).result()
