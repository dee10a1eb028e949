"""Data Sync with a BigQuery emulator: the demo's tables in bqemulator with typical types, compared with the same tables as files.

Tokens come from our fake (`cargo build --example fake_bigquery`, or SPROUT_FAKE_BIGQUERY names a built one): the emulator ignores them.
"""
import csv
import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
import urllib.request

from cancelling import follow
from measuring import circumstances, table
from sync import HERE, Server, demo, settings, version

EMULATOR = ["bqemulator==1.4.0", "duckdb==1.5.5", "duckdb-extensions==1.5.5", "duckdb-extension-spatial==1.5.5", "numpy", "google-cloud-bigquery==3.47.0"]
PROJECT, DATASET, REST = "sprout-test", "farm", "http://127.0.0.1:19050"
TABLES = ["supplier_data", "customer_profiles", "inventory_data", "market_prices", "sales_transactions"]
NUMERIC = {"quantity", "unit_price", "unit_cost", "price", "volume", "on_hand", "on_order", "booked", "reorder_point", "pack_size", "min_order_quantity", "acres"}
TYPES = {"updated_at": "TIMESTAMP", "active": "BOOL", "lead_time_days": "INT64"}
ANSWERS = ["purchasing/summary", "purchasing/recommendations", "analytics/supply-price-index", "analytics/crop-yield-forecast", "customer-segmentation", "market/overview"]


def main():
    folder = tempfile.mkdtemp(prefix="sprout-bench-")
    children = []
    try:
        python = installed()
        source = os.path.join(folder, "warehouse")
        demo(source, 3000)
        emulator = [os.path.join(os.path.dirname(python), "bqemulator"), "start", "--rest-port", REST.rsplit(":", 1)[1], "--grpc-port", "0", "--project", PROJECT]
        children.append(subprocess.Popen(emulator, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL))
        key = os.path.join(folder, "key.json")
        fake = os.environ.get("SPROUT_FAKE_BIGQUERY", os.path.join(HERE, "..", "target", "debug", "examples", "fake_bigquery"))
        children.append(subprocess.Popen([fake, source, key], stdout=subprocess.DEVNULL))
        until(lambda: os.path.exists(key) and urllib.request.urlopen(f"{REST}/bigquery/v2/projects/{PROJECT}/datasets", timeout=1).read())
        subprocess.run([python, "-c", FILL, REST, PROJECT, DATASET, source, json.dumps({name: schema(source, name) for name in TABLES})], check=True)
        sprout = version()
        print("# Data Sync from an emulator of BigQuery, beside the same tables as files\n")
        print(circumstances(sprout, *EMULATOR[:2], EMULATOR[-1]) + "\n", flush=True)
        with open(key, encoding="utf8") as text:
            bigquery = {"kind": "bigquery", "projectId": PROJECT, "dataset": DATASET, "serviceAccountKey": text.read(), "apiEndpoint": REST}
        figures = {}
        for name, asked in {"files": {"kind": "files", "path": source}, "emulator": bigquery}.items():
            server = Server(settings(folder, None, f"data-{name}"))
            server.register()
            server.ask("PUT", "/api/data-sync/source", asked)
            runs = [synced(server) for _ in range(2)]
            figures[name] = {path: figure(server, path) for path in ANSWERS}
            server.stop()
            print(f"## {name}\n")
            for title, run in zip(["First run", "The same again"], runs):
                print(f"{title}: {run['state']}.\n")
                rows = [[t["table"], t["state"], *(str(t[k]) for k in ("read", "inserted", "unchanged", "rejected"))] for t in run["tables"]]
                print(table(["table", "state", "read", "inserted", "unchanged", "rejected"], rows), flush=True)
        rows = [[f"`/api/{path}`", "the same" if figures["files"][path] == figures["emulator"][path] else "DIFFERS"] for path in ANSWERS]
        print(table(["answer", "from the emulator, beside from the files"], rows))
    finally:
        for child in children:
            child.terminate()
            child.wait()
        shutil.rmtree(folder)


def installed():
    """A Python environment with the emulator, created once."""
    home = os.path.join(HERE, "..", "target", "bench-peers", "bigquery")
    python = os.path.join(home, "bin", "python")
    if not os.path.exists(os.path.join(home, "ready")):
        subprocess.run([sys.executable, "-m", "venv", home], check=True)
        subprocess.run([python, "-m", "pip", "install", "-q", *EMULATOR], check=True)
        # It downloads an extension of its database unless it is there already.
        subprocess.run([python, "-c", "from duckdb_extensions import import_extension; import_extension('spatial')"], check=True)
        open(os.path.join(home, "ready"), "w", encoding="utf8").close()
    return python


def schema(source, name):
    with open(os.path.join(source, f"{name}.csv"), encoding="utf8") as lines:
        columns = next(csv.reader(lines))
    day = lambda column: "DATE" if column.endswith("_date") or column == "customer_since" else "STRING"
    return [[column, "NUMERIC" if column in NUMERIC else TYPES.get(column, day(column))] for column in columns]


# Google's client, in the emulator's Python environment, verifies the emulator's tables.
FILL = """
import json, sys
from google.api_core.client_options import ClientOptions
from google.auth.credentials import AnonymousCredentials
from google.cloud import bigquery
rest, project, dataset, source, schemas = sys.argv[1:]
client = bigquery.Client(project=project, credentials=AnonymousCredentials(), client_options=ClientOptions(api_endpoint=rest))
client.create_dataset(dataset)
for name, columns in json.loads(schemas).items():
    schema = [bigquery.SchemaField(column, kind) for column, kind in columns]
    config = bigquery.LoadJobConfig(schema=schema, source_format="CSV", skip_leading_rows=1)
    with open(f"{source}/{name}.csv", "rb") as rows:
        client.load_table_from_file(rows, f"{project}.{dataset}.{name}", job_config=config).result()
"""


def synced(server):
    run = server.ask("POST", "/api/data-sync/sync", {"options": {}}, {"prefer": "respond-async"})["data"]["runId"]
    follow(server, run)
    return server.ask("GET", f"/api/data-sync/runs/{run}")["data"]


def figure(server, path):
    """The response without its timestamps."""
    return server.ask("GET", f"/api/{path}")["data"]


def until(ready):
    for _ in range(300):
        try:
            if ready():
                return
        except OSError:
            pass
        time.sleep(0.1)
    raise SystemExit("the emulator did not start")


if __name__ == "__main__":
    main()
