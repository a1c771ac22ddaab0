//! Drives the crate `polymarket_rs`.

// Its changes have no hash, so only the levels of a book are compared. It does not follow a book through disconnects: after a
// failed attempt to connect it waits for a timer that it has not started (src/websocket/stream.rs:185).
#[path = "../../../crates/src/frames.rs"]
mod frames;
#[allow(dead_code)]
#[path = "../../../crates/src/steps.rs"]
mod steps;
#[allow(dead_code)]
#[path = "../../../crates/src/streamed_book.rs"]
mod streamed_book;

use anyhow::{Result, anyhow};
use frames::{Account, Got};
use polymarket_rs::types::{ApiCreds, BalanceAllowanceParams, BookParams, PriceLevel, UserWsEvent, WsEvent};
use polymarket_rs::{
    AssetType, AuthenticatedClient, ClobClient, ConditionId, CreateOrderOptions, DataClient, GammaClient, MarketOrderArgs,
    MarketWsClient, OrderArgs, OrderBuilder, OrderId, OrderType, PrivateKeySigner, Side, SignatureType, TokenId, TradingClient,
    UserWsClient,
};
use rust_decimal::Decimal;
use steps::{Levels, Site, must, plain, step};
use streamed_book::StreamedBook;

const CHAIN: u64 = 137;

struct Driver {
    site: Site,
    account: AuthenticatedClient,
    creds: ApiCreds,
    trader: TradingClient,
    clob: ClobClient,
    token: TokenId,
    condition: ConditionId,
}

#[tokio::main]
async fn main() -> Result<()> {
    let site = Site::read()?;
    let host = site.text("clob");
    let signer: PrivateKeySigner = site.text("key").parse()?;
    let mut account = AuthenticatedClient::new(host, signer.clone(), CHAIN, None, None);
    let key = account.create_or_derive_api_key().await;
    step("trading", "key", async { key.as_ref().map(|_| ()).map_err(|error| anyhow!("{error}")) }).await;
    let creds = key?;
    account.set_api_creds(Some(creds.clone()));
    let builder = OrderBuilder::new(signer.clone(), Some(SignatureType::Eoa), None);
    let trader = TradingClient::new(host, signer, CHAIN, creds.clone(), builder);
    let clob = ClobClient::new(host);
    let (token, condition) = (TokenId::new(site.text("yes")), ConditionId::new(site.text("condition")));
    let driver = Driver { site, account, creds, trader, clob, token, condition };
    driver.trading().await;
    driver.books().await;
    driver.catalog().await;
    driver.data().await;
    step("streams", "market", driver.market_stream()).await;
    step("streams", "user", driver.user_stream()).await;
    Ok(())
}

/// It requests neither by itself.
fn options() -> CreateOrderOptions {
    CreateOrderOptions::new().tick_size(Decimal::new(1, 2)).neg_risk(true)
}

impl Account for Driver {
    fn site(&self) -> &Site {
        &self.site
    }

    async fn limit(&self, cents: i64, size: i64) -> Result<String> {
        let order = OrderArgs::new(self.token.as_str(), Decimal::new(cents, 2), Decimal::from(size), Side::Buy);
        let placed = self.trader.create_and_post_order(&order, None, None, options(), OrderType::Gtc).await?;
        must(placed.success, &placed.error_msg)?;
        Ok(placed.order_id.as_str().to_owned())
    }

    async fn market(&self, spend: i64) -> Result<()> {
        let book = self.clob.get_order_book(&self.token).await?;
        let order = MarketOrderArgs::new(self.token.as_str(), Decimal::from(spend), Side::Buy);
        let signed = self.trader.create_market_order(&order, &book, None, options())?;
        let placed = self.trader.post_order(signed, OrderType::Fok).await?;
        must(placed.success && placed.status == "matched", &placed.error_msg)
    }

    async fn cancel(&self, id: &str) -> Result<()> {
        Ok(drop(self.trader.cancel(&OrderId::new(id)).await?))
    }
}

impl Driver {
    async fn trading(&self) {
        let trader = &self.trader;
        let mut id = OrderId::new("");
        step("trading", "place GTC", async { Ok(id = OrderId::new(&self.limit(30, 10).await?)) }).await;
        step("trading", "open orders", async {
            let open = trader.get_orders(Default::default()).await?.data;
            must(open.iter().any(|order| order.id.as_str() == id.as_str()), "not listed")
        })
        .await;
        step("trading", "one order", async {
            must(trader.get_order(&id).await?.id.as_str() == id.as_str(), "another order")
        })
        .await;
        step("trading", "is scoring", async { Ok(drop(trader.is_order_scoring(&id).await?)) }).await;
        step("trading", "cancel", async { must(trader.cancel(&id).await?.canceled.len() == 1, "not cancelled") }).await;
        step("trading", "market FOK", self.market(6)).await;
        step("trading", "trades", async {
            let trades = trader.get_trades(Default::default()).await?;
            must(trades["data"].as_array().is_some_and(|rows| rows.len() == 1), "not one")
        })
        .await;
        step("trading", "cancel all", async { Ok(drop(trader.cancel_all().await?)) }).await;
        step("trading", "balance", async {
            let of = BalanceAllowanceParams { asset_type: Some(AssetType::Collateral), ..Default::default() };
            frames::must_be_paid(&self.account.get_balance_allowance(of).await?)
        })
        .await;
        step("trading", "notifications", async { Ok(drop(self.account.get_notifications().await?)) }).await;
        step("trading", "api keys", async { Ok(drop(self.account.get_api_keys().await?)) }).await;
    }

    async fn books(&self) {
        let (clob, token) = (&self.clob, &self.token);
        step("books", "ok", async { must(clob.get_ok().await? == "OK", "not OK") }).await;
        step("books", "time", async { Ok(drop(clob.get_server_time().await?)) }).await;
        step("books", "book", async { must(!clob.get_order_book(token).await?.bids.is_empty(), "no bids") }).await;
        step("books", "books", async {
            let asked = [BookParams::new(token.as_str(), Side::Buy)];
            must(clob.get_order_books(&asked).await?.len() == 1, "not one")
        })
        .await;
        step("books", "price", async { Ok(drop(clob.get_price(token, Side::Buy).await?)) }).await;
        step("books", "midpoint", async { Ok(drop(clob.get_midpoint(token).await?)) }).await;
        step("books", "midpoints", async {
            Ok(drop(clob.get_midpoints(std::slice::from_ref(token)).await?))
        })
        .await;
        step("books", "spread", async { Ok(drop(clob.get_spread(token).await?)) }).await;
        step("books", "last trade", async { Ok(drop(clob.get_last_trade_price(token).await?)) }).await;
        step("books", "history", async {
            Ok(drop(clob.get_prices_history(token, "1h", None, None, None).await?))
        })
        .await;
        step("books", "tick size", async { Ok(drop(clob.get_tick_size(token).await?)) }).await;
        step("books", "neg risk", async { Ok(drop(clob.get_neg_risk(&self.condition).await?)) }).await;
        step("books", "live activity", async { Ok(drop(clob.get_market_trades_events(&self.condition).await?)) }).await;
    }

    async fn catalog(&self) {
        let clob = &self.clob;
        step("catalog", "trading's markets", async { must(!clob.get_markets(None).await?.data.is_empty(), "none") }).await;
        step("catalog", "simplified markets", async {
            must(!clob.get_simplified_markets(None).await?.data.is_empty(), "none")
        })
        .await;
        step("catalog", "sampling markets", async {
            must(!clob.get_sampling_markets(None).await?.data.is_empty(), "none")
        })
        .await;
        step("catalog", "market", async { Ok(drop(clob.get_market(&self.condition).await?)) }).await;
        let gamma = &GammaClient::new(self.site.text("gamma"));
        step("catalog", "markets", async { must(!gamma.get_markets(None).await?.is_empty(), "none") }).await;
        step("catalog", "events", async { must(!gamma.get_events().await?.is_empty(), "none") }).await;
        step("catalog", "tags", async { must(!gamma.get_tags().await?.is_empty(), "none") }).await;
        step("catalog", "series", async { Ok(drop(gamma.get_series().await?)) }).await;
    }

    async fn data(&self) {
        let (data, user) = (&DataClient::new(self.site.text("data")), self.site.text("maker"));
        step("data", "trades", async { must(data.get_trades(user, None).await?.len() >= 3, "not three") }).await;
        step("data", "activity", async { must(!data.get_activity(user, None).await?.is_empty(), "none") }).await;
        step("data", "positions", async { must(!data.get_positions(user).await?.is_empty(), "none") }).await;
        step("data", "closed positions", async { Ok(drop(data.get_closed_positions(user).await?)) }).await;
        step("data", "value", async { Ok(drop(data.get_positions_value(user).await?)) }).await;
    }

    async fn market_stream(&self) -> Result<()> {
        let client = MarketWsClient::with_url(format!("{}/ws/market", self.site.text("stream")));
        let mut events = client.subscribe(vec![self.token.as_str().to_owned()]).await?;
        frames::market_stream(self, &mut events, false, apply).await
    }

    async fn user_stream(&self) -> Result<()> {
        let client = UserWsClient::with_url(format!("{}/ws/user", self.site.text("stream")));
        let mut events = client.subscribe_with_creds(&self.creds).await?;
        let is_order = |event: &UserWsEvent, id: &str| matches!(event, UserWsEvent::Order(order) if order.id == id);
        frames::user_stream(self, &mut events, is_order, |event| matches!(event, UserWsEvent::Trade(_))).await
    }
}

fn levels(levels: &[PriceLevel]) -> Levels {
    levels.iter().map(|level| (plain(&level.price.to_string()), plain(&level.size.to_string()))).collect()
}

/// This crate's changes have no hash.
fn apply(streamed: &mut StreamedBook, token: &str, event: &WsEvent) -> Option<Got> {
    match event {
        WsEvent::Book(book) => {
            streamed.begin(levels(&book.bids), levels(&book.asks), Some(&book.hash));
            Some(Got::Book)
        }
        WsEvent::PriceChange(change) => {
            for each in change.price_changes.iter().filter(|each| each.asset_id == token) {
                streamed.change(each.side == Side::Buy, &each.price.to_string(), &each.size.to_string(), None);
            }
            Some(Got::Change)
        }
        WsEvent::LastTradePrice(_) => Some(Got::Trade),
        WsEvent::TickSizeChange(_) => None,
    }
}
