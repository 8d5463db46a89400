"""Cuts Limelight down to what our titles need, under a name of its own. Usage: subset_font.py FULL.woff2"""

import sys
from pathlib import Path

from fontTools import subset
from fontTools.ttLib import TTFont

TARGET = Path(__file__).resolve().parent.parent / "static/vendor/limelight.woff2"
NAME = "Nightfall Poster"
LATIN = [*range(0x20, 0x7F), *range(0xC0, 0xD7), *range(0xD8, 0xF7), *range(0xF8, 0x100)]
PUNCTUATION = [ord(sign) for sign in "\N{NO-BREAK SPACE}¡¿«»·ıŒœ–—‘’“”„•…−"]
# The name table's entries: family, unique id, full name, PostScript name.
FAMILY, UNIQUE, FULL, POSTSCRIPT = 1, 3, 4, 6


def cut(source: str) -> None:
    options = subset.Options(
        flavor="woff2", hinting=False, layout_features=["*"], name_IDs=[0, FAMILY, 2, 5, 13, 14]
    )
    font = TTFont(source)
    subsetter = subset.Subsetter(options)
    subsetter.populate(unicodes=[*LATIN, *PUNCTUATION])
    subsetter.subset(font)
    for entry, text in {FAMILY: NAME, UNIQUE: NAME, FULL: NAME, POSTSCRIPT: NAME.replace(" ", "")}.items():
        font["name"].setName(text, entry, 3, 1, 0x409)
    font["name"].names = [record for record in font["name"].names if record.platformID == 3]
    subset.save_font(font, TARGET, options)


if __name__ == "__main__":
    cut(sys.argv[1])
