"""The web: thin blueprints over one table, and the pages of its phones."""
