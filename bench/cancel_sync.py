"""Time to cancel a sync at several points: while it reads, merges and updates rollups."""

import os
import shutil
import sys
import tempfile
import time

from process_cost import Postgres, describe_environment, load_average, markdown_table
from sync import LINES, Server, generate_demo, server_env, sprout_version

SHARES = [0.1, 0.3, 0.5, 0.7, 0.8, 0.9, 0.97]
FINISHED = ("succeeded", "succeeded_with_rejects", "failed", "cancelled")


def main():
    engine = sys.argv[1] if len(sys.argv) > 1 else "sqlite"
    postgres = Postgres(os.environ["SPROUT_TEST_POSTGRES"]) if engine == "postgres" else None
    folder = tempfile.mkdtemp(prefix="sprout-bench-")
    os.chmod(folder, 0o755)
    try:
        source = os.path.join(folder, "warehouse")
        generate_demo(source, LINES)
        sprout = sprout_version()
        print(f"# Canceling a sync of {LINES:,} order lines, on {engine}\n")
        print(
            describe_environment(sprout, f"PostgreSQL {postgres.version}" if postgres else "SQLite")
            + "\n",
            flush=True,
        )
        rows, full_seconds = [], None
        for share in [None, *SHARES]:
            server = start_server(folder, source, postgres)
            began = time.monotonic()
            run = start_sync(server)
            if share is None:
                full_seconds = wait_for_run(server, run) - began
                print(
                    f"The full sync takes {full_seconds:.1f} s. The target for a cancellation is 2 s.\n",
                    flush=True,
                )
            else:
                time.sleep(max(0.0, share * full_seconds - (time.monotonic() - began)))
                rows.append(cancel(server, run, share))
            server.stop()
        print(
            markdown_table(
                ["canceled at", "waited, s", "state", "lines in the table", "load"], rows
            )
        )
    finally:
        shutil.rmtree(folder)


def start_server(folder, source, postgres):
    server = Server(
        server_env(folder, postgres.recreate_database("bench_cancel") if postgres else None, "data")
    )
    server.register()
    server.call("PUT", "/api/data-sync/source", {"kind": "files", "path": source})
    return server


def start_sync(server):
    body = {"tableName": "sales_transactions", "options": {}}
    return server.call("POST", "/api/data-sync/table", body, {"prefer": "respond-async"})["data"][
        "runId"
    ]


def wait_for_run(server, run):
    while server.call("GET", f"/api/data-sync/runs/{run}")["data"]["state"] not in FINISHED:
        time.sleep(0.05)
    return time.monotonic()


def cancel(server, run, share):
    start = time.monotonic()
    try:
        server.call("POST", f"/api/data-sync/runs/{run}/cancel")
    except OSError as refused:
        return [f"{share:.0%}", "-", f"already finished: {refused}", "", load_average()]
    waited = wait_for_run(server, run) - start
    record = server.call("GET", f"/api/data-sync/runs/{run}")["data"]
    live = server.call("GET", "/api/purchasing/summary")["meta"]["n"]
    return [f"{share:.0%}", f"{waited:.2f}", record["state"], str(live), load_average()]


if __name__ == "__main__":
    main()
