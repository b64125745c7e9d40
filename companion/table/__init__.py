"""One table: its log, its seats, who waits for news, and what a photo suggests."""
