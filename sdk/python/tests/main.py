"""The whole suite, on the stage that VITARAN_STAGE names: node sdk/stage/main.ts python3 sdk/python/tests/main.py"""

import os
import subprocess
import sys
from pathlib import Path

from environment import find_environment

HERE = Path(__file__).resolve().parent


def main() -> int:
    """The suite's exit code."""
    folder = find_environment()
    python = folder / "venv/bin/python"
    own = {"PYTHONPATH": str(HERE.parent / "src"), "PYTHONDONTWRITEBYTECODE": "1", "WHEELS": str(folder / "wheels")}
    # A proxy that pip goes through knows nothing of the stage.
    own["NO_PROXY"] = own["no_proxy"] = "127.0.0.1"
    return subprocess.run([python, HERE / "suite.py", *sys.argv[1:]], env={**os.environ, **own}).returncode


if __name__ == "__main__":
    sys.exit(main())
