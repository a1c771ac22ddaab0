"""Drives PyPI py-clob-client, of the first exchange version; by `kuest` kuest-py-clob-client, whose module has the same name."""

import sys

from py_clob_client import rfq
from py_clob_client.client import ClobClient
from py_clob_client.clob_types import (
    AssetType,
    BalanceAllowanceParams,
    BookParams,
    MarketOrderArgs,
    OrderArgs,
    OrderScoringParams,
    OrderType,
)
from rfq_steps import rfq_steps
from steps import SITE, drive, must

YES, NO, CONDITION = SITE["yes"], SITE["no"], SITE["condition"]
IS_KUEST = "kuest" in sys.argv
CHAIN = 80002 if IS_KUEST else 137
client = ClobClient(SITE["clob"], key=SITE["key"], chain_id=CHAIN, funder=SITE.get("funder"))
seen = {}


def key():
    client.set_api_creds(client.create_or_derive_api_creds())


def place():
    seen["id"] = client.create_and_post_order(OrderArgs(token_id=YES, price=0.3, size=10, side="BUY"))["orderID"]


def trades():
    must(client.get_trades()[0]["type" if IS_KUEST else "trader_side"] == "TAKER", "no trade as taker")


def keys():
    answer = client.get_api_keys()
    must(len(answer if IS_KUEST else answer["apiKeys"]) == 1, "not one key")


def market():
    order = client.create_market_order(MarketOrderArgs(token_id=YES, amount=6, side="BUY", order_type=OrderType.FOK))
    placed = client.post_order(order, OrderType.FOK)
    must(placed["status"] == "matched", f"status {placed['status']}")


def quoter():
    """A separate account with the sandbox's credit, or a deposit wallet."""
    other = ClobClient(SITE["clob"], key=SITE["quoterKey"], chain_id=CHAIN, funder=SITE.get("quoterFunder"))
    other.set_api_creds(other.create_or_derive_api_creds())
    return other


drive(
    [
        ("trading", "key", key),
        ("trading", "place GTC", place),
        ("trading", "open orders", lambda: must(any(o["id"] == seen["id"] for o in client.get_orders()), "not listed")),
        ("trading", "one order", lambda: must(client.get_order(seen["id"])["id"] == seen["id"], "another order")),
        ("trading", "is scoring", lambda: client.is_order_scoring(OrderScoringParams(orderId=seen["id"]))),
        ("trading", "cancel", lambda: must(len(client.cancel(seen["id"])["canceled"]) == 1, "not cancelled")),
        ("trading", "market FOK", market),
        ("trading", "trades", trades),
        ("trading", "cancel all", client.cancel_all),
        ("trading", "balance", lambda: must(int(client.get_balance_allowance(BalanceAllowanceParams(asset_type=AssetType.COLLATERAL))["balance"]) > 0, "none")),
        ("trading", "notifications", client.get_notifications),
        ("trading", "api keys", keys),
        ("trading", "read-only keys", client.get_readonly_api_keys),
        ("trading", "heartbeat", lambda: client.post_heartbeat(None)),
        ("books", "ok", lambda: must(client.get_ok() == "OK", "not OK")),
        ("books", "book", lambda: client.get_order_book(YES)),
        ("books", "books", lambda: must(len(client.get_order_books([BookParams(token_id=YES), BookParams(token_id=NO)])) == 2, "not two")),
        ("books", "prices", lambda: client.get_prices([BookParams(token_id=YES, side="BUY")])),
        ("books", "midpoint", lambda: client.get_midpoint(YES)),
        ("books", "spread", lambda: client.get_spread(YES)),
        ("books", "last trade", lambda: client.get_last_trade_price(YES)),
        ("books", "last trades", lambda: client.get_last_trades_prices([BookParams(token_id=YES)])),
        ("books", "live activity", lambda: must(len(client.get_market_trades_events(CONDITION)) > 0, "no events")),
        ("catalog", "markets", lambda: must(len(client.get_markets()["data"]) > 0, "none")),
        ("catalog", "sampling markets", lambda: must(len(client.get_sampling_markets()["data"]) > 0, "none")),
        ("catalog", "market", lambda: must(client.get_market(CONDITION)["condition_id"] == CONDITION, "another market")),
        *rfq_steps(rfq, client, quoter),
    ]
)
