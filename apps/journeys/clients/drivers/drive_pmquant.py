"""Drives PyPI pmquant: an executor that books only confirmed trades, over py-clob-client-v2, and its readers."""

import pmq.data as data
from pmq import PolymarketExecutor
from steps import SITE, drive, must

YES, CONDITION, MAKER = SITE["yes"], SITE["condition"], SITE["maker"]
data.CLOB, data.GAMMA, data.DATA = SITE["clob"], SITE["gamma"], SITE["data"]
seen = {}


def key():
    seen["executor"] = PolymarketExecutor(key=SITE["key"], host=SITE["clob"], builder_code=None)


def executor():
    return seen["executor"]


def place():
    placed = executor().limit_gtc(YES, 0.3, 10, "BUY", post_only=True)
    must(not placed.rejected and placed.matched_shares == 0, placed.error)
    seen["id"] = placed.order_id


def cancel():
    must(executor().cancel_order(seen["id"]), "not confirmed")
    must(not executor().cancel_order(seen["id"]), "confirmed twice")


def market():
    fill = executor().buy_fak(YES, 0.6, 6)
    must(not fill.rejected and 0.54 < fill.price < 0.56 and fill.matched_usd <= 6, f"{fill}")
    seen["fill"] = fill


def reconciled():
    """The service's trades equal the response to the order."""
    shares, usd, _ = executor().reconcile(CONDITION, YES)
    must(abs(shares - seen["fill"].matched_shares) < 1e-6 and abs(usd - seen["fill"].matched_usd) < 1e-6, f"{shares} for {usd}")


def fee_rate():
    """From the exchange: without a response it uses 0.07 from its own table."""
    must(executor().fee_rate(CONDITION) != data.FEE_RATES["crypto"], "of the table")


def market_of_slug():
    parsed = [data.parse_market(each) for each in data.http_get_json(f"{SITE['gamma']}/markets?condition_ids={CONDITION}")]
    must(YES in (parsed[0]["token_a"], parsed[0]["token_b"]), "another market")
    must(data.get_market(parsed[0]["slug"])["conditionId"] == CONDITION, "another market by slug")


def book():
    book = data.get_book(YES)
    bid, _, ask, _ = data.best_bid_ask(book)
    must(0 < bid < ask < 1, f"{bid} and {ask}")
    must(all(value is not None for value in data.book_meta(book).values()), f"{data.book_meta(book)}")


def some(rows):
    must(len(rows) > 0, "none")


drive(
    [
        ("trading", "key", key),
        ("trading", "balance", lambda: executor().require_collateral(1)),
        ("trading", "place GTC", place),
        ("trading", "open orders", lambda: must(any(o["id"] == seen["id"] for o in executor().open_orders(CONDITION)), "not listed")),
        ("trading", "one order", lambda: must(executor().get_order(seen["id"])["id"] == seen["id"], "another order")),
        ("trading", "cancel", cancel),
        ("trading", "market FAK", market),
        ("trading", "reconcile", reconciled),
        ("trading", "cancel of a market", lambda: must(executor().cancel_market(CONDITION), "not cancelled")),
        ("trading", "fee rate", fee_rate),
        ("books", "book", book),
        ("catalog", "market", market_of_slug),
        ("catalog", "markets of an event", lambda: some(data.event_markets(SITE["slug"]))),
        ("data", "positions", lambda: some(data.positions(MAKER))),
        ("data", "trades", lambda: some(data.get_tape(CONDITION, 0))),
    ]
)
