"""The package as its users get it: wheel and sdist, installed without a network into an empty environment."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile
import unittest
import venv
import zipfile
from pathlib import Path
from typing import Set

from stage import RUN, options

from vitaran import __version__

PACKAGE = Path(__file__).resolve().parents[1]
NAME = f"vitaran-{__version__}"


class Package(unittest.TestCase):
    """Built once, from the sdist, so that it has all that a build needs."""

    folder: Path
    sdist: Path
    wheel: Path
    python: Path
    in_sdist: Set[str]

    @classmethod
    def setUpClass(cls) -> None:
        cls.folder = Path(tempfile.mkdtemp(prefix="vitaran-package-"))
        cls.addClassCleanup(shutil.rmtree, cls.folder)
        build = "import sys; from flit_core import buildapi; print(getattr(buildapi, sys.argv[1])(sys.argv[2]))"

        def run_build(what: str, source: Path) -> Path:
            command = [sys.executable, "-c", build, what, str(cls.folder)]
            name = subprocess.run(command, cwd=source, check=True, capture_output=True, text=True).stdout.strip()
            return cls.folder / name

        cls.sdist = run_build("build_sdist", PACKAGE)
        with tarfile.open(cls.sdist) as archive:
            cls.in_sdist = {one.name.split("/", 1)[1] for one in archive.getmembers()}
            archive.extractall(cls.folder)
        cls.wheel = run_build("build_wheel", cls.folder / NAME)
        venv.create(cls.folder / "venv")
        cls.python = cls.folder / "venv/bin/python"
        wheels = ["--no-index", "--find-links", os.environ["WHEELS"]]
        pip = [sys.executable, "-m", "pip", "--disable-pip-version-check", "--quiet", "--python", str(cls.python)]
        subprocess.run([*pip, "install", *wheels, str(cls.wheel)], check=True)

    def run_python(self, *args: str, code: int = 0) -> str:
        """What the empty environment's Python prints."""
        keys = {"CLIENT_ID": options()["client_id"], "CLIENT_SECRET": options()["client_secret"]}
        own = {"PATH": os.environ["PATH"], "VITARAN": options()["base_url"], **keys}
        ran = subprocess.run([self.python, *args], cwd=self.folder, env=own, capture_output=True, text=True)
        self.assertEqual(ran.returncode, code, ran.stderr)
        return ran.stdout

    def test_wheel_and_sdist_have_what_is_needed_and_no_more(self) -> None:
        files = {path.relative_to(PACKAGE / "src").as_posix() for path in (PACKAGE / "src").rglob("*.py")}
        with zipfile.ZipFile(self.wheel) as archive:
            names = {name for name in archive.namelist() if not name.startswith(f"{NAME}.dist-info/")}
            metadata = archive.read(f"{NAME}.dist-info/METADATA").decode()
        self.assertEqual(names, {*files, "vitaran/py.typed"})
        self.assertRegex(metadata, r"(?m)^Requires-Dist: httpx ?>=")
        self.assertRegex(metadata, r"(?m)^Requires-Dist: cryptography .*extra == .signature.$")
        self.assertLessEqual({"README.md", "LICENSE", "pyproject.toml", "examples/pay.py"}, self.in_sdist)
        self.assertEqual([name for name in self.in_sdist if "test" in name or ".pyc" in name], [])

    def test_it_is_imported_without_a_warning_and_without_its_extra(self) -> None:
        told = self.run_python(
            "-W",
            "error",
            "-c",
            "import vitaran; print(vitaran.__version__, vitaran.format_rupees(vitaran.Paise(124350)))\n"
            "try: vitaran.sign_identity('c', 'k')\n"
            "except vitaran.InvalidInputError as error: print(error)",
        )
        self.assertIn(f"{__version__} 1243.50\n", told)
        self.assertIn('pip install "vitaran[signature]"', told)

    def test_the_first_lines_of_the_readme_pay(self) -> None:
        lines = re.findall(r"```python\n(.*?)```", (PACKAGE / "README.md").read_text("utf-8"), re.DOTALL)[0]
        self.assertIn("http://localhost:8080", lines)
        here = lines.replace("http://localhost:8080", options()["base_url"]).replace("inv_2041", f"readme_{RUN}")
        self.assertRegex(self.run_python("-c", here), r"status='SUCCESS'.*utr='\d{12}'")

    def test_the_examples_pay(self) -> None:
        examples = self.folder / NAME / "examples"
        self.assertRegex(self.run_python(str(examples / "pay.py"), f"example_{RUN}"), r"^SUCCESS \d{12}\n$")
        told = self.run_python(str(examples / "pay_rows.py"), f"rows_{RUN}")
        self.assertRegex(told, rf"^rows_{RUN}_1 [A-Z]+\nrows_{RUN}_2 [A-Z]+\n$")
        self.assertEqual(self.run_python(str(examples / "pay_many.py"), f"many_{RUN}"), "SUCCESS SUCCESS SUCCESS\n")
