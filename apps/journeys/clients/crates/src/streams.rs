// The stream code of the crate, included by every binary after drive.rs.

impl<S: Signer + Sync> Driver<S> {
    async fn market_stream(&self) -> Result<()> {
        let mut streamed = StreamedBook::default();
        let client = ws::Client::new(self.site.text("stream"), sdk::ws::config::Config::default())?;
        let mut events = events_of(&client, self.yes)?;
        until("a book", &mut events, TIMEOUT, |event| Ok(apply(&mut streamed, self.yes, event) == Some(Got::Book))).await?;
        let id = self.limit(dec!(0.21), dec!(7)).await?;
        until("the order", &mut events, TIMEOUT, |event| {
            apply(&mut streamed, self.yes, event);
            Ok(streamed.bid("0.21").is_some_and(|size| size == "7"))
        })
        .await?;
        streamed.must_be_true(&self.site, 1).await?;
        self.trader.cancel_order(&id).await?;
        self.market(dec!(5)).await?;
        until("the trade", &mut events, TIMEOUT, |event| Ok(apply(&mut streamed, self.yes, event) == Some(Got::Trade))).await
    }

    async fn user_stream(&self) -> Result<()> {
        let client = ws::Client::new(self.site.text("stream"), sdk::ws::config::Config::default())?
            .authenticate(self.trader.credentials().clone(), self.trader.address())?;
        let mut events = Box::pin(client.subscribe_user_events(vec![self.condition])?);
        tokio::time::sleep(Duration::from_millis(500)).await;
        let id = self.limit(dec!(0.22), dec!(7)).await?;
        self.trader.cancel_order(&id).await?;
        let mut received = 0;
        until("placement and cancellation", &mut events, TIMEOUT, |event| {
            received += u32::from(matches!(event, WsMessage::Order(order) if order.id == id));
            Ok(received == 2)
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
enum Got {
    Book,
    Change,
    Trade,
}

type Events = std::pin::Pin<Box<dyn futures::Stream<Item = sdk::Result<WsMessage>>>>;

/// The crate has a separate stream for each kind over one connection.
fn events_of(client: &ws::Client, token: U256) -> Result<Events> {
    let books = client.subscribe_orderbook(vec![token])?.map(|each| each.map(WsMessage::Book));
    let changes = client.subscribe_prices(vec![token])?.map(|each| each.map(WsMessage::PriceChange));
    let trades = client.subscribe_last_trade_price(vec![token])?.map(|each| each.map(WsMessage::LastTradePrice));
    let lists: Vec<Events> = vec![Box::pin(books), Box::pin(changes), Box::pin(trades)];
    Ok(Box::pin(futures::stream::select_all(lists)))
}

fn levels(levels: &[OrderBookLevel]) -> Levels {
    levels.iter().map(|level| (plain(&level.price.to_string()), plain(&level.size.to_string()))).collect()
}

fn apply(streamed: &mut StreamedBook, token: U256, event: &WsMessage) -> Option<Got> {
    match event {
        WsMessage::Book(book) => {
            streamed.begin(levels(&book.bids), levels(&book.asks), book.hash.as_ref());
            Some(Got::Book)
        }
        WsMessage::PriceChange(change) => {
            for each in change.price_changes.iter().filter(|each| each.asset_id == token) {
                let size = each.size.unwrap_or_default().to_string();
                streamed.change(each.side == Side::Buy, &each.price.to_string(), &size, each.hash.as_ref());
            }
            Some(Got::Change)
        }
        WsMessage::LastTradePrice(_) => Some(Got::Trade),
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
            // The crate reports a lost connection as an error, and connects again.
            if let Ok(event) = event
                && wanted(&event)?
            {
                return Ok(());
            }
        }
        Err(anyhow!("the stream ended before {what}"))
    };
    tokio::time::timeout(limit, first).await.map_err(|_| anyhow!("{what} was not received"))?
}

/// Runs until the load's last order, through disconnects and a restart.
async fn follow(site: &Site, token: U256) -> Result<()> {
    let mut streamed = StreamedBook::default();
    let client = ws::Client::new(site.text("stream"), sdk::ws::config::Config::default())?;
    let mut events = events_of(&client, token)?;
    until("the last order", &mut events, Duration::from_millis(site.number("timeoutMs")), |event| {
        apply(&mut streamed, token, event);
        Ok(streamed.is_last())
    })
    .await?;
    streamed.must_be_true(site, site.number("changes")).await
}
