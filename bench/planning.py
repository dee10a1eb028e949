"""Time and memory of the purchase plan and the season position for 20,000 items at 10 branches.

A generated dealer with 2 million deliveries in three years, 60,000 open bookings and 20,000 purchase orders
underway. The stored figures are deleted and the server restarts, so the first request computes everything.
Needs `duckdb` as size.py does, and keeps the source and the database beside its files.
"""

import os
import sqlite3
import statistics
import subprocess
import time

import size
from process_cost import describe_environment, load_average, markdown_table
from sync import Server, sprout_version

ITEMS, BRANCHES, LINES = 20_000, 10, 2_000_000
PAGES = 21
LIMIT_MS = 300
SOURCE = """
    set memory_limit = '2GB';
    set threads = 2;
    create macro item(n) as 'I' || lpad(cast(n as varchar), 5, '0');
    create macro branch(n) as 'Branch ' || cast(n as varchar);
    create macro category(n) as ['seed', 'fertilizer', 'pesticide', 'other'][n % 4 + 1];
    create macro unit(n) as ['bag', 'ton', 'gal', 'unit'][n % 4 + 1];
    create macro supplier(n) as 'S' || cast(n % 100 as varchar);
    create macro stamp() as timestamptz '2026-01-01 00:00:00+00';
    -- Sales of an item at a branch follow its season: most days lie around one day of the year.
    create macro sold_on(n, item) as current_date - 1
      - cast((n * 7919 + item * 31) % 3 * 365 + abs(hash(n) % 90 + hash(n + 1) % 90 + item % 180) % 365 as integer);

    copy (
      select item(n) as item_id, 'Item ' || n as item_name, category(n) as category, unit(n) as unit,
        branch(b) as location, cast(hash(n * 10 + b) % 60 as decimal(18, 4)) as on_hand,
        cast(0 as decimal(18, 4)) as on_order, cast(0 as decimal(18, 4)) as booked,
        case when n % 2 = 0 then cast(5 as decimal(18, 4)) end as pack_size,
        cast(20 + n % 300 as decimal(18, 4)) as unit_cost, 'USD' as currency,
        supplier(n) as supplier_id, stamp() as updated_at
      from range({items}) as items(n), range({branches}) as branches(b)
    ) to '{out}/inventory_data.parquet';

    copy (
      select 'C' || n as customer_id, 'Customer ' || n as customer_name, 'IA' as state, 'Story' as county,
        cast(100 + n % 3000 as decimal(18, 4)) as acres, 'corn' as crops, 'Rep ' || n % 20 as salesperson,
        stamp() as updated_at
      from range(50000) as customers(n)
    ) to '{out}/customer_profiles.parquet';

    copy (
      select supplier(n) as supplier_id, 'Supplier ' || n as supplier_name, 'seed' as categories,
        cast(7 + n % 30 as integer) as lead_time_days, true as active, stamp() as updated_at
      from range(100) as suppliers(n)
    ) to '{out}/supplier_data.parquet';

    copy (
      select 'L' || n as transaction_id, 'O' || n // 3 as order_id, 'sale' as direction,
        sold_on(n, n % {items}) as transaction_date, 'C' || hash(n) % 50000 as customer_id,
        cast(null as varchar) as supplier_id, item(n % {items}) as item_id,
        cast(1 + hash(n + 2) % 8 as decimal(18, 4)) as quantity, unit(n % {items}) as unit,
        cast(30 + n % {items} % 300 as decimal(18, 4)) as unit_price, 'USD' as currency,
        cast(null as date) as promised_date, cast(null as date) as delivered_date,
        branch(hash(n + 3) % {branches}) as location, stamp() as updated_at
      from range({lines}) as lines(n)
    ) to '{out}/sales_transactions.parquet';

    copy (
      select 'B' || n as booking_id, '1' as line, 'C' || hash(n) % 50000 as customer_id,
        item(n % {items}) as item_id, branch(hash(n) % {branches}) as location,
        cast(1 + n % 9 as decimal(18, 4)) as quantity, unit(n % {items}) as unit,
        cast(35 as decimal(18, 4)) as unit_price, 'USD' as currency, current_date - 30 as booked_date,
        current_date + cast(hash(n) % 170 as integer) as due_date,
        cast(0 as decimal(18, 4)) as delivered_quantity, 'open' as status, stamp() as updated_at
      from range(60000) as bookings(n)
    ) to '{out}/customer_bookings.parquet';

    copy (
      select 'P' || n as po_id, '1' as line, supplier(n) as supplier_id, item(n) as item_id,
        branch(hash(n) % {branches}) as location, cast(10 + n % 40 as decimal(18, 4)) as quantity,
        unit(n) as unit, cast(25 as decimal(18, 4)) as unit_price, 'USD' as currency,
        current_date - 10 as order_date, current_date + cast(hash(n) % 40 as integer) as expected_date,
        cast(0 as decimal(18, 4)) as received_quantity, 'open' as status, stamp() as updated_at
      from range(20000) as orders(n)
    ) to '{out}/purchase_orders.parquet';
"""


def main():
    source = prepare_source()
    env = size.server_env_of(source)
    env["SPROUT_DATA_DIR"] = os.path.join(size.FOLDER, "data-planning")
    print(f"# Purchase plan and position of {ITEMS:,} items at {BRANCHES} branches\n")
    print(describe_environment(sprout_version(), "sqlite") + "\n", flush=True)
    database = os.path.join(env["SPROUT_DATA_DIR"], "sprout.db")
    if not os.path.exists(database):
        size.load(env, source)
    rows = [
        compute_alone(env, "purchase plan", "/api/purchasing/plan?limit=50"),
        compute_alone(env, "season position", "/api/purchasing/position?limit=50"),
    ]
    print(markdown_table(["Computed by the first request", "seconds", "memory at most, MB", "load"], rows))
    server = Server(env)
    size.sign_in(server)
    # Figures that are stored make the server compute the others, too.
    for path in ("/api/purchasing/plan?limit=50", "/api/purchasing/position?limit=50"):
        size.send(server, "GET", path, None)
    wait_until_idle(server)
    rows = [
        read_pages(server, "plan", "/api/purchasing/plan?limit=50&cursor={}"),
        read_pages(server, "recommendations", "/api/purchasing/recommendations?limit=50&cursor={}"),
        read_pages(server, "position", "/api/purchasing/position?limit=50&cursor={}"),
        read_pages(server, "position, by cost of shortage", "/api/purchasing/position?limit=50&sort=-shortage_cost&cursor={}"),
        read_pages(server, "position by category", "/api/purchasing/position?limit=50&groupBy=category&q=item {}"),
        read_pages(server, "position, search", "/api/purchasing/position?limit=50&q=item {}"),
    ]
    head = ["Pages", "median, ms", f"slowest of {PAGES}, ms (limit {LIMIT_MS})", "load"]
    print(markdown_table(head, rows))
    print(f"Memory: {size.memory_text(server)}.")
    server.stop()


def prepare_source():
    out = os.path.join(size.FOLDER, "source-planning")
    if not os.path.exists(os.path.join(out, "purchase_orders.parquet")):
        os.makedirs(out, exist_ok=True)
        python = os.path.join(size.TOOLS, "bin", "python")
        if not os.path.exists(python):
            subprocess.run(["python3", "-m", "venv", size.TOOLS], check=True)
            subprocess.run([python, "-m", "pip", "install", "-q", size.DUCKDB], check=True)
        sql = SOURCE.format(out=out, items=ITEMS, branches=BRANCHES, lines=LINES)
        program = "import duckdb, sys; duckdb.execute(sys.stdin.read())"
        subprocess.run([python, "-c", program], input=sql, text=True, check=True)
    return out


def compute_alone(env, name, path):
    """A request to a new server without stored figures."""
    database = sqlite3.connect(os.path.join(env["SPROUT_DATA_DIR"], "sprout.db"))
    with database:
        database.execute("delete from stored_figure")
    database.close()
    server = Server(env)
    size.sign_in(server)
    load, start = load_average(), time.monotonic()
    size.send(server, "GET", path, None)
    seconds = time.monotonic() - start
    peak = size.memory(server)["VmHWM"]
    server.stop()
    return [name, f"{seconds:.1f}", peak, load]


def wait_until_idle(server):
    """Until the server has computed what it computes by itself after a start: 20 seconds without work."""
    used, quiet = process_seconds(server), 0
    while quiet < 4:
        time.sleep(5)
        before, used = used, process_seconds(server)
        quiet = quiet + 1 if used - before < 0.2 else 0


def process_seconds(server):
    with open(f"/proc/{server.child.pid}/stat", encoding="utf8") as stat:
        fields = stat.read().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def read_pages(server, name, path):
    """Pages that nobody has asked for before, after the figures are in memory."""
    size.send(server, "GET", path.format(0).replace(" ", "%20"), None)
    times = []
    for page in range(1, PAGES + 1):
        took, _ = size.send(server, "GET", path.format(page * 50).replace(" ", "%20"), None)
        times.append(float(took.replace(",", "")))
    return [name, f"{statistics.median(times):,.0f}", f"{max(times):,.0f}", load_average()]


if __name__ == "__main__":
    main()
