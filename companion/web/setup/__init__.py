"""Before a game: names and options, the host's own box, the host's own cards."""
