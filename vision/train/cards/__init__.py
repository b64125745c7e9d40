"""Training of the card finder: drawn tables, one network, one file."""
