import type { BookMessage } from '@foretell/contracts';
import type { Wallet } from '@foretell/crypto';
import { CatalogCalls } from './catalog-calls';
import { DataCalls } from './data-calls';
import type { ServiceOptions } from './http/service-reader';
import { NODE } from './platform/node';
import { ProvenBook } from './streams/proven-book';
import { StreamsFollower, type StreamsOptions } from './streams/streams-follower';
import { MarketDataCalls } from './trading/market-data-calls';
import { OrderSigner, type SignedItem } from './trading/order-signer';
import { RequestSigner } from './trading/request-signer';
import { TradingCalls, type TradingClientOptions as OptionsOf } from './trading/trading-calls';

export class CatalogClient extends CatalogCalls {
  constructor(options: ServiceOptions) {
    super(options, NODE);
  }
}

export class DataClient extends DataCalls {
  constructor(options: ServiceOptions) {
    super(options, NODE);
  }
}

export class MarketDataClient extends MarketDataCalls {
  constructor(options: ServiceOptions) {
    super(options, NODE);
  }
}

export type TradingClientOptions = OptionsOf<Wallet>;

/** Trades with a private key that this process holds. */
export class TradingClient extends TradingCalls<Wallet, SignedItem> {
  constructor(options: TradingClientOptions) {
    super(options, NODE, new OrderSigner(options.wallet, options));
  }
}

export class StreamsClient extends StreamsFollower {
  constructor(options: StreamsOptions) {
    super(options, NODE);
  }
}

export class BookCopy extends ProvenBook {
  constructor(snapshot: BookMessage) {
    super(snapshot, NODE.sha1);
  }
}

const REQUESTS = new RequestSigner(NODE.requestMac);
export const requestSignature = REQUESTS.signature.bind(REQUESTS);
export const l2Headers = REQUESTS.l2Headers.bind(REQUESTS);
export const builderHeaders = REQUESTS.builderHeaders.bind(REQUESTS);
