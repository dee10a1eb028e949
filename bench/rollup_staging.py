"""Copying rollup rows directly, as before row-level security, and through a temporary table."""

import os
import shutil
import statistics
import subprocess
import tempfile
import time

from process_cost import Postgres, describe_environment, load_average, markdown_table
from sync import LINES, Server, generate_demo, server_env, sprout_version, sync

ROUNDS = int(os.environ.get("SPROUT_BENCH_ROUNDS", "5"))
ROLLUP, DATABASE = "rollup_item_day", "bench_staging"


def main():
    postgres = Postgres(os.environ["SPROUT_TEST_POSTGRES"])
    folder = tempfile.mkdtemp(prefix="sprout-bench-")
    os.chmod(folder, 0o755)
    try:
        source = os.path.join(folder, "warehouse")
        generate_demo(source, LINES)
        env = server_env(folder, postgres.recreate_database(DATABASE), "data")
        server = Server(env)
        server.register()
        server.stop()
        sync(env, source)
        rows, tenant = postgres.query(
            f"select count(*), min(tenant_id::text) from {ROLLUP}", DATABASE
        ).split("|")
        print(f"# {int(rows):,} rows of {ROLLUP}, directly and through a temporary table\n")
        print(
            describe_environment(sprout_version(), f"PostgreSQL {postgres.version}") + "\n",
            flush=True,
        )
        file = os.path.join(folder, "rows")
        run_psql(postgres, f"\\copy {ROLLUP} to '{file}' with (format binary)\n")
        # The test login bypasses row-level security, so it can still copy directly.
        direct = f"\\copy {ROLLUP} from '{file}' with (format binary)\n"
        staged = (
            f"set local sprout.tenant_id = '{tenant}';\nset local role sprout_app;\n"
            f"create temporary table staged on commit drop as select * from {ROLLUP} limit 0;\n"
            f"\\copy staged from '{file}' with (format binary)\ninsert into {ROLLUP} select * from staged;\n"
        )
        took = {"direct": [], "through a temporary table": []}
        for _ in range(ROUNDS):
            for times, script in zip(took.values(), (direct, staged)):
                postgres.query(f"truncate {ROLLUP}", DATABASE)
                began = time.monotonic()
                run_psql(postgres, f"begin;\n{script}commit;\n")
                times.append(time.monotonic() - began)
                there = postgres.query(f"select count(*) from {ROLLUP}", DATABASE)
                if there != rows:
                    raise SystemExit(f"{there} of {rows} rows were written")
        head = ["", "fastest, s", "median, s", "slowest, s", "load"]
        print(
            markdown_table(
                head,
                [
                    [
                        name,
                        *(f"{at(times):.2f}" for at in (min, statistics.median, max)),
                        load_average(),
                    ]
                    for name, times in took.items()
                ],
            )
        )
    finally:
        shutil.rmtree(folder)


def run_psql(postgres, script):
    subprocess.run(
        ["psql", postgres.database_url(DATABASE), "-Xq", "-v", "ON_ERROR_STOP=1"],
        input=script,
        check=True,
        capture_output=True,
        text=True,
    )


if __name__ == "__main__":
    main()
