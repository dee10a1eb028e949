"""Cached responses, with token verification, compared with a bare poem handler that returns the same bytes to anyone.

wrk queries both over the same number of connections, alternately, in several rounds. The load generator uses the same share of the machine for both; the
CPU time of the server is reported separately. `cargo build --release --example bare_poem` builds the limit.
"""
import os
import re
import shutil
import subprocess
import sys
import tempfile
import urllib.request

from measuring import TICKS, Postgres, circumstances, load, table
from sync import HERE, Server, demo, settings, version

PATHS = ["/api/purchasing/summary", "/api/purchasing/recommendations", "/api/customer-segmentation"]
ROUNDS, SECONDS, CONNECTIONS = 3, 5, 32
BARE = os.environ.get("SPROUT_BARE_POEM", os.path.join(HERE, "..", "target", "release", "examples", "bare_poem"))
LIMIT = "127.0.0.1:18735"


def main():
    engine = sys.argv[1] if len(sys.argv) > 1 else "sqlite"
    if not shutil.which("wrk"):
        subprocess.run([os.path.join(HERE, "..", ".ci", "apt"), "wrk"], check=True)
    folder = tempfile.mkdtemp(prefix="sprout-bench-")
    os.chmod(folder, 0o755)
    try:
        source = os.path.join(folder, "warehouse")
        demo(source, 100000)
        sprout = version()
        print("# Kept answers, with the bearer token checked, beside a bare poem handler\n")
        print(circumstances(sprout, "wrk", engine) + "\n", flush=True)
        address = None
        if engine == "postgres":
            address = Postgres(os.environ["SPROUT_TEST_POSTGRES"]).fresh("bench_warm")
        server = Server(settings(folder, address, "data"))
        server.register()
        server.ask("PUT", "/api/data-sync/source", {"kind": "files", "path": source})
        server.ask("POST", "/api/data-sync/sync", {"options": {}})
        print(table(["answer", "bytes", "", "answers/s", "server's µs of processor an answer", "slowest 1 %", "load"], [row for path in PATHS for row in compared(folder, server, path)]))
        server.stop()
    finally:
        shutil.rmtree(folder)


def compared(folder, server, path):
    ask = urllib.request.Request(server.base + path, headers={"authorization": f"Bearer {server.token}"})
    with urllib.request.urlopen(ask, timeout=60) as answer:
        body = answer.read()
    file = os.path.join(folder, "answer.json")
    with open(file, "wb") as out:
        out.write(body)
    limit = subprocess.Popen([BARE, file, LIMIT])
    ours, bare = [], []
    try:
        for _ in range(ROUNDS):
            bare.append(asked(limit.pid, f"http://{LIMIT}{path}", "nobody"))
            ours.append(asked(server.child.pid, server.base + path, server.token))
    finally:
        limit.terminate()
        limit.wait()
    ours, bare = max(ours), max(bare)
    show = lambda name, found: [f"`{path}`", f"{len(body):,}", name, f"{found[0]:,.0f}", f"{found[1]:.0f}", found[2], load()]
    return [show("bare poem", bare), show("Sprout", ours), [f"`{path}`", "", "**ratio**", f"**{ours[0] / bare[0]:.2f}**", f"{ours[1] / bare[1]:.2f}", "", ""]]


def asked(pid, address, token):
    before = spent(pid)
    said = subprocess.run(
        ["wrk", "-t1", f"-c{CONNECTIONS}", f"-d{SECONDS}s", "--latency", "-H", f"Authorization: Bearer {token}", address],
        check=True, capture_output=True, text=True,
    ).stdout
    if "Non-2xx" in said or "Socket errors" in said:
        raise SystemExit(f"{address} did not answer as it should:\n{said}")
    answers = int(re.search(r"(\d+) requests in", said).group(1))
    return float(re.search(r"Requests/sec:\s+([\d.]+)", said).group(1)), (spent(pid) - before) / answers * 1e6, re.search(r"99%\s+(\S+)", said).group(1)


def spent(pid):
    """CPU seconds of a process so far."""
    with open(f"/proc/{pid}/stat", encoding="utf8") as stat:
        fields = stat.read().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / TICKS


if __name__ == "__main__":
    main()
