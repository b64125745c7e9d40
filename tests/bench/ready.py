"""What a server imports when it starts, for processes that are forked from here."""

import app  # noqa: F401
import companion.games
import companion.web
import companion.web.server.serve  # noqa: F401
