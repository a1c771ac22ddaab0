// The steps, included by every binary with its crate as `sdk`. With `follow`, only its stream, through disconnects.

#[path = "steps.rs"]
mod steps;
#[path = "streamed_book.rs"]
mod streamed_book;

use std::str::FromStr as _;
use std::time::Duration;

use anyhow::{Result, anyhow};
use futures::StreamExt as _;
use sdk::auth::state::Authenticated;
use sdk::auth::{LocalSigner, Normal, Signer};
use sdk::clob::types::request::{
    BalanceAllowanceRequest, LastTradePriceRequest, MidpointRequest, OrderBookSummaryRequest, OrdersRequest,
    PriceHistoryRequest, PriceRequest, SpreadRequest, TradesRequest, UserRewardsEarningRequest,
};
use sdk::clob::types::{Amount, Interval, OrderType, Side, TimeRange};
use sdk::clob::ws::types::response::{OrderBookLevel, WsMessage};
use sdk::clob::{Client, Config, ws};
use sdk::data::types::request as data;
use sdk::gamma::types::request as gamma;
use sdk::types::{Address, B256, Decimal, U256, dec};
use steps::{Levels, Site, must, plain, step};
use streamed_book::StreamedBook;

const TIMEOUT: Duration = Duration::from_secs(20);

type Trader = Client<Authenticated<Normal>>;

struct Driver<S: Signer> {
    site: Site,
    signer: S,
    trader: Trader,
    yes: U256,
    condition: B256,
    maker: Address,
}

async fn authenticate<S: Signer>(site: &Site, signer: &S, funder: &str) -> Result<Trader> {
    let client = Client::new(site.text("clob"), Config::builder().use_server_time(true).build())?;
    let mut builder = client.authentication_builder(signer);
    if !site.text(funder).is_empty() {
        builder = builder.funder(site.text(funder).parse()?);
    }
    Ok(builder.authenticate().await?)
}

#[tokio::main]
async fn main() -> Result<()> {
    let site = Site::read()?;
    let signer = LocalSigner::from_str(site.text("key"))?.with_chain_id(Some(CHAIN));
    let (yes, condition, maker) = (site.text("yes").parse()?, site.text("condition").parse()?, site.text("maker").parse()?);
    if std::env::args().nth(1).as_deref() == Some("follow") {
        step("streams", "book through cuts", follow(&site, yes)).await;
        return Ok(());
    }
    let authenticated = authenticate(&site, &signer, "funder").await;
    step("trading", "key", async { authenticated.as_ref().map(|_| ()).map_err(|error| anyhow!("{error:#}")) }).await;
    let driver = Driver { trader: authenticated?, site, signer, yes, condition, maker };
    driver.trading().await;
    driver.rfq().await?;
    driver.books().await;
    driver.catalog().await;
    driver.data().await;
    driver.rewards().await;
    step("streams", "market", driver.market_stream()).await;
    step("streams", "user", driver.user_stream()).await;
    Ok(())
}

impl<S: Signer + Sync> Driver<S> {
    async fn limit(&self, price: Decimal, size: Decimal) -> Result<String> {
        let builder = self.trader.limit_order().token_id(self.yes).price(price).size(size).side(Side::Buy);
        let placed = self.trader.post_order(self.trader.sign(&self.signer, builder.build().await?).await?).await?;
        must(placed.success, &placed.error_msg.unwrap_or_default())?;
        Ok(placed.order_id)
    }

    async fn market(&self, spend: Decimal) -> Result<String> {
        let builder = self.trader.market_order().token_id(self.yes).amount(Amount::usdc(spend)?).side(Side::Buy);
        let order = builder.order_type(OrderType::FOK).build().await?;
        let placed = self.trader.post_order(self.trader.sign(&self.signer, order).await?).await?;
        must(placed.success, &placed.error_msg.unwrap_or_default())?;
        must(!NAMES_TRADES || placed.trade_ids.len() == 1, "no trade named")?;
        Ok(placed.order_id)
    }

    async fn trading(&self) {
        let trader = &self.trader;
        let mut id = String::new();
        step("trading", "place GTC", async { Ok(id = self.limit(dec!(0.3), dec!(10)).await?) }).await;
        step("trading", "open orders", async {
            let open = trader.orders(&OrdersRequest::default(), None).await?;
            must(open.data.iter().any(|order| order.id == id), "not listed")
        })
        .await;
        step("trading", "one order", async { must(trader.order(&id).await?.id == id, "another order") }).await;
        step("trading", "is scoring", async { Ok(drop(trader.is_order_scoring(&id).await?)) }).await;
        step("trading", "cancel", async {
            must(trader.cancel_order(&id).await?.canceled.len() == 1, "not cancelled")
        })
        .await;
        step("trading", "market FOK", async { Ok(drop(self.market(dec!(6)).await?)) }).await;
        step("trading", "trades", async {
            must(trader.trades(&TradesRequest::default(), None).await?.data.len() == 1, "not one")
        })
        .await;
        step("trading", "cancel all", async { Ok(drop(trader.cancel_all_orders().await?)) }).await;
        step("trading", "balance", async {
            let balance = trader.balance_allowance(BalanceAllowanceRequest::default()).await?.balance;
            must(balance > Decimal::ZERO, "none")
        })
        .await;
        step("trading", "notifications", async { Ok(drop(trader.notifications().await?)) }).await;
        step("trading", "api keys", async { Ok(drop(trader.api_keys().await?)) }).await;
        step("trading", "closed only", async { Ok(drop(trader.closed_only_mode().await?)) }).await;
    }

    async fn books(&self) {
        let (trader, token_id) = (&self.trader, self.yes);
        let book = OrderBookSummaryRequest::builder().token_id(token_id).build();
        step("books", "ok", async { must(trader.ok().await? == "OK", "not OK") }).await;
        step("books", "time", async { must(trader.server_time().await? > 0, "no time") }).await;
        step("books", "book", async { must(!trader.order_book(&book).await?.bids.is_empty(), "no bids") }).await;
        step("books", "books", async {
            must(trader.order_books(std::slice::from_ref(&book)).await?.len() == 1, "not one")
        })
        .await;
        let price = PriceRequest::builder().token_id(token_id).side(Side::Buy).build();
        step("books", "price", async { Ok(drop(trader.price(&price).await?)) }).await;
        step("books", "prices", async { Ok(drop(trader.prices(std::slice::from_ref(&price)).await?)) }).await;
        let midpoint = MidpointRequest::builder().token_id(token_id).build();
        step("books", "midpoint", async { Ok(drop(trader.midpoint(&midpoint).await?)) }).await;
        let spread = SpreadRequest::builder().token_id(token_id).build();
        step("books", "spread", async { Ok(drop(trader.spread(&spread).await?)) }).await;
        let last = LastTradePriceRequest::builder().token_id(token_id).build();
        step("books", "last trade", async { Ok(drop(trader.last_trade_price(&last).await?)) }).await;
        let range = TimeRange::from_interval(Interval::OneHour);
        let history = PriceHistoryRequest::builder().market(token_id).time_range(range).build();
        step("books", "history", async { Ok(drop(trader.price_history(&history).await?)) }).await;
        step("books", "tick size", async { Ok(drop(trader.tick_size(token_id).await?)) }).await;
        step("books", "fee rate", async { Ok(drop(trader.fee_rate_bps(token_id).await?)) }).await;
    }

    async fn catalog(&self) {
        let trader = &self.trader;
        step("catalog", "trading's markets", async { must(!trader.markets(None).await?.data.is_empty(), "none") }).await;
        step("catalog", "sampling markets", async {
            must(!trader.sampling_markets(None).await?.data.is_empty(), "none")
        })
        .await;
        step("catalog", "market", async { Ok(drop(trader.market(self.site.text("condition")).await?)) }).await;
        let Ok(client) = sdk::gamma::Client::new(self.site.text("gamma")) else { return };
        let client = &client;
        step("catalog", "status", async { Ok(drop(client.status().await?)) }).await;
        let events = gamma::EventsRequest::builder().limit(5).build();
        step("catalog", "events", async { must(client.events(&events).await?.len() == 5, "not five") }).await;
        let event = gamma::EventBySlugRequest::builder().slug(self.site.text("slug")).build();
        step("catalog", "event", async { Ok(drop(client.event_by_slug(&event).await?)) }).await;
        let markets = gamma::MarketsRequest::builder().limit(5).build();
        step("catalog", "markets", async { must(client.markets(&markets).await?.len() == 5, "not five") }).await;
        let tags = gamma::TagsRequest::builder().limit(5).build();
        step("catalog", "tags", async { Ok(drop(client.tags(&tags).await?)) }).await;
        let series = gamma::SeriesListRequest::builder().limit(5).build();
        step("catalog", "series", async { Ok(drop(client.series(&series).await?)) }).await;
        step("catalog", "sports", async { Ok(drop(client.sports().await?)) }).await;
        step("catalog", "market types", async { Ok(drop(client.sports_market_types().await?)) }).await;
        let teams = gamma::TeamsRequest::builder().limit(5).build();
        step("catalog", "teams", async { Ok(drop(client.teams(&teams).await?)) }).await;
        let search = gamma::SearchRequest::builder().q("the").build();
        step("catalog", "search", async { Ok(drop(client.search(&search).await?)) }).await;
    }

    async fn data(&self) {
        let Ok(client) = sdk::data::Client::new(self.site.text("data")) else { return };
        let (client, user, market) = (&client, self.maker, self.condition);
        step("data", "health", async { Ok(drop(client.health().await?)) }).await;
        let trades = data::TradesRequest::builder().user(user).build();
        step("data", "trades", async { must(client.trades(&trades).await?.len() >= 3, "not three") }).await;
        let activity = data::ActivityRequest::builder().user(user).build();
        step("data", "activity", async { must(!client.activity(&activity).await?.is_empty(), "none") }).await;
        let positions = data::PositionsRequest::builder().user(user).build();
        step("data", "positions", async { must(!client.positions(&positions).await?.is_empty(), "none") }).await;
        let closed = data::ClosedPositionsRequest::builder().user(user).build();
        step("data", "closed positions", async { Ok(drop(client.closed_positions(&closed).await?)) }).await;
        let value = data::ValueRequest::builder().user(user).build();
        step("data", "value", async { must(!client.value(&value).await?.is_empty(), "none") }).await;
        let traded = data::TradedRequest::builder().user(user).build();
        step("data", "traded", async { must(client.traded(&traded).await?.traded > 0, "none") }).await;
        let holders = data::HoldersRequest::builder().markets(vec![market]).build();
        step("data", "holders", async { must(!client.holders(&holders).await?.is_empty(), "none") }).await;
        let interest = data::OpenInterestRequest::builder().markets(vec![market]).build();
        step("data", "open interest", async { must(!client.open_interest(&interest).await?.is_empty(), "none") }).await;
        let volume = data::LiveVolumeRequest::builder().id(self.site.number("event")).build();
        step("data", "live volume", async { Ok(drop(client.live_volume(&volume).await?)) }).await;
        let board = data::TraderLeaderboardRequest::builder().build();
        step("data", "leaderboard", async { must(!client.leaderboard(&board).await?.is_empty(), "none") }).await;
        let builders = data::BuilderLeaderboardRequest::builder().build();
        step("data", "builders", async { Ok(drop(client.builder_leaderboard(&builders).await?)) }).await;
        let volumes = data::BuilderVolumeRequest::builder().build();
        step("data", "builder volumes", async { Ok(drop(client.builder_volume(&volumes).await?)) }).await;
    }

    async fn rewards(&self) {
        let trader = &self.trader;
        let condition = self.site.text("condition");
        step("rewards", "current", async { must(!trader.current_rewards(None).await?.data.is_empty(), "none") }).await;
        step("rewards", "of a market", async {
            must(trader.raw_rewards_for_market(condition, None).await?.data.len() == 1, "not one")
        })
        .await;
        let Ok(day) = self.site.text("day").parse() else { return };
        step("rewards", "earnings of a day", async { Ok(drop(trader.earnings_for_user_for_day(day, None).await?)) }).await;
        step("rewards", "total of a day", async { Ok(drop(trader.total_earnings_for_user_for_day(day).await?)) }).await;
        let earnings = UserRewardsEarningRequest::builder().date(day).build();
        step("rewards", "earnings and markets", async {
            Ok(drop(trader.user_earnings_and_markets_config(&earnings, None).await?))
        })
        .await;
        step("rewards", "percentages", async { Ok(drop(trader.reward_percentages().await?)) }).await;
    }
}
