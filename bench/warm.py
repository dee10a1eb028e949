"""Cached, authenticated responses, compared with a bare poem handler that returns the same bytes.

wrk measures both alternately over the same number of connections. The CPU time of the server is reported
separately, because wrk shares the machine. `cargo build --release -p test-server --example bare_poem` builds the limit.
"""

import os
import re
import shutil
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request

from process_cost import TICKS, Postgres, describe_environment, load_average, markdown_table
from sync import HERE, Server, generate_demo, server_env, sprout_version

PATHS = ["/api/purchasing/summary", "/api/purchasing/recommendations", "/api/customer-segmentation"]
ROUNDS, SECONDS, CONNECTIONS = 3, 5, 32
BARE = os.environ.get(
    "SPROUT_BARE_POEM", os.path.join(HERE, "..", "target", "release", "examples", "bare_poem")
)
LIMIT = "127.0.0.1:18735"


def main():
    engine = sys.argv[1] if len(sys.argv) > 1 else "sqlite"
    if not shutil.which("wrk"):
        subprocess.run([os.path.join(HERE, "..", ".ci", "apt"), "wrk"], check=True)
    folder = tempfile.mkdtemp(prefix="sprout-bench-")
    os.chmod(folder, 0o755)
    try:
        source = os.path.join(folder, "warehouse")
        generate_demo(source, 100000)
        sprout = sprout_version()
        print("# Cached, authenticated responses, compared with a bare poem handler\n")
        print(describe_environment(sprout, "wrk", engine) + "\n", flush=True)
        address = None
        if engine == "postgres":
            address = Postgres(os.environ["SPROUT_TEST_POSTGRES"]).recreate_database("bench_warm")
        server = Server(server_env(folder, address, "data"))
        server.register()
        server.call("PUT", "/api/data-sync/source", {"kind": "files", "path": source})
        server.call("POST", "/api/data-sync/sync", {"options": {}})
        print(
            markdown_table(
                [
                    "request",
                    "bytes",
                    "",
                    "responses/s",
                    "server CPU per response, µs",
                    "p99",
                    "load",
                ],
                [row for path in PATHS for row in compare(folder, server, path)],
            )
        )
        server.stop()
    finally:
        shutil.rmtree(folder)


def compare(folder, server, path):
    ask = urllib.request.Request(
        server.base + path, headers={"authorization": f"Bearer {server.token}"}
    )
    with urllib.request.urlopen(ask, timeout=60) as answer:
        body = answer.read()
    file = os.path.join(folder, "answer.json")
    with open(file, "wb") as out:
        out.write(body)
    limit = subprocess.Popen([BARE, file, LIMIT])
    wait_until_listening(LIMIT)
    ours, bare = [], []
    try:
        for _ in range(ROUNDS):
            # The same request to both: reading a long header costs time, too.
            bare.append(run_wrk(limit.pid, f"http://{LIMIT}{path}", server.token))
            ours.append(run_wrk(server.child.pid, server.base + path, server.token))
    finally:
        limit.terminate()
        limit.wait()
    ours, bare = max(ours), max(bare)
    show = lambda name, found: [
        f"`{path}`",
        f"{len(body):,}",
        name,
        f"{found[0]:,.0f}",
        f"{found[1]:.0f}",
        found[2],
        load_average(),
    ]
    return [
        show("bare poem", bare),
        show("Sprout", ours),
        [
            f"`{path}`",
            "",
            "**ratio**",
            f"**{ours[0] / bare[0]:.2f}**",
            f"{ours[1] / bare[1]:.2f}",
            "",
            "",
        ],
    ]


def wait_until_listening(address):
    host, port = address.split(":")
    for _ in range(100):
        try:
            socket.create_connection((host, int(port)), timeout=1).close()
            return
        except ConnectionRefusedError:
            time.sleep(0.05)
    raise SystemExit(f"nothing listens at {address}")


def run_wrk(pid, address, token):
    before = cpu_seconds(pid)
    output = subprocess.run(
        [
            "wrk",
            "-t1",
            f"-c{CONNECTIONS}",
            f"-d{SECONDS}s",
            "--latency",
            "-H",
            f"Authorization: Bearer {token}",
            address,
        ],
        check=True,
        capture_output=True,
        text=True,
    ).stdout
    if "Non-2xx" in output or "Socket errors" in output:
        raise SystemExit(f"{address} returned errors:\n{output}")
    answers = int(re.search(r"(\d+) requests in", output).group(1))
    return (
        float(re.search(r"Requests/sec:\s+([\d.]+)", output).group(1)),
        (cpu_seconds(pid) - before) / answers * 1e6,
        re.search(r"99%\s+(\S+)", output).group(1),
    )


def cpu_seconds(pid):
    """CPU seconds of a process so far."""
    with open(f"/proc/{pid}/stat", encoding="utf8") as stat:
        fields = stat.read().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / TICKS


if __name__ == "__main__":
    main()
