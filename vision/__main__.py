"""Command line of the readers: `python -m vision dice PHOTO... --json`."""

from __future__ import annotations

import argparse
import importlib
import importlib.util
import json
import sys
import time
from pathlib import Path
from typing import Any

import cv2

from vision.capture import watch
from vision.image import NotAnImage, TooLarge, load, shrunk_by
from vision.readings import to_json
from vision.watching.film import TURNS, NoFilm, film

READERS = {
    "dice": "vision.dice",
    "cards": "vision.cards",
    "amulets": "vision.amulets",
    "board": "vision.board",
}
"""Each module offers `add_arguments(parser)`, `report(image, args)` and
`draw(image, report)`."""


def main(arguments: list[str] | None = None) -> int:
    """Read every photo and print one line for each; 2 if a file is no image."""
    parser = argparse.ArgumentParser(prog="python -m vision", description=__doc__)
    commands = parser.add_subparsers(dest="reader", required=True)
    for name, module in READERS.items():
        if importlib.util.find_spec(module) is None:
            continue
        command = commands.add_parser(name)
        command.add_argument("photos", nargs="+", metavar="PHOTO")
        command.add_argument("--json", action="store_true", help="one JSON line each")
        command.add_argument(
            "--draw", metavar="OUT", help="file or folder to draw into"
        )
        importlib.import_module(module).add_arguments(command)
    watching = commands.add_parser("watch", help="look at a camera or a film")
    watching.add_argument("source", metavar="SOURCE", help="number, URL or file")
    watching.add_argument("--reader", dest="with_reader", choices=READERS)
    watching.add_argument("--json", action="store_true", help="one JSON line each")
    watching.add_argument(
        "--turn", type=int, choices=TURNS, default=0, help="degrees clockwise"
    )
    watched = _watched_with(arguments)
    watching.set_defaults(with_reader=watched)
    importlib.import_module(READERS[watched]).add_arguments(watching)
    args = parser.parse_args(arguments)
    if args.reader == "watch":
        return _watch(args)
    reader = importlib.import_module(READERS[args.reader])
    return max(_read(reader, photo, args) for photo in args.photos)


def _read(reader: Any, photo: str, args: argparse.Namespace) -> int:
    began = time.perf_counter()
    try:
        image = load(photo)
        shrunk = shrunk_by(photo, image)
    except (NotAnImage, TooLarge) as refused:
        print(f"{photo}: {refused}", file=sys.stderr)
        return 2
    report = reader.report(image, args)
    milliseconds = round((time.perf_counter() - began) * 1000, 1)
    line = {"photo": photo, **to_json(report, shrunk), "ms": milliseconds}
    print(json.dumps(line) if args.json else _plain(line))
    if args.draw:
        out = Path(args.draw)
        if len(args.photos) > 1 or out.is_dir():
            out.mkdir(parents=True, exist_ok=True)
            out = out / Path(photo).with_suffix(".png").name
        cv2.imwrite(str(out), reader.draw(image, report))
    return 0


def _watched_with(arguments: list[str] | None) -> str:
    """Return the reader of `watch`: which arguments there are depends on it."""
    first = argparse.ArgumentParser(add_help=False)
    first.add_argument("--reader", default="dice")
    named = str(first.parse_known_args(arguments)[0].reader)
    return named if named in READERS else "dice"


def _watch(args: argparse.Namespace) -> int:
    """Print one line for every scene at rest; 2 if the source shows nothing."""
    reader = importlib.import_module(READERS[args.with_reader])
    try:
        frames = film(args.source, args.turn)
        for scene in watch(frames, lambda image: reader.report(image, args)):
            said = to_json(scene.report, scene.shrunk)
            if not scene.report.readings:
                said.pop("problem", None)  # a bare table is no problem here
            line = {"at": round(scene.at, 3), "frame": scene.frame, **said}
            if scene.signs:
                line["signs"] = [sign.what for sign in scene.signs]
            plain = {"photo": f"{scene.at:.2f} s", **line}
            print(json.dumps(line) if args.json else _plain(plain), flush=True)
    except NoFilm as missing:
        print(missing, file=sys.stderr)
        return 2
    return 0


def _plain(line: dict[str, Any]) -> str:
    words = [f"{key}: {value}" for key, value in line.items() if key != "photo"]
    return "\n  ".join([line["photo"], *words])


if __name__ == "__main__":
    sys.exit(main())
