"""Drives PyPI polymarket-apis: its clients of the catalog and of the data service, and its streams, which decode every frame."""

import threading
import time

from polymarket_apis.clients.data_client import PolymarketDataClient
from polymarket_apis.clients.gamma_client import PolymarketGammaClient
from polymarket_apis.clients.websockets_client import PolymarketWebsocketsClient, WebsocketCallbackConfig
from steps import SITE, drive, must

YES, MAKER = SITE["yes"], SITE["maker"]
gamma = PolymarketGammaClient(base_url=SITE["gamma"])
data = PolymarketDataClient(base_url=SITE["data"])


def some(rows):
    must(len(rows) > 0, "none")


def market():
    """It passes on a frame unchanged if it cannot decode it."""
    received = threading.Event()
    events = []

    def hear(event):
        events.extend(event if isinstance(event, list) else [event])
        received.set()

    streams = PolymarketWebsocketsClient(callbacks=WebsocketCallbackConfig(parse_error_policy="raw"))
    streams.url_market = f"{SITE['stream']}/ws/market"
    connection = streams.open_market_connection([YES], process_event=hear)
    try:
        must(received.wait(20), "nothing was received")
    finally:
        connection.close()
    odd = [repr(event)[:80] for event in events if not type(event).__module__.startswith("polymarket_apis.types")]
    must(not odd, "; ".join(odd))


def refused_topic():
    """It passes on the refusal, stays connected and does not subscribe again."""
    received = []
    connected = []
    callbacks = WebsocketCallbackConfig(parse_error_policy="raw", on_connect=connected.append)
    streams = PolymarketWebsocketsClient(callbacks=callbacks)
    streams.url_real_time_data = SITE["data"].replace("http", "ws")
    connection = streams.open_real_time_data_connection([{"topic": "comments", "type": "*"}], process_event=received.append)
    try:
        time.sleep(5)
    finally:
        connection.close()
    must(len(connected) == 1, f"connected {len(connected)} times")
    must(len(received) == 1 and "there is no topic" in str(received[0]), repr(received)[:200])


def related_tags():
    for tag in gamma.get_tags(limit=20):
        gamma.get_related_tag_ids_by_tag_id(int(tag.id))


drive(
    [
        ("catalog", "markets", lambda: some(gamma.get_markets(limit=20))),
        ("catalog", "events", lambda: some(gamma.get_events(limit=20))),
        ("catalog", "tags", lambda: some(gamma.get_tags(limit=20))),
        ("catalog", "related tags", related_tags),
        ("catalog", "profile", lambda: must(gamma.get_public_profile(MAKER).created_at is not None, "no time")),
        ("data", "trades", lambda: some(data.get_trades(limit=5))),
        ("data", "positions", lambda: some(data.get_positions(MAKER))),
        ("data", "open interest", lambda: some(data.get_open_interest())),
        ("data", "live volume", lambda: data.get_live_volume(SITE["event"])),
        ("data", "leaderboard", lambda: some(data.get_leaderboard_rankings(time_period="ALL"))),
        ("streams", "market", market),
        ("streams", "refused topic", refused_topic),
    ]
)
