import type { BookMessage } from '@foretell/contracts';
import { SCRIPT_CRYPTO, type Wallet } from '@foretell/crypto/browser';
import { CatalogCalls } from './catalog-calls';
import { DataCalls } from './data-calls';
import type { ServiceOptions } from './http/service-reader';
import { BROWSER } from './platform/browser';
import { ProvenBook } from './streams/proven-book';
import { StreamsFollower, type StreamsOptions } from './streams/streams-follower';
import { AskedWallet, type SignTypedData } from './trading/asked-wallet';
import { MarketDataCalls } from './trading/market-data-calls';
import { AskedOrderSigner, OrderSigner, type SignedItem } from './trading/order-signer';
import { TradingCalls, type TradingClientOptions as OptionsOf } from './trading/trading-calls';

export class CatalogClient extends CatalogCalls {
  constructor(options: ServiceOptions) {
    super(options, BROWSER);
  }
}

export class DataClient extends DataCalls {
  constructor(options: ServiceOptions) {
    super(options, BROWSER);
  }
}

export class MarketDataClient extends MarketDataCalls {
  constructor(options: ServiceOptions) {
    super(options, BROWSER);
  }
}

export type TradingClientOptions = OptionsOf<Wallet>;

/** Trades with a private key that this page holds. For play money only. */
export class TradingClient extends TradingCalls<Wallet, SignedItem> {
  constructor(options: TradingClientOptions) {
    super(options, BROWSER, new OrderSigner(options.wallet, options));
  }
}

export type AskedTradingClientOptions = OptionsOf<AskedWallet>;

/** Trades for a wallet that signs on request, such as a browser extension; `askedWallet` creates one. */
export class AskedTradingClient extends TradingCalls<AskedWallet, Promise<SignedItem>> {
  constructor(options: AskedTradingClientOptions) {
    super(options, BROWSER, new AskedOrderSigner(options.wallet, options));
  }
}

/** Creates the wallet of an address from the function that requests its signatures. Throws RangeError for an invalid address. */
export function askedWallet(address: string, signTypedData: SignTypedData): AskedWallet {
  return new AskedWallet(address, signTypedData, SCRIPT_CRYPTO.keccak);
}

export class StreamsClient extends StreamsFollower {
  constructor(options: StreamsOptions) {
    super(options, BROWSER);
  }
}

export class BookCopy extends ProvenBook {
  constructor(snapshot: BookMessage) {
    super(snapshot, BROWSER.sha1);
  }
}
