"""A book as a stream's messages tell it, beside the one that the surface answers."""

import json
import urllib.request

from steps import SITE, must

# The load's last order: whoever sees it has seen what came before.
LAST = (0.01, 11.0)


class ToldBook:
    def __init__(self, token_id):
        self.token_id = token_id
        self.sides = {"bids": {}, "asks": {}}
        self.hash = None
        self.changes = 0

    def begin(self, bids, asks, hash):
        """A whole book: levels with price and size, and its hash."""
        for side, levels in (("bids", bids), ("asks", asks)):
            self.sides[side] = {float(level.price): float(level.size) for level in levels}
        self.hash = hash

    def change(self, side, price, size, hash):
        """One level, BUY or SELL; a size of 0 takes it away."""
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
        """Raises when it is not what GET /book says, hash included, or when it was told fewer changes than asked for."""
        with urllib.request.urlopen(f"{SITE['clob']}/book?token_id={self.token_id}") as answer:
            served = json.load(answer)
        for side, levels in self.sides.items():
            told = {float(level["price"]): float(level["size"]) for level in served[side]}
            must(levels == told, f"{side} are {levels}, not {told}")
        must(self.hash == served["hash"], f"hash {self.hash}, not {served['hash']}")
        must(self.changes >= changes, f"{self.changes} changes only")
