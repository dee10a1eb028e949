"""Builds the last stage of deploy/Dockerfile with buildah and starts it as a container would: its own processes and
network, a file system that is read-only except for /tmp and the volume, and the user of the image.

The other stages need Docker's registry. They only build the binary, which is given.
"""

import json
import os
import re
import shutil
import signal
import stat
import subprocess
import sys
import tempfile
import time
import unittest
from pathlib import Path

ROOT = Path(__file__).parent.parent
DOCKERFILE = ROOT / "deploy/Dockerfile"
BINARY = Path(sys.argv[1] if len(sys.argv) > 1 else ROOT / "target/release/sprout")
# Kept, because downloading the packages takes a minute.
BASES = ROOT / "target/image-test"
START_SECONDS = 60
STOP_SECONDS = 30
# What `docker run --read-only --tmpfs /tmp --volume` does. Its own process is the first of its namespace.
START = """
set -euo pipefail
root=$1 volume=$2 user=$3 folder=$4
shift 4
ip link set lo up
mount --bind "$root" "$root"
mount -o remount,bind,ro "$root"
mount -t tmpfs tmpfs "$root/tmp"
mount -t proc proc "$root/proc"
mount --rbind /dev "$root/dev"
mount --bind "$volume" "$root$folder"
exec chroot --userspec="$user" "$root" /usr/bin/env -i -C "$folder" "$@"
"""


def last_stage(dockerfile):
    """The lines from the last FROM on."""
    return "FROM " + re.split(r"^FROM ", dockerfile, flags=re.MULTILINE)[-1]


class Buildah:
    """Images in a folder of their own."""

    def __init__(self, folder):
        self.options = ["--root", folder / "storage", "--runroot", folder / "run", "--storage-driver", "vfs"]

    def run(self, *arguments):
        command = ["buildah", *map(str, [*self.options, *arguments])]
        result = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        if result.returncode:
            raise RuntimeError(f"{' '.join(command)}\n{result.stderr}")
        return result.stdout.strip()

    def create_base(self, name):
        """Creates an image such as debian:bookworm-slim from the packages of that release."""
        release = re.fullmatch(r"debian:(\w+)-slim", name).group(1)
        packages = BASES / f"{release}.tar"
        if not packages.exists():
            BASES.mkdir(parents=True, exist_ok=True)
            partial = packages.with_suffix(".partial.tar")
            subprocess.run(["mmdebstrap", "--variant=minbase", "--quiet", release, partial], check=True)
            partial.rename(packages)
        container = self.run("from", "scratch")
        self.run("add", "--quiet", container, packages, "/")
        self.run("commit", "--quiet", "--rm", container, f"docker.io/library/{name}")

    def build(self, dockerfile, files):
        """Builds an image; `files` by stage has the folders that its COPY instructions read."""
        contexts = [f"--build-context={stage}={folder}" for stage, folder in files.items()]
        options = ["--isolation", "chroot", "--pull=never", "--format", "docker", "--tag", "sprout"]
        self.run("build", *options, *contexts, "--file", dockerfile, DOCKERFILE.parent)
        return json.loads(self.run("inspect", "--type", "image", "sprout"))["Docker"]["config"]


class Container:
    """A started image."""

    def __init__(self, image, root, volume, log, environment=()):
        self.image = image
        (folder,) = image["Volumes"]
        command = [*image["Env"], *environment, *image["Entrypoint"], *image["Cmd"]]
        self.child = subprocess.Popen(
            ["unshare", "--mount", "--net", "--pid", "--ipc", "--uts", "--fork", "bash", "-c", START]
            + ["start", root, volume, image["User"], folder, *command],
            stdout=log,
            stderr=log,
        )

    def inner(self):
        """The process that is the first one of the container."""
        children = Path(f"/proc/{self.child.pid}/task/{self.child.pid}/children").read_text().split()
        return int(children[0])

    def enter(self, *command):
        """Runs a command of the image in the container, as its user."""
        user, group = self.image["User"].split(":")
        enter = ["nsenter", "--target", str(self.inner()), "--mount", "--net", "--pid", "--root"]
        return subprocess.run(
            [*enter, f"--setuid={user}", f"--setgid={group}", *command], capture_output=True, text=True, timeout=10
        )

    def fetch(self, path):
        """Requests a path of the server with the machine's own curl, which the image does not have."""
        enter = ["nsenter", "--target", str(self.inner()), "--net"]
        url = f"http://127.0.0.1:8080{path}"
        return subprocess.run([*enter, "curl", "-sS", "--max-time", "10", url], capture_output=True, text=True).stdout

    def wait_until_healthy(self):
        """Runs the health check of the image until it succeeds."""
        kind, *check = self.image["Healthcheck"]["Test"]
        assert kind == "CMD", kind
        deadline = time.monotonic() + START_SECONDS
        while True:
            if self.child.poll() is not None:
                raise RuntimeError(f"The server ended with {self.child.returncode}.")
            try:
                if self.enter(*check).returncode == 0:
                    return
            except (IndexError, subprocess.TimeoutExpired):
                pass
            if time.monotonic() > deadline:
                raise RuntimeError("The container did not become healthy.")
            time.sleep(0.3)

    def stop(self):
        """Stops it as `docker stop` does, and returns how the server ended."""
        os.kill(self.inner(), signal.SIGTERM)
        return self.child.wait(STOP_SECONDS)

    def kill(self):
        if self.child.poll() is None:
            # Nothing else ends it: it has changed its user since its parent started it.
            os.kill(self.inner(), signal.SIGKILL)
            self.child.wait()


class ImageTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = Path(tempfile.mkdtemp(prefix="sprout-image-"))
        cls.addClassCleanup(shutil.rmtree, cls.folder)
        stage = last_stage(DOCKERFILE.read_text())
        dockerfile = cls.folder / "Dockerfile"
        dockerfile.write_text(stage)
        # What the last stage takes from the one that builds the binary.
        files = cls.folder / "binary"
        for source in re.findall(r"^COPY --from=binary (\S+)", stage, flags=re.MULTILINE):
            place = files / source.lstrip("/")
            place.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(BINARY if place.name == "sprout" else source, place)
        cls.buildah = Buildah(cls.folder)
        cls.buildah.create_base(re.match(r"FROM (\S+)", stage).group(1))
        cls.image = cls.buildah.build(dockerfile, {"binary": files})
        container = cls.buildah.run("from", "--pull=never", "sprout")
        cls.root = Path(cls.buildah.run("mount", container))
        cls.addClassCleanup(cls.buildah.run, "umount", container)
        # A new volume has the owner and the content of its folder in the image.
        (folder,) = cls.image["Volumes"]
        cls.volume = cls.folder / "volume"
        subprocess.run(["cp", "-a", cls.root / folder.lstrip("/"), cls.volume], check=True)

    def start(self, *environment):
        with open(self.folder / "server.log", "w+", encoding="utf8") as log:
            container = Container(self.image, self.root, self.volume, log, environment)
            self.addCleanup(container.kill)
            try:
                container.wait_until_healthy()
            except RuntimeError as error:
                log.seek(0)
                raise RuntimeError(f"{error} Its log:\n{log.read()[-4000:]}") from error
        return container

    def test_image_starts_on_a_read_only_file_system_and_keeps_its_data(self):
        user = int(self.image["User"].split(":")[0])
        self.assertGreater(user, 0, "not root")
        self.assertEqual(self.volume.stat().st_uid, user)
        container = self.start("SPROUT_DEMO=true")
        self.assertNotEqual(container.enter("touch", "/usr/local/bin/other").returncode, 0, "read-only")
        self.assertEqual(container.enter("touch", "/tmp/other").returncode, 0)
        self.assertIn("version", json.loads(container.fetch("/version")))
        self.assertIn("<title>", container.fetch("/"), "the app is in the binary")
        secret = self.volume / "secret.key"
        self.assertEqual(stat.S_IMODE(secret.stat().st_mode), 0o600)
        first = secret.read_bytes()
        self.assertEqual(container.stop(), 0, "SIGTERM ends it without an error")
        again = self.start("SPROUT_DEMO=true")
        self.assertIn("version", json.loads(again.fetch("/version")))
        self.assertEqual(secret.read_bytes(), first, "the volume was kept")
        self.assertEqual(again.stop(), 0)

    def test_health_check_notices_a_server_that_does_not_answer(self):
        container = self.start()
        os.kill(container.inner(), signal.SIGSTOP)
        _, *check = self.image["Healthcheck"]["Test"]
        with self.assertRaises(subprocess.TimeoutExpired):
            container.enter(*check)
        os.kill(container.inner(), signal.SIGCONT)
        self.assertEqual(container.stop(), 0)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1], verbosity=2)
