"""Code generated from the contract."""
