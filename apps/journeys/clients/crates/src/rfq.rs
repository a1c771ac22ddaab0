// Requests for quotes, included by every binary after drive.rs. The quoter is a separate account.

use sdk::clob::types::request::Asset;
use sdk::clob::types::{
    CancelRfqQuoteRequest, CancelRfqRequestRequest, CreateRfqQuoteRequest, CreateRfqRequestRequest, RfqQuotesRequest,
    RfqRequestsRequest, RfqSortBy, RfqState,
};

impl<S: Signer + Sync> Driver<S> {
    async fn rfq(&self) -> Result<()> {
        let signer = LocalSigner::from_str(self.site.text("quoterKey"))?.with_chain_id(Some(CHAIN));
        let quoter = &authenticate(&self.site, &signer, "quoterFunder").await?;
        let (trader, mut request, mut quote) = (&self.trader, String::new(), String::new());
        step("rfq", "request", async { Ok(request = self.ask(20).await?) }).await;
        step("rfq", "requests", async {
            let asked = RfqRequestsRequest::builder().request_ids(vec![request.clone()]).markets(vec![self.condition]);
            let page = trader.requests(&asked.state(RfqState::Active).build(), None).await?;
            must(page.data.len() == 1 && page.data[0].token == self.yes, "not one")
        })
        .await;
        step("rfq", "quote", async { Ok(quote = self.offer(quoter, &request).await?) }).await;
        step("rfq", "quotes of both", async {
            let asked = RfqQuotesRequest::builder().quote_ids(vec![quote.clone()]).sort_by(RfqSortBy::Size).build();
            must(trader.quotes(&asked, None).await?.data.len() == 1, "not on the requester's list")?;
            must(quoter.quotes(&asked, None).await?.data.len() == 1, "not on the quoter's list")
        })
        .await;
        self.execute(quoter, &signer, &request, &quote).await;
        step("rfq", "cancel", async {
            // Within a second the same signed bytes are the same request: this one has another size.
            let request = self.ask(21).await?;
            let quote = self.offer(quoter, &request).await?;
            quoter.cancel_quote(&CancelRfqQuoteRequest::builder().quote_id(quote).build()).await?;
            Ok(trader.cancel_request(&CancelRfqRequestRequest::builder().request_id(request).build()).await?)
        })
        .await;
        Ok(())
    }

    async fn ask(&self, shares: u64) -> Result<String> {
        let request = CreateRfqRequestRequest::builder().asset_in(Asset::Asset(self.yes)).asset_out(Asset::Usdc);
        let (shares, usdc) = (Decimal::from(shares * 1_000_000), Decimal::from(shares * 450_000));
        let request = request.amount_in(shares).amount_out(usdc).user_type(USER_TYPE).build();
        Ok(self.trader.create_request(&request).await?.request_id)
    }

    async fn offer(&self, quoter: &Trader, request: &str) -> Result<String> {
        let no = self.site.text("no").parse()?;
        let quote = CreateRfqQuoteRequest::builder().request_id(request).asset_in(Asset::Asset(no)).asset_out(Asset::Usdc);
        let quote = quote.amount_in(dec!(20000000)).amount_out(dec!(11400000)).user_type(USER_TYPE).build();
        Ok(quoter.create_quote(&quote).await?.quote_id)
    }
}
