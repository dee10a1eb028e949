"""Memory and latency of every screen on TPC-H data: a server restarts, and each request is sent cold and warm.

SPROUT_BENCH_SCALE is TPC-H's scale factor (1: 7.2 million order lines, 200,000 items, 150,000 customers).
Needs `tpchgen-cli` and `duckdb` of PyPI in SPROUT_BENCH_TOOLS, or installs them in target/bench-size.
Data, database and generated files stay in target/bench-size, so that a second run only measures.
SPROUT_BENCH_KEEP=1 also keeps the database of the run before, without a sync.
"""

import json
import os
import shutil
import subprocess
import sys
import time
import urllib.error
import urllib.request

from process_cost import describe_environment, load_average, markdown_table
from sync import SIGN_IN, Server, server_env, sprout_version

HERE = os.path.dirname(os.path.abspath(__file__))
FOLDER = os.path.realpath(
    os.environ.get("SPROUT_BENCH_FOLDER") or os.path.join(HERE, "..", "target", "bench-size")
)
TOOLS = os.environ.get("SPROUT_BENCH_TOOLS") or os.path.join(FOLDER, "tools")
SCALE = os.environ.get("SPROUT_BENCH_SCALE", "0.1")
KEEP = os.environ.get("SPROUT_BENCH_KEEP") == "1"
TPCHGEN, DUCKDB = "tpchgen-cli==4.0.0", "duckdb==2.0.1"
LAST_ORDER = "1998-08-02"

# TPC-H as the five source tables. Days move so that the last order is 6 days before today; a part is
# an item at one of five locations; 1 of 8 returned lines gets a second, negative line; each part is
# bought five times from its suppliers.
CONVERSION = """
    set memory_limit = '2GB';
    set threads = 2;
    set temp_directory = '{folder}/spill';
    create macro moved(day) as cast(day as date) + cast({days} as integer);
    create macro item(part) as 'P' || lpad(cast(part as varchar), 7, '0');
    create macro category(part) as ['seed', 'fertilizer', 'pesticide', 'other'][part % 4 + 1];
    create macro unit(part) as ['bag', 'ton', 'gal', 'unit'][part % 4 + 1];
    create macro place(part) as 'Branch ' || cast(part % 5 + 1 as varchar);
    create macro supplier(id) as 'S' || lpad(cast(id as varchar), 6, '0');
    create macro customer(id) as 'C' || lpad(cast(id as varchar), 7, '0');
    create macro stamp() as timestamptz '2026-01-01 00:00:00+00';

    copy (
      select item(p_partkey) as item_id, p_name as item_name, category(p_partkey) as category,
        unit(p_partkey) as unit, place(p_partkey) as location,
        cast(hash(p_partkey) % 400 as decimal(18, 4)) as on_hand,
        cast(hash(p_partkey + 1) % 100 as decimal(18, 4)) as on_order,
        cast(hash(p_partkey + 2) % 40 as decimal(18, 4)) as booked,
        case when p_partkey % 3 = 0 then cast(50 as decimal(18, 4)) end as reorder_point,
        case when p_partkey % 2 = 0 then cast(10 as decimal(18, 4)) end as pack_size,
        cast(case when p_partkey % 5 = 0 then 14 end as integer) as lead_time_days,
        cast(p_retailprice * 0.6 as decimal(18, 4)) as unit_cost, 'USD' as currency,
        supplier(any_supplier) as supplier_id, stamp() as updated_at
      from '{tpch}/part.parquet'
      join (select ps_partkey, min(ps_suppkey) as any_supplier from '{tpch}/partsupp.parquet' group by 1)
        on ps_partkey = p_partkey
    ) to '{out}/inventory_data.parquet';

    copy (
      select customer(c_custkey) as customer_id, c_name as customer_name, left(n_name, 2) as state,
        'County ' || cast(c_custkey % 90 as varchar) as county,
        cast(c_custkey % 3000 + 100 as decimal(18, 4)) as acres,
        ['corn', 'soybeans', 'corn;soybeans', 'wheat'][c_custkey % 4 + 1] as crops,
        'Salesperson ' || cast(c_custkey % 20 as varchar) as salesperson, stamp() as updated_at
      from '{tpch}/customer.parquet' join '{tpch}/nation.parquet' on n_nationkey = c_nationkey
    ) to '{out}/customer_profiles.parquet';

    copy (
      select supplier(s_suppkey) as supplier_id, s_name as supplier_name,
        category(s_suppkey) as categories, cast(7 + s_suppkey % 30 as integer) as lead_time_days,
        s_suppkey % 20 <> 0 as active, stamp() as updated_at
      from '{tpch}/supplier.parquet'
    ) to '{out}/supplier_data.parquet';

    copy (
      with lines as (
        select l_orderkey, l_linenumber, l_partkey, l_quantity, l_extendedprice, l_discount,
          l_returnflag, l_commitdate, l_receiptdate, o_custkey, o_orderdate
        from '{tpch}/lineitem.parquet' join '{tpch}/orders.parquet' on o_orderkey = l_orderkey
      ),
      purchases as (
        select ps_partkey, ps_suppkey, ps_supplycost, n,
          (hash(ps_partkey * 131 + ps_suppkey * 17 + n) % 2200)::integer as back
        from (
          select *, row_number() over (partition by ps_partkey order by ps_suppkey) as place
          from '{tpch}/partsupp.parquet'
        ), range(2) as twice(n)
        where n = 0 or place = 1
      )
      select 'L' || l_orderkey || '-' || l_linenumber as transaction_id, 'O' || l_orderkey as order_id,
        'sale' as direction, moved(o_orderdate) as transaction_date,
        customer(o_custkey) as customer_id, null as supplier_id, item(l_partkey) as item_id,
        cast(l_quantity as decimal(18, 4)) as quantity, unit(l_partkey) as unit,
        cast(l_extendedprice * (1 - l_discount) / l_quantity as decimal(18, 4)) as unit_price,
        'USD' as currency, cast(null as date) as promised_date, cast(null as date) as delivered_date,
        place(l_partkey) as location, stamp() as updated_at
      from lines
      union all
      select 'R' || l_orderkey || '-' || l_linenumber, 'O' || l_orderkey, 'sale',
        moved(o_orderdate), customer(o_custkey), null, item(l_partkey),
        -cast(l_quantity as decimal(18, 4)), unit(l_partkey),
        cast(l_extendedprice * (1 - l_discount) / l_quantity as decimal(18, 4)),
        'USD', null, null, place(l_partkey), stamp()
      from lines where l_returnflag = 'R' and l_orderkey % 8 = 0
      union all
      select 'B' || ps_partkey || '-' || ps_suppkey || '-' || n,
        'Q' || ps_suppkey || '-' || cast(back // 7 as varchar), 'purchase',
        moved(date '{last}') - back, null, supplier(ps_suppkey), item(ps_partkey),
        cast(20 + ps_partkey % 80 as decimal(18, 4)), unit(ps_partkey),
        cast(ps_supplycost as decimal(18, 4)), 'USD', moved(date '{last}') - back + 14,
        case when back > 30 then moved(date '{last}') - back + 7 + cast(back % 14 as integer) end,
        place(ps_partkey), stamp()
      from purchases
    ) to '{out}/sales_transactions.parquet';

    copy (
      select cast(day as date) as price_date, commodity,
        'CBOT' as market, cast(price + sin(epoch(day) / 5e6) * price / 10 as decimal(18, 4)) as price,
        'usd_per_bu' as unit, cast(1000 as decimal(18, 4)) as volume, stamp() as updated_at
      from range(moved(date '{last}') - interval 1500 day, cast(moved(date '{last}') as timestamp), interval 1 day) as days(day),
        (values ('corn', 4.2), ('soybeans', 10.5), ('wheat', 5.6)) as crops(commodity, price)
    ) to '{out}/market_prices.parquet';
"""

METRICS = {
    "explore: revenue by month": {
        "measures": ["revenue"],
        "dimensions": ["month"],
        "period": {"preset": "last_12_months"},
    },
    "explore: revenue by item": {
        "measures": ["revenue"],
        "dimensions": ["item"],
        "period": {"preset": "last_12_months"},
    },
    "explore: revenue by customer": {
        "measures": ["revenue"],
        "dimensions": ["customer"],
        "period": {"preset": "last_12_months"},
    },
    "explore: spend by supplier": {
        "measures": ["spend"],
        "dimensions": ["supplier"],
        "period": {"preset": "last_12_months"},
    },
}
QUESTIONS = {
    "question: spend": "Total spend this year",
    "question: reorder": "What should I reorder?",
    "question: best customers": "Top customers in the last 12 months",
    "question: late suppliers": "Which supplier delivers late most often?",
    "question: low stock": "Low Stock Items",
}
GETS = {
    "dashboard: cards": "/api/purchasing/summary",
    "dashboard: recommendations": "/api/purchasing/recommendations?limit=50",
    "dashboard: crop yields": "/api/analytics/crop-yield-forecast",
    "dashboard: price index": "/api/analytics/supply-price-index",
    "customers: segments": "/api/customer-segmentation",
    "customers: page": "/api/customers?limit=50",
    "customers: page by name": "/api/customers?limit=50&sort=customer",
    "customers: search": "/api/customers?limit=50&q=0001",
    "call list": "/api/call-list?limit=50",
    "market trends": "/api/market/overview",
    "recommendations: next page": "/api/purchasing/recommendations?limit=50&cursor=50",
    "recommendations: search": "/api/purchasing/recommendations?limit=50&q=almond",
    "purchase plan": "/api/purchasing/plan",
    "stock position": "/api/purchasing/position",
    "suggestions": "/api/ai-bot/suggestions",
    "methods": "/api/analytics/methods",
    "price outliers": "/api/supply-prices/outliers",
    "search": "/api/search?q=almond",
    "members of items": "/api/metrics/members?dimension=item&q=alm&limit=20",
    "item": "/api/items/P0000007",
    "customer": "/api/customers/C0000007",
    "supplier": "/api/suppliers/S000007",
}


def main():
    os.makedirs(FOLDER, exist_ok=True)
    source = prepare_source()
    env = server_env_of(source)
    print(f"# Memory and latency at TPC-H scale {SCALE}\n")
    print(describe_environment(sprout_version(), "sqlite") + "\n", flush=True)
    kept = KEEP and os.path.exists(os.path.join(env["SPROUT_DATA_DIR"], "sprout.db"))
    if not kept:
        shutil.rmtree(env["SPROUT_DATA_DIR"], ignore_errors=True)
        load(env, source)
    measure(env)


def prepare_source():
    """The source tables as Parquet files, generated once for each scale."""
    from datetime import date, timedelta

    out = os.path.join(FOLDER, f"source-{SCALE}")
    if os.path.exists(os.path.join(out, "market_prices.parquet")):
        return out
    tpch = os.path.join(FOLDER, f"tpch-{SCALE}")
    python = os.path.join(TOOLS, "bin", "python")
    if not os.path.exists(python):
        subprocess.run([sys.executable, "-m", "venv", TOOLS], check=True)
        subprocess.run([python, "-m", "pip", "install", "-q", TPCHGEN, DUCKDB], check=True)
    os.makedirs(out, exist_ok=True)
    generator = os.path.join(TOOLS, "bin", "tpchgen-cli")
    subprocess.run([generator, "parquet", "-s", SCALE, "-o", tpch], check=True)
    days = (date.today() - timedelta(days=6) - date.fromisoformat(LAST_ORDER)).days
    sql = CONVERSION.format(folder=FOLDER, tpch=tpch, out=out, days=days, last=LAST_ORDER)
    program = "import duckdb, sys; duckdb.execute(sys.stdin.read())"
    subprocess.run([python, "-c", program], input=sql, text=True, check=True)
    shutil.rmtree(tpch)
    return out


def server_env_of(source):
    env = server_env(FOLDER, None, "unused")
    return {
        **env,
        "SPROUT_DATA_DIR": os.path.join(FOLDER, f"data-{SCALE}"),
        "SPROUT_WAREHOUSE_ROOT": os.path.dirname(source),
    }


def load(env, source):
    """Registers an organization and syncs the source."""
    server = Server(env)
    server.register()
    server.call("PUT", "/api/data-sync/source", {"kind": "files", "path": source})
    before, start = load_average(), time.monotonic()
    options = {"options": {"incrementalSync": False}}
    run = server.call(
        "POST", "/api/data-sync/sync", options, {"prefer": "respond-async"}
    )["data"]
    status = {"isRunning": True}
    while status["isRunning"]:
        time.sleep(1)
        try:
            status = server.call("GET", "/api/data-sync/status")["data"]
        except urllib.error.HTTPError as error:
            if error.code != 401:
                raise
            sign_in(server)
    seconds = time.monotonic() - start
    tables = server.call("GET", f"/api/data-sync/runs/{run['runId']}")["data"]["tables"]
    counts = ", ".join(f"{table['inserted']:,} {table['table']}" for table in tables)
    print(f"Sync: {seconds:.0f} s ({counts}); load {before}; {memory_text(server)}.\n", flush=True)
    server.stop()


def measure(env):
    """Each request twice after a restart, in the order in which the screens are opened."""
    server = Server(env)
    sign_in(server)
    requests = [(name, "GET", path, None) for name, path in GETS.items()]
    requests += [(name, "POST", "/api/metrics/query", body) for name, body in METRICS.items()]
    requests += [
        (name, "POST", "/api/ai-bot/query", {"query": text}) for name, text in QUESTIONS.items()
    ]
    only = os.environ.get("SPROUT_BENCH_ONLY", "")
    rows = []
    print(f"Load at the start: {load_average()}; {memory_text(server)}.\n", flush=True)
    for name, method, path, body in requests:
        if only not in name:
            continue
        (cold, size), (warm, _) = (send(server, method, path, body) for _ in range(2))
        status = memory(server)
        rows.append([name, cold, warm, size, status["VmRSS"], status["VmHWM"], load_average()])
        print(*rows[-1], sep=" | ", file=sys.stderr, flush=True)
    print(
        markdown_table(
            ["request", "cold, ms", "warm, ms", "bytes", "RSS, MB", "high water, MB", "load"], rows
        )
    )
    server.stop()


def send(server, method, path, body):
    """Milliseconds until the complete response, and its bytes (or the status of an error)."""
    data = json.dumps(body).encode() if body is not None else None
    for _ in range(2):
        headers = {
            "content-type": "application/json",
            "authorization": f"Bearer {server.token}",
        }
        request = urllib.request.Request(
            server.base + path, method=method, headers=headers, data=data
        )
        start = time.monotonic()
        try:
            with urllib.request.urlopen(request, timeout=900) as answer:
                size = f"{len(answer.read()):,}"
            break
        except urllib.error.HTTPError as error:
            size = f"HTTP {error.code}: {error.read()[:200]}"
            if error.code != 401:
                break
            # The token has expired meanwhile.
            sign_in(server)
    return f"{(time.monotonic() - start) * 1000:,.0f}", size


def sign_in(server):
    server.token = None
    server.token = server.call("POST", "/api/auth/login", SIGN_IN)["data"]["token"]


def memory(server):
    """Resident memory of the server now and at most, in MB."""
    with open(f"/proc/{server.child.pid}/status", encoding="utf8") as status:
        lines = dict(line.split(":", 1) for line in status)
    return {name: f"{int(lines[name].split()[0]) // 1024:,}" for name in ("VmRSS", "VmHWM")}


def memory_text(server):
    status = memory(server)
    return f"{status['VmRSS']} MB resident, {status['VmHWM']} MB at most"


if __name__ == "__main__":
    main()
