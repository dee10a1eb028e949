"""A first load into SQLite while people work: its duration, and that of the app's reads and writes meanwhile."""
import os
import shutil
import tempfile
import threading
import time
import urllib.error

from measuring import circumstances
from sync import LINES, Server, demo, settings, version

READ, WRITE = "/api/purchasing/summary", "/api/account"


def main():
    folder = tempfile.mkdtemp(prefix="sprout-bench-")
    try:
        lines = os.path.join(folder, "warehouse")
        demo(lines, LINES)
        for table in os.listdir(lines):
            if not table.startswith("sales_transactions"):
                os.remove(os.path.join(lines, table))
        sprout = version()
        print(f"# A first load of {LINES:,} order lines into SQLite while the web app goes on\n")
        print(circumstances(sprout) + "\n", flush=True)
        server = Server(settings(folder, None, "data"))
        server.register()
        server.ask("PUT", "/api/data-sync/source", {"kind": "files", "path": lines})
        quiet = timed(server, lambda: time.sleep(3))
        before = memory(server)
        run = {}
        busy = timed(server, lambda: run.update(synced(server)))
        peak = memory(server, "VmHWM")
        server.stop()
        print(f"The run took {run['seconds']:.1f} s and wrote {run['inserted']:,} rows; the server's memory was {before:.0f} MB before and {peak:.0f} MB at most.\n")
        print("| | answers | median ms | slowest ms | writes | median ms | slowest ms | refused |\n| --- | --- | --- | --- | --- | --- | --- | --- |")
        for name, (reads, writes, refused) in (("before", quiet), ("while it ran", busy)):
            cells = [cell for times in (reads, writes) for cell in (len(times), f"{sorted(times)[len(times) // 2]:.0f}", f"{max(times):.0f}")]
            print(f"| {name} | " + " | ".join(str(cell) for cell in cells) + f" | {'; '.join(refused) or 'none'} |")
    finally:
        shutil.rmtree(folder)


def synced(server):
    began = time.monotonic()
    answer = server.ask("POST", "/api/data-sync/sync", {"options": {"incrementalSync": False}})
    return {"seconds": time.monotonic() - began, "inserted": answer["data"]["stats"]["inserted"]}


def timed(server, work):
    """Milliseconds of reads and writes and the refused ones, at most twenty of each per second, while `work` runs."""
    over, reads, writes, refused = threading.Event(), [], [], []

    def ask_again(times, ask):
        turn = 0
        while not over.is_set() or not times:
            turn += 1
            began = time.monotonic()
            try:
                ask(turn)
            except urllib.error.HTTPError as error:
                refused.append(f"{error.code} after {time.monotonic() - began:.1f} s")
            times.append((time.monotonic() - began) * 1000)
            time.sleep(0.05)

    askers = [
        threading.Thread(target=ask_again, args=(reads, lambda turn: server.ask("GET", READ))),
        threading.Thread(target=ask_again, args=(writes, lambda turn: server.ask("PATCH", WRITE, {"name": f"Bench {turn}"}))),
    ]
    for asker in askers:
        asker.start()
    work()
    over.set()
    for asker in askers:
        asker.join()
    return reads, writes, refused


def memory(server, field="VmRSS"):
    with open(f"/proc/{server.child.pid}/status", encoding="utf8") as lines:
        return next(int(line.split()[1]) for line in lines if line.startswith(field)) / 1024


if __name__ == "__main__":
    main()
