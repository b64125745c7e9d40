"""Card reader: names by their titles, or by their pictures once taught."""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from vision import lexicon
from vision.cards.reading import read as read
from vision.image import BgrImage

GREEN, AMBER = (60, 180, 60), (0, 140, 255)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add what can be said about the cards on the command line."""
    parser.add_argument(
        "--game", default="samsara", choices=lexicon.names(), help="whose titles"
    )
    parser.add_argument("--lexicon", metavar="FILE", help="an own list of titles")
    parser.add_argument("--lang", default=None, help="en, fr or it; all if not given")
    parser.add_argument(
        "--may", type=json.loads, metavar="JSON", help='cards that can be: {"jann": 2}'
    )
    parser.add_argument("--taught", metavar="DIR", help="folder of taught cards")
    parser.add_argument(
        "--teach", metavar="CARD", help="learn the card shown into --taught"
    )


def report(image: BgrImage, args: argparse.Namespace) -> dict[str, Any]:
    """Return the cards of one photo, or what was learnt from it."""
    if args.teach and args.taught:
        return _learnt(image, args)
    from vision import teach

    langs = args.lang.split(",") if args.lang else lexicon.LANGUAGES
    taught = teach.load(args.taught) if args.taught else None
    return read(image, args.lexicon or args.game, langs, args.may, taught)


def _learnt(image: BgrImage, args: argparse.Namespace) -> dict[str, Any]:
    from vision import teach

    try:
        kept = teach.learn(image, args.teach, Path(args.taught))
    except teach.CannotLearn as refused:
        return {"cards": [], "certain": False, "problem": str(refused)}
    card = {"card": args.teach, "title": None, "confidence": 1.0, "quad": kept["quad"]}
    return {"cards": [card], "certain": True, "taught": kept["card"]}


def draw(image: BgrImage, report: dict[str, Any]) -> BgrImage:
    """Return the photo with each card outlined and named."""
    drawn = image.copy()
    thick = max(2, max(image.shape[:2]) // 500)
    for card in report["cards"]:
        corners = np.array(card["quad"]).round().astype(np.int32)
        colour = GREEN if card["card"] else AMBER
        cv2.polylines(drawn, [corners], True, colour, thick)
        cv2.line(drawn, corners[0].tolist(), corners[1].tolist(), colour, 3 * thick)
        words = f"{card['card'] or '?'} {card['confidence']:.2f}"
        place = (int(corners[:, 0].min()), int(corners[:, 1].mean()))
        size = max(image.shape[:2]) / 1400
        cv2.putText(drawn, words, place, 0, size, (0, 0, 0), 3 * thick)
        cv2.putText(drawn, words, place, 0, size, (255, 255, 255), thick)
    return BgrImage(drawn)
