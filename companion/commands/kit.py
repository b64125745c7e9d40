"""`python app.py kit GAME --lang fr --out kit.pdf`: the kit from the command line."""

from __future__ import annotations

import argparse
import os
import sys
from pathlib import Path

from companion.rulebook.catalogue import catalogue, shipped_rooms
from companion.rulebook.entry import LANGUAGES
from companion.rulebook.kit.order import PAPERS, Kit
from companion.web.server.network import lan_address


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Describe what the command takes."""
    # Folder names, so that no other command waits for the rules to be read.
    games = [room.name.replace("_", "-") for room in shipped_rooms()]
    parser.add_argument("game", choices=games, metavar="GAME")
    parser.add_argument("--lang", choices=LANGUAGES, default="en")
    parser.add_argument("--paper", choices=tuple(PAPERS), default="a4")
    parser.add_argument("--out", type=Path, default=Path("kit.pdf"))
    parser.add_argument(
        "--public-url",
        default=os.environ.get("KARMA_PUBLIC_URL", ""),
        help="address in the codes (default: this machine's address now)",
    )
    parser.add_argument("--port", type=int, default=8000)


def main(chosen: argparse.Namespace) -> int:
    """Write the kit; return the exit status."""
    from companion.games import GAMES
    from companion.rulebook.kit.kit import make_kit
    from companion.rulebook.qr import AddressTooLong
    from companion.web.i18n import vocabulary

    base = (chosen.public_url or f"http://{lan_address()}:{chosen.port}").rstrip("/")
    game = GAMES.get(chosen.game)
    board = game.printed(None) if game and game.printed else None
    kit = Kit(chosen.game, base, chosen.lang, chosen.paper, board=board)
    say = vocabulary().translations(chosen.lang, "rules").gettext
    try:
        pdf = make_kit(kit, catalogue(), say)
        chosen.out.write_bytes(pdf)
    except AddressTooLong:
        _say(f"{base} is too long for small codes. Choose a shorter --public-url.")
        return 2
    except OSError as problem:
        _say(f"Cannot write {chosen.out}: {problem.strerror}.")
        return 2
    name = catalogue().games[chosen.game]
    _say(f"{chosen.out}: the kit of {name}; its codes lead to {base}")
    if not chosen.public_url:
        _say("If this machine's address changes, print again or use --public-url.")
    return 0


def _say(line: str) -> None:
    sys.stdout.write(line + "\n")
