//! Shared by the drivers of crates with decoded frames: a book and an account's orders from the crate's own stream code.

use std::time::Duration;

use anyhow::{Result, anyhow};
use futures::{Stream, StreamExt as _};

use crate::steps::{Site, must};
use crate::streamed_book::StreamedBook;

const TIMEOUT: Duration = Duration::from_secs(20);

#[derive(PartialEq)]
pub enum Got {
    Book,
    Change,
    Trade,
}

/// Actions of a crate's driver that cause messages on its streams.
pub trait Account {
    fn site(&self) -> &Site;
    async fn limit(&self, cents: i64, size: i64) -> Result<String>;
    async fn market(&self, spend: i64) -> Result<()>;
    async fn cancel(&self, id: &str) -> Result<()>;
}

/// A crate's decoded frames.
pub trait Frames<T, E>: Stream<Item = Result<T, E>> + Unpin {}
impl<T, E, S: Stream<Item = Result<T, E>> + Unpin> Frames<T, E> for S {}

/// The book, an order and a trade, applied by `apply`; the book's hash too, if the crate returns one for a change.
pub async fn market_stream<T, E: Into<anyhow::Error>>(
    account: &impl Account,
    events: &mut impl Frames<T, E>,
    has_hashes: bool,
    apply: impl Fn(&mut StreamedBook, &str, &T) -> Option<Got>,
) -> Result<()> {
    let site = account.site();
    let token = site.text("yes");
    let mut streamed = StreamedBook::default();
    until("a book", events, |event| apply(&mut streamed, token, event) == Some(Got::Book)).await?;
    let id = account.limit(21, 7).await?;
    until("the order", events, |event| {
        apply(&mut streamed, token, event);
        streamed.bid("0.21").is_some_and(|size| size == "7")
    })
    .await?;
    if has_hashes {
        streamed.must_be_true(site, 1).await?;
    } else {
        streamed.must_have_levels_of(site, 1).await?;
    }
    account.cancel(&id).await?;
    account.market(5).await?;
    until("the trade", events, |event| apply(&mut streamed, token, event) == Some(Got::Trade)).await
}

/// An order's placement and its cancellation, then a trade. A subscription is not confirmed.
pub async fn user_stream<T, E: Into<anyhow::Error>>(
    account: &impl Account,
    events: &mut impl Frames<T, E>,
    is_order: impl Fn(&T, &str) -> bool,
    is_trade: impl Fn(&T) -> bool,
) -> Result<()> {
    tokio::time::sleep(Duration::from_millis(500)).await;
    let id = account.limit(22, 7).await?;
    account.cancel(&id).await?;
    let mut received = 0;
    until("placement and cancellation", events, |event| {
        received += u32::from(is_order(event, &id));
        received == 2
    })
    .await?;
    account.market(5).await?;
    until("the trade", events, is_trade).await
}

/// A frame that the crate cannot read is an error, and fails the step.
async fn until<T, E: Into<anyhow::Error>>(
    what: &str,
    events: &mut impl Frames<T, E>,
    mut wanted: impl FnMut(&T) -> bool,
) -> Result<()> {
    let first = async {
        while let Some(event) = events.next().await {
            if wanted(&event.map_err(Into::into)?) {
                return Ok(());
            }
        }
        Err(anyhow!("the stream ended before {what}"))
    };
    tokio::time::timeout(TIMEOUT, first).await.map_err(|_| anyhow!("{what} was not received"))?
}

/// Checks the response to a balance request.
pub fn must_be_paid(answer: &serde_json::Value) -> Result<()> {
    must(answer["balance"].as_str().is_some_and(|balance| balance != "0"), "none")
}
