"""Requests of one organization while another one sends as many as it can.

The loud organization asks Sprout AI and queries measures, which are computed each time. The quiet one
loads its dashboard, which is cached, and queries measures. SPROUT_BENCH_LINES are the lines of the
loud one."""

import json
import os
import shutil
import tempfile
import threading
import time
import urllib.error
import urllib.request

from process_cost import describe_environment
from sync import LINES, Server, generate_demo, server_env, sprout_version

SECONDS = int(os.environ.get("SPROUT_BENCH_SECONDS", "20"))
LOUD_CALLERS = 12
QUIET_LINES = 5_000
PASSWORD = "correct horse battery"
QUESTIONS = [
    "What should I order?",
    "Which customers are overdue?",
    "What are the best months to buy fertilizer?",
    "Which suppliers deliver late?",
]


class Caller:
    """The owner of an organization with synced demo data."""

    def __init__(self, server, root, name, lines):
        self.server, self.token = server, None
        body = {
            "organization": name,
            "name": name,
            "email": f"{name.lower()}@bench.example",
            "password": PASSWORD,
            "timeZone": "UTC",
        }
        self.token = self.call("POST", "/api/auth/register", body)["data"]["token"]
        tenant = self.call("GET", "/api/account")["data"]["organization"]["id"]
        source = os.path.join(root, tenant)
        generate_demo(source, lines)
        self.call("PUT", "/api/data-sync/source", {"kind": "files", "path": source})
        self.call("POST", "/api/data-sync/sync", {"options": {"incrementalSync": False}})

    def call(self, method, path, body=None):
        headers = {"content-type": "application/json"}
        if self.token:
            headers["authorization"] = f"Bearer {self.token}"
        request = urllib.request.Request(
            self.server.base + path,
            method=method,
            headers=headers,
            data=json.dumps(body).encode() if body is not None else None,
        )
        with urllib.request.urlopen(request, timeout=600) as answer:
            return json.load(answer)


def make_noise(caller, stop, counts, offset):
    turn = offset
    while not stop.is_set():
        turn += LOUD_CALLERS
        try:
            caller.call("POST", "/api/ai-bot/query", {"query": QUESTIONS[turn % len(QUESTIONS)]})
            counts["answered"] += 1
        except urllib.error.HTTPError as error:
            counts[str(error.code)] = counts.get(str(error.code), 0) + 1


def measure(caller, seconds):
    """Milliseconds of cached and of computed requests, one after the other."""
    times = {"cached": [], "computed": []}
    end, turn = time.monotonic() + seconds, 0
    while time.monotonic() < end:
        turn += 1
        requests = [
            ("cached", "GET", "/api/purchasing/summary", None),
            ("computed", "POST", "/api/ai-bot/query", {"query": QUESTIONS[turn % len(QUESTIONS)]}),
        ]
        for kind, method, path, body in requests:
            began = time.perf_counter()
            caller.call(method, path, body)
            times[kind].append((time.perf_counter() - began) * 1000)
        time.sleep(0.02)
    return times


def percentile(values, share):
    values = sorted(values)
    return values[min(len(values) - 1, int(share * len(values)))]


def main():
    folder = tempfile.mkdtemp(prefix="sprout-bench-")
    try:
        env = {**server_env(folder, None, "data"), "SPROUT_MODE": "self"}
        env["SPROUT_LISTEN"] = "127.0.0.1:18834"
        server = Server(env)
        Caller(server, folder, "First", 100)
        loud = Caller(server, folder, "Loud", LINES)
        quiet = Caller(server, folder, "Quiet", QUIET_LINES)
        print(f"# A quiet organization beside a loud one with {LINES:,} order lines\n")
        print(describe_environment(sprout_version()) + "\n", flush=True)
        measure(quiet, 2)
        alone = measure(quiet, SECONDS)
        stop, counts = threading.Event(), {"answered": 0}
        noise = [
            threading.Thread(target=make_noise, args=(loud, stop, counts, offset))
            for offset in range(LOUD_CALLERS)
        ]
        for thread in noise:
            thread.start()
        time.sleep(1)
        beside = measure(quiet, SECONDS)
        stop.set()
        for thread in noise:
            thread.join()
        server.stop()
        print(f"- {LOUD_CALLERS} loud callers: {counts}\n")
        print("| Request | Load | Number | Median, ms | p99, ms |")
        print("|---|---|---|---|---|")
        for kind in alone:
            for name, times in (("alone", alone[kind]), ("beside the loud one", beside[kind])):
                print(
                    f"| {kind} | {name} | {len(times)} | {percentile(times, 0.5):.1f} | {percentile(times, 0.99):.1f} |"
                )
    finally:
        shutil.rmtree(folder, ignore_errors=True)


if __name__ == "__main__":
    main()
