//! Drives the crate `polyfill_rs`.

// It never connects again (src/stream.rs:336 is not called), so that it does not follow a book through cuts.
#[allow(dead_code)]
#[path = "../steps.rs"]
mod steps;
#[allow(dead_code)]
#[path = "../told_book.rs"]
mod told_book;

use std::time::Duration;

use anyhow::{Result, anyhow};
use futures::StreamExt as _;
use polyfill_rs::types::{MarketOrderArgs, StreamMessage, WssAuth};
use polyfill_rs::{
    AssetType, BalanceAllowanceParams, BookParams, ClientConfig, ClobClient, OrderArgs, OrderSummary, OrderType,
    PricesHistoryInterval, Side, WebSocketStream,
};
use rust_decimal::Decimal;
use steps::{Levels, Site, must, plain, step};
use told_book::ToldBook;

const CHAIN: u64 = 137;
const TIMEOUT: Duration = Duration::from_secs(20);

struct Driver {
    site: Site,
    client: ClobClient,
    auth: Option<WssAuth>,
}

#[tokio::main]
async fn main() -> Result<()> {
    let site = Site::read()?;
    let (base_url, private_key) = (site.text("clob").to_owned(), Some(site.text("key").to_owned()));
    let client = ClobClient::from_config(ClientConfig { base_url, chain: CHAIN, private_key, ..Default::default() })?;
    let mut driver = Driver { site, client, auth: None };
    step("trading", "key", driver.key()).await;
    driver.trading().await;
    driver.books().await;
    driver.catalog().await;
    step("streams", "market", driver.market_stream()).await;
    step("streams", "user", driver.user_stream()).await;
    Ok(())
}

impl Driver {
    async fn key(&mut self) -> Result<()> {
        let key = self.client.create_or_derive_api_key(None).await?;
        let (api_key, secret, passphrase) = (key.api_key.clone(), key.secret.clone(), key.passphrase.clone());
        self.auth = Some(WssAuth { api_key, secret, passphrase });
        Ok(self.client.set_api_creds(key)?)
    }

    async fn limit(&self, cents: i64, size: i64) -> Result<String> {
        let order = OrderArgs::new(self.site.text("yes"), Decimal::new(cents, 2), Decimal::from(size), Side::BUY);
        let placed = self.client.create_and_post_order(&order, None, None).await?;
        must(placed.success, &placed.error_msg)?;
        Ok(placed.order_id)
    }

    async fn market(&self, spend: i64) -> Result<()> {
        let order = MarketOrderArgs::new(self.site.text("yes"), Decimal::from(spend), Side::BUY, OrderType::FOK);
        let placed = self.client.create_and_post_market_order(&order, None, None).await?;
        must(placed.success && placed.status == "matched", &placed.error_msg)
    }

    async fn trading(&self) {
        let client = &self.client;
        let mut id = String::new();
        step("trading", "place GTC", async { Ok(id = self.limit(30, 10).await?) }).await;
        step("trading", "open orders", async {
            must(client.get_orders(None, None).await?.iter().any(|order| order.id == id), "not listed")
        })
        .await;
        step("trading", "one order", async { must(client.get_order(&id).await?.id == id, "another order") }).await;
        step("trading", "is scoring", async { Ok(client.is_order_scoring(&id).await.map(|_| ())?) }).await;
        step("trading", "cancel", async { must(client.cancel(&id).await?.canceled.len() == 1, "not cancelled") }).await;
        step("trading", "market FOK", self.market(6)).await;
        step("trading", "trades", async { must(client.get_trades(None, None).await?.len() == 1, "not one") }).await;
        step("trading", "cancel all", async { Ok(drop(client.cancel_all().await?)) }).await;
        step("trading", "balance", async {
            let of = BalanceAllowanceParams { asset_type: Some(AssetType::COLLATERAL), ..Default::default() };
            let told = client.get_balance_allowance(Some(of)).await?;
            must(told["balance"].as_str().is_some_and(|balance| balance != "0"), "none")
        })
        .await;
        step("trading", "notifications", async { Ok(drop(client.get_notifications().await?)) }).await;
        step("trading", "api keys", async { must(client.get_api_keys().await?.len() == 1, "not one") }).await;
    }

    async fn books(&self) {
        let (client, token) = (&self.client, self.site.text("yes"));
        let tokens = [token.to_owned(), self.site.text("no").to_owned()];
        step("books", "ok", async { must(client.get_ok().await, "not OK") }).await;
        step("books", "time", async { must(client.get_server_time().await? > 0, "no time") }).await;
        step("books", "book", async { must(!client.get_order_book(token).await?.bids.is_empty(), "no bids") }).await;
        step("books", "books", async { must(client.get_order_books(&tokens).await?.len() == 2, "not two") }).await;
        step("books", "price", async { Ok(drop(client.get_price(token, Side::BUY).await?)) }).await;
        step("books", "prices", async {
            let asked = [BookParams { token_id: token.to_owned(), side: Side::BUY }];
            must(client.get_prices(&asked).await?.len() == 1, "not one")
        })
        .await;
        step("books", "midpoint", async { Ok(drop(client.get_midpoint(token).await?)) }).await;
        step("books", "midpoints", async { must(client.get_midpoints(&tokens).await?.len() == 2, "not two") }).await;
        step("books", "spread", async { Ok(drop(client.get_spread(token).await?)) }).await;
        step("books", "spreads", async { must(client.get_spreads(&tokens).await?.len() == 2, "not two") }).await;
        step("books", "last trade", async { Ok(drop(client.get_last_trade_price(token).await?)) }).await;
        step("books", "last trades", async { Ok(drop(client.get_last_trade_prices(&tokens).await?)) }).await;
        step("books", "history", async {
            Ok(drop(client.get_prices_history_interval(token, PricesHistoryInterval::OneHour, None).await?))
        })
        .await;
        step("books", "tick size", async { must(client.get_tick_size(token).await? > Decimal::ZERO, "none") }).await;
        step("books", "fee rate", async { Ok(client.get_fee_rate_bps(token).await.map(|_| ())?) }).await;
        step("books", "neg risk", async { must(client.get_neg_risk(token).await?, "of the other exchange") }).await;
        let condition = self.site.text("condition");
        step("books", "market info", async { Ok(drop(client.get_clob_market_info(condition).await?)) }).await;
        step("books", "live activity", async { Ok(drop(client.get_market_trades_events(condition).await?)) }).await;
    }

    async fn catalog(&self) {
        let client = &self.client;
        step("catalog", "markets", async { must(!client.get_markets(None).await?.data.is_empty(), "none") }).await;
        step("catalog", "simplified markets", async {
            must(!client.get_simplified_markets(None).await?.data.is_empty(), "none")
        })
        .await;
        step("catalog", "sampling markets", async {
            must(!client.get_sampling_markets(None).await?.data.is_empty(), "none")
        })
        .await;
        step("catalog", "sampling simplified markets", async {
            must(!client.get_sampling_simplified_markets(None).await?.data.is_empty(), "none")
        })
        .await;
        let condition = self.site.text("condition");
        step("catalog", "market", async { must(client.get_market(condition).await?.condition_id == condition, "another") }).await;
    }

    async fn market_stream(&self) -> Result<()> {
        let token = self.site.text("yes");
        let mut told = ToldBook::default();
        let mut events = WebSocketStream::new(&format!("{}/ws/market", self.site.text("stream")));
        events.subscribe_market_channel(vec![token.to_owned()]).await?;
        until("a book", &mut events, |event| apply(&mut told, token, event) == Some(Told::Book)).await?;
        let id = self.limit(21, 7).await?;
        until("the order", &mut events, |event| {
            apply(&mut told, token, event);
            told.bid("0.21").is_some_and(|size| size == "7")
        })
        .await?;
        told.must_be_true(&self.site, 1).await?;
        self.client.cancel(&id).await?;
        self.market(5).await?;
        until("the trade", &mut events, |event| apply(&mut told, token, event) == Some(Told::Trade)).await
    }

    async fn user_stream(&self) -> Result<()> {
        let auth = self.auth.clone().ok_or_else(|| anyhow!("no key"))?;
        let mut events = WebSocketStream::new(&format!("{}/ws/user", self.site.text("stream"))).with_auth(auth);
        events.subscribe_user_channel(vec![self.site.text("condition").to_owned()]).await?;
        tokio::time::sleep(Duration::from_millis(500)).await;
        let id = self.limit(22, 7).await?;
        self.client.cancel(&id).await?;
        let mut told = 0;
        until("placement and cancellation", &mut events, |event| {
            told += u32::from(matches!(event, StreamMessage::Order(order) if order.id == id));
            told == 2
        })
        .await?;
        self.market(5).await?;
        until("the trade", &mut events, |event| matches!(event, StreamMessage::Trade(_))).await
    }
}

#[derive(PartialEq)]
enum Told {
    Book,
    Change,
    Trade,
}

fn levels(told: &[OrderSummary]) -> Levels {
    told.iter().map(|level| (plain(&level.price.to_string()), plain(&level.size.to_string()))).collect()
}

fn apply(told: &mut ToldBook, token: &str, event: &StreamMessage) -> Option<Told> {
    match event {
        StreamMessage::Book(book) => {
            told.begin(levels(&book.bids), levels(&book.asks), book.hash.as_ref());
            Some(Told::Book)
        }
        StreamMessage::PriceChange(change) => {
            for each in change.price_changes.iter().filter(|each| each.asset_id == token) {
                let size = each.size.unwrap_or_default().to_string();
                told.change(each.side == Side::BUY, &each.price.to_string(), &size, each.hash.as_ref());
            }
            Some(Told::Change)
        }
        StreamMessage::LastTradePrice(_) => Some(Told::Trade),
        _ => None,
    }
}

/// A frame that the crate cannot read is an error, and fails the step.
async fn until(what: &str, events: &mut WebSocketStream, mut wanted: impl FnMut(&StreamMessage) -> bool) -> Result<()> {
    let first = async {
        while let Some(event) = events.next().await {
            if wanted(&event?) {
                return Ok(());
            }
        }
        Err(anyhow!("the stream ended before {what}"))
    };
    tokio::time::timeout(TIMEOUT, first).await.map_err(|_| anyhow!("{what} was not told"))?
}
