"""Data Sync from a BigQuery emulator, compared with the same demo tables as files.

The tokens come from our fake (`cargo build --example fake_bigquery`; SPROUT_FAKE_BIGQUERY names another
binary). The emulator ignores them.
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

from cancel_sync import wait_for_run
from process_cost import describe_environment, markdown_table
from sync import HERE, Server, generate_demo, server_env, sprout_version

EMULATOR = [
    "bqemulator==1.4.0",
    "duckdb==1.5.5",
    "duckdb-extensions==1.5.5",
    "duckdb-extension-spatial==1.5.5",
    "numpy",
    "google-cloud-bigquery==3.47.0",
]
PROJECT, DATASET, REST = "sprout-test", "farm", "http://127.0.0.1:19050"
TABLES = [
    "supplier_data",
    "customer_profiles",
    "inventory_data",
    "market_prices",
    "sales_transactions",
]
NUMERIC = {
    "quantity",
    "unit_price",
    "unit_cost",
    "price",
    "volume",
    "on_hand",
    "on_order",
    "booked",
    "reorder_point",
    "pack_size",
    "min_order_quantity",
    "acres",
}
TYPES = {"updated_at": "TIMESTAMP", "active": "BOOL", "lead_time_days": "INT64"}
ANSWERS = [
    "purchasing/summary",
    "purchasing/recommendations",
    "analytics/supply-price-index",
    "analytics/crop-yield-forecast",
    "customer-segmentation",
    "market/overview",
]


def main():
    folder = tempfile.mkdtemp(prefix="sprout-bench-")
    children = []
    try:
        python = install_emulator()
        source = os.path.join(folder, "warehouse")
        generate_demo(source, 3000)
        emulator = [
            os.path.join(os.path.dirname(python), "bqemulator"),
            "start",
            "--rest-port",
            REST.rsplit(":", 1)[1],
            "--grpc-port",
            "0",
            "--project",
            PROJECT,
        ]
        children.append(
            subprocess.Popen(emulator, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        )
        key = os.path.join(folder, "key.json")
        fake = os.environ.get(
            "SPROUT_FAKE_BIGQUERY",
            os.path.join(HERE, "..", "target", "debug", "examples", "fake_bigquery"),
        )
        children.append(subprocess.Popen([fake, source, key], stdout=subprocess.DEVNULL))
        wait_until(
            lambda: (
                os.path.exists(key)
                and urllib.request.urlopen(
                    f"{REST}/bigquery/v2/projects/{PROJECT}/datasets", timeout=1
                ).read()
            )
        )
        subprocess.run(
            [
                python,
                "-c",
                FILL,
                REST,
                PROJECT,
                DATASET,
                source,
                json.dumps({name: table_schema(source, name) for name in TABLES}),
            ],
            check=True,
        )
        sprout = sprout_version()
        print("# Data Sync from a BigQuery emulator, compared with files\n")
        print(describe_environment(sprout, *EMULATOR[:2], EMULATOR[-1]) + "\n", flush=True)
        with open(key, encoding="utf8") as text:
            bigquery = {
                "kind": "bigquery",
                "projectId": PROJECT,
                "dataset": DATASET,
                "serviceAccountKey": text.read(),
                "apiEndpoint": REST,
            }
        figures = {}
        for name, config in {
            "files": {"kind": "files", "path": source},
            "emulator": bigquery,
        }.items():
            server = Server(server_env(folder, None, f"data-{name}"))
            server.register()
            server.call("PUT", "/api/data-sync/source", config)
            runs = [run_sync(server) for _ in range(2)]
            figures[name] = {path: read_figures(server, path) for path in ANSWERS}
            server.stop()
            print(f"## {name}\n")
            for title, run in zip(["First run", "Second run"], runs):
                print(f"{title}: {run['state']}.\n")
                rows = [
                    [
                        t["table"],
                        t["state"],
                        *(str(t[k]) for k in ("read", "inserted", "unchanged", "rejected")),
                    ]
                    for t in run["tables"]
                ]
                print(
                    markdown_table(
                        ["table", "state", "read", "inserted", "unchanged", "rejected"], rows
                    ),
                    flush=True,
                )
        rows = [
            [
                f"`/api/{path}`",
                "the same" if figures["files"][path] == figures["emulator"][path] else "DIFFERS",
            ]
            for path in ANSWERS
        ]
        print(markdown_table(["response", "emulator compared with files"], rows))
    finally:
        for child in children:
            child.terminate()
            child.wait()
        shutil.rmtree(folder)


def install_emulator():
    """The Python of a virtual environment with the emulator, created once."""
    home = os.path.join(HERE, "..", "target", "bench-peers", "bigquery")
    python = os.path.join(home, "bin", "python")
    if not os.path.exists(os.path.join(home, "ready")):
        subprocess.run([sys.executable, "-m", "venv", home], check=True)
        subprocess.run([python, "-m", "pip", "install", "-q", *EMULATOR], check=True)
        # Otherwise the emulator downloads this extension when it starts.
        subprocess.run(
            [
                python,
                "-c",
                "from duckdb_extensions import import_extension; import_extension('spatial')",
            ],
            check=True,
        )
        open(os.path.join(home, "ready"), "w", encoding="utf8").close()
    return python


def table_schema(source, name):
    with open(os.path.join(source, f"{name}.csv"), encoding="utf8") as lines:
        columns = next(csv.reader(lines))
    day = lambda column: (
        "DATE" if column.endswith("_date") or column == "customer_since" else "STRING"
    )
    return [
        [column, "NUMERIC" if column in NUMERIC else TYPES.get(column, day(column))]
        for column in columns
    ]


# Loads the tables with Google's client, in the emulator's environment.
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


def run_sync(server):
    run = server.call("POST", "/api/data-sync/sync", {"options": {}}, {"prefer": "respond-async"})[
        "data"
    ]["runId"]
    wait_for_run(server, run)
    return server.call("GET", f"/api/data-sync/runs/{run}")["data"]


def read_figures(server, path):
    """The data of a response, without its timestamps."""
    return server.call("GET", f"/api/{path}")["data"]


def wait_until(ready):
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
