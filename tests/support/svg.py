"""What stands in an SVG."""

from pathlib import Path
from xml.etree import ElementTree

SVG = "{http://www.w3.org/2000/svg}"


def words(path: Path) -> str:
    """All text in an SVG file, lines joined by blanks."""
    return " ".join(" ".join(ElementTree.parse(path).getroot().itertext()).split())
