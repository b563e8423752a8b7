"""The servers that other tests rely on are real ones."""

import dj_database_url
import psycopg
import pytest
import redis

from tests.servers import Valkey


def test_postgres_answers_at_a_url_that_the_settings_can_read(postgres_server: str) -> None:
    read = dj_database_url.parse(postgres_server)
    with psycopg.connect(
        host=str(read["HOST"]), user=str(read["USER"]), dbname=str(read["NAME"])
    ) as connection:
        version = connection.execute("select current_setting('server_version_num')::int").fetchone()
    assert read["ENGINE"] == "django.db.backends.postgresql"
    assert version is not None
    assert version[0] >= 140000


def test_postgres_folds_letters_of_every_language(postgres_server: str) -> None:
    with psycopg.connect(postgres_server) as connection:
        assert connection.execute("select upper('émile')").fetchone() == ("ÉMILE",)


def test_valkey_can_be_away_and_come_back_at_the_same_address(valkey_server: Valkey) -> None:
    client = redis.Redis.from_url(valkey_server.url)
    client.set("key", "value")
    assert client.get("key") == b"value"

    valkey_server.stop()
    with pytest.raises(redis.ConnectionError):
        client.ping()

    valkey_server.start()
    assert client.ping()
    client.close()
