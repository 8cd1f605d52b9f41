"""How the strategies that come as data were found: searches with exact fitness, seeded, and resumable."""
