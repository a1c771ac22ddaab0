//! Drives the crate `polymarket_client_sdk_v2`; the steps are those of every crate of this family.
extern crate polymarket_client_sdk_v2 as sdk;

const CHAIN: u64 = 137;
/// Whether it reads `tradeIDs` of what was placed.
const NAMES_TRADES: bool = true;

include!("../drive.rs");
include!("../streams.rs");
