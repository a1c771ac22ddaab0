//! A book built from the messages of a stream, compared with the one that the service returns.

use anyhow::{Result, bail};

use crate::steps::{Levels, Site, must, plain};

/// The load's last order: it arrives after all others.
const LAST: (&str, &str) = ("0.01", "11");

#[derive(Default)]
pub struct StreamedBook {
    bids: Levels,
    asks: Levels,
    hash: String,
    changes: u64,
}

impl StreamedBook {
    pub fn begin(&mut self, bids: Levels, asks: Levels, hash: Option<&String>) {
        (self.bids, self.asks) = (bids, asks);
        self.hash = hash.cloned().unwrap_or_default();
    }

    /// One level; a size of 0 removes it.
    pub fn change(&mut self, is_bid: bool, price: &str, size: &str, hash: Option<&String>) {
        let levels = if is_bid { &mut self.bids } else { &mut self.asks };
        if plain(size) == "0" {
            levels.remove(&plain(price));
        } else {
            levels.insert(plain(price), plain(size));
        }
        self.hash = hash.cloned().unwrap_or_default();
        self.changes += 1;
    }

    pub fn bid(&self, price: &str) -> Option<&String> {
        self.bids.get(price)
    }

    pub fn is_last(&self) -> bool {
        self.bid(LAST.0).is_some_and(|size| size == LAST.1)
    }

    /// Fails unless it equals GET /book, hash included, and at least `changes` changes arrived.
    pub async fn must_be_true(&self, site: &Site, changes: u64) -> Result<()> {
        let hash = self.must_have_levels_of(site, changes).await?;
        must(self.hash == hash, "another hash")
    }

    /// The same for a client that returns no hash of a change. Returns the hash of GET /book.
    pub async fn must_have_levels_of(&self, site: &Site, changes: u64) -> Result<String> {
        let (bids, asks, hash) = site.book().await?;
        if self.bids != bids || self.asks != asks {
            bail!("the book is {:?} {:?}, not {bids:?} {asks:?}", self.bids, self.asks);
        }
        must(self.changes >= changes, &format!("{} changes only", self.changes))?;
        Ok(hash)
    }
}
