"""Runs the tests and says at the end how many of each kind there were."""

import sys
import unittest

# Resilience comes last, for it kills the server that the others use.
KINDS = ["cases", "vectors", "package", "local", "transport", "resilience"]

counts = {}
failed = False
for kind in KINDS:
    suite = unittest.defaultTestLoader.loadTestsFromName(f"test_{kind}")
    counts[kind] = suite.countTestCases()
    result = unittest.TextTestRunner(stream=sys.stdout, verbosity=2).run(suite)
    failed = failed or not result.wasSuccessful() or result.skipped != []
print("suite python: " + ", ".join(f"{count} {kind}" for kind, count in counts.items()))
sys.exit(1 if failed else 0)
