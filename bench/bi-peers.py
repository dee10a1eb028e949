"""Dashboard figures for one of twenty organizations, from Sprout and from its alternatives: Cube, Superset, PostGraphile and Datasette.

All read the same million purchase lines: Sprout from its own tables, the others from a copy in the same PostgreSQL. Question A is a year of purchases in one row,
question B the spend by month and category over 24 months. A sum that differs from PostgreSQL's ends the benchmark.
"""
import glob
import json
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
from decimal import Decimal

from asking import CONNECTIONS, SECONDS, Rush, asked, resident_mb, rush, spent
from measuring import Postgres, circumstances, load, table
from organizations import CHANGES, PRICE, Sprout
from peers.cube.peer import Cube
from peers.datasette.peer import Datasette
from peers.postgraphile.peer import PostGraphile
from peers.superset.peer import Superset
from purchases import LINES, MEASURED, TENANTS, Windows, copied, months_of, question_a, question_b, warehouses, year_of
from sync import HERE

PEERS = {"cube": Cube, "superset": Superset, "postgraphile": PostGraphile, "datasette": Datasette}
CHOSEN = os.environ.get("SPROUT_BENCH_PEERS", " ".join(PEERS)).split()
SPROUT, BI = "bench_sprout", "bench_bi"
# A load above this comes from other work on the machine.
QUIET = 1.5
NAMES = {"a": "Question A: purchases of a year", "b": "Question B: spend by month and category, 24 months"}


@dataclass
class Found:
    """The results of one tool."""

    name: str
    first: dict
    rushes: dict
    changed: dict = None
    about: list = None
    told: str = ""
    verified: str = ""


def main():
    needed()
    busy = os.getloadavg()[0]
    postgres = prepared(os.environ["SPROUT_TEST_POSTGRES"])
    windows = Windows(datetime.now(timezone.utc).date())
    folder = tempfile.mkdtemp(prefix="sprout-bench-")
    os.chmod(folder, 0o755)
    try:
        sprout = Sprout(postgres, SPROUT, folder, warehouses(folder, windows.today))
        postgres.fresh(BI)
        copied(postgres, SPROUT, BI, sprout.organizations)
        truth = {number: year_of(postgres, BI, windows, number) for number in range(1, TENANTS + 1)}
        months = months_of(postgres, BI, windows, MEASURED)
        print(f"# A dashboard's figures beside BI tools: {LINES:,} purchase lines of {TENANTS} organizations\n")
        print(circumstances(sprout.name, f"PostgreSQL {postgres.version}", *(PEERS[name].name for name in CHOSEN)) + "\n", flush=True)
        if busy > QUIET:
            print(BUSY, flush=True)
        found = [bare(postgres, windows, folder), ours(postgres, sprout, windows, folder, truth, months)]
        for name in CHOSEN:
            found.append(theirs(postgres, PEERS[name](postgres, BI, windows, folder), folder, truth, months))
        report(postgres, found)
    finally:
        shutil.rmtree(folder)


def needed():
    if not shutil.which("wrk"):
        subprocess.run([os.path.join(HERE, "..", ".ci", "apt"), "wrk"], check=True)


def prepared(address):
    """A server with enough memory that disk I/O does not matter."""
    postgres = Postgres(address)
    postgres.ask("alter system set shared_buffers = '1GB'")
    postgres.ask("alter system set work_mem = '32MB'")
    subprocess.run([os.path.join(HERE, "..", ".ci", "postgres"), "restart", os.environ["SPROUT_TEST_POSTGRES_FOLDER"]], check=True)
    return Postgres(address)


def bare(postgres, windows, folder):
    """Prepared statements from pgbench, for a random organization each time: the fastest possible answer from PostgreSQL without a cache."""
    program = shutil.which("pgbench") or sorted(glob.glob("/usr/lib/postgresql/*/bin/pgbench"))[-1]
    found = Found("PostgreSQL itself, prepared", {}, {})
    for which, question in (("a", question_a), ("b", question_b)):
        script = os.path.join(folder, "limit.sql")
        with open(script, "w", encoding="utf8") as out:
            out.write(f"\\set tenant random(1, {TENANTS})\n{question(windows, ':tenant')};\n")
        for connections in CONNECTIONS:
            before = spent([postgres.pid])
            command = [program, "-n", "-M", "prepared", "-f", script, "-T", str(SECONDS), "-c", str(connections), "-j", str(min(connections, 2)), postgres.of(BI)]
            said = subprocess.run(command, check=True, capture_output=True, text=True).stdout
            took = spent([postgres.pid]) - before
            answers = int(re.search(r"actually processed: (\d+)", said).group(1))
            mean = float(re.search(r"latency average = ([\d.]+)", said).group(1))
            found.rushes[which, connections] = Rush(answers / SECONDS, mean, None, 0.0, took / answers * 1000)
        found.first[which] = [found.rushes[which, 1].p50_ms]
    found.about = ["", "", "", "", "nothing", "", load()]
    return found


def ours(postgres, sprout, windows, folder, truth, months):
    """Sprout, then Sprout after changes."""

    def holds(which, tenant, said):
        if which == "a":
            year = truth[tenant]
            suppliers = int(postgres.ask(
                f"select count(distinct supplier_id) from purchase_transactions where tenant_id = {tenant} and direction = 'purchase' "
                f"and transaction_date between '{windows.quarter_from}' and '{windows.today}'", BI))
            return (said.spend, said.average, said.suppliers) == (round(year.spend, 2), round(year.spend / year.orders, 2), suppliers)
        lines = int(postgres.ask(f"select count(*) from purchase_transactions where tenant_id = {tenant} and direction = 'purchase'", BI))
        return said.lines == lines and (tenant != MEASURED or (said.categories >= {category for _, category in months} and said.last_month == max(months)[0]))

    sprout.start(None)
    try:
        found = measured(postgres, sprout, folder, holds)
        found.changed = sprout.after_changes(windows.today, round(truth[MEASURED].spend, 2))
    finally:
        sprout.stop()
    found.told = "at once after the sync"
    found.verified = sprout.verified()
    return found


def theirs(postgres, peer, folder, truth, months):
    def holds(which, tenant, said):
        if which == "a":
            year = truth[tenant]
            return close(said.spend, year.spend) and (said.orders, said.suppliers) == (year.orders, year.suppliers)
        return tenant != MEASURED or (said.keys() == months.keys() and all(close(spend, months[at]) for at, spend in said.items()))

    peer.start(os.path.join(folder, "tool.log"))
    try:
        found = measured(postgres, peer, folder, holds)
        found.told = told(postgres, peer, truth[MEASURED])
    finally:
        peer.stop()
    return found


def close(said, true):
    """Some tools add in floats."""
    return abs(said - true) <= abs(true) / 10**9


def measured(postgres, tool, folder, holds):
    """The first requests, then the same repeatedly; checks the figures against the lines."""
    under = load()
    time.sleep(3)
    idle = resident_mb(tool.pids)
    tool.enter()
    # Preparations at the very first request do not count for the question.
    asked(tool.first("a", MEASURED))
    first, rushes = {}, {}
    for which in NAMES:
        others = [tenant for tenant in range(1, TENANTS + 1) if tenant != MEASURED]
        first[which] = [checked(tool, which, tenant, tool.first(which, tenant), holds) for tenant in others]
    for which in NAMES:
        question = tool.ask(which, MEASURED)
        for _ in range(3):
            checked(tool, which, MEASURED, question, holds)
        for connections in CONNECTIONS:
            rushes[which, connections] = rush(question, connections, folder, tool.pids, postgres.pid)
        checked(tool, which, MEASURED, question, holds)
    about = [f"{tool.mb:.0f}", f"{tool.seconds:.1f}", f"{idle:.0f}", f"{resident_mb(tool.pids):.0f}", tool.keeps, tool.apart, under]
    found = Found(tool.name, first, rushes, None, about)
    for which in NAMES:
        print(" | ".join(line(found, which)), file=sys.stderr, flush=True)
    return found


def checked(tool, which, tenant, question, holds):
    ms, said = asked(question)
    if not holds(which, MEASURED if tool.one_organization else tenant, said):
        raise SystemExit(f"{tool.name} says something else than the lines of organization {tenant} to question {which.upper()}: {said}")
    return ms


def told(postgres, peer, before):
    """Whether a new line is in the next response."""
    if peer.name.startswith("Datasette"):
        return "when its file is made anew"
    postgres.ask(
        "insert into purchase_transactions select tenant_id, 'BENCH', 'BENCH', 'purchase', current_date, null, supplier_id, item_id, 1, "
        f"{PRICE} from purchase_transactions where tenant_id = {MEASURED} limit 1", BI)
    _, said = asked(peer.ask("a", MEASURED))
    postgres.ask("delete from purchase_transactions where transaction_id = 'BENCH'", BI)
    if close(said.spend, before.spend + PRICE):
        return "at once"
    if close(said.spend, before.spend):
        return "when what is kept runs out"
    raise SystemExit(f"{peer.name} says {said.spend} after a line of {PRICE} more than {before.spend}.")


def report(postgres, found):
    _, sprout, *_ = found
    for which, title in NAMES.items():
        print(f"## {title}\n")
        head = ["", "first ask, ms", "again, p50 ms", "answers/s", "answers/s over 32", "p99 over 32, ms", "cpu s of 1,000 answers over 32, server + PostgreSQL"]
        print(table(head, [line(tool, which) for tool in found]))
        head = ["beside Sprout", "its first ask / Sprout's", "Sprout's answers/s / its", "the same over 32", "its cpu / Sprout's, over 32"]
        print(table(head, [ratios(tool, sprout, which) for tool in found if tool is not sprout]))
    print("## The tools\n")
    head = ["", "installed, MB", "ready, s", "idle, MB", "at the end, MB", "keeps answers", "holds organizations apart by", "tells a new line", "load"]
    print(table(head, [[tool.name, *tool.about[:6], tool.told, tool.about[6]] for tool in found]))
    changed = {which: statistics.median(times) for which, times in sprout.changed.items()}
    print(f"Sprout's first ask after a sync with one line more (median of {CHANGES}): A {changed['a']:.1f} ms, B {changed['b']:.1f} ms.")
    print(f"`sprout verify-figures` for the measured organization after those: {sprout.verified} figures, 0 differ.\n")
    items, suppliers = (int(postgres.ask(f"select count(distinct {column}) from purchase_transactions", BI)) for column in ("item_id", "supplier_id"))
    print(WORDS.format(organizations=TENANTS - 1, items=items, suppliers=suppliers, seconds=SECONDS))


def line(tool, which):
    one, many = (tool.rushes[which, connections] for connections in CONNECTIONS)
    p99 = "" if many.p99_ms is None else f"{many.p99_ms:.1f}"
    cost = f"{many.server:.2f} + {many.postgres:.2f}"
    return [tool.name, f"{statistics.median(tool.first[which]):.1f}", f"{one.p50_ms:.2f}", f"{one.per_second:,.0f}", f"{many.per_second:,.0f}", p99, cost]


def ratios(tool, sprout, which):
    (one, own_one), (many, own_many) = ((tool.rushes[which, c], sprout.rushes[which, c]) for c in CONNECTIONS)
    first = statistics.median(tool.first[which]) / statistics.median(sprout.first[which])
    faster = [own.per_second / its.per_second for own, its in ((own_one, one), (own_many, many))]
    cpu = (many.server + many.postgres) / (own_many.server + own_many.postgres)
    return [tool.name, *(f"{ratio:,.2f}" if ratio < 10 else f"{ratio:,.0f}" for ratio in (first, *faster, cpu))]


BUSY = """**The machine was busy with other work.** One tool comes after the other and met its own load, which stands above and in the last table: these are orders of magnitude, and no measurement. Processor time too is up to twice that of a quiet machine.
"""
WORDS = """## How to read it

One tool at a time, asked by wrk on the same two processors, for {seconds} s each. The PostgreSQL is the tests' (no fsync), with 1 GB of shared buffers and 32 MB of work memory, for everybody. *First ask*: the median of {organizations} organizations that had not asked since the program started; Superset, which is set up for one, was told to pass over its cache as often. *Again*: one organization asks the same over and over; who keeps answers gives the kept one. *PostgreSQL itself* is pgbench with prepared statements and an organization drawn anew for each; its times are means.

**What is the same.** The spend, orders and suppliers of a year, of every organization, and the whole table of question B for the measured one, are those of PostgreSQL itself; where a tool says something else, there is no page. Tools that add in floats may be off by a billionth.

**What Sprout says more, and less.** To A it answers `GET /api/purchasing/summary`: the four cards, which are spend and average order of the year, the share of lines that came in time, the suppliers of the last 90 days (the others count those of 365), each beside the period before. Spend, average (spend by orders) and suppliers of 90 days were held against the lines of every organization. No operation of Sprout gives the table of B. The one nearest to it is `GET /api/analytics/supply-price-index`, which goes over what was bought of each item in each month of all years, by category, and makes price indices of it: more work, other figures. Held against the lines were how many they are, the categories and the last month; the indices themselves by `sprout verify-figures`, which makes them a second time from the files. So B compares what a panel costs, not the same answer.

**What is uneven.** Sprout reads rollups that its sync has written ([what they cost](2026-11-22-sync-postgres.md)), and ends what it keeps with each sync; the others read the lines and, where they keep answers, go on giving them for an hour. Cube's pre-aggregations and views for Superset would be the like of rollups; nobody had them here. The others' table is a copy that lies in the order of organization and day with an index for just these questions; Sprout's own is as the syncs left it. All lines are the purchases of `sprout demo`, {items} items and {suppliers} suppliers: with more items Sprout's B takes longer. Datasette checks nobody; all others check a token with each answer, Sprout a session that it may believe for a second.

**What is installed.** Cube runs on the machine's Node; PostGraphile's megabytes have a Node in them, Superset's a Redis; PostgreSQL is in nobody's. Cube 0.35 is old: newer ones answer over REST only with a part that is on GitHub alone, which 0.35 has too and does without here. Superset runs without its log row for each request, which makes it faster.

Again: `make build && bench/run bi-peers`; `SPROUT_BENCH_PEERS="cube superset"`, `SPROUT_BENCH_LINES=20000` and `SPROUT_BENCH_SECONDS=1` make it smaller."""


if __name__ == "__main__":
    main()
