"""Commands for people at a terminal: each brings `add_arguments` and `main`."""
