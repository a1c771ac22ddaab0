//! Drives the crate `polymarket_client_sdk`; the steps are those of every crate of this family.
extern crate polymarket_client_sdk as sdk;

const CHAIN: u64 = 137;
/// It looks for `tradeIds`, which no surface of this family says (src/clob/types/response.rs, PostOrderResponse).
const NAMES_TRADES: bool = false;

include!("../drive.rs");
include!("../streams.rs");
