"""A first load into SQLite: its duration, and that of other reads and writes meanwhile."""

import os
import shutil
import tempfile
import threading
import time
import urllib.error

from process_cost import describe_environment
from sync import LINES, Server, generate_demo, server_env, sprout_version

READ, WRITE = "/api/purchasing/summary", "/api/account"


def main():
    folder = tempfile.mkdtemp(prefix="sprout-bench-")
    try:
        lines = os.path.join(folder, "warehouse")
        generate_demo(lines, LINES)
        for table in os.listdir(lines):
            if not table.startswith("sales_transactions"):
                os.remove(os.path.join(lines, table))
        sprout = sprout_version()
        print(
            f"# A first load of {LINES:,} order lines into SQLite while the app serves requests\n"
        )
        print(describe_environment(sprout) + "\n", flush=True)
        server = Server(server_env(folder, None, "data"))
        server.register()
        server.call("PUT", "/api/data-sync/source", {"kind": "files", "path": lines})
        quiet = measure_requests(server, lambda: time.sleep(3))
        before = memory(server)
        run = {}
        busy = measure_requests(server, lambda: run.update(run_sync(server)))
        peak = memory(server, "VmHWM")
        server.stop()
        print(
            f"The sync took {run['seconds']:.1f} s and wrote {run['inserted']:,} rows; the server's memory was {before:.0f} MB before and {peak:.0f} MB at most.\n"
        )
        print(
            "| | reads | median, ms | slowest, ms | writes | median, ms | slowest, ms | refused |\n| --- | --- | --- | --- | --- | --- | --- | --- |"
        )
        for name, (reads, writes, refused) in (("before", quiet), ("during the sync", busy)):
            cells = [
                cell
                for times in (reads, writes)
                for cell in (
                    len(times),
                    f"{sorted(times)[len(times) // 2]:.0f}",
                    f"{max(times):.0f}",
                )
            ]
            print(
                f"| {name} | "
                + " | ".join(str(cell) for cell in cells)
                + f" | {'; '.join(refused) or 'none'} |"
            )
    finally:
        shutil.rmtree(folder)


def run_sync(server):
    began = time.monotonic()
    answer = server.call("POST", "/api/data-sync/sync", {"options": {"incrementalSync": False}})
    return {"seconds": time.monotonic() - began, "inserted": answer["data"]["stats"]["inserted"]}


def measure_requests(server, work):
    """Milliseconds of reads and writes (up to 20 each per second) while `work` runs, and refusals."""
    over, reads, writes, refused = threading.Event(), [], [], []

    def repeat(times, send):
        turn = 0
        while not over.is_set() or not times:
            turn += 1
            began = time.monotonic()
            try:
                send(turn)
            except urllib.error.HTTPError as error:
                refused.append(f"{error.code} after {time.monotonic() - began:.1f} s")
            times.append((time.monotonic() - began) * 1000)
            time.sleep(0.05)

    threads = [
        threading.Thread(target=repeat, args=(reads, lambda turn: server.call("GET", READ))),
        threading.Thread(
            target=repeat,
            args=(writes, lambda turn: server.call("PATCH", WRITE, {"name": f"Bench {turn}"})),
        ),
    ]
    for thread in threads:
        thread.start()
    work()
    over.set()
    for thread in threads:
        thread.join()
    return reads, writes, refused


def memory(server, field="VmRSS"):
    with open(f"/proc/{server.child.pid}/status", encoding="utf8") as lines:
        return next(int(line.split()[1]) for line in lines if line.startswith(field)) / 1024


if __name__ == "__main__":
    main()
