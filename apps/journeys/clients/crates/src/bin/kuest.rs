//! Drives the crate `kuest_client_sdk`; the steps are those of every crate of this family.
extern crate kuest_client_sdk as sdk;

const CHAIN: u64 = 80002;
/// It expects `tradeIds`, which no service of this family returns (src/clob/types/response.rs, PostOrderResponse).
const NAMES_TRADES: bool = false;

const USER_TYPE: sdk::clob::types::SignatureType = sdk::clob::types::SignatureType::DepositWallet;

include!("../drive.rs");
include!("../rfq.rs");
include!("../streams.rs");

impl<S: Signer + Sync> Driver<S> {
    /// Its accept has the fields of orders of the first version only (src/clob/types/request.rs, AcceptRfqQuoteRequest), and it
    /// signs those of the second.
    async fn execute(&self, _quoter: &Trader, _signer: &impl Signer, _request: &str, _quote: &str) {}
}
