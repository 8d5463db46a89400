import asyncio
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from typing import Any
from unittest import mock

import pytest
from asgiref.sync import SyncToAsync
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
def test_nothing_is_sent_for_what_is_rolled_back(django_capture_on_commit_callbacks: Any) -> None:
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
def test_a_layer_that_fails_is_logged_and_no_more(
    django_capture_on_commit_callbacks: Any, caplog: pytest.LogCaptureFixture
) -> None:
    with mock.patch("channels.layers.InMemoryChannelLayer.group_send", side_effect=ConnectionError):
        poke(django_capture_on_commit_callbacks)
    assert "could not poke" in caplog.text


@pytest.mark.django_db
def test_neither_is_one_that_fails_on_the_servers_loop(
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


def test_what_is_written_after_the_server_has_stopped_holds_nothing_up() -> None:
    """Ctrl+C closes all sockets; a thread may note that only when the loop runs no more."""
    loop = asyncio.new_event_loop()
    broadcast.serve_from(loop)
    begun, stopped, sent = threading.Event(), threading.Event(), threading.Event()

    def note() -> None:
        begun.set()
        stopped.wait()
        broadcast._send(CODE)  # noqa: SLF001
        sent.set()

    async def begin(thread: ThreadPoolExecutor) -> "asyncio.Future[None]":
        noted = asyncio.ensure_future(SyncToAsync(note, thread_sensitive=False, executor=thread)())
        await asyncio.to_thread(begun.wait)
        return noted

    with ThreadPoolExecutor(1) as thread:
        noted = loop.run_until_complete(begin(thread))
        stopped.set()
        try:
            assert sent.wait(10)
        finally:
            loop.run_until_complete(noted)
    loop.close()
