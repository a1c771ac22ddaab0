//! A book as a stream's messages tell it, beside the one that the surface answers.

use anyhow::{Result, bail};

use crate::steps::{Levels, Site, must, plain};

/// The load's last order: whoever sees it has seen what came before.
const LAST: (&str, &str) = ("0.01", "11");

#[derive(Default)]
pub struct ToldBook {
    bids: Levels,
    asks: Levels,
    hash: String,
    changes: u64,
}

impl ToldBook {
    pub fn begin(&mut self, bids: Levels, asks: Levels, hash: Option<&String>) {
        (self.bids, self.asks) = (bids, asks);
        self.hash = hash.cloned().unwrap_or_default();
    }

    /// One level; a size of 0 takes it away.
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

    /// Fails when it is not what GET /book says, hash included, or when it was told fewer changes than asked for.
    pub async fn must_be_true(&self, site: &Site, changes: u64) -> Result<()> {
        let hash = self.must_have_levels_of(site, changes).await?;
        must(self.hash == hash, "another hash")
    }

    /// The same for a client that tells no hash of a change; gives the hash that GET /book says.
    pub async fn must_have_levels_of(&self, site: &Site, changes: u64) -> Result<String> {
        let (bids, asks, hash) = site.book().await?;
        if self.bids != bids || self.asks != asks {
            bail!("the book is {:?} {:?}, not {bids:?} {asks:?}", self.bids, self.asks);
        }
        must(self.changes >= changes, &format!("{} changes only", self.changes))?;
        Ok(hash)
    }
}
