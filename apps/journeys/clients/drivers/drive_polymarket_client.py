"""Drives PyPI polymarket-client, the official SDK: its environments have no public way to name another host.

With `follow`, its stream only, through what is done to it.
"""

import asyncio
import dataclasses
import sys
import time

from eth_account import Account
from polymarket import environments
from polymarket.clients.async_public import AsyncPublicClient
from polymarket.clients.async_secure import AsyncSecureClient
from polymarket.clients.public import PublicClient
from polymarket.clients.secure import SecureClient
from polymarket.streams import MarketSpec, UserSpec
from steps import SITE, drive, must
from streamed_book import StreamedBook

CONDITION, USER, DAY, EVENT = SITE["condition"], SITE["maker"], SITE["day"], SITE["event"]
YES, KEY = SITE["yes"], SITE["key"]
TIMEOUT_SECONDS = 20
config = dataclasses.replace(
    environments.PRODUCTION._config,
    clob_url=SITE["clob"],
    gamma_url=SITE["gamma"],
    data_url=SITE["data"],
    clob_market_ws_url=f"{SITE['stream']}/ws/market",
    clob_user_ws_url=f"{SITE['stream']}/ws/user",
)
ENVIRONMENT = environments._create_environment(name="site", config=config)
WALLET = Account.from_key(KEY).address
client = PublicClient(environment=ENVIRONMENT)
seen = {}


def some(pages, count=1):
    """The first items of a paginated list, from as many pages as needed."""
    items = []
    for item in pages.iter_items():
        items.append(item)
        if len(items) >= count:
            break
    must(len(items) >= min(count, 1), "none")
    return items


def step(flow, name, work):
    return (flow, name, work)


def key():
    seen["trader"] = SecureClient.create(private_key=KEY, wallet=WALLET, environment=ENVIRONMENT)


def trader():
    return seen["trader"]


def accepted(placed):
    must(placed.ok, str(placed))
    return placed


def place():
    seen["id"] = accepted(trader().place_limit_order(asset_id=YES, price=0.3, size=10, side="BUY")).order_id


def market():
    placed = accepted(trader().place_market_order(asset_id=YES, side="BUY", amount=6, order_type="FOK"))
    must(placed.status == "matched" and len(placed.trade_ids) == 1, f"status {placed.status}")
    must(len(trader().wait_for_order_fill_settlement(placed)) == 1, "not settled")


async def awaited(what, events, wanted, seconds=TIMEOUT_SECONDS):
    """The first item that is `wanted`."""

    async def first():
        async for event in events:
            if wanted(event):
                return event

    try:
        return await asyncio.wait_for(first(), seconds)
    except asyncio.TimeoutError:
        raise AssertionError(f"{what} was not received") from None


def apply(streamed, event):
    if event.type == "book":
        streamed.begin(event.payload.bids, event.payload.asks, event.payload.hash)
    if event.type == "price_change":
        for each in event.payload.price_changes:
            if each.asset_id == streamed.token_id:
                streamed.change(each.side, each.price, each.size, each.hash)


async def market_stream():
    streamed = StreamedBook(YES)
    async with AsyncPublicClient(environment=ENVIRONMENT) as public:
        events = await public.subscribe(MarketSpec(asset_ids=[YES], custom_feature_enabled=True))
        apply(streamed, await awaited("a book", events, lambda event: event.type == "book"))
        placed = accepted(trader().place_limit_order(asset_id=YES, price=0.21, size=7, side="BUY"))

        def mine(event):
            apply(streamed, event)
            return event.type == "price_change" and streamed.sides["bids"].get(0.21) == 7

        await awaited("the order", events, mine)
        streamed.must_be_true(1)
        trader().cancel_order(order_id=placed.order_id)
        accepted(trader().place_market_order(asset_id=YES, side="BUY", amount=5, order_type="FOK"))
        await awaited("the trade", events, lambda event: event.type == "last_trade_price")


async def user_stream():
    secure = await AsyncSecureClient.create(private_key=KEY, wallet=WALLET, environment=ENVIRONMENT)
    async with secure:
        events = await secure.subscribe(UserSpec(markets=[CONDITION]))
        await asyncio.sleep(0.5)
        placed = accepted(trader().place_limit_order(asset_id=YES, price=0.22, size=7, side="BUY"))

        def is_order(kind):
            return lambda e: e.type == "order" and e.payload.id == placed.order_id and e.payload.order_event_type == kind

        await awaited("the placement", events, is_order("PLACEMENT"))
        trader().cancel_order(order_id=placed.order_id)
        await awaited("the cancellation", events, is_order("CANCELLATION"))
        taken = accepted(trader().place_market_order(asset_id=YES, side="BUY", amount=5, order_type="FOK"))
        await awaited(
            "the trade",
            events,
            lambda e: e.type == "trade" and e.payload.taker_order_id == taken.order_id and e.payload.status == "CONFIRMED",
        )


async def follow():
    """Runs until the load's last order, through disconnects and a restart."""
    streamed = StreamedBook(YES)
    async with AsyncPublicClient(environment=ENVIRONMENT) as public:
        events = await public.subscribe(MarketSpec(asset_ids=[YES]))

        def last(event):
            apply(streamed, event)
            return streamed.is_last

        await awaited("the last order", events, last, int(SITE["timeoutMs"]) / 1000)
        streamed.must_be_true(int(SITE["changes"]))


def profit():
    """At full steps since the wallet's first activity, and now."""
    points = client.get_user_pnl(user=USER).points
    must(len(points) > 0, "no point")
    times = [point.timestamp.timestamp() for point in points]
    must(times == sorted(set(times)), "not one after the other")
    must(abs(times[-1] - time.time()) < TIMEOUT_SECONDS, "the last point is not now")
    must(points[-1].trade_count > 0, "no trade")


FLOWS = [
    step("trading", "key", key),
    step("trading", "place GTC", place),
    step("trading", "open orders", lambda: must(any(o.id == seen["id"] for o in some(trader().list_open_orders())), "not listed")),
    step("trading", "one order", lambda: must(trader().get_order(order_id=seen["id"]).id == seen["id"], "another order")),
    step("trading", "cancel", lambda: must(len(trader().cancel_order(order_id=seen["id"]).canceled) == 1, "not cancelled")),
    step("trading", "market FOK, settled", market),
    step("trading", "trades", lambda: must(len(some(trader().list_account_trades(), 9)) == 1, "not one")),
    step("trading", "cancel all", lambda: trader().cancel_all()),
    step("trading", "balance", lambda: must(trader().get_balance_allowance(asset_type="COLLATERAL").balance > 0, "none")),
    step("trading", "notifications", lambda: trader().get_notifications()),
    step("trading", "api keys", lambda: must(len(trader().fetch_api_keys()) == 1, "not one key")),
    step("trading", "closed only", lambda: trader().get_closed_only_mode()),
    step("trading", "heartbeat", lambda: trader().send_order_heartbeat()),
    step("catalog", "markets", lambda: some(client.list_markets(page_size=5), 12)),
    step("catalog", "events", lambda: some(client.list_events(page_size=5), 12)),
    step("catalog", "search", lambda: client.search(q="the").first_page()),
    step("books", "book", lambda: client.get_order_book(asset_id=YES)),
    step("books", "midpoint", lambda: client.get_midpoint(asset_id=YES)),
    step("data", "trades", lambda: some(client.list_trades(user=USER, page_size=1), 3)),
    step("data", "activity", lambda: some(client.list_activity(user=USER, page_size=1), 3)),
    step("data", "positions", lambda: some(client.list_positions(user=USER, page_size=1))),
    step("data", "value", lambda: must(client.get_portfolio_value(user=USER).value > 0, "none")),
    step("data", "user stats", lambda: must(client.get_user_stats(user=USER).traded_market_count > 0, "none")),
    step("data", "user pnl", profit),
    step("data", "user volume", lambda: must(client.get_user_volume(user=USER).trade_count > 0, "none")),
    step("data", "tokens", lambda: must([t.asset_id for t in client.get_token_references(asset_ids=[YES])] == [YES], "another token")),
    step("data", "tokens of a market", lambda: must(len(client.get_token_references(condition_ids=CONDITION)) == 2, "not two")),
    step("data", "holders", lambda: some(client.list_market_holders(condition_ids=CONDITION))),
    step("data", "open interest", lambda: must(client.get_open_interests(condition_ids=CONDITION)[0].value > 0, "none")),
    step("data", "live volume", lambda: client.get_event_live_volume(event_ids=int(EVENT))),
    step("data", "leaderboard", lambda: some(client.list_trader_leaderboard(window="all"))),
    step("data", "standing", lambda: must(client.get_trader_leaderboard_standing(user=USER, window="all") is not None, "none")),
    step("data", "biggest winners", lambda: client.list_biggest_winners(window="all").first_page()),
    step("data", "builders", lambda: client.list_builder_leaderboard(window="all").first_page()),
    step("data", "builder volumes", client.get_builder_volumes),
    step("data", "accounting", lambda: must(client.download_accounting_snapshot(user=USER)[:2] == b"PK", "no archive")),
    step("rewards", "current", lambda: some(client.list_current_rewards())),
    step("rewards", "of a market", lambda: some(client.list_market_rewards(condition_id=CONDITION))),
    step("rewards", "markets", lambda: some(client.list_reward_markets(page_size=5))),
    step("rewards", "rebates", lambda: client.get_current_rebates(date=DAY, maker_address=USER)),
    step("streams", "market", lambda: asyncio.run(market_stream())),
    step("streams", "user", lambda: asyncio.run(user_stream())),
]

drive([step("streams", "book through cuts", lambda: asyncio.run(follow()))] if sys.argv[1:] == ["follow"] else FLOWS)
