"""Card reader: names by their titles, or by their pictures once taught."""

from __future__ import annotations

import argparse
import json
from pathlib import Path

import cv2
import numpy as np

from vision import lexicon, teach
from vision.cards.reading import read as read
from vision.image import BgrImage
from vision.readings import LANGUAGES, CardReading, CardsPrior, Problem, Report

GREEN, AMBER = (60, 180, 60), (0, 140, 255)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add what can be said about the cards on the command line."""
    about = parser.add_mutually_exclusive_group(required=True)
    about.add_argument("--game", choices=lexicon.names(), help="whose titles")
    about.add_argument("--lexicon", metavar="FILE", help="an own list of titles")
    about.add_argument("--teach", metavar="CARD", help="learn this card into --taught")
    parser.add_argument("--lang", default=None, help="en, fr or it; all if not given")
    parser.add_argument(
        "--may", type=json.loads, metavar="JSON", help='cards that can be: {"jann": 2}'
    )
    parser.add_argument("--taught", metavar="DIR", help="folder of taught cards")


def report(image: BgrImage, args: argparse.Namespace) -> Report[CardReading]:
    """Return the cards of one photo, or the card that was learnt from it."""
    if args.teach:
        return _learnt(image, args)
    langs = tuple(args.lang.split(",")) if args.lang else LANGUAGES
    taught = teach.load(args.taught) if args.taught else None
    titles = args.lexicon or args.game
    return read(image, CardsPrior(titles, args.may, langs=langs, taught=taught))


def _learnt(image: BgrImage, args: argparse.Namespace) -> Report[CardReading]:
    if not args.taught:
        raise SystemExit("--teach needs --taught, the folder to learn into")
    try:
        kept = teach.learn(image, args.teach, Path(args.taught))
    except teach.CannotLearn as refused:
        return Report("cards", problem=Problem("not-learnt", str(refused)))
    card = CardReading(args.teach, quad=kept.quad)
    return Report("cards", (card,), certain=True)


def draw(image: BgrImage, report: Report[CardReading]) -> BgrImage:
    """Return the photo with each card outlined and named."""
    drawn = image.copy()
    thick = max(2, max(image.shape[:2]) // 500)
    for card in report.readings:
        corners = np.array(card.quad).round().astype(np.int32)
        colour = GREEN if card.card else AMBER
        cv2.polylines(drawn, [corners], True, colour, thick)
        cv2.line(drawn, corners[0].tolist(), corners[1].tolist(), colour, 3 * thick)
        words = f"{card.card or '?'} {card.confidence:.2f}"
        place = (int(corners[:, 0].min()), int(corners[:, 1].mean()))
        size = max(image.shape[:2]) / 1400
        cv2.putText(drawn, words, place, 0, size, (0, 0, 0), 3 * thick)
        cv2.putText(drawn, words, place, 0, size, (255, 255, 255), thick)
    return BgrImage(drawn)
