"""A book built from the messages of a stream, compared with the one that the service returns."""

import json
import urllib.request

from steps import SITE, must

# The load's last order: it arrives after all others.
LAST = (0.01, 11.0)


class StreamedBook:
    def __init__(self, token_id):
        self.token_id = token_id
        self.sides = {"bids": {}, "asks": {}}
        self.hash = None
        self.changes = 0

    def begin(self, bids, asks, hash):
        """A complete book: levels with price and size, and its hash."""
        for side, levels in (("bids", bids), ("asks", asks)):
            self.sides[side] = {float(level.price): float(level.size) for level in levels}
        self.hash = hash

    def change(self, side, price, size, hash):
        """One level, BUY or SELL; a size of 0 removes it."""
        levels = self.sides["bids" if side == "BUY" else "asks"]
        if float(size) == 0:
            levels.pop(float(price), None)
        else:
            levels[float(price)] = float(size)
        self.hash = hash
        self.changes += 1

    @property
    def is_last(self):
        return self.sides["bids"].get(LAST[0]) == LAST[1]

    def must_be_true(self, changes=0):
        """Raises unless it equals GET /book, hash included, and at least `changes` changes arrived."""
        with urllib.request.urlopen(f"{SITE['clob']}/book?token_id={self.token_id}") as answer:
            served = json.load(answer)
        for side, levels in self.sides.items():
            expected = {float(level["price"]): float(level["size"]) for level in served[side]}
            must(levels == expected, f"{side} are {levels}, not {expected}")
        must(self.hash == served["hash"], f"hash {self.hash}, not {served['hash']}")
        must(self.changes >= changes, f"{self.changes} changes only")
