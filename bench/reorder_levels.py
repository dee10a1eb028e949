"""Syncs of all five demo tables, then recommendations after cost changes, all verified."""

import os
import re
import shutil
import sys
import tempfile
import time

from process_cost import Postgres, describe_environment, load_average, markdown_table, run
from sync import BINARY, LINES, SIGN_IN, Server, generate_demo, server_env, sprout_version, sync

COSTS = [60.0, 75.0, 90.0, 110.0]


def main():
    engine = sys.argv[1] if len(sys.argv) > 1 else "sqlite"
    postgres = Postgres(os.environ["SPROUT_TEST_POSTGRES"]) if engine == "postgres" else None
    folder = tempfile.mkdtemp(prefix="sprout-bench-")
    os.chmod(folder, 0o755)
    try:
        source = os.path.join(folder, "warehouse")
        generate_demo(source, LINES)
        print(f"# Seasonal recommendations with {LINES:,} order lines, on {engine}\n")
        print(
            describe_environment(
                sprout_version(), f"PostgreSQL {postgres.version}" if postgres else "SQLite"
            )
            + "\n",
            flush=True,
        )
        env = server_env(
            folder, postgres.recreate_database("bench_levels") if postgres else None, "data"
        )
        server = Server(env)
        server.register()
        server.stop()
        rows = [
            [name, f"{cost.wall:.1f} s", load_average()]
            for name, cost in run_syncs(env, source, postgres)
        ]
        server = Server(env)
        server.token = server.call("POST", "/api/auth/login", SIGN_IN)["data"]["token"]
        for cost in COSTS:
            took, items = time_recommendations(server, cost)
            rows.append(
                [
                    f"`GET /api/purchasing/recommendations` with an order cost of {cost:.0f}: {items} rows",
                    f"{took:.2f} s",
                    load_average(),
                ]
            )
        server.stop()
        verified = run(
            [BINARY, "verify-figures", "--tenant", "bench", "--only-differences"], env=env
        )
        rows.append(
            [
                f"`sprout verify-figures`: {verified_count(verified.out)}",
                f"{verified.wall:.1f} s",
                load_average(),
            ]
        )
        print(markdown_table(["", "duration", "load"], rows))
    finally:
        shutil.rmtree(folder)


def run_syncs(env, source, postgres):
    """A first load of all tables and a repeat, including rollups."""
    for name in ("First load, with rollups", "Repeat, nothing changed"):
        yield name, sync(env, source, "--confirm-deletions", postgres=postgres)
        if postgres:
            postgres.query("vacuum analyze", "bench_levels")


def time_recommendations(server, cost):
    """Seconds of the first response after a change of the order cost, which clears the cache."""
    server.call("PUT", "/api/purchasing/settings", {"orderCost": cost})
    began = time.monotonic()
    items = server.call("GET", "/api/purchasing/recommendations?limit=1000")["data"]["items"]
    took = time.monotonic() - began
    if not items:
        raise SystemExit("no recommendations, so nothing was measured")
    return took, len(items)


def verified_count(text):
    counts = re.search(r"[\d,]+ figures, 0 differ", text)
    if not counts:
        raise SystemExit(f"figures differ:\n{text[-3000:]}")
    return counts.group(0)


if __name__ == "__main__":
    main()
