"""Loads a CSV file into PostgreSQL with dlt, by primary key and in Arrow batches, its fastest mode.

Arguments: database URL, dataset, state folder, file.
"""

import os
import sys

address, dataset, state, path = sys.argv[1:]
os.environ.update(
    {
        "RUNTIME__DLTHUB_TELEMETRY": "false",
        "RUNTIME__LOG_LEVEL": "WARNING",
        "DESTINATION__POSTGRES__CREDENTIALS": address,
    }
)

import dlt  # noqa: E402
import pyarrow as pa  # noqa: E402
import pyarrow.csv as csv  # noqa: E402

MONEY = pa.decimal128(18, 4)
TYPES = {
    "transaction_date": pa.date32(),
    "promised_date": pa.date32(),
    "delivered_date": pa.date32(),
    "updated_at": pa.timestamp("us", tz="UTC"),
    "quantity": MONEY,
    "unit_price": MONEY,
}


def rows():
    convert = csv.ConvertOptions(column_types=TYPES, strings_can_be_null=True)
    for batch in csv.open_csv(
        path, read_options=csv.ReadOptions(block_size=8 << 20), convert_options=convert
    ):
        yield pa.Table.from_batches([batch])


merge = {"disposition": "merge", "strategy": "upsert"}
resource = dlt.resource(
    rows, name="purchase_transactions", primary_key="transaction_id", write_disposition=merge
)
dlt.pipeline(
    "bench_" + dataset, destination="postgres", dataset_name=dataset, pipelines_dir=state
).run(resource, loader_file_format="csv")
