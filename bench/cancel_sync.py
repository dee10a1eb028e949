"""Time to cancel a sync, at moments spread over all of it: while rows are read, merged and rolled up."""
import os
import shutil
import sys
import tempfile
import time

from measuring import Postgres, circumstances, load, table
from sync import LINES, Server, demo, settings, version

SHARES = [0.1, 0.3, 0.5, 0.7, 0.8, 0.9, 0.97]
OVER = ("succeeded", "succeeded_with_rejects", "failed", "cancelled")


def main():
    engine = sys.argv[1] if len(sys.argv) > 1 else "sqlite"
    postgres = Postgres(os.environ["SPROUT_TEST_POSTGRES"]) if engine == "postgres" else None
    folder = tempfile.mkdtemp(prefix="sprout-bench-")
    os.chmod(folder, 0o755)
    try:
        source = os.path.join(folder, "warehouse")
        demo(source, LINES)
        sprout = version()
        print(f"# Cancelling a sync of {LINES:,} order lines, on {engine}\n")
        print(circumstances(sprout, f"PostgreSQL {postgres.version}" if postgres else "SQLite") + "\n", flush=True)
        rows, whole = [], None
        for share in [None, *SHARES]:
            server = fresh(folder, source, postgres)
            began = time.monotonic()
            run = begin(server)
            if share is None:
                whole = follow(server, run) - began
                print(f"A sync that nobody cancels takes {whole:.1f} s. The bar is 2 s.\n", flush=True)
            else:
                time.sleep(max(0.0, share * whole - (time.monotonic() - began)))
                rows.append(cancelled(server, run, share))
            server.stop()
        print(table(["asked after", "waited s", "run is then", "lines there", "load"], rows))
    finally:
        shutil.rmtree(folder)


def fresh(folder, source, postgres):
    server = Server(settings(folder, postgres.fresh("bench_cancel") if postgres else None, "data"))
    server.register()
    server.ask("PUT", "/api/data-sync/source", {"kind": "files", "path": source})
    return server


def begin(server):
    body = {"tableName": "sales_transactions", "options": {}}
    return server.ask("POST", "/api/data-sync/table", body, {"prefer": "respond-async"})["data"]["runId"]


def follow(server, run):
    while server.ask("GET", f"/api/data-sync/runs/{run}")["data"]["state"] not in OVER:
        time.sleep(0.05)
    return time.monotonic()


def cancelled(server, run, share):
    asked = time.monotonic()
    try:
        server.ask("POST", f"/api/data-sync/runs/{run}/cancel")
    except OSError as refused:
        return [f"{share:.0%}", "-", f"it had ended: {refused}", "", load()]
    waited = follow(server, run) - asked
    record = server.ask("GET", f"/api/data-sync/runs/{run}")["data"]
    live = server.ask("GET", "/api/purchasing/summary")["meta"]["n"]
    return [f"{share:.0%}", f"{waited:.2f}", record["state"], str(live), load()]


if __name__ == "__main__":
    main()
