"""The environment of the suite, with the packages of requirements.txt; as a program it prints where they stand.

It is made once and kept under node_modules/.cache; who comes while it is made waits for it.
"""

import fcntl
import hashlib
import shutil
import subprocess
import sys
import venv
from pathlib import Path
from typing import List

REQUIREMENTS = Path(__file__).resolve().parent / "requirements.txt"
CACHE = REQUIREMENTS.parents[3] / "node_modules/.cache/sdk-python"


def find_environment() -> Path:
    """A folder with ``venv``, and ``wheels`` for environments that the suite makes without a network."""
    known = hashlib.sha256(sys.version.encode() + REQUIREMENTS.read_bytes()).hexdigest()[:16]
    folder = CACHE / known
    CACHE.mkdir(parents=True, exist_ok=True)
    with open(CACHE / "lock", "w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not (folder / "ready").exists():
            make_environment(folder)
            (folder / "ready").touch()
    return folder


def make_environment(folder: Path) -> None:
    """Anew: what an interrupted run has left is not trusted."""
    shutil.rmtree(folder, ignore_errors=True)
    venv.create(folder / "venv", with_pip=True)
    pip = [str(folder / "venv/bin/python"), "-m", "pip", "--disable-pip-version-check", "--quiet"]
    wheels = str(folder / "wheels")
    run([*pip, "download", "--only-binary", ":all:", "--dest", wheels, "--requirement", str(REQUIREMENTS)])
    run([*pip, "install", "--no-index", "--find-links", wheels, "--requirement", str(REQUIREMENTS)])


def run(command: List[str]) -> None:
    subprocess.run(command, check=True)


if __name__ == "__main__":
    print(*(find_environment() / "venv/lib").glob("python3*/site-packages"))
