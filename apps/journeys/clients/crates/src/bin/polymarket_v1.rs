//! Drives the crate `polymarket_client_sdk`; the steps are those of every crate of this family.
extern crate polymarket_client_sdk as sdk;

const CHAIN: u64 = 137;
/// It expects `tradeIds`, which no service of this family returns (src/clob/types/response.rs, PostOrderResponse).
const NAMES_TRADES: bool = false;

const USER_TYPE: sdk::clob::types::SignatureType = sdk::clob::types::SignatureType::Eoa;

include!("../drive.rs");
include!("../rfq.rs");
include!("../streams.rs");

use sdk::clob::types::{AcceptRfqQuoteRequest, ApproveRfqOrderRequest, SignedOrder};

impl<S: Signer + Sync> Driver<S> {
    async fn execute(&self, quoter: &Trader, signer: &impl Signer, request: &str, quote: &str) {
        step("rfq", "accept", async {
            let order = self.trader.limit_order().token_id(self.yes).price(dec!(0.43)).size(dec!(20)).side(Side::Buy);
            let signed = self.trader.sign(&self.signer, order.build().await?).await?;
            let accept = AcceptRfqQuoteRequest::builder().request_id(request).quote_id(quote).expiration(0).side(Side::Buy);
            let (maker_amount, taker_amount) = amounts(&signed)?;
            let accept = accept.maker_amount(maker_amount).taker_amount(taker_amount).token_id(signed.order.tokenId);
            let accept = accept.maker(signed.order.maker).signer(signed.order.signer).taker(signed.order.taker).nonce(0);
            let fee = signed.order.feeRateBps.to::<u64>();
            let accept = accept.fee_rate_bps(fee).signature(signed.signature.to_string()).salt(signed.order.salt.to_string());
            self.trader.accept_quote(&accept.owner(signed.owner).build()).await?;
            Ok(())
        })
        .await;
        step("rfq", "approve", async {
            let order = quoter.limit_order().token_id(self.site.text("no").parse()?).price(dec!(0.57));
            let signed = quoter.sign(signer, order.size(dec!(20)).side(Side::Buy).build().await?).await?;
            let approve = ApproveRfqOrderRequest::builder().request_id(request).quote_id(quote).expiration(0).side(Side::Buy);
            let (maker_amount, taker_amount) = amounts(&signed)?;
            let approve = approve.maker_amount(maker_amount).taker_amount(taker_amount).token_id(signed.order.tokenId);
            let approve = approve.maker(signed.order.maker).signer(signed.order.signer).taker(signed.order.taker).nonce(0);
            let fee = signed.order.feeRateBps.to::<u64>();
            let approve = approve.fee_rate_bps(fee).signature(signed.signature.to_string()).salt(signed.order.salt.to_string());
            must(quoter.approve_order(&approve.owner(signed.owner).build()).await?.trade_ids.len() == 1, "no trade")
        })
        .await;
    }
}

fn amounts(signed: &SignedOrder) -> Result<(Decimal, Decimal)> {
    Ok((signed.order.makerAmount.to_string().parse()?, signed.order.takerAmount.to_string().parse()?))
}
