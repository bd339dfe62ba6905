"""The package's version, as its User-Agent tells it; a test compares it with pyproject.toml."""

VERSION = "0.1.0"
