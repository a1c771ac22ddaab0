// The stream code of the crate, included by every binary after drive.rs.

impl<S: Signer + Sync> Driver<S> {
    async fn market_stream(&self) -> Result<()> {
        let mut told = ToldBook::default();
        let client = ws::Client::new(self.site.text("stream"), sdk::ws::config::Config::default())?;
        let mut events = events_of(&client, self.yes)?;
        until("a book", &mut events, TIMEOUT, |event| Ok(apply(&mut told, self.yes, event) == Some(Told::Book))).await?;
        let id = self.limit(dec!(0.21), dec!(7)).await?;
        until("the order", &mut events, TIMEOUT, |event| {
            apply(&mut told, self.yes, event);
            Ok(told.bid("0.21").is_some_and(|size| size == "7"))
        })
        .await?;
        told.must_be_true(&self.site, 1).await?;
        self.trader.cancel_order(&id).await?;
        self.market(dec!(5)).await?;
        until("the trade", &mut events, TIMEOUT, |event| Ok(apply(&mut told, self.yes, event) == Some(Told::Trade))).await
    }

    async fn user_stream(&self) -> Result<()> {
        let client = ws::Client::new(self.site.text("stream"), sdk::ws::config::Config::default())?
            .authenticate(self.trader.credentials().clone(), self.trader.address())?;
        let mut events = Box::pin(client.subscribe_user_events(vec![self.condition])?);
        tokio::time::sleep(Duration::from_millis(500)).await;
        let id = self.limit(dec!(0.22), dec!(7)).await?;
        self.trader.cancel_order(&id).await?;
        let mut told = 0;
        until("placement and cancellation", &mut events, TIMEOUT, |event| {
            told += u32::from(matches!(event, WsMessage::Order(order) if order.id == id));
            Ok(told == 2)
        })
        .await?;
        let taken = self.market(dec!(5)).await?;
        let of_mine = |order: &Option<String>| order.as_deref() == Some(taken.as_str());
        until("the trade", &mut events, TIMEOUT, |event| {
            Ok(matches!(event, WsMessage::Trade(trade) if of_mine(&trade.taker_order_id)))
        })
        .await
    }
}

#[derive(PartialEq)]
enum Told {
    Book,
    Change,
    Trade,
}

type Events = std::pin::Pin<Box<dyn futures::Stream<Item = sdk::Result<WsMessage>>>>;

/// The crate tells each kind by a stream of its own over one connection.
fn events_of(client: &ws::Client, token: U256) -> Result<Events> {
    let books = client.subscribe_orderbook(vec![token])?.map(|each| each.map(WsMessage::Book));
    let changes = client.subscribe_prices(vec![token])?.map(|each| each.map(WsMessage::PriceChange));
    let trades = client.subscribe_last_trade_price(vec![token])?.map(|each| each.map(WsMessage::LastTradePrice));
    let lists: Vec<Events> = vec![Box::pin(books), Box::pin(changes), Box::pin(trades)];
    Ok(Box::pin(futures::stream::select_all(lists)))
}

fn levels(told: &[OrderBookLevel]) -> Levels {
    told.iter().map(|level| (plain(&level.price.to_string()), plain(&level.size.to_string()))).collect()
}

fn apply(told: &mut ToldBook, token: U256, event: &WsMessage) -> Option<Told> {
    match event {
        WsMessage::Book(book) => {
            told.begin(levels(&book.bids), levels(&book.asks), book.hash.as_ref());
            Some(Told::Book)
        }
        WsMessage::PriceChange(change) => {
            for each in change.price_changes.iter().filter(|each| each.asset_id == token) {
                let size = each.size.unwrap_or_default().to_string();
                told.change(each.side == Side::Buy, &each.price.to_string(), &size, each.hash.as_ref());
            }
            Some(Told::Change)
        }
        WsMessage::LastTradePrice(_) => Some(Told::Trade),
        _ => None,
    }
}

async fn until<T>(
    what: &str,
    events: &mut (impl futures::Stream<Item = sdk::Result<T>> + Unpin),
    limit: Duration,
    mut wanted: impl FnMut(&T) -> Result<bool>,
) -> Result<()> {
    let first = async {
        while let Some(event) = events.next().await {
            // A lost connection is told as an error, and made again by the crate.
            if let Ok(event) = event
                && wanted(&event)?
            {
                return Ok(());
            }
        }
        Err(anyhow!("the stream ended before {what}"))
    };
    tokio::time::timeout(limit, first).await.map_err(|_| anyhow!("{what} was not told"))?
}

/// Until the load's last order, through cuts and a restart.
async fn follow(site: &Site, token: U256) -> Result<()> {
    let mut told = ToldBook::default();
    let client = ws::Client::new(site.text("stream"), sdk::ws::config::Config::default())?;
    let mut events = events_of(&client, token)?;
    until("the last order", &mut events, Duration::from_millis(site.number("timeoutMs")), |event| {
        apply(&mut told, token, event);
        Ok(told.is_last())
    })
    .await?;
    told.must_be_true(site, site.number("changes")).await
}
