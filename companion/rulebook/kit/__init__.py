"""The kit to print: stickers, player aid, join card and corner markers as a PDF."""

from companion.rulebook.kit.kit import PAPERS, Kit, make_kit

__all__ = ["PAPERS", "Kit", "make_kit"]
