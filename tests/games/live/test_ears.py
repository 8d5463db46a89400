"""Who listens goes on listening, whatever the channel layer does."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

import pytest
from channels.layers import InMemoryChannelLayer

from games.live import ears
from tests.kit.loop import in_made_up_time

GROUP = "room.KIMO"


class Failing(InMemoryChannelLayer):
    """Fails as often as it is told to."""

    def __init__(self, failures: int) -> None:
        super().__init__()
        self.failures = failures

    async def group_add(self, group: str, channel: str) -> None:
        if self.failures:
            self.failures -= 1
            raise OSError("the layer is away")
        await super().group_add(group, channel)


def listening(
    layer: InMemoryChannelLayer,
    monkeypatch: pytest.MonkeyPatch,
    scene: Callable[[list[float]], Awaitable[None]],
) -> None:
    """Plays ``scene`` while somebody listens; it is given the moments at which they heard something."""
    monkeypatch.setattr(ears, "get_channel_layer", lambda: layer)

    async def whole() -> None:
        loop, heard = asyncio.get_running_loop(), list[float]()
        began = loop.time()
        listener = asyncio.create_task(ears.hear(GROUP, lambda: heard.append(loop.time() - began)))
        await scene(heard)
        listener.cancel()
        await asyncio.gather(listener, return_exceptions=True)
        assert not layer.groups.get(GROUP), "whoever listens no more is in no group"

    in_made_up_time(whole())


async def say(layer: Any) -> None:
    await layer.group_send(GROUP, {"type": "poke"})


def test_each_message_is_heard_once(monkeypatch: pytest.MonkeyPatch) -> None:
    layer = InMemoryChannelLayer()

    async def scene(heard: list[float]) -> None:
        await asyncio.sleep(1)
        for _ in range(3):
            await say(layer)
            await asyncio.sleep(1)
        assert heard == [0, 1, 2, 3]

    listening(layer, monkeypatch, scene)


def test_a_layer_that_has_forgotten_is_told_again(monkeypatch: pytest.MonkeyPatch) -> None:
    layer = InMemoryChannelLayer()

    async def scene(heard: list[float]) -> None:
        await asyncio.sleep(1)
        layer.groups.clear()
        await asyncio.sleep(ears.REJOIN)
        await say(layer)
        await asyncio.sleep(1)
        assert heard == [0, 1 + ears.REJOIN]

    listening(layer, monkeypatch, scene)


def test_what_is_missed_while_the_layer_fails_is_made_up_for(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    layer = Failing(2)

    async def scene(heard: list[float]) -> None:
        await asyncio.sleep(1.5 * ears.RETRY)
        await say(layer)
        await asyncio.sleep(ears.RETRY)
        assert heard == [2 * ears.RETRY]
        layer.failures = 1
        await asyncio.sleep(ears.REJOIN + ears.RETRY)
        assert len(heard) == 2, "nobody knows what was missed"

    listening(layer, monkeypatch, scene)
    assert caplog.text.count(f"failed for {GROUP}") == 3
