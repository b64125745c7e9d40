"""The kit to print: stickers, player aid, join card and corner markers as a PDF."""
