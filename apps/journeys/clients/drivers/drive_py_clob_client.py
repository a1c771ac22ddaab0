"""Drives PyPI py-clob-client, of the first exchange version; by `kuest` kuest-py-clob-client, whose module has the same name."""

import secrets
import sys

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
from py_clob_client.rfq import (
    AcceptQuoteParams,
    ApproveOrderParams,
    CancelRfqQuoteParams,
    CancelRfqRequestParams,
    GetRfqBestQuoteParams,
    GetRfqQuotesParams,
    GetRfqRequestsParams,
    RfqUserQuote,
    RfqUserRequest,
)
from steps import SITE, drive, must

YES, NO, CONDITION = SITE["yes"], SITE["no"], SITE["condition"]
IS_KUEST = "kuest" in sys.argv
client = ClobClient(SITE["clob"], key=SITE["key"], chain_id=80002 if IS_KUEST else 137, funder=SITE.get("funder"))
seen = {}


def key():
    client.set_api_creds(client.create_or_derive_api_creds())


def place():
    seen["id"] = client.create_and_post_order(OrderArgs(token_id=YES, price=0.3, size=10, side="BUY"))["orderID"]


def trades():
    must(client.get_trades()[0]["type" if IS_KUEST else "trader_side"] == "TAKER", "no trade as taker")


def keys():
    told = client.get_api_keys()
    must(len(told if IS_KUEST else told["apiKeys"]) == 1, "not one key")


def market():
    order = client.create_market_order(MarketOrderArgs(token_id=YES, amount=6, side="BUY", order_type=OrderType.FOK))
    placed = client.post_order(order, OrderType.FOK)
    must(placed["status"] == "matched", f"status {placed['status']}")


def request():
    seen["request"] = client.rfq.create_rfq_request(RfqUserRequest(token_id=YES, price=0.45, side="BUY", size=20))["requestId"]


def requests():
    found = client.rfq.get_rfq_requests(GetRfqRequestsParams(request_ids=[seen["request"]], state="active"))
    must(found["count"] == 1, "not one")


def quote():
    """By a key of its own, which the sandbox pays."""
    quoter = ClobClient(SITE["clob"], key=f"0x{secrets.token_hex(32)}", chain_id=137)
    quoter.set_api_creds(quoter.create_or_derive_api_creds())
    offer = RfqUserQuote(request_id=seen["request"], token_id=NO, price=0.57, side="BUY", size=20)
    seen["quoter"], seen["quote"] = quoter, quoter.rfq.create_rfq_quote(offer)["quoteId"]


def quotes():
    params = GetRfqQuotesParams(quote_ids=[seen["quote"]])
    must(client.rfq.get_rfq_requester_quotes(params)["data"][0]["matchType"] == "MINT", "no mint")
    must(seen["quoter"].rfq.get_rfq_quoter_quotes(params)["count"] == 1, "not one")


def best():
    found = client.rfq.get_rfq_best_quote(GetRfqBestQuoteParams(request_id=seen["request"]))
    must(found["quoteId"] == seen["quote"], "another")


def accept():
    must(client.rfq.accept_rfq_quote(AcceptQuoteParams(seen["request"], seen["quote"], 0)) == "OK", "not OK")


def approve():
    answer = seen["quoter"].rfq.approve_rfq_order(ApproveOrderParams(seen["request"], seen["quote"], 0))
    must(len(answer["tradeIds"]) == 1, "no trade")


def cancel_both():
    request()
    quote()
    must(seen["quoter"].rfq.cancel_rfq_quote(CancelRfqQuoteParams(seen["quote"])) == "OK", "quote not cancelled")
    must(client.rfq.cancel_rfq_request(CancelRfqRequestParams(seen["request"])) == "OK", "request not cancelled")


# Kuest's signs for a deposit wallet only, so that a second caller would need an operator.
RFQ = [] if IS_KUEST else [
    ("rfq", "config", lambda: must(client.rfq.rfq_config()["requestTtlSeconds"] > 0, "no config")),
    ("rfq", "request", request),
    ("rfq", "requests", requests),
    ("rfq", "quote", quote),
    ("rfq", "quotes of both", quotes),
    ("rfq", "best quote", best),
    ("rfq", "accept", accept),
    ("rfq", "approve", approve),
    ("rfq", "cancel", cancel_both),
]

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
        *RFQ,
    ]
)
