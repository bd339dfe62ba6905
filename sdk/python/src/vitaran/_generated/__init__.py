"""What is written from the contract."""
