"""`python app.py kit GAME --lang fr --out kit.pdf`: the kit from the command line."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from pathlib import Path

from companion.rulebook.catalogue import NAMES, catalogue
from companion.rulebook.entry import LANGUAGES
from companion.rulebook.kit.kit import Kit, make_kit
from companion.rulebook.kit.sheet import PAPERS, Say
from companion.rulebook.qr import AddressTooLong


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Describe what the command takes."""
    parser.add_argument("game", choices=catalogue().games, metavar="GAME")
    parser.add_argument("--lang", choices=LANGUAGES, default="en")
    parser.add_argument("--paper", choices=tuple(PAPERS), default="a4")
    parser.add_argument("--out", type=Path, default=Path("kit.pdf"))
    parser.add_argument(
        "--public-url",
        default="",
        help="address in the codes (default: this machine's address now)",
    )


def main(
    chosen: argparse.Namespace,
    here: str,
    words: Callable[[str], Say],
    say: Callable[[str], None],
) -> int:
    """Write the kit; return the exit status.

    `here` is this machine's own address, `words` gives the sentences of a language.
    """
    base = (chosen.public_url or here).rstrip("/")
    kit = Kit(chosen.game, base, chosen.lang, chosen.paper)
    try:
        chosen.out.write_bytes(make_kit(kit, words(chosen.lang)))
    except AddressTooLong:
        say(f"{base} is too long for small codes. Choose a shorter --public-url.")
        return 2
    except OSError as problem:
        say(f"Cannot write {chosen.out}: {problem.strerror}.")
        return 2
    say(f"{chosen.out}: the kit of {NAMES[chosen.game]}; its codes lead to {base}")
    if not chosen.public_url:
        say("If this machine's address changes, print again or use --public-url.")
    return 0
