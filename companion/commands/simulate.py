"""`python app.py simulate GAME`: whole games from a seeded source, and a report."""

from __future__ import annotations

import argparse
import json
import sys
from typing import Any

from companion.core.errors import Malformed, Refusal
from companion.games import GAMES
from companion.table.simulate import BrokenPromise, simulate


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Describe the command line of `simulate`."""
    parser.add_argument("game", choices=sorted(GAMES), help="which game to play")
    parser.add_argument("--players", type=int, default=None)
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--options", default="{}", help="options of the game as JSON")
    parser.add_argument(
        "--check",
        action=argparse.BooleanOptionalAction,
        default=True,
        help="check every invariant at every step (on unless --no-check)",
    )


def main(args: argparse.Namespace) -> int:
    """Play the games asked for and print the report; 2 for a wrong request."""
    game = GAMES[args.game]
    players = args.players if args.players is not None else max(2, game.players.start)
    try:
        options = _read_options(args.options)
        if args.games < 1:
            raise Malformed("At least one game must be played.")
        report = simulate(
            game, players, args.games, args.seed, options=options, check=args.check
        )
    except Refusal as refusal:
        sys.stderr.write(f"{refusal}\n")
        return 2
    except BrokenPromise as broken:
        sys.stderr.write(f"{broken}\n")
        return 1
    sys.stdout.write("\n".join(report.lines()) + "\n")
    return 0


def _read_options(text: str) -> dict[str, Any]:
    try:
        options = json.loads(text)
    except ValueError:
        options = None
    if not isinstance(options, dict):
        raise Malformed("Options are a JSON object.")
    return options
