"""Drives the Polymarket adapter of PyPI nautilus_trader: its WebSocket client and decoders, with its own SDK."""

import asyncio
import threading

import msgspec
from nautilus_trader.adapters.polymarket.common.credentials import PolymarketWebSocketAuth
from nautilus_trader.adapters.polymarket.schemas.trade import PolymarketTradeReport
from nautilus_trader.adapters.polymarket.schemas.user import PolymarketOpenOrder
from nautilus_trader.adapters.polymarket.websocket.client import PolymarketWebSocketChannel, PolymarketWebSocketClient
from nautilus_trader.adapters.polymarket.websocket.types import MARKET_WS_MESSAGE, USER_WS_MESSAGE
from nautilus_trader.common.component import LiveClock
from py_clob_client_v2 import ClobClient, OrderArgs, OrderPayload, OrderType
from steps import SITE, drive, must

YES, CONDITION = SITE["yes"], SITE["condition"]
client = ClobClient(SITE["clob"], key=SITE["key"], chain_id=137)
seen = {}


def key():
    client.set_api_creds(client.create_or_derive_api_key())


def place():
    seen["open"] = client.create_and_post_order(OrderArgs(token_id=YES, price=0.3, size=10, side="BUY"))["orderID"]


def taken():
    seen["filled"] = client.create_and_post_order(OrderArgs(token_id=YES, price=0.55, size=5, side="BUY"))["orderID"]


def reports(kind, rows):
    decoded = [msgspec.json.decode(msgspec.json.encode(row), type=kind) for row in rows]
    must(len(decoded) > 0, "none")
    return decoded


def one_order():
    order = reports(PolymarketOpenOrder, [client.get_order(seen["open"])])[0]
    must(order.status.value == "LIVE", f"status {order.status}")


def too_late():
    """With these words, the adapter waits for the fill."""
    why = client.cancel_order(OrderPayload(orderID=seen["filled"]))["not_canceled"][seen["filled"]]
    must("already canceled or matched" in why, why)


def followed(channel, subscription, kind, wanted, act):
    """Frames that the adapter's client passes to its handler, decoded as in the adapter: a refused frame ends the step."""

    async def follow():
        received, refused = set(), []
        whole = asyncio.Event()

        def hear(raw):
            try:
                message = msgspec.json.decode(raw, type=kind)
            except msgspec.MsgspecError as error:
                refused.append(f"{error}: {raw[:80]!r}")
                message = None
            received.add(type(message[0] if isinstance(message, list) else message).__name__)
            if refused or wanted <= received:
                whole.set()

        creds = client.creds
        auth = PolymarketWebSocketAuth(apiKey=creds.api_key, secret=creds.api_secret, passphrase=creds.api_passphrase)
        stream = PolymarketWebSocketClient(
            clock=LiveClock(),
            base_url=f"{SITE['stream']}/ws/",
            channel=channel,
            handler=hear,
            handler_reconnect=None,
            loop=asyncio.get_running_loop(),
            auth=auth if channel is PolymarketWebSocketChannel.USER else None,
        )
        stream.add_subscription(subscription)
        await stream.connect()
        await asyncio.sleep(0.5)
        acting = threading.Thread(target=act)
        acting.start()
        try:
            await asyncio.wait_for(whole.wait(), 20)
        finally:
            await asyncio.to_thread(acting.join)
            await stream.disconnect()
        must(not refused, "; ".join(refused))

    asyncio.run(follow())


def market():
    wanted = {"PolymarketBookSnapshot", "PolymarketQuotes", "PolymarketTrade"}
    followed(PolymarketWebSocketChannel.MARKET, YES, MARKET_WS_MESSAGE, wanted, taken)


def user():
    wanted = {"PolymarketUserOrder", "PolymarketUserTrade"}
    followed(PolymarketWebSocketChannel.USER, CONDITION, USER_WS_MESSAGE, wanted, taken)


drive(
    [
        ("trading", "key", key),
        ("trading", "place GTC", place),
        ("trading", "open orders", lambda: reports(PolymarketOpenOrder, client.get_open_orders())),
        ("trading", "one order", one_order),
        ("trading", "crossing order", taken),
        ("trading", "trades", lambda: reports(PolymarketTradeReport, client.get_trades())),
        ("trading", "cancel of a filled order", too_late),
        ("trading", "cancel", lambda: must(len(client.cancel_order(OrderPayload(orderID=seen["open"]))["canceled"]) == 1, "not cancelled")),
        ("streams", "market", market),
        ("streams", "user", user),
    ]
)
