"""Data Sync into a Citus cluster, compared with its coordinator as plain PostgreSQL.

SPROUT_TEST_CITUS names a database on the coordinator to which the workers have been added.
"""

import os
import shutil
import subprocess
import tempfile

from process_cost import Postgres, describe_environment, markdown_table
from sync import BINARY, LINES, ROUNDS, best_of, generate_demo, run_sprout, sprout_version

RUNS = ["first", "again", "new file", "nothing new"]


class Cluster(Postgres):
    """A coordinator. A new database is created on every node, with the schema of Sprout."""

    def __init__(self, address):
        super().__init__(address)
        listed = self.query(
            "select nodename || ':' || nodeport from pg_dist_node where groupid <> 0 order by nodeid"
        )
        self.workers = [Postgres(self.url_of_node(node)) for node in listed.splitlines()]

    def url_of_node(self, node):
        return self.address.replace(authority(self.address), node, 1)

    def recreate_database(self, database):
        for node in self.workers:
            node.recreate_database(database)
            node.query("create extension citus", database)
        address = super().recreate_database(database)
        self.query("create extension citus", database)
        self.add_node("citus_set_coordinator_host", self.address, database)
        for worker in self.workers:
            self.add_node("citus_add_node", worker.address, database)
        subprocess.run(
            [BINARY, "migrate", "--citus"],
            env={**os.environ, "DATABASE_URL": address},
            check=True,
            stdout=subprocess.DEVNULL,
        )
        return address

    def add_node(self, function, address, database):
        host, port = authority(address).split(":")
        self.query(f"select {function}('{host}', {port})", database)


def authority(address):
    """Host and port."""
    return address.split("://", 1)[1].split("/", 1)[0].rsplit("@", 1)[-1]


def main():
    plain = Postgres(os.environ["SPROUT_TEST_CITUS"])
    cluster = Cluster(os.environ["SPROUT_TEST_CITUS"])
    citus = cluster.query("select extversion from pg_extension where extname = 'citus'")
    folder = tempfile.mkdtemp(prefix="sprout-bench-")
    os.chmod(folder, 0o755)
    try:
        lines = os.path.join(folder, "warehouse")
        generate_demo(lines, LINES)
        print(f"# Data Sync into Citus: {LINES:,} order lines\n")
        versions = [sprout_version(), f"PostgreSQL {plain.version}", f"Citus {citus}"]
        print(describe_environment(*versions) + "\n", flush=True)
        rounds = [
            (run_sprout(plain, folder, lines), run_sprout(cluster, folder, lines))
            for _ in range(ROUNDS)
        ]
        before, after = (best_of(of_one) for of_one in zip(*rounds))
        rows = [
            [
                name,
                f"{before[name].wall:.2f}",
                f"{after[name].wall:.2f}",
                f"{after[name].wall / before[name].wall:.2f}",
            ]
            for name in RUNS
        ]
        print(markdown_table(["run", "coordinator alone, s", "distributed, s", "ratio"], rows))
        print(f"All {1 + len(cluster.workers)} nodes are on this machine.")
    finally:
        shutil.rmtree(folder)


if __name__ == "__main__":
    main()
