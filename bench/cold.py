"""Cost of uncached analytics as order lines multiply, in CPU time, which other load disturbs less than wall-clock time.

A business, the same business with every line repeated under new ids, and one with more customers. Each question goes to a freshly started server without
cached responses. SPROUT_BENCH_BEFORE names another binary: both are measured alternately, each with its own database.
"""
import csv
import os
import shutil
import sys
import tempfile
import time

import sync
from measuring import Postgres, circumstances, load, table
from sync import SIGN_IN, Server, demo, settings, version
from warm import spent

LINES = int(os.environ.get("SPROUT_BENCH_LINES", "100000"))
TIMES = [int(times) for times in os.environ.get("SPROUT_BENCH_TIMES", "1 10").split()]
LARGE = int(os.environ.get("SPROUT_BENCH_LARGE", "1000000"))
ROUNDS = int(os.environ.get("SPROUT_BENCH_ROUNDS", "5"))
BINARIES = {name: binary for name, binary in (("before", os.environ.get("SPROUT_BENCH_BEFORE")), ("now", sync.BINARY)) if binary}
ASKED = {
    "the four cards": "/api/purchasing/summary",
    "what to order": "/api/purchasing/recommendations",
    "price index": "/api/analytics/supply-price-index",
    "customers": "/api/customer-segmentation",
}
SAID = {
    "sales of a year": "Sales in the last 12 months",
    "sales by month": "Sales by month in the last 12 months",
    "top products": "Top products in the last 12 months",
    "top customers": "Top customers in the last 12 months",
    "spend by supplier": "Spend by supplier in the last 12 months",
    "delivery rates": "On-time delivery by supplier in the last 12 months",
}


def main():
    engine = sys.argv[1] if len(sys.argv) > 1 else "sqlite"
    folder = tempfile.mkdtemp(prefix="sprout-bench-")
    os.chmod(folder, 0o755)
    try:
        postgres = Postgres(os.environ["SPROUT_TEST_POSTGRES"]) if engine == "postgres" else None
        sprout = version()
        print(f"# Cold analytics on {engine}, in processor time\n")
        print(circumstances(sprout, engine, *(f"{name}: {binary}" for name, binary in BINARIES.items())) + "\n", flush=True)
        base = os.path.join(folder, "base")
        demo(base, LINES)
        warehouses = {f"{LINES * times:,} lines" + (f" (x {times})" if times > 1 else ""): repeated(base, os.path.join(folder, f"x{times}"), times) for times in TIMES}
        if LARGE:
            warehouses[f"{LARGE:,} lines, more customers"] = os.path.join(folder, "large")
            demo(os.path.join(folder, "large"), LARGE)
        found = {name: measure(name, source, folder, postgres) for name, source in warehouses.items()}
        report(found)
    finally:
        shutil.rmtree(folder)


def repeated(base, to, times):
    """The source with every line and order repeated, under new ids."""
    if times == 1:
        return base
    shutil.copytree(base, to)
    lines = "sales_transactions.csv"
    with open(os.path.join(base, lines), encoding="utf8", newline="") as source, open(os.path.join(to, lines), "w", encoding="utf8", newline="") as out:
        rows, writer = csv.reader(source), csv.writer(out)
        writer.writerow(next(rows))
        for line, order, *rest in rows:
            writer.writerows([f"{line}-{copy}", f"{order}-{copy}", *rest] for copy in range(times))
    return to


def measure(name, source, folder, postgres):
    """For each binary: CPU seconds of the first sync, the number of customers, and CPU seconds of each question, for the server and for PostgreSQL."""
    servers = {}
    for which, binary in BINARIES.items():
        sync.BINARY = binary
        data = f"data-{which}-{os.path.basename(source)}"
        address = postgres.fresh(f"bench_{data.replace('-', '_')}") if postgres else None
        env = settings(folder, address, data)
        server = Server(env)
        server.register()
        server.ask("PUT", "/api/data-sync/source", {"kind": "files", "path": source})
        (cpu, wall), _ = cost(server, postgres, lambda: server.ask("POST", "/api/data-sync/sync", {"options": {"incrementalSync": False}}))
        customers = server.ask("GET", "/api/customer-segmentation")["data"]["customersWithOrders"]
        server.stop()
        servers[which] = {"binary": binary, "env": env, "sync": (cpu, wall), "customers": customers, "asked": {}}
    for _ in range(ROUNDS):
        for one in servers.values():
            sync.BINARY = one["binary"]
            server = Server(one["env"])
            server.token = server.ask("POST", "/api/auth/login", SIGN_IN)["data"]["token"]
            for question, path in ASKED.items():
                one["asked"].setdefault(question, []).append(cost(server, postgres, lambda path=path: server.ask("GET", path))[0])
            for question, words in SAID.items():
                one["asked"].setdefault(question, []).append(cost(server, postgres, lambda words=words: server.ask("POST", "/api/ai-bot/query", {"query": words}))[0])
            server.stop()
    print(f"{name}: measured under load {load()}", file=sys.stderr)
    return servers


def cost(server, postgres, ask):
    """CPU and wall-clock seconds. PostgreSQL's backends keep running, so each is read separately."""
    before, began = spent(server.child.pid) + (backends(postgres) if postgres else 0), time.monotonic()
    answer = ask()
    return (spent(server.child.pid) + (backends(postgres) if postgres else 0) - before, time.monotonic() - began), answer


def backends(postgres):
    """CPU seconds of all PostgreSQL processes so far, including those that have exited."""
    children = open(f"/proc/{postgres.pid}/task/{postgres.pid}/children", encoding="utf8").read().split()
    alive = 0.0
    for pid in children:
        try:
            alive += spent(pid)
        except OSError:
            pass
    return alive + postgres.cpu()


def report(found):
    for which in BINARIES:
        print(f"## {which.capitalize()}\n\nSeconds of processor, median of {ROUNDS} (of the clock in brackets), and times as much as with the fewest lines.\n")
        first = next(iter(found.values()))[which]
        rows = []
        for question in ASKED | SAID:
            cells = [question]
            for one in found.values():
                cpu, wall = middle(one[which]["asked"][question])
                cells.append(f"{cpu:.2f} ({wall:.2f})" + ("" if one[which] is first else f", x {cpu / max(middle(first['asked'][question])[0], 0.01):.2f}"))
            rows.append(cells)
        rows.append(["first sync"] + ["{:.1f} ({:.1f})".format(*one[which]["sync"]) for one in found.values()])
        rows.append(["customers with orders"] + [str(one[which]["customers"]) for one in found.values()])
        print(table(["", *found], rows))


def middle(costs):
    costs = sorted(costs)
    return costs[len(costs) // 2]


if __name__ == "__main__":
    main()
