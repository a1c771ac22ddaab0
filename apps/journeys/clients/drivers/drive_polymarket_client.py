"""Drives PyPI polymarket-client, the official SDK, as a reader: its environments have no public way to name another host."""

import dataclasses

from polymarket import environments
from polymarket.clients.public import PublicClient
from steps import SITE, drive, must

CONDITION, USER, DAY, EVENT = SITE["condition"], SITE["maker"], SITE["day"], SITE["event"]
config = dataclasses.replace(
    environments.PRODUCTION._config, clob_url=SITE["clob"], gamma_url=SITE["gamma"], data_url=SITE["data"]
)
client = PublicClient(environments._create_environment(name="site", config=config))


def some(pages, count=1):
    """The first items of a paginated list, over as many pages as they take."""
    seen = []
    for item in pages.iter_items():
        seen.append(item)
        if len(seen) >= count:
            break
    must(len(seen) >= min(count, 1), "none")
    return seen


def step(flow, name, work):
    return (flow, name, work)


drive(
    [
        step("catalog", "markets", lambda: some(client.list_markets(page_size=5), 12)),
        step("catalog", "events", lambda: some(client.list_events(page_size=5), 12)),
        step("catalog", "search", lambda: client.search(q="the").first_page()),
        step("books", "book", lambda: client.get_order_book(asset_id=SITE["yes"])),
        step("books", "midpoint", lambda: client.get_midpoint(asset_id=SITE["yes"])),
        step("data", "trades", lambda: some(client.list_trades(user=USER, page_size=1), 3)),
        step("data", "activity", lambda: some(client.list_activity(user=USER, page_size=1), 3)),
        step("data", "positions", lambda: some(client.list_positions(user=USER, page_size=1))),
        step("data", "value", lambda: must(client.get_portfolio_value(user=USER).value > 0, "none")),
        step("data", "user stats", lambda: must(client.get_user_stats(user=USER).traded_market_count > 0, "none")),
        step("data", "user pnl", lambda: must(len(client.get_user_pnl(user=USER).points) == 1, "no point")),
        step("data", "user volume", lambda: must(client.get_user_volume(user=USER).trade_count > 0, "none")),
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
    ]
)
