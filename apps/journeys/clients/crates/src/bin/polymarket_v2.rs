//! Drives the crate `polymarket_client_sdk_v2`; the steps are those of every crate of this family.
extern crate polymarket_client_sdk_v2 as sdk;

const CHAIN: u64 = 137;
/// Whether it reads `tradeIDs` of a placed order.
const NAMES_TRADES: bool = true;

const USER_TYPE: sdk::clob::types::SignatureType = sdk::clob::types::SignatureType::Eoa;

include!("../drive.rs");
include!("../rfq.rs");
include!("../streams.rs");

impl<S: Signer + Sync> Driver<S> {
    /// Its accept has the fields of orders of the first version only (src/clob/types/request.rs, AcceptRfqQuoteRequest), and it
    /// signs those of the second.
    async fn execute(&self, _quoter: &Trader, _signer: &impl Signer, _request: &str, _quote: &str) {}
}
