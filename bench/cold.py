"""CPU time of uncached analytics as order lines multiply; other load disturbs it less than wall time.

The sources: a business, the same with every line repeated under new ids, and one with more customers.
Each question goes to a freshly started server. SPROUT_BENCH_BEFORE names another binary, measured
alternately with a database of its own.
"""

import csv
import os
import shutil
import sys
import tempfile
import time

import sync
from process_cost import Postgres, describe_environment, load_average, markdown_table
from sync import SIGN_IN, Server, generate_demo, server_env, sprout_version
from warm import cpu_seconds

LINES = int(os.environ.get("SPROUT_BENCH_LINES", "100000"))
TIMES = [int(times) for times in os.environ.get("SPROUT_BENCH_TIMES", "1 10").split()]
LARGE = int(os.environ.get("SPROUT_BENCH_LARGE", "1000000"))
ROUNDS = int(os.environ.get("SPROUT_BENCH_ROUNDS", "5"))
BINARIES = {
    name: binary
    for name, binary in (("before", os.environ.get("SPROUT_BENCH_BEFORE")), ("now", sync.BINARY))
    if binary
}
PATHS = {
    "summary cards": "/api/purchasing/summary",
    "recommendations": "/api/purchasing/recommendations",
    "price index": "/api/analytics/supply-price-index",
    "customers": "/api/customer-segmentation",
}
ASSISTANT_QUESTIONS = {
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
        sprout = sprout_version()
        print(f"# CPU time of uncached analytics on {engine}\n")
        print(
            describe_environment(
                sprout, engine, *(f"{name}: {binary}" for name, binary in BINARIES.items())
            )
            + "\n",
            flush=True,
        )
        base = os.path.join(folder, "base")
        generate_demo(base, LINES)
        warehouses = {
            f"{LINES * times:,} lines" + (f" (x {times})" if times > 1 else ""): repeat_lines(
                base, os.path.join(folder, f"x{times}"), times
            )
            for times in TIMES
        }
        if LARGE:
            warehouses[f"{LARGE:,} lines, more customers"] = os.path.join(folder, "large")
            generate_demo(os.path.join(folder, "large"), LARGE)
        found = {
            name: measure(name, source, folder, postgres) for name, source in warehouses.items()
        }
        report(found)
    finally:
        shutil.rmtree(folder)


def repeat_lines(base, to, times):
    """The source with every line and order repeated, under new ids."""
    if times == 1:
        return base
    shutil.copytree(base, to)
    lines = "sales_transactions.csv"
    with (
        open(os.path.join(base, lines), encoding="utf8", newline="") as source,
        open(os.path.join(to, lines), "w", encoding="utf8", newline="") as out,
    ):
        rows, writer = csv.reader(source), csv.writer(out)
        writer.writerow(next(rows))
        for line, order, *rest in rows:
            writer.writerows([f"{line}-{copy}", f"{order}-{copy}", *rest] for copy in range(times))
    return to


def measure(name, source, folder, postgres):
    """For each binary: cost of the first sync and of each question, and the number of customers."""
    servers = {}
    for which, binary in BINARIES.items():
        sync.BINARY = binary
        data = f"data-{which}-{os.path.basename(source)}"
        address = (
            postgres.recreate_database(f"bench_{data.replace('-', '_')}") if postgres else None
        )
        env = server_env(folder, address, data)
        server = Server(env)
        server.register()
        server.call("PUT", "/api/data-sync/source", {"kind": "files", "path": source})
        (cpu, wall), _ = measure_cost(
            server,
            postgres,
            lambda: server.call(
                "POST", "/api/data-sync/sync", {"options": {"incrementalSync": False}}
            ),
        )
        customers = server.call("GET", "/api/customer-segmentation")["data"]["customersWithOrders"]
        server.stop()
        servers[which] = {
            "binary": binary,
            "env": env,
            "sync": (cpu, wall),
            "customers": customers,
            "costs": {},
        }
    for _ in range(ROUNDS):
        for one in servers.values():
            sync.BINARY = one["binary"]
            server = Server(one["env"])
            server.token = server.call("POST", "/api/auth/login", SIGN_IN)["data"]["token"]
            for question, path in PATHS.items():
                one["costs"].setdefault(question, []).append(
                    measure_cost(server, postgres, lambda path=path: server.call("GET", path))[0]
                )
            for question, words in ASSISTANT_QUESTIONS.items():
                one["costs"].setdefault(question, []).append(
                    measure_cost(
                        server,
                        postgres,
                        lambda words=words: server.call(
                            "POST", "/api/ai-bot/query", {"query": words}
                        ),
                    )[0]
                )
            server.stop()
    print(f"{name}: load {load_average()}", file=sys.stderr)
    return servers


def measure_cost(server, postgres, ask):
    """CPU and wall-clock seconds of a request, and its response."""
    before, began = (
        cpu_seconds(server.child.pid) + (postgres_cpu_seconds(postgres) if postgres else 0),
        time.monotonic(),
    )
    answer = ask()
    return (
        cpu_seconds(server.child.pid)
        + (postgres_cpu_seconds(postgres) if postgres else 0)
        - before,
        time.monotonic() - began,
    ), answer


def postgres_cpu_seconds(postgres):
    """CPU seconds of all PostgreSQL processes so far, running and exited."""
    children = (
        open(f"/proc/{postgres.pid}/task/{postgres.pid}/children", encoding="utf8").read().split()
    )
    alive = 0.0
    for pid in children:
        try:
            alive += cpu_seconds(pid)
        except OSError:
            pass
    return alive + postgres.exited_cpu_seconds()


def report(found):
    for which in BINARIES:
        print(
            f"## {which.capitalize()}\n\nCPU seconds (wall-clock seconds in parentheses), median of {ROUNDS}, and the ratio to the fewest lines.\n"
        )
        first = next(iter(found.values()))[which]
        rows = []
        for question in PATHS | ASSISTANT_QUESTIONS:
            cells = [question]
            for one in found.values():
                cpu, wall = median_cost(one[which]["costs"][question])
                cells.append(
                    f"{cpu:.2f} ({wall:.2f})"
                    + (
                        ""
                        if one[which] is first
                        else f", x {cpu / max(median_cost(first['costs'][question])[0], 0.01):.2f}"
                    )
                )
            rows.append(cells)
        rows.append(
            ["first sync"]
            + ["{:.1f} ({:.1f})".format(*one[which]["sync"]) for one in found.values()]
        )
        rows.append(
            ["customers with orders"] + [str(one[which]["customers"]) for one in found.values()]
        )
        print(markdown_table(["", *found], rows))


def median_cost(costs):
    costs = sorted(costs)
    return costs[len(costs) // 2]


if __name__ == "__main__":
    main()
