"""Drives PyPI polymarket-kit: its own readers and streams, and orders by the SDK that it wraps."""

import asyncio

from polymarket_kit import ClobClient, GammaClient, PolymarketWebSocket, TradingClient
from polymarket_kit.data import DataClient
from steps import SITE, drive, must
from streamed_book import StreamedBook

YES, CONDITION, MAKER, SLUG = SITE["yes"], SITE["condition"], SITE["maker"], SITE["slug"]
clob, gamma, data = ClobClient(base_url=SITE["clob"]), GammaClient(base_url=SITE["gamma"]), DataClient(base_url=SITE["data"])
trader = TradingClient(private_key=SITE["key"], host=SITE["clob"])
loop = asyncio.new_event_loop()
seen = {}


def run(work):
    return loop.run_until_complete(work)


def some(rows):
    must(len(rows) > 0, "none")


async def limit(price, size):
    placed = await trader.place_limit_order(YES, price, size)
    must(placed.success, placed.error)
    return placed.order_id


async def market(amount):
    placed = await trader.place_market_order(YES, amount)
    must(placed.success and placed.status == "matched", placed.error or f"status {placed.status}")


def place():
    seen["id"] = run(limit(0.3, 10))


def one_order():
    must(run(trader.get_order(seen["id"]))["status"] == "LIVE", "not live")


def cancelled():
    must(run(trader.cancel_order(seen["id"])), "refused")
    must(not any(order["id"] == seen["id"] for order in run(trader.get_open_orders())), "still open")


async def streamed(channel, follow):
    """Passes the events of its callbacks to `follow`, in order."""
    events = asyncio.Queue()
    creds = trader.api_creds if channel == "user" else None
    stream = PolymarketWebSocket(channel, api_creds=creds, url=f"{SITE['stream']}/ws/{channel}")
    for name in ("book", "price_change", "last_trade", "order", "trade"):
        setattr(stream, f"on_{name}", lambda event, name=name: events.put_nowait((name, event)))

    async def until(what, wanted):
        while True:
            try:
                name, event = await asyncio.wait_for(events.get(), 20)
            except TimeoutError:
                raise AssertionError(f"{what} was not received") from None
            if wanted(name, event):
                return event

    await stream.connect()
    try:
        await follow(stream, until)
    finally:
        await stream.close()


async def book_stream(stream, until):
    streamed = StreamedBook(YES)
    await stream.subscribe([YES])
    book = await until("a book", lambda name, event: name == "book")
    streamed.begin(book.bids, book.asks, book.hash)
    order = await limit(0.21, 7)

    def is_order(name, event):
        return name == "price_change" and any(float(change.price) == 0.21 for change in event.price_changes)

    for change in (await until("the order", is_order)).price_changes:
        if change.asset_id == YES:
            streamed.change(change.side, change.price, change.size, change.hash)
    streamed.must_be_true(1)
    await trader.cancel_order(order)
    await market(5)
    await until("the trade", lambda name, event: name == "last_trade" and float(event.price) == 0.55)


async def user_stream(stream, until):
    await asyncio.sleep(0.5)
    order = await limit(0.22, 7)
    await until("the placement", lambda name, event: name == "order" and event.id == order and event.type == "PLACEMENT")
    await trader.cancel_order(order)
    await until("the cancellation", lambda name, event: name == "order" and event.id == order and event.type == "CANCELLATION")
    await market(5)
    await until("the trade", lambda name, event: name == "trade" and event.trader_side == "TAKER" and float(event.price) == 0.55)


def tag():
    return int(gamma.get_tags({"limit": 1})[0].id)


STEPS = [
    ("trading", "key", lambda: run(trader.initialize())),
    ("trading", "place GTC", place),
    ("trading", "open orders", lambda: must(any(o["id"] == seen["id"] for o in run(trader.get_open_orders())), "not listed")),
    ("trading", "one order", one_order),
    ("trading", "cancel", cancelled),
    ("trading", "market FAK", lambda: run(market(6))),
    ("trading", "cancel all", lambda: must(run(trader.cancel_all()), "refused")),
    ("books", "history", lambda: clob.get_price_history(YES, interval="1h")),
    ("catalog", "markets", lambda: some(gamma.get_markets({"limit": 20}))),
    ("catalog", "active markets", lambda: some(gamma.get_active_markets())),
    ("catalog", "events", lambda: some(gamma.get_events({"limit": 20}))),
    ("catalog", "event", lambda: must(gamma.get_event_by_slug(SLUG).slug == SLUG, "another event")),
    ("catalog", "pages of events", lambda: some(gamma.get_events_paginated({"limit": 5}).data)),
    ("catalog", "tags", lambda: some(gamma.get_tags({"limit": 20}))),
    ("catalog", "related tags", lambda: gamma.get_related_tags_relationships_by_tag_id(tag())),
    ("catalog", "tags of tags", lambda: gamma.get_tags_related_to_tag_id(tag())),
    ("catalog", "series", lambda: gamma.get_series({"limit": 5})),
    ("catalog", "teams", lambda: gamma.get_teams({"limit": 5})),
    ("catalog", "search", lambda: gamma.search({"q": "the"})),
    ("data", "health", data.health_check),
    ("data", "trades", lambda: some(data.get_trades({"user": MAKER}))),
    ("data", "activity", lambda: some(data.get_user_activity({"user": MAKER}))),
    ("data", "positions", lambda: some(data.get_current_positions({"user": MAKER}))),
    ("data", "closed positions", lambda: data.get_closed_positions({"user": MAKER})),
    ("data", "value", lambda: some(data.get_total_value({"user": MAKER}))),
    ("data", "traded", lambda: must(data.get_total_markets_traded({"user": MAKER}).traded > 0, "none")),
    ("data", "holders", lambda: some(data.get_top_holders({"market": [CONDITION]}))),
    ("data", "open interest", lambda: some(data.get_open_interest({"market": [CONDITION]}))),
    ("data", "live volume", lambda: data.get_live_volume({"id": int(SITE["event"])})),
    ("streams", "market", lambda: run(streamed("market", book_stream))),
    ("streams", "user", lambda: run(streamed("user", user_stream))),
]

drive(STEPS)
