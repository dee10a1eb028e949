"""A server under mixed work for SPROUT_BENCH_MINUTES (default: 30): does its memory, or what it holds open, grow?

People open pages, ask questions, export, search and drop connections; somebody signs in and out every second; every
half minute a source gets new order lines and is synced. The work is the same all the time, so that a part of the run
can be compared with the part before.
"""

import csv
import datetime
import glob
import json
import os
import shutil
import socket
import sys
import tempfile
import threading
import time
import urllib.error
import urllib.request

from connections import DASHBOARD, resident
from neighbors import percentile
from process_cost import Postgres, describe_environment, load_average, markdown_table
from sync import SIGN_IN, Server, generate_demo, sales_file, server_env, sprout_version

MINUTES = float(os.environ.get("SPROUT_BENCH_MINUTES", "30"))
LINES = int(os.environ.get("SPROUT_BENCH_LINES", "100000"))
PARTS = 6
PEOPLE = 4
# Between two requests of a person.
PAUSE_SECONDS = 0.02
SYNC_SECONDS = 30
RENEWAL_SECONDS = 120
NEW_LINES = 200
QUESTIONS = [
    "What should I reorder?",
    "Which customers are overdue?",
    "Total spend this year",
    "Top customers in the last 12 months",
    "Which supplier delivers late most often?",
]
FILES = [
    "/api/ai-bot/report",
    "/api/purchasing/recommendations?limit=200",
    "/api/search?q=urea",
    "/api/customers?limit=200",
    "/api/call-list?limit=50",
    "/api/analytics/methods",
]


class Counts:
    """What was answered in each part of the run."""

    def __init__(self):
        self.lock, self.began = threading.Lock(), time.monotonic()
        self.times = [[] for _ in range(PARTS)]
        self.errors = [{} for _ in range(PARTS)]

    def part(self):
        passed = (time.monotonic() - self.began) / (MINUTES * 60)
        return min(PARTS - 1, int(passed * PARTS))

    def add(self, milliseconds):
        with self.lock:
            self.times[self.part()].append(milliseconds)

    def add_error(self, error):
        name = str(getattr(error, "code", type(error).__name__))
        with self.lock:
            errors = self.errors[self.part()]
            errors[name] = errors.get(name, 0) + 1


class Work:
    """The work of all, until it is stopped."""

    def __init__(self, server, source):
        self.server, self.source = server, source
        self.stop, self.counts = threading.Event(), Counts()
        loops = [lambda turn=turn: self.use_pages(turn) for turn in range(PEOPLE)]
        self.threads = [
            threading.Thread(target=loop)
            for loop in [*loops, self.sign_in_steadily, self.sync_steadily, self.drop_connections]
        ]
        for thread in self.threads:
            thread.start()

    def finish(self):
        self.stop.set()
        for thread in self.threads:
            thread.join()

    def call(self, method, path, body=None, token=None):
        began = time.monotonic()
        try:
            answer = send(self.server, method, path, body, token)
        except (OSError, urllib.error.HTTPError) as error:
            self.counts.add_error(error)
            return None
        self.counts.add((time.monotonic() - began) * 1000)
        return answer

    def use_pages(self, turn):
        while not self.stop.wait(PAUSE_SECONDS):
            turn += 1
            path, query = DASHBOARD[turn % len(DASHBOARD)]
            self.call("POST" if query else "GET", path, query)
            if turn % 10 == 0:
                self.call("POST", "/api/ai-bot/query", {"query": QUESTIONS[turn // 10 % len(QUESTIONS)]})
            if turn % 25 == 0:
                self.call("GET", FILES[turn // 25 % len(FILES)])

    def sign_in_steadily(self):
        turn = 0
        while not self.stop.wait(1):
            turn += 1
            answer = self.call("POST", "/api/auth/login", SIGN_IN)
            if not answer:
                continue
            token = json.loads(answer)["data"]["token"]
            if turn % RENEWAL_SECONDS == 0:
                # Before the token that all use expires.
                token, self.server.token = self.server.token, token
            self.call("POST", "/api/auth/logout", {}, token)

    def sync_steadily(self):
        turn = 0
        while not self.stop.wait(SYNC_SECONDS):
            turn += 1
            add_lines(self.source, turn)
            self.call("POST", "/api/data-sync/sync", {"options": {}})

    def drop_connections(self):
        host, port = self.server.env["SPROUT_LISTEN"].split(":")
        request = f"GET /api/account HTTP/1.1\r\nHost: {host}\r\nAuthorization: Bearer {self.server.token}\r\n\r\n"
        while not self.stop.wait(0.5):
            with socket.create_connection((host, int(port)), timeout=10) as connection:
                connection.sendall(request.encode())


def send(server, method, path, body, token=None):
    bearer = f"Bearer {token or server.token}"
    headers = {"content-type": "application/json", "authorization": bearer, "x-sprout": "1"}
    data = json.dumps(body).encode() if body is not None else None
    request = urllib.request.Request(server.base + path, method=method, headers=headers, data=data)
    with urllib.request.urlopen(request, timeout=120) as answer:
        return answer.read()


def add_lines(source, turn):
    """Copies of the last lines of the file, with other ids and a new change time."""
    path = sales_file(source)
    with open(path, encoding="utf8") as lines:
        reader = csv.DictReader(lines)
        columns, rows = reader.fieldnames, list(reader)[-NEW_LINES:]
    now = datetime.datetime.now(datetime.timezone.utc).strftime("%Y-%m-%dT%H:%M:%SZ")
    with open(path, "a", encoding="utf8", newline="") as out:
        writer = csv.DictWriter(out, columns, lineterminator="\n")
        for number, row in enumerate(rows):
            writer.writerow({**row, "transaction_id": f"soak-{turn}-{number}", "updated_at": now})


def sample(server, data):
    pid = server.child.pid
    files = glob.glob(os.path.join(data, "sprout.db*"))
    return {
        "memory": resident(server),
        "open": len(os.listdir(f"/proc/{pid}/fd")),
        "threads": len(os.listdir(f"/proc/{pid}/task")),
        "disk": sum(os.path.getsize(file) for file in files) / 2**20,
    }


def main():
    engine = sys.argv[1] if len(sys.argv) > 1 else "sqlite"
    folder = tempfile.mkdtemp(prefix="sprout-bench-")
    os.chmod(folder, 0o755)
    try:
        source = os.path.join(folder, "warehouse")
        generate_demo(source, LINES)
        print(f"# {MINUTES:g} minutes of mixed work, on {engine}\n")
        print(describe_environment(sprout_version(), engine) + "\n", flush=True)
        address = None
        if engine == "postgres":
            address = Postgres(os.environ["SPROUT_TEST_POSTGRES"]).recreate_database("bench_soak")
        env = server_env(folder, address, "data")
        server = Server(env)
        server.register()
        server.call("PUT", "/api/data-sync/source", {"kind": "files", "path": source})
        server.call("POST", "/api/data-sync/sync", {"options": {}})
        report(*measure(server, source, env["SPROUT_DATA_DIR"]))
        server.stop()
    finally:
        shutil.rmtree(folder)


def measure(server, source, data):
    work = Work(server, source)
    samples = [[] for _ in range(PARTS)]
    while time.monotonic() - work.counts.began < MINUTES * 60:
        part = work.counts.part()
        samples[part].append(sample(server, data))
        time.sleep(2)
    work.finish()
    return samples, work.counts


def report(samples, counts):
    mean = lambda of_part, name: sum(one[name] for one in of_part) / len(of_part)
    most = lambda of_part, name: max(one[name] for one in of_part)
    rows = []
    for part, of_part in enumerate(samples):
        times, errors = counts.times[part], counts.errors[part]
        rows.append(
            [
                f"{MINUTES / PARTS * part:g} to {MINUTES / PARTS * (part + 1):g}",
                f"{mean(of_part, 'memory'):.0f}",
                f"{most(of_part, 'memory'):.0f}",
                most(of_part, "open"),
                most(of_part, "threads"),
                f"{most(of_part, 'disk'):.0f}",
                f"{len(times):,}",
                f"{percentile(times, 0.5):.0f}",
                f"{percentile(times, 0.99):.0f}",
                ", ".join(f"{count} x {name}" for name, count in errors.items()) or 0,
            ]
        )
    head = ["Minutes", "Memory, MB", "At most", "Open files", "Threads", "Database, MB"]
    head += ["Answers", "Median, ms", "p99, ms", "Errors"]
    print(markdown_table(head, rows))
    before, after = mean(samples[-2], "memory"), mean(samples[-1], "memory")
    print(f"**Memory of the last part to the part before: {after / before:.2f}.** Load at the end: {load_average()}.")


if __name__ == "__main__":
    main()
