"""The scaled way to run: the same code on PostgreSQL, Redis and Celery."""

import asyncio
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import psycopg
import pytest
from celery import Celery
from channels_redis.pubsub import RedisPubSubChannelLayer
from redis import ConnectionError as RedisIsGone
from redis import Redis

from tests.kit import programs
from tests.kit.environment import environment
from tests.kit.run import own_run
from tests.kit.servers import ROOT
from tests.kit.servers import redis as start_redis

pytestmark = pytest.mark.stack


def test_migrations_apply_on_postgresql_through_the_pool(postgres_url: str, tmp_path: Path) -> None:
    subprocess.run(
        [sys.executable, "manage.py", "migrate", "--verbosity", "0"],
        cwd=ROOT,
        env=environment(NIGHTFALL_VAR_DIR=str(tmp_path), DATABASE_URL=postgres_url),
        check=True,
    )
    with psycopg.connect(postgres_url) as connection:
        assert connection.execute("SELECT count(*) FROM accounts_user").fetchone() == (0,)


def test_a_poke_reaches_the_other_processes_of_a_room(redis_url: str) -> None:
    async def poke() -> dict[str, str]:
        here, there = (RedisPubSubChannelLayer(hosts=[{"address": redis_url}]) for _ in range(2))
        try:
            channel = await there.new_channel()
            await there.group_add("room", channel)
            await here.group_send("room", {"type": "poke"})
            return await asyncio.wait_for(there.receive(channel), timeout=10)
        finally:
            await here.flush()
            await there.flush()

    assert asyncio.run(poke()) == {"type": "poke"}


@contextmanager
def worker(redis_url: str, tmp_path: Path) -> Iterator[None]:
    process = subprocess.Popen(
        programs.bound(sys.executable, "-m", "celery", "--app", "config", "worker", "--concurrency", "1"),
        cwd=ROOT,
        env=environment(NIGHTFALL_VAR_DIR=str(tmp_path), REDIS_URL=redis_url, NIGHTFALL_LOG_LEVEL="INFO"),
        stderr=subprocess.PIPE,
        stdout=subprocess.DEVNULL,
        text=True,
    )
    assert process.stderr
    try:
        assert any("ready" in line for line in process.stderr), "the worker ended at once"
        yield
    finally:
        process.terminate()
        process.communicate(timeout=30)


def test_a_celery_worker_answers(redis_url: str, tmp_path: Path) -> None:
    with worker(redis_url, tmp_path):
        assert Celery(broker=redis_url).control.ping(timeout=10, limit=1)


def test_servers_end_with_the_run_that_started_them() -> None:
    with own_run() as run:
        url = start_redis(run, "brief")
        assert Redis.from_url(url).ping()
    with pytest.raises(RedisIsGone):
        Redis.from_url(url).ping()
    assert not run.folder.exists()


def test_a_missing_program_fails_in_ci_and_skips_elsewhere(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CI", "true")
    with pytest.raises(pytest.fail.Exception, match="no-such-program"):
        programs.find("no-such-program")
    monkeypatch.setenv("CI", "")
    with pytest.raises(pytest.skip.Exception, match="no-such-program"):
        programs.find("no-such-program")
