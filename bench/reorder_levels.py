"""All five tables of a business: a first load and a repeat; then recommendations after each change of the costs, with every figure verified."""
import os
import re
import shutil
import sys
import tempfile
import time

from measuring import Postgres, circumstances, load, run, table
from sync import BINARY, LINES, SIGN_IN, Server, demo, settings, sync, version

COSTS = [60.0, 75.0, 90.0, 110.0]


def main():
    engine = sys.argv[1] if len(sys.argv) > 1 else "sqlite"
    postgres = Postgres(os.environ["SPROUT_TEST_POSTGRES"]) if engine == "postgres" else None
    folder = tempfile.mkdtemp(prefix="sprout-bench-")
    os.chmod(folder, 0o755)
    try:
        source = os.path.join(folder, "warehouse")
        demo(source, LINES)
        print(f"# What to order, by season, at {LINES:,} order lines, on {engine}\n")
        print(circumstances(version(), f"PostgreSQL {postgres.version}" if postgres else "SQLite") + "\n", flush=True)
        env = settings(folder, postgres.fresh("bench_levels") if postgres else None, "data")
        server = Server(env)
        server.register()
        server.stop()
        rows = [[name, f"{cost.wall:.1f} s", load()] for name, cost in loads(env, source, postgres)]
        server = Server(env)
        server.token = server.ask("POST", "/api/auth/login", SIGN_IN)["data"]["token"]
        for cost in COSTS:
            took, items = ordered(server, cost)
            rows.append([f"`GET /api/purchasing/recommendations` after an order came to cost {cost:.0f}: {items} rows", f"{took:.2f} s", load()])
        server.stop()
        verified = run([BINARY, "verify-figures", "--tenant", "bench", "--only-differences"], env=env)
        rows.append([f"`sprout verify-figures`: {said(verified.out)}", f"{verified.wall:.1f} s", load()])
        print(table(["", "took", "load"], rows))
    finally:
        shutil.rmtree(folder)


def loads(env, source, postgres):
    """Complete runs of all tables, including rollups."""
    for name in ("First load, rollups included", "Again, nothing changed"):
        yield name, sync(env, source, "--confirm-removals", postgres=postgres)
        if postgres:
            postgres.ask("vacuum analyze", "bench_levels")


def ordered(server, cost):
    """Seconds of the first response after a change of the order cost, which no cache can answer."""
    server.ask("PUT", "/api/purchasing/settings", {"orderCost": cost})
    began = time.monotonic()
    items = server.ask("GET", "/api/purchasing/recommendations")["data"]["items"]
    took = time.monotonic() - began
    if not items:
        raise SystemExit("there is nothing to order, so nothing was measured")
    return took, len(items)


def said(text):
    counts = re.search(r"[\d,]+ figures, 0 differ", text)
    if not counts:
        raise SystemExit(f"figures differ:\n{text[-3000:]}")
    return counts.group(0)


if __name__ == "__main__":
    main()
