"""Dashboard queries for one of twenty organizations: Sprout, Cube, Superset, PostGraphile, Datasette.

All read the same million purchase lines: Sprout from its own tables, the others from a copy in the
same PostgreSQL. Question A is a year of purchases in one row, question B the spend by month and
category over 24 months. The benchmark fails if a sum differs from PostgreSQL's.
"""

import glob
import os
import re
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass
from datetime import datetime, timezone

from http_load import CONNECTIONS, SECONDS, LoadResult, cpu_seconds, resident_mb, run_wrk, send
from organizations import CHANGES, PRICE, Sprout
from peers.cube.peer import Cube
from peers.datasette.peer import Datasette
from peers.postgraphile.peer import PostGraphile
from peers.superset.peer import Superset
from process_cost import Postgres, describe_environment, load_average, markdown_table
from purchases import (
    LINES,
    MEASURED,
    TENANTS,
    Windows,
    copy_lines,
    generate_sources,
    query_months,
    query_year,
    question_a,
    question_b,
)
from sync import HERE

PEERS = {"cube": Cube, "superset": Superset, "postgraphile": PostGraphile, "datasette": Datasette}
SELECTED = os.environ.get("SPROUT_BENCH_PEERS", " ".join(PEERS)).split()
SPROUT_DATABASE, BI_DATABASE = "bench_sprout", "bench_bi"
# A load above this comes from other work on the machine.
MAX_IDLE_LOAD = 1.5
QUESTIONS = {
    "a": "Question A: purchases of a year",
    "b": "Question B: spend by month and category, 24 months",
}


@dataclass
class ToolResult:
    """The results of one tool."""

    name: str
    uncached_ms: dict
    loads: dict
    after_sync: dict = None
    details: list = None
    freshness: str = ""
    verified: str = ""


def main():
    install_wrk()
    busy = os.getloadavg()[0]
    postgres = configure_postgres(os.environ["SPROUT_TEST_POSTGRES"])
    windows = Windows(datetime.now(timezone.utc).date())
    folder = tempfile.mkdtemp(prefix="sprout-bench-")
    os.chmod(folder, 0o755)
    try:
        sprout = Sprout(postgres, SPROUT_DATABASE, folder, generate_sources(folder, windows.today))
        postgres.recreate_database(BI_DATABASE)
        copy_lines(postgres, SPROUT_DATABASE, BI_DATABASE, sprout.organizations)
        truth = {
            number: query_year(postgres, BI_DATABASE, windows, number)
            for number in range(1, TENANTS + 1)
        }
        months = query_months(postgres, BI_DATABASE, windows, MEASURED)
        print(
            f"# Dashboard queries, compared with BI tools: {LINES:,} purchase lines of {TENANTS} organizations\n"
        )
        print(
            describe_environment(
                sprout.name,
                f"PostgreSQL {postgres.version}",
                *(PEERS[name].name for name in SELECTED),
            )
            + "\n",
            flush=True,
        )
        if busy > MAX_IDLE_LOAD:
            print(BUSY, flush=True)
        found = [
            measure_pgbench(postgres, windows, folder),
            measure_sprout(postgres, sprout, windows, folder, truth, months),
        ]
        for name in SELECTED:
            found.append(
                measure_peer(
                    postgres,
                    PEERS[name](postgres, BI_DATABASE, windows, folder),
                    folder,
                    truth,
                    months,
                )
            )
        report(postgres, found)
    finally:
        shutil.rmtree(folder)


def install_wrk():
    if not shutil.which("wrk"):
        subprocess.run([os.path.join(HERE, "..", ".ci", "apt"), "wrk"], check=True)


def configure_postgres(address):
    """Restarts PostgreSQL with enough memory that disk I/O does not matter."""
    postgres = Postgres(address)
    postgres.query("alter system set shared_buffers = '1GB'")
    postgres.query("alter system set work_mem = '32MB'")
    subprocess.run(
        [
            os.path.join(HERE, "..", ".ci", "postgres"),
            "restart",
            os.environ["SPROUT_TEST_POSTGRES_FOLDER"],
        ],
        check=True,
    )
    return Postgres(address)


def measure_pgbench(postgres, windows, folder):
    """Prepared statements from pgbench, for random organizations: the limit without a cache."""
    program = shutil.which("pgbench") or sorted(glob.glob("/usr/lib/postgresql/*/bin/pgbench"))[-1]
    found = ToolResult("PostgreSQL itself, prepared", {}, {})
    for which, question in (("a", question_a), ("b", question_b)):
        script = os.path.join(folder, "limit.sql")
        with open(script, "w", encoding="utf8") as out:
            out.write(f"\\set tenant random(1, {TENANTS})\n{question(windows, ':tenant')};\n")
        for connections in CONNECTIONS:
            before = cpu_seconds([postgres.pid])
            command = [
                program,
                "-n",
                "-M",
                "prepared",
                "-f",
                script,
                "-T",
                str(SECONDS),
                "-c",
                str(connections),
                "-j",
                str(min(connections, 2)),
                postgres.database_url(BI_DATABASE),
            ]
            answer = subprocess.run(command, check=True, capture_output=True, text=True).stdout
            took = cpu_seconds([postgres.pid]) - before
            answers = int(re.search(r"actually processed: (\d+)", answer).group(1))
            mean = float(re.search(r"latency average = ([\d.]+)", answer).group(1))
            found.loads[which, connections] = LoadResult(
                answers / SECONDS, mean, None, 0.0, took / answers * 1000
            )
        found.uncached_ms[which] = [found.loads[which, 1].p50_ms]
    found.details = ["", "", "", "", "nothing", "", load_average()]
    return found


def measure_sprout(postgres, sprout, windows, folder, truth, months):
    """Measures Sprout, then its first responses after syncs."""

    def matches_lines(which, tenant, answer):
        if which == "a":
            year = truth[tenant]
            suppliers = int(
                postgres.query(
                    f"select count(distinct supplier_id) from purchase_transactions where tenant_id = {tenant} and direction = 'purchase' "
                    f"and transaction_date between '{windows.quarter_from}' and '{windows.today}'",
                    BI_DATABASE,
                )
            )
            return (answer.spend, answer.average, answer.suppliers) == (
                round(year.spend, 2),
                round(year.spend / year.orders, 2),
                suppliers,
            )
        lines = int(
            postgres.query(
                f"select count(*) from purchase_transactions where tenant_id = {tenant} and direction = 'purchase'",
                BI_DATABASE,
            )
        )
        return answer.lines == lines and (
            tenant != MEASURED
            or (
                answer.categories >= {category for _, category in months}
                and answer.last_month == max(months)[0]
            )
        )

    sprout.start(None)
    try:
        found = measure(postgres, sprout, folder, matches_lines)
        found.after_sync = sprout.time_after_syncs(windows.today, round(truth[MEASURED].spend, 2))
    finally:
        sprout.stop()
    found.freshness = "immediately after the sync"
    found.verified = sprout.verify_figures()
    return found


def measure_peer(postgres, peer, folder, truth, months):
    """Measures another tool, and whether it shows a new line at once."""

    def matches_lines(which, tenant, answer):
        if which == "a":
            year = truth[tenant]
            return is_close(answer.spend, year.spend) and (answer.orders, answer.suppliers) == (
                year.orders,
                year.suppliers,
            )
        return tenant != MEASURED or (
            answer.keys() == months.keys()
            and all(is_close(spend, months[at]) for at, spend in answer.items())
        )

    peer.start(os.path.join(folder, "tool.log"))
    try:
        found = measure(postgres, peer, folder, matches_lines)
        found.freshness = measure_freshness(postgres, peer, truth[MEASURED])
    finally:
        peer.stop()
    return found


def is_close(value, expected):
    """Equal within rounding: some tools add floats."""
    return abs(value - expected) <= abs(expected) / 10**9


def measure(postgres, tool, folder, matches_lines):
    """Uncached requests, then repeated ones; checks the figures against the lines."""
    under = load_average()
    time.sleep(3)
    idle = resident_mb(tool.pids)
    tool.sign_in()
    # The very first request pays for start-up work, so it is not measured.
    send(tool.build_uncached_request("a", MEASURED))
    first, loads = {}, {}
    for which in QUESTIONS:
        others = [tenant for tenant in range(1, TENANTS + 1) if tenant != MEASURED]
        first[which] = [
            timed_answer(
                tool, which, tenant, tool.build_uncached_request(which, tenant), matches_lines
            )
            for tenant in others
        ]
    for which in QUESTIONS:
        question = tool.build_request(which, MEASURED)
        for _ in range(3):
            timed_answer(tool, which, MEASURED, question, matches_lines)
        for connections in CONNECTIONS:
            loads[which, connections] = run_wrk(
                question, connections, folder, tool.pids, postgres.pid
            )
        timed_answer(tool, which, MEASURED, question, matches_lines)
    details = [
        f"{tool.mb:.0f}",
        f"{tool.seconds:.1f}",
        f"{idle:.0f}",
        f"{resident_mb(tool.pids):.0f}",
        tool.caching,
        tool.isolation,
        under,
    ]
    found = ToolResult(tool.name, first, loads, None, details)
    for which in QUESTIONS:
        print(" | ".join(result_row(found, which)), file=sys.stderr, flush=True)
    return found


def timed_answer(tool, which, tenant, question, matches_lines):
    ms, answer = send(question)
    if not matches_lines(which, MEASURED if tool.one_organization else tenant, answer):
        raise SystemExit(
            f"{tool.name} returned wrong figures to question {which.upper()} for organization {tenant}: {answer}"
        )
    return ms


def measure_freshness(postgres, peer, before):
    """When a new line appears in responses."""
    if peer.name.startswith("Datasette"):
        return "when its file is rebuilt"
    postgres.query(
        "insert into purchase_transactions select tenant_id, 'BENCH', 'BENCH', 'purchase', current_date, null, supplier_id, item_id, 1, "
        f"{PRICE} from purchase_transactions where tenant_id = {MEASURED} limit 1",
        BI_DATABASE,
    )
    _, answer = send(peer.build_request("a", MEASURED))
    postgres.query("delete from purchase_transactions where transaction_id = 'BENCH'", BI_DATABASE)
    if is_close(answer.spend, before.spend + PRICE):
        return "immediately"
    if is_close(answer.spend, before.spend):
        return "when its cache expires"
    raise SystemExit(
        f"{peer.name} returned {answer.spend} after a new line of {PRICE}; before, it was {before.spend}."
    )


def report(postgres, found):
    _, sprout, *_ = found
    for which, title in QUESTIONS.items():
        print(f"## {title}\n")
        head = [
            "",
            "uncached, ms",
            "repeated, p50 ms",
            "responses/s",
            "responses/s, 32 connections",
            "p99, 32 connections, ms",
            "CPU s per 1,000 responses, 32 connections: server + PostgreSQL",
        ]
        print(markdown_table(head, [result_row(tool, which) for tool in found]))
        head = [
            "compared with Sprout",
            "uncached: its time / Sprout's",
            "responses/s: Sprout's / its",
            "the same, 32 connections",
            "CPU: its / Sprout's, 32 connections",
        ]
        print(
            markdown_table(
                head, [ratio_row(tool, sprout, which) for tool in found if tool is not sprout]
            )
        )
    print("## The tools\n")
    head = [
        "",
        "installed, MB",
        "ready, s",
        "idle, MB",
        "at the end, MB",
        "cache",
        "tenant isolation",
        "shows a new line",
        "load",
    ]
    print(
        markdown_table(
            head,
            [[tool.name, *tool.details[:6], tool.freshness, tool.details[6]] for tool in found],
        )
    )
    changed = {which: statistics.median(times) for which, times in sprout.after_sync.items()}
    print(
        f"Sprout's first response after a sync with one new line (median of {CHANGES}): A {changed['a']:.1f} ms, B {changed['b']:.1f} ms."
    )
    print(
        f"`sprout verify-figures` for the measured organization afterwards: {sprout.verified} figures, 0 differ.\n"
    )
    items, suppliers = (
        int(
            postgres.query(
                f"select count(distinct {column}) from purchase_transactions", BI_DATABASE
            )
        )
        for column in ("item_id", "supplier_id")
    )
    print(
        EXPLANATION.format(
            organizations=TENANTS - 1, items=items, suppliers=suppliers, seconds=SECONDS
        )
    )


def result_row(tool, which):
    one, many = (tool.loads[which, connections] for connections in CONNECTIONS)
    p99 = "" if many.p99_ms is None else f"{many.p99_ms:.1f}"
    cost = f"{many.server_cpu:.2f} + {many.postgres_cpu:.2f}"
    return [
        tool.name,
        f"{statistics.median(tool.uncached_ms[which]):.1f}",
        f"{one.p50_ms:.2f}",
        f"{one.per_second:,.0f}",
        f"{many.per_second:,.0f}",
        p99,
        cost,
    ]


def ratio_row(tool, sprout, which):
    (one, own_one), (many, own_many) = (
        (tool.loads[which, c], sprout.loads[which, c]) for c in CONNECTIONS
    )
    first = statistics.median(tool.uncached_ms[which]) / statistics.median(
        sprout.uncached_ms[which]
    )
    faster = [own.per_second / its.per_second for own, its in ((own_one, one), (own_many, many))]
    cpu = (many.server_cpu + many.postgres_cpu) / (own_many.server_cpu + own_many.postgres_cpu)
    return [
        tool.name,
        *(f"{ratio:,.2f}" if ratio < 10 else f"{ratio:,.0f}" for ratio in (first, *faster, cpu)),
    ]


BUSY = """**The machine was busy with other work.** The tools ran one after the other under
different loads (above and in the last table). Compare orders of magnitude only: CPU time, too, is up to
twice that of an idle machine.
"""
EXPLANATION = """## How to read it

wrk measured one tool at a time on the same two processors, {seconds} s each. PostgreSQL is that of the
tests (no fsync), with 1 GB of shared buffers and 32 MB of work memory. *Uncached*: the median of
{organizations} organizations that had sent no request since the program started; Superset is configured
for one organization and skipped its cache as often. *Repeated*: one organization sends the same request
again and again, and tools with a cache may use it. *PostgreSQL itself*: pgbench with prepared statements
for random organizations; its times are means.

**What is the same.** The spend, orders and suppliers of a year for every organization, and all rows of
question B for the measured one, equal PostgreSQL's. If a tool returns other figures, the benchmark fails.
Tools that add floats may differ by a billionth.

**What Sprout computes differently.** Question A is `GET /api/purchasing/summary`: spend and average order
of the year, the share of lines delivered on time, and the suppliers of the last 90 days (the others count
365 days), each compared with the period before. Spend, average and suppliers are checked against the lines
of every organization. No operation of Sprout returns the table of question B. The closest is
`GET /api/analytics/supply-price-index`, which reads all purchases of each item and month and computes price
indices by category: more work, other figures. The number of lines, the categories and the last month are
checked against the lines; `sprout verify-figures` recomputes the indices from the files. So B compares the
cost of a panel, not the same figures.

**What is uneven.** Sprout reads rollups that its sync has written ([cost](2026-11-22-sync-postgres.md)) and
clears its cache with each sync. The others read the lines; their caches expire after an hour. Cube's
pre-aggregations and views for Superset would be comparable to rollups, but are not configured. The others'
table is a copy, sorted by organization and day, with an index for these questions; Sprout's is as its syncs
left it. All lines are purchases of `sprout demo`, {items} items and {suppliers} suppliers; with more items,
Sprout's B takes longer. Datasette has no authentication; all others verify a token with each request. Sprout
caches the session lookup for one second.

**What is installed.** Cube runs on the machine's Node. The sizes of PostGraphile and Superset include Node
and Redis; none includes PostgreSQL. Cube 0.35 is old: newer versions need a native part that only GitHub
distributes. Superset runs without its log row for each request, which makes it faster.

Reproduce: `make build && bench/run bi-peers`. `SPROUT_BENCH_PEERS="cube superset"`,
`SPROUT_BENCH_LINES=20000` and `SPROUT_BENCH_SECONDS=1` make it smaller."""


if __name__ == "__main__":
    main()
