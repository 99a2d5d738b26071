"""The files that start Attention Atlas elsewhere say what the code expects."""

import re
import socket
import subprocess
import sys
from pathlib import Path

import pytest
import redis
import yaml

ROOT = Path(__file__).parent.parent
COMPOSE = yaml.safe_load((ROOT / "docker-compose.yml").read_text())


def test_the_compose_file_follows_the_compose_schema() -> None:
    command = [
        sys.executable,
        "-m",
        "check_jsonschema",
        "--builtin-schema",
        "vendor.compose-spec",
        "docker-compose.yml",
    ]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr


def test_every_image_target_exists_in_the_dockerfile() -> None:
    stages = set(re.findall(r"^FROM \S+ AS (\S+)$", (ROOT / "Dockerfile").read_text(), re.MULTILINE))
    targets = {service["build"]["target"] for service in COMPOSE["services"].values() if "build" in service}
    assert targets == {"web", "worker"}
    assert targets <= stages


def test_compose_and_the_launcher_start_the_same_commands() -> None:
    procfile = dict(line.split(": ", 1) for line in (ROOT / "Procfile").read_text().splitlines())
    assert set(procfile) == {"web", "worker", "trainer", "steward"} <= set(COMPOSE["services"])
    assert COMPOSE["services"]["trainer"]["command"] == procfile["trainer"].split()
    assert COMPOSE["services"]["steward"]["command"] == procfile["steward"].split()
    assert "uvicorn webapp.asgi:application" in procfile["web"]
    assert "uvicorn webapp.asgi:application" in COMPOSE["services"]["web"]["command"]


def test_no_secret_stands_in_the_compose_file() -> None:
    text = (ROOT / "docker-compose.yml").read_text()
    for name in ("SECRET_KEY", "POSTGRES_PASSWORD"):
        values = re.findall(rf"^\s+{name}: (.*)$", text, re.MULTILINE)
        assert values
        assert all(value.startswith(f"${{{name}:?") for value in values)


def test_a_taken_port_is_one_sentence_with_the_way_out() -> None:

    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        command = [sys.executable, "scripts/port.py", "127.0.0.1", str(port)]
        done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 2
    assert done.stderr == (
        f"Port {port} cannot be used: address already in use. Choose another, as in: make run PORT={port + 1}\n"
    )


def test_the_embedded_broker_asks_for_its_password_and_ends_with_its_starter() -> None:

    broker = subprocess.Popen(
        [sys.executable, "-m", "scripts.broker"], cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    assert broker.stdin
    assert broker.stdout
    address = broker.stdout.readline().strip()
    client = redis.Redis.from_url(address)
    assert client.ping()
    stranger = redis.Redis(port=client.connection_pool.connection_kwargs["port"])
    with pytest.raises(redis.AuthenticationError):
        stranger.get("anything")
    broker.stdin.close()
    assert broker.wait(timeout=10) == 0
