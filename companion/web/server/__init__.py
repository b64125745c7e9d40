"""The process: listening, guarding, packing, and what it is called on the network."""
