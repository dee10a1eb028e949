"""Purchase lines of twenty organizations, their copy for the other tools, and the two questions."""

import csv
import os
import subprocess
from dataclasses import dataclass
from datetime import date, timedelta
from decimal import Decimal

from sync import BINARY

TENANTS = 20
LINES = int(os.environ.get("SPROUT_BENCH_LINES", "1000000"))
# The organization that is measured.
MEASURED = 7
# 15 % of the demo's lines are purchases.
PURCHASES_IN_DEMO = 0.15


@dataclass(frozen=True)
class Windows:
    """Periods, including today: A covers 365 days, B 24 calendar months."""

    today: date

    @property
    def year_from(self):
        return self.today - timedelta(days=364)

    @property
    def tomorrow(self):
        return self.today + timedelta(days=1)

    @property
    def months_from(self):
        last = self.today.replace(day=1)
        return (
            last.replace(year=last.year - 2, month=last.month + 1)
            if last.month < 12
            else last.replace(year=last.year - 1, month=1)
        )

    @property
    def months_before(self):
        return (self.today.replace(day=1) + timedelta(days=32)).replace(day=1)

    @property
    def quarter_from(self):
        return self.today - timedelta(days=89)


@dataclass(frozen=True)
class Year:
    """The answer to question A."""

    spend: Decimal
    orders: int
    suppliers: int


def generate_sources(folder, today):
    """A source for each organization: the newest purchase lines of a demo with its own seed."""
    each, made = LINES // TENANTS, []
    for tenant in range(1, TENANTS + 1):
        source = os.path.join(folder, f"warehouse-{tenant}")
        drawn = int(each / PURCHASES_IN_DEMO * 1.1) + 100
        demo = [
            BINARY,
            "demo",
            "--out",
            source,
            "--transactions",
            str(drawn),
            "--seed",
            str(tenant),
            "--as-of",
            today.isoformat(),
        ]
        subprocess.run(demo, check=True, stdout=subprocess.DEVNULL)
        keep_newest_purchases(sales_file(source), each)
        made.append(source)
    return made


def sales_file(source):
    return os.path.join(source, "sales_transactions.csv")


def keep_newest_purchases(path, count):
    """The newest lines, in their original order."""
    with open(path, encoding="utf8") as lines:
        header = next(lines)
        newest = [line for line in lines if line.split(",", 3)[2] == "purchase"][-count:]
    if len(newest) < count:
        raise SystemExit(f"{path} has {len(newest)} purchases; {count} are needed")
    with open(path, "w", encoding="utf8") as out:
        out.write(header)
        out.writelines(newest)


def add_line(source, number, today, price):
    """Adds a purchase dated today."""
    with open(sales_file(source), encoding="utf8", newline="") as lines:
        reader = csv.DictReader(lines)
        line, columns = next(reader), reader.fieldnames
    name = f"BENCH-{number}"
    line.update(
        transaction_id=name,
        order_id=name,
        transaction_date=today.isoformat(),
        quantity="1",
        unit_price=str(price),
        promised_date="",
        delivered_date="",
    )
    with open(sales_file(source), "a", encoding="utf8", newline="") as out:
        csv.DictWriter(out, columns, lineterminator="\n").writerow(line)


def copy_lines(postgres, origin, target, organizations):
    """Copies Sprout's rows for the other tools, sorted and indexed for the questions."""
    postgres.query(TABLE, target)
    numbered = ", ".join(
        f"({number}, '{organization}'::uuid)"
        for number, organization in enumerate(organizations, 1)
    )
    pipe(
        postgres,
        origin,
        "select item_id, min(item_name), min(category) from inventory group by item_id order by 1",
        target,
        "items",
    )
    lines = (
        "select number, transaction_id, order_id, direction, transaction_date, customer_id, supplier_id, item_id, quantity_e4 / 10000.0, unit_price_e4 / 10000.0 "
        f"from purchase_transactions join (values {numbered}) as numbered (number, id) on id = tenant_id where deleted_at is null order by number, transaction_date"
    )
    pipe(postgres, origin, lines, target, "purchase_transactions")
    postgres.query(INDEXES, target)
    postgres.query("vacuum analyze", target)


def pipe(postgres, origin, select, target, table):
    read = subprocess.Popen(
        ["psql", postgres.database_url(origin), "-Xqc", f"copy ({select}) to stdout"],
        stdout=subprocess.PIPE,
    )
    subprocess.run(
        [
            "psql",
            postgres.database_url(target),
            "-Xq",
            "-v",
            "ON_ERROR_STOP=1",
            "-c",
            f"copy {table} from stdin",
        ],
        stdin=read.stdout,
        check=True,
    )
    if read.wait() != 0:
        raise SystemExit(f"cannot read the database {origin}")


TABLE = """
create table items (item_id text primary key, name text not null, category text not null);
create table purchase_transactions (
  tenant_id int not null, transaction_id text not null, order_id text not null, direction text not null, transaction_date date not null,
  customer_id text, supplier_id text, item_id text not null, quantity numeric(18, 4) not null, unit_price numeric(18, 4) not null)
"""
INDEXES = """
alter table purchase_transactions add primary key (tenant_id, transaction_id);
create index by_day on purchase_transactions (tenant_id, direction, transaction_date)
"""


def question_a(windows, tenant):
    return (
        "select sum(quantity * unit_price) as spend, count(distinct order_id) as orders, count(distinct supplier_id) as suppliers from purchase_transactions "
        f"where tenant_id = {tenant} and direction = 'purchase' and transaction_date >= '{windows.year_from}' and transaction_date < '{windows.tomorrow}'"
    )


def question_b(windows, tenant, month="date_trunc('month', p.transaction_date)"):
    return (
        f"select {month} as month, i.category, sum(p.quantity * p.unit_price) as spend from purchase_transactions p join items i using (item_id) "
        f"where p.tenant_id = {tenant} and p.direction = 'purchase' and p.transaction_date >= '{windows.months_from}' "
        f"and p.transaction_date < '{windows.months_before}' group by 1, 2 order by 1, 2"
    )


def query_year(postgres, database, windows, tenant):
    spend, orders, suppliers = postgres.query(question_a(windows, tenant), database).split("|")
    return Year(Decimal(spend), int(orders), int(suppliers))


def query_months(postgres, database, windows, tenant):
    rows = [
        line.split("|")
        for line in postgres.query(question_b(windows, tenant), database).splitlines()
    ]
    return {(month[:7], category): Decimal(spend) for month, category, spend in rows}
