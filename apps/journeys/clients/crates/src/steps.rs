//! Shared by the drivers of crates: the site, and how the result of each step is reported.

use std::future::Future;

use anyhow::{Result, anyhow, bail};
use serde_json::{Value, json};

pub struct Site(Value);

impl Site {
    pub fn read() -> Result<Self> {
        Ok(Self(serde_json::from_str(&std::env::var("SITE")?)?))
    }

    pub fn text(&self, name: &str) -> &str {
        self.0[name].as_str().unwrap_or_default()
    }

    pub fn number(&self, name: &str) -> u64 {
        self.text(name).parse().unwrap_or_default()
    }

    /// The current levels of a side from the service, price to size, and the hash.
    pub async fn book(&self) -> Result<(Levels, Levels, String)> {
        let url = format!("{}/book?token_id={}", self.text("clob"), self.text("yes"));
        let book: Value = reqwest::get(url).await?.json().await?;
        let side = |name: &str| -> Result<Levels> {
            let levels = book[name].as_array().ok_or_else(|| anyhow!("no {name}"))?;
            levels.iter().map(|level| Ok((number(&level["price"])?, number(&level["size"])?))).collect()
        };
        Ok((side("bids")?, side("asks")?, book["hash"].as_str().unwrap_or_default().to_owned()))
    }
}

/// Price to size, both as text without trailing zeros.
pub type Levels = std::collections::BTreeMap<String, String>;

fn number(text: &Value) -> Result<String> {
    Ok(plain(text.as_str().ok_or_else(|| anyhow!("a level without figures"))?))
}

/// "0.50" and "0.5" are one price.
pub fn plain(text: &str) -> String {
    match text.split_once('.') {
        Some(_) => text.trim_end_matches('0').trim_end_matches('.').to_owned(),
        None => text.to_owned(),
    }
}

/// Prints one line of JSON for each step; the others run even if one fails.
pub async fn step(flow: &str, name: &str, work: impl Future<Output = Result<()>>) {
    match work.await {
        Ok(()) => println!("{}", json!({ "flow": flow, "step": name })),
        Err(error) => {
            let message = format!("{error:#}");
            let reason: String = message.lines().next().unwrap_or_default().chars().take(200).collect();
            println!("{}", json!({ "flow": flow, "step": name, "reason": reason }));
        }
    }
}

pub fn must(holds: bool, what: &str) -> Result<()> {
    if !holds {
        bail!("{what}");
    }
    Ok(())
}
