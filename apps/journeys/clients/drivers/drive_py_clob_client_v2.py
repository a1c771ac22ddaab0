"""Drives PyPI py-clob-client-v2."""

from py_clob_client_v2 import rfq
from py_clob_client_v2.client import ClobClient
from py_clob_client_v2.clob_types import (
    AssetType,
    BalanceAllowanceParams,
    BookParams,
    MarketOrderArgs,
    OrderArgs,
    OrderPayload,
    OrderScoringParams,
    OrderType,
    PricesHistoryParams,
)
from rfq_steps import rfq_steps
from steps import SITE, drive, must

YES, NO, CONDITION, DAY = SITE["yes"], SITE["no"], SITE["condition"], SITE["day"]
client = ClobClient(SITE["clob"], 137, key=SITE["key"])
seen = {}


def key():
    client.set_api_creds(client.create_or_derive_api_key())


def place():
    seen["id"] = client.create_and_post_order(OrderArgs(token_id=YES, price=0.3, size=10, side="BUY"))["orderID"]


def market():
    placed = client.create_and_post_market_order(
        MarketOrderArgs(token_id=YES, amount=6, side="BUY", order_type=OrderType.FOK), order_type=OrderType.FOK
    )
    must(placed["status"] == "matched", f"status {placed['status']}")
    must(len(placed["tradeIDs"]) == 1, "no trade named")


def quoter():
    """A separate account with the sandbox's credit."""
    other = ClobClient(SITE["clob"], 137, key=SITE["quoterKey"])
    other.set_api_creds(other.create_or_derive_api_key())
    return other


drive(
    [
        ("trading", "key", key),
        ("trading", "place GTC", place),
        ("trading", "open orders", lambda: must(any(o["id"] == seen["id"] for o in client.get_open_orders()), "not listed")),
        ("trading", "one order", lambda: must(client.get_order(seen["id"])["id"] == seen["id"], "another order")),
        ("trading", "is scoring", lambda: client.is_order_scoring(OrderScoringParams(orderId=seen["id"]))),
        ("trading", "cancel", lambda: must(len(client.cancel_order(OrderPayload(orderID=seen["id"]))["canceled"]) == 1, "not cancelled")),
        ("trading", "market FOK", market),
        ("trading", "trades", lambda: must(client.get_trades()[0]["trader_side"] == "TAKER", "no trade as taker")),
        ("trading", "cancel all", client.cancel_all),
        ("trading", "balance", lambda: must(int(client.get_balance_allowance(BalanceAllowanceParams(asset_type=AssetType.COLLATERAL))["balance"]) > 0, "none")),
        ("trading", "notifications", client.get_notifications),
        ("trading", "api keys", lambda: must(len(client.get_api_keys()["apiKeys"]) == 1, "not one key")),
        ("trading", "read-only keys", client.get_readonly_api_keys),
        ("trading", "builder keys", lambda: (client.create_builder_api_key(), client.revoke_builder_api_key(), must(all(k["revokedAt"] for k in client.get_builder_api_keys()), "a key lives on"))),
        ("trading", "heartbeat", client.post_heartbeat),
        ("books", "ok", lambda: must(client.get_ok() == "OK", "not OK")),
        ("books", "book", lambda: client.get_order_book(YES)),
        ("books", "books", lambda: must(len(client.get_order_books([BookParams(token_id=YES), BookParams(token_id=NO)])) == 2, "not two")),
        ("books", "prices", lambda: client.get_prices([BookParams(token_id=YES, side="BUY")])),
        ("books", "midpoint", lambda: client.get_midpoint(YES)),
        ("books", "spread", lambda: client.get_spread(YES)),
        ("books", "last trade", lambda: client.get_last_trade_price(YES)),
        ("books", "history", lambda: client.get_prices_history(PricesHistoryParams(market=YES, interval="1h"))),
        ("books", "live activity", lambda: must(len(client.get_market_trades_events(CONDITION)) > 0, "no events")),
        ("catalog", "markets", lambda: must(len(client.get_markets()["data"]) > 0, "none")),
        ("catalog", "sampling markets", lambda: must(len(client.get_sampling_markets()["data"]) > 0, "none")),
        ("catalog", "market", lambda: must(client.get_market(CONDITION)["condition_id"] == CONDITION, "another market")),
        ("rewards", "current", lambda: must(len(client.get_current_rewards()) > 0, "none")),
        ("rewards", "of a market", lambda: must(len(client.get_raw_rewards_for_market(CONDITION)) == 1, "not one")),
        ("rewards", "earnings of a day", lambda: client.get_earnings_for_user_for_day(DAY)),
        ("rewards", "total of a day", lambda: client.get_total_earnings_for_user_for_day(DAY)),
        ("rewards", "percentages", client.get_reward_percentages),
        ("rewards", "earnings and markets", lambda: must(len(client.get_user_earnings_and_markets_config(DAY)) > 0, "none")),
        *rfq_steps(rfq, client, quoter),
    ]
)
