"""Syncs into SQLite: their duration, and that of reads, writes and sign-ins meanwhile."""

import csv
import os
import shutil
import tempfile
import threading
import time
import urllib.error

from process_cost import describe_environment
from sync import LINES, SIGN_IN, Server, generate_demo, server_env, sprout_version

# What a request of each kind does. `turn` counts the requests.
REQUESTS = {
    "read": lambda server, turn: server.call("GET", "/api/purchasing/summary"),
    "write": lambda server, turn: server.call("PATCH", "/api/account", {"name": f"Bench {turn}"}),
    "sign-in": lambda server, turn: server.call("POST", "/api/auth/login", SIGN_IN),
}


def main():
    folder = tempfile.mkdtemp(prefix="sprout-bench-")
    try:
        lines = os.path.join(folder, "warehouse")
        generate_demo(lines, LINES)
        for table in os.listdir(lines):
            if not table.startswith("sales_transactions"):
                os.remove(os.path.join(lines, table))
        sprout = sprout_version()
        print(f"# Syncs of {LINES:,} order lines into SQLite while the app serves requests\n")
        print(describe_environment(sprout) + "\n", flush=True)
        server = Server(server_env(folder, None, "data"))
        server.register()
        server.call("PUT", "/api/data-sync/source", {"kind": "files", "path": lines})
        before = memory(server)
        phases = [("before", *measure_requests(server, lambda: time.sleep(5)), None)]
        for name in ("first load", "every row changed"):
            run = {}
            measured = measure_requests(server, lambda: run.update(run_sync(server)))
            phases.append((name, *measured, run))
            restamp(lines)
        peak = memory(server, "VmHWM")
        logs = [
            f"{name}: {os.path.getsize(os.path.join(folder, 'data', name)) / 1e6:.1f} MB"
            for name in sorted(os.listdir(os.path.join(folder, "data")))
            if name.endswith((".db", "-wal"))
        ]
        server.stop()
        for name, _, _, run in phases[1:]:
            print(
                f"- {name}: {run['seconds']:.1f} s, {run['inserted']:,} rows inserted, {run['updated']:,} updated"
            )
        print(f"- memory of the server: {before:.0f} MB before, at most {peak:.0f} MB")
        print(f"- files afterwards: {', '.join(logs)}\n")
        print("| During | Request | Number | Median, ms | p99, ms | Slowest, ms | Refused |")
        print("|---|---|---|---|---|---|---|")
        for name, times, refused, _ in phases:
            for kind, values in times.items():
                values.sort()
                print(
                    f"| {name} | {kind} | {len(values)} | {values[len(values) // 2]:.0f} "
                    f"| {values[len(values) * 99 // 100]:.0f} | {values[-1]:.0f} "
                    f"| {'; '.join(refused[kind]) or 'none'} |"
                )
    finally:
        shutil.rmtree(folder)


def restamp(folder):
    """Changes `updated_at` of all rows, as an export does that writes the current time."""
    for name in os.listdir(folder):
        path = os.path.join(folder, name)
        with open(path, encoding="utf8", newline="") as file:
            rows = list(csv.reader(file))
        column = rows[0].index("updated_at")
        for row in rows[1:]:
            row[column] = "2026-06-30T00:00:00Z"
        with open(path, "w", encoding="utf8", newline="") as file:
            csv.writer(file).writerows(rows)


def run_sync(server):
    began = time.monotonic()
    answer = server.call("POST", "/api/data-sync/sync", {"options": {"incrementalSync": False}})
    stats = answer["data"]["stats"]
    return {
        "seconds": time.monotonic() - began,
        "inserted": stats["inserted"],
        "updated": stats["updated"],
    }


def measure_requests(server, work):
    """Milliseconds (up to 20 requests of each kind per second) while `work` runs, and refusals."""
    over = threading.Event()
    times, refused = {kind: [] for kind in REQUESTS}, {kind: [] for kind in REQUESTS}

    def repeat(kind, send):
        while not over.is_set() or not times[kind]:
            began = time.monotonic()
            try:
                send(server, len(times[kind]))
            except urllib.error.HTTPError as error:
                refused[kind].append(f"{error.code} after {time.monotonic() - began:.1f} s")
            times[kind].append((time.monotonic() - began) * 1000)
            time.sleep(0.05)

    threads = [threading.Thread(target=repeat, args=request) for request in REQUESTS.items()]
    for thread in threads:
        thread.start()
    work()
    over.set()
    for thread in threads:
        thread.join()
    return times, refused


def memory(server, field="VmRSS"):
    with open(f"/proc/{server.child.pid}/status", encoding="utf8") as lines:
        return next(int(line.split()[1]) for line in lines if line.startswith(field)) / 1024


if __name__ == "__main__":
    main()
