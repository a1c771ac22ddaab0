//! Drives the crate `polyfill_rs`.

// It never connects again (src/stream.rs:336 is not called), so it does not follow a book through disconnects.
#[path = "../frames.rs"]
mod frames;
#[allow(dead_code)]
#[path = "../steps.rs"]
mod steps;
#[allow(dead_code)]
#[path = "../streamed_book.rs"]
mod streamed_book;

use anyhow::{Result, anyhow};
use frames::{Account, Got};
use polyfill_rs::types::{
    MarketOrderArgs, RfqCreateQuote, RfqCreateRequest, RfqQuotesParams, RfqRequestsParams, StreamMessage, WssAuth,
};
use polyfill_rs::{
    AssetType, BalanceAllowanceParams, BookParams, ClientConfig, ClobClient, OrderArgs, OrderSummary, OrderType,
    PricesHistoryInterval, Side, WebSocketStream,
};
use rust_decimal::Decimal;
use steps::{Levels, Site, must, plain, step};
use streamed_book::StreamedBook;

const CHAIN: u64 = 137;

struct Driver {
    site: Site,
    client: ClobClient,
    auth: Option<WssAuth>,
}

#[tokio::main]
async fn main() -> Result<()> {
    let site = Site::read()?;
    let client = client_of(&site, "key")?;
    let mut driver = Driver { site, client, auth: None };
    step("trading", "key", driver.key()).await;
    driver.trading().await;
    driver.rfq().await?;
    driver.books().await;
    driver.catalog().await;
    step("streams", "market", driver.market_stream()).await;
    step("streams", "user", driver.user_stream()).await;
    Ok(())
}

impl Account for Driver {
    fn site(&self) -> &Site {
        &self.site
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

    async fn cancel(&self, id: &str) -> Result<()> {
        Ok(drop(self.client.cancel(id).await?))
    }
}

impl Driver {
    async fn key(&mut self) -> Result<()> {
        let key = self.client.create_or_derive_api_key(None).await?;
        let (api_key, secret, passphrase) = (key.api_key.clone(), key.secret.clone(), key.passphrase.clone());
        self.auth = Some(WssAuth { api_key, secret, passphrase });
        Ok(self.client.set_api_creds(key)?)
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
            frames::must_be_paid(&client.get_balance_allowance(Some(of)).await?)
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

    /// Its accept has the fields of the first version only (src/types.rs:1876), and it signs no such order.
    async fn rfq(&self) -> Result<()> {
        let (client, mut quoter) = (&self.client, client_of(&self.site, "quoterKey")?);
        quoter.set_api_creds(quoter.create_or_derive_api_key(None).await?)?;
        let (mut request, mut quote) = (String::new(), String::new());
        step("rfq", "request", async { Ok(request = self.ask().await?) }).await;
        step("rfq", "requests", async {
            let asked = RfqRequestsParams { request_ids: vec![request.clone()], state: Some("active".to_owned()), ..Default::default() };
            must(client.get_rfq_requests(Some(&asked)).await?.count == 1, "not one")
        })
        .await;
        step("rfq", "quote", async { Ok(quote = self.offer(&quoter, &request).await?) }).await;
        step("rfq", "quotes of both", async {
            let asked = RfqQuotesParams { quote_ids: vec![quote.clone()], ..Default::default() };
            must(client.get_rfq_requester_quotes(Some(&asked)).await?.data[0].match_type == "MINT", "no mint")?;
            must(quoter.get_rfq_quoter_quotes(Some(&asked)).await?.count == 1, "not one")
        })
        .await;
        step("rfq", "best quote", async { must(client.get_rfq_best_quote(&request).await?.quote_id == quote, "another") }).await;
        step("rfq", "cancel", async {
            quoter.cancel_rfq_quote(&quote).await?;
            Ok(client.cancel_rfq_request(&request).await?)
        })
        .await;
        Ok(())
    }

    async fn ask(&self) -> Result<String> {
        let (asset_in, asset_out) = (self.site.text("yes").to_owned(), "0".to_owned());
        let (amount_in, amount_out) = ("20000000".to_owned(), "9000000".to_owned());
        let request = RfqCreateRequest { asset_in, asset_out, amount_in, amount_out, user_type: 0 };
        Ok(self.client.create_rfq_request(&request).await?.request_id)
    }

    async fn offer(&self, quoter: &ClobClient, request: &str) -> Result<String> {
        let (asset_in, asset_out) = (self.site.text("no").to_owned(), "0".to_owned());
        let (amount_in, amount_out) = ("20000000".to_owned(), "11400000".to_owned());
        let quote = RfqCreateQuote { request_id: request.to_owned(), asset_in, asset_out, amount_in, amount_out, user_type: 0 };
        Ok(quoter.create_rfq_quote(&quote).await?.quote_id)
    }

    async fn market_stream(&self) -> Result<()> {
        let mut events = WebSocketStream::new(&format!("{}/ws/market", self.site.text("stream")));
        events.subscribe_market_channel(vec![self.site.text("yes").to_owned()]).await?;
        frames::market_stream(self, &mut events, true, apply).await
    }

    async fn user_stream(&self) -> Result<()> {
        let auth = self.auth.clone().ok_or_else(|| anyhow!("no key"))?;
        let mut events = WebSocketStream::new(&format!("{}/ws/user", self.site.text("stream"))).with_auth(auth);
        events.subscribe_user_channel(vec![self.site.text("condition").to_owned()]).await?;
        let is_order = |event: &StreamMessage, id: &str| matches!(event, StreamMessage::Order(order) if order.id == id);
        frames::user_stream(self, &mut events, is_order, |event| matches!(event, StreamMessage::Trade(_))).await
    }
}

fn client_of(site: &Site, key: &str) -> Result<ClobClient> {
    let (base_url, private_key) = (site.text("clob").to_owned(), Some(site.text(key).to_owned()));
    Ok(ClobClient::from_config(ClientConfig { base_url, chain: CHAIN, private_key, ..Default::default() })?)
}

fn levels(levels: &[OrderSummary]) -> Levels {
    levels.iter().map(|level| (plain(&level.price.to_string()), plain(&level.size.to_string()))).collect()
}

fn apply(streamed: &mut StreamedBook, token: &str, event: &StreamMessage) -> Option<Got> {
    match event {
        StreamMessage::Book(book) => {
            streamed.begin(levels(&book.bids), levels(&book.asks), book.hash.as_ref());
            Some(Got::Book)
        }
        StreamMessage::PriceChange(change) => {
            for each in change.price_changes.iter().filter(|each| each.asset_id == token) {
                let size = each.size.unwrap_or_default().to_string();
                streamed.change(each.side == Side::BUY, &each.price.to_string(), &size, each.hash.as_ref());
            }
            Some(Got::Change)
        }
        StreamMessage::LastTradePrice(_) => Some(Got::Trade),
        _ => None,
    }
}
