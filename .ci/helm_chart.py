"""Tests of the Helm chart: what it renders for typical values, and which values it refuses."""

import json
import sys
import unittest
from pathlib import Path

import helm_python as helm
import jsonschema
import kubernetes_validate
import yaml

CHART = Path(__file__).parent.parent / "deploy/helm/sprout"
# The oldest version that Chart.yaml accepts, and the newest one with schemas.
KUBERNETES_VERSIONS = ["1.25", kubernetes_validate.latest_version()]

POSTGRES = {"existingSecret": "sprout-database"}
SECRET = {"existingSecret": "sprout-secret"}
TEMPORARY = {"enabled": False}
REPLICAS = {
    "replicaCount": 3,
    "database": POSTGRES,
    "secret": SECRET,
    "persistence": TEMPORARY,
}
# Every optional part at once.
EVERYTHING = {
    **REPLICAS,
    "image": {"repository": "registry.example.com/sprout", "digest": f"sha256:{'0' * 64}"},
    "imagePullSecrets": ["registry"],
    "publicUrl": "https://sprout.example.com",
    "settings": {"SPROUT_MODE": "hosted", "SPROUT_REQUESTS_PER_SECOND": 20, "SPROUT_DEMO": False},
    "envFromSecrets": ["sprout-smtp"],
    "drainSeconds": 30,
    "persistence": {"enabled": True, "accessModes": ["ReadWriteMany"], "storageClass": "nfs"},
    "extraVolumes": [{"name": "sources", "emptyDir": {}}],
    "extraVolumeMounts": [{"name": "sources", "mountPath": "/srv", "readOnly": True}],
    "service": {"type": "LoadBalancer", "annotations": {"a": "b"}, "sessionAffinity": "ClientIP"},
    "ingress": {"enabled": True, "className": "nginx", "annotations": {"a": "b"}, "tlsSecret": "tls"},
    "metrics": {"enabled": True, "serviceMonitor": {"enabled": True, "labels": {"release": "p"}}},
    "networkPolicy": {
        "from": [{"namespaceSelector": {"matchLabels": {"name": "ingress"}}}],
        "metricsFrom": [{"podSelector": {"matchLabels": {"app": "prometheus"}}}],
        "egress": [{"ports": [{"port": 53, "protocol": "UDP"}]}],
    },
    "autoscaling": {"enabled": True},
    "serviceAccount": {"annotations": {"a": "b"}},
    "podAnnotations": {"a": "b"},
    "podLabels": {"team": "farm"},
    "nodeSelector": {"disk": "ssd"},
    "tolerations": [{"key": "a", "operator": "Exists"}],
    "affinity": {"nodeAffinity": {}},
    "priorityClassName": "high",
}
TYPICAL = {"SQLite": {}, "replicas": REPLICAS, "everything": EVERYTHING}


def render(values):
    """The rendered objects by kind and name."""
    with helm.Chart.load(CHART) as chart:
        chart.validate_schema(chart.merge_values(values))
        rendered = chart.render(values, name="farm", namespace="sprout")
    objects = {}
    for path, text in rendered.items():
        if path.endswith(".yaml"):
            for found in filter(None, yaml.safe_load_all(text)):
                key = (found["kind"], found["metadata"]["name"])
                assert key not in objects, f"{key} is rendered twice"
                objects[key] = found
    return objects


def pods(objects):
    """The pods of the server and of the migration."""
    return [
        found["spec"]["template"]["spec"]
        for (kind, _), found in objects.items()
        if kind in ("Deployment", "Job")
    ]


def environment(pod):
    container = pod["containers"][0]
    names = [entry["name"] for entry in container["env"]]
    assert len(names) == len(set(names)), f"a variable is set twice: {names}"
    return {entry["name"]: entry.get("value", entry.get("valueFrom")) for entry in container["env"]}


class HelmChart(unittest.TestCase):
    def test_lint_finds_nothing(self):
        for name, values in TYPICAL.items():
            for version in ("v1.25.0", "v1.33.0"):
                with self.subTest(name, version=version):
                    report = helm.lint(CHART, values, strict=True, kube_version=version)
                    found = [one for one in report["messages"] if "icon" not in one["error"]]
                    self.assertEqual((found, report["errors"]), ([], []))

    def test_objects_have_the_schemas_of_kubernetes(self):
        for name, values in TYPICAL.items():
            for (kind, _), found in render(values).items():
                if kind == "ServiceMonitor":
                    continue
                for version in KUBERNETES_VERSIONS:
                    with self.subTest(name, kind=kind, version=version):
                        kubernetes_validate.validate(found, version, strict=True)

    def test_every_default_is_in_the_schema(self):
        schema = json.loads((CHART / "values.schema.json").read_text())
        jsonschema.Draft7Validator.check_schema(schema)
        values = yaml.safe_load((CHART / "values.yaml").read_text())
        jsonschema.validate(values, schema)

        def compare(schema, values, path):
            properties = schema.get("properties")
            if properties is not None and isinstance(values, dict):
                listed = set(properties) - {"global"}
                self.assertEqual(listed, set(values), f"schema and values differ at {path}")
                self.assertIs(schema["additionalProperties"], False, path)
                for key in listed:
                    compare(properties[key], values[key], f"{path}.{key}")

        compare(schema, values, "values")

    def test_containers_have_no_rights(self):
        for name, values in TYPICAL.items():
            for pod in pods(render(values)):
                with self.subTest(name):
                    self.assertFalse(pod["automountServiceAccountToken"])
                    self.assertTrue(pod["securityContext"]["runAsNonRoot"])
                    self.assertEqual(pod["securityContext"]["runAsUser"], 10001)
                    for container in pod["containers"]:
                        context = container["securityContext"]
                        self.assertTrue(context["readOnlyRootFilesystem"])
                        self.assertFalse(context["allowPrivilegeEscalation"])
                        self.assertEqual(context["capabilities"], {"drop": ["ALL"]})
                        paths = {mount["mountPath"] for mount in container["volumeMounts"]}
                        self.assertLessEqual({"/var/lib/sprout", "/tmp"}, paths)

    def test_server_stops_in_time_and_is_probed(self):
        for seconds in (0, 10, 600):
            [pod] = pods(render({"drainSeconds": seconds}))
            self.assertEqual(environment(pod)["SPROUT_DRAIN_SECONDS"], str(seconds))
            self.assertEqual(pod["terminationGracePeriodSeconds"], seconds + 25)
            [container] = pod["containers"]
            for probe, path in [
                ("startupProbe", "/health/live"),
                ("livenessProbe", "/health/live"),
                ("readinessProbe", "/health/ready"),
            ]:
                self.assertEqual(container[probe]["httpGet"], {"path": path, "port": "http"})

    def test_sqlite_runs_once_on_its_volume(self):
        objects = render({})
        deployment = objects["Deployment", "farm-sprout"]["spec"]
        self.assertEqual((deployment["replicas"], deployment["strategy"]), (1, {"type": "Recreate"}))
        claim = objects["PersistentVolumeClaim", "farm-sprout-data"]
        self.assertEqual(claim["metadata"]["annotations"], {"helm.sh/resource-policy": "keep"})
        self.assertFalse([kind for kind, _ in objects if kind == "Job"])
        self.assertNotIn("DATABASE_URL", environment(pods(objects)[0]))

    def test_postgres_is_migrated_before_servers_start(self):
        objects = render(REPLICAS)
        hooks = objects["Job", "farm-sprout-migrate"]["metadata"]["annotations"]
        self.assertEqual(hooks["helm.sh/hook"], "pre-install,pre-upgrade")
        strategy = objects["Deployment", "farm-sprout"]["spec"]["strategy"]
        self.assertEqual(strategy["rollingUpdate"], {"maxSurge": 1, "maxUnavailable": 0})
        url = {"secretKeyRef": {"name": "sprout-database", "key": "DATABASE_URL"}}
        for pod in pods(objects):
            self.assertEqual(environment(pod)["DATABASE_URL"], url)
        server, migration = pods(objects)
        self.assertEqual(migration["containers"][0]["args"], ["migrate"])
        # Created after the hook runs.
        self.assertNotIn("serviceAccountName", migration)
        path = environment(server)["SPROUT_SECRET_FILE"]
        [volume] = [one for one in server["volumes"] if one["name"] == "secret"]
        self.assertEqual(volume["secret"]["defaultMode"], 0o440)
        self.assertEqual(path, "/etc/sprout/secret/secret.key")

    def test_values_reach_the_objects(self):
        objects = render(EVERYTHING)
        server = pods(objects)[0]
        values = environment(server)
        self.assertEqual(values["SPROUT_MODE"], "hosted")
        self.assertEqual(values["SPROUT_REQUESTS_PER_SECOND"], "20")
        self.assertEqual(values["SPROUT_DEMO"], "false")
        self.assertEqual(values["SPROUT_METRICS_LISTEN"], "0.0.0.0:9464")
        [container] = server["containers"]
        self.assertEqual(container["envFrom"], [{"secretRef": {"name": "sprout-smtp"}}])
        self.assertTrue(container["image"].startswith("registry.example.com/sprout@sha256:0"))
        self.assertNotIn("replicas", objects["Deployment", "farm-sprout"]["spec"])
        policy = objects["NetworkPolicy", "farm-sprout"]["spec"]
        self.assertEqual(policy["policyTypes"], ["Ingress", "Egress"])
        ports = [rule["ports"][0]["port"] for rule in policy["ingress"]]
        self.assertEqual(ports, ["http", "metrics"])
        monitor = objects["ServiceMonitor", "farm-sprout"]
        service = objects["Service", "farm-sprout-metrics"]
        wanted = monitor["spec"]["selector"]["matchLabels"]
        self.assertLessEqual(wanted.items(), service["metadata"]["labels"].items())
        self.assertEqual(monitor["spec"]["endpoints"][0]["port"], service["spec"]["ports"][0]["name"])
        others = objects["Service", "farm-sprout"]["metadata"]["labels"]
        self.assertFalse(wanted.items() <= others.items(), "the app's port is scraped")

    def test_variables_are_settings_of_the_server(self):
        readme = (CHART.parent.parent.parent / "README.md").read_text()
        for pod in pods(render({**EVERYTHING, "settings": {}})):
            for name in environment(pod):
                self.assertIn(f"| `{name}` |", readme)

    def test_services_select_the_pods_of_the_server(self):
        for name, values in TYPICAL.items():
            objects = render(values)
            labels = objects["Deployment", "farm-sprout"]["spec"]["template"]["metadata"]["labels"]
            for (kind, _), found in objects.items():
                spec = found.get("spec", {})
                selector = {
                    "Service": lambda: spec["selector"],
                    "Deployment": lambda: spec["selector"]["matchLabels"],
                    "NetworkPolicy": lambda: spec["podSelector"]["matchLabels"],
                    "PodDisruptionBudget": lambda: spec["selector"]["matchLabels"],
                }.get(kind)
                if selector:
                    with self.subTest(name, kind=kind):
                        self.assertLessEqual(selector().items(), labels.items())
                if kind == "Job":
                    migrating = spec["template"]["metadata"]["labels"]
                    self.assertNotEqual(migrating, labels, "the service would reach the migration")

    def test_the_metrics_port_is_closed_by_default(self):
        policy = render({"metrics": {"enabled": True}})["NetworkPolicy", "farm-sprout"]["spec"]
        self.assertEqual([rule["ports"][0]["port"] for rule in policy["ingress"]], ["http"])

    def test_contradictory_values_are_refused(self):
        for values, reason in [
            ({"replicaCount": 2}, "PostgreSQL"),
            ({"autoscaling": {"enabled": True}}, "PostgreSQL"),
            ({"persistence": TEMPORARY}, "SQLite needs"),
            ({"persistence": TEMPORARY, "database": POSTGRES}, "secret.existingSecret"),
            ({"replicaCount": 2, "database": POSTGRES, "secret": SECRET}, "ReadWriteMany"),
        ]:
            with self.subTest(str(values)):
                with self.assertRaises(helm.HelmRenderError) as refused:
                    render(values)
                self.assertIn(reason, str(refused.exception))

    def test_mistaken_values_are_refused(self):
        for values in [
            {"replicas": 2},
            {"replicaCount": 0},
            {"replicaCount": "2"},
            {"image": {"digest": "latest"}},
            {"publicUrl": "sprout.example.com"},
            {"settings": {"SPROUT_LISTEN": "0.0.0.0:1"}},
            {"settings": {"DATABASE_URL": "postgres://user:password@host/sprout"}},
            {"settings": {"sprout_mode": "hosted"}},
            {"metrics": {"port": 0}},
            {"persistence": {"size": "10 GB"}},
        ]:
            with self.subTest(str(values)):
                with self.assertRaises(helm.HelmValuesError):
                    render(values)


if __name__ == "__main__":
    if sys.argv[1:2] == ["--print"]:
        chosen = json.loads(Path(sys.argv[2]).read_text()) if sys.argv[2:] else {}
        yaml.safe_dump_all(render(chosen).values(), sys.stdout, sort_keys=False)
    else:
        unittest.main(verbosity=1)
