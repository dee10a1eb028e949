"""Writing rollup rows directly into their table, as before row-level security, and through a temporary table, alternately."""
import os
import shutil
import statistics
import subprocess
import tempfile
import time

from measuring import Postgres, circumstances, load, table
from sync import LINES, Server, demo, settings, sync, version

ROUNDS = int(os.environ.get("SPROUT_BENCH_ROUNDS", "5"))
ROLLUP, DATABASE = "rollup_item_day", "bench_gathered"


def main():
    postgres = Postgres(os.environ["SPROUT_TEST_POSTGRES"])
    folder = tempfile.mkdtemp(prefix="sprout-bench-")
    os.chmod(folder, 0o755)
    try:
        source = os.path.join(folder, "warehouse")
        demo(source, LINES)
        env = settings(folder, postgres.fresh(DATABASE), "data")
        server = Server(env)
        server.register()
        server.stop()
        sync(env, source)
        rows, tenant = postgres.ask(f"select count(*), min(tenant_id::text) from {ROLLUP}", DATABASE).split("|")
        print(f"# {int(rows):,} rows of {ROLLUP}, straight and by way of a temporary table\n")
        print(circumstances(version(), f"PostgreSQL {postgres.version}") + "\n", flush=True)
        file = os.path.join(folder, "rows")
        said(postgres, f"\\copy {ROLLUP} to '{file}' with (format binary)\n")
        # The test login bypasses row-level security, so it can still copy directly.
        straight = f"\\copy {ROLLUP} from '{file}' with (format binary)\n"
        gathered = (
            f"set local sprout.tenant_id = '{tenant}';\nset local role sprout_app;\n"
            f"create temporary table gathered on commit drop as select * from {ROLLUP} limit 0;\n"
            f"\\copy gathered from '{file}' with (format binary)\ninsert into {ROLLUP} select * from gathered;\n"
        )
        took = {"straight": [], "by way of a temporary table": []}
        for _ in range(ROUNDS):
            for times, words in zip(took.values(), (straight, gathered)):
                postgres.ask(f"truncate {ROLLUP}", DATABASE)
                began = time.monotonic()
                said(postgres, f"begin;\n{words}commit;\n")
                times.append(time.monotonic() - began)
                there = postgres.ask(f"select count(*) from {ROLLUP}", DATABASE)
                if there != rows:
                    raise SystemExit(f"{there} rows of {rows} came")
        head = ["", "least s", "middle s", "most s", "load"]
        print(table(head, [[name, *(f"{at(times):.2f}" for at in (min, statistics.median, max)), load()] for name, times in took.items()]))
    finally:
        shutil.rmtree(folder)


def said(postgres, words):
    subprocess.run(["psql", postgres.of(DATABASE), "-Xq", "-v", "ON_ERROR_STOP=1"], input=words, check=True, capture_output=True, text=True)


if __name__ == "__main__":
    main()
