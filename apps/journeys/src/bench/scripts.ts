import type { SignedItem, TradingClient } from '@foretell/client';
import { limit } from '../harness/orders';
import { openMarkets, type OpenMarket } from '../harness/reads';
import type { World } from '../harness/world';

/** A complete request except for its headers, which contain the send time. */
export interface ScriptedRequest {
  readonly trader: TradingClient;
  readonly method: 'POST' | 'DELETE';
  readonly path: string;
  readonly body: Buffer;
  readonly kind: 'orders' | 'cancels';
}

/** Each caller's requests in order, and some of the signed orders in them. */
export interface Scripts {
  readonly callers: readonly (readonly ScriptedRequest[])[];
  readonly sample: readonly SignedItem[];
}

/** Starts each script from its beginning. */
export function begun({ callers }: Scripts): readonly Iterator<ScriptedRequest>[] {
  return callers.map((requests) => requests.values());
}

/** The markets in which a trader's orders rest and those in which they trade, so that no order matches one of the same trader. */
export interface Field {
  readonly traders: readonly TradingClient[];
  readonly halves: readonly [readonly OpenMarket[], readonly OpenMarket[]];
}

const MARKETS = 20;

/** Open markets of a world with the sample catalog, and new traders. */
export async function fieldOf(world: World, count: number): Promise<Field> {
  const markets = await openMarkets(world, MARKETS);
  const traders: TradingClient[] = [];
  for (let index = 0; index < count; index += 1) traders.push(await world.trader());
  return { traders, halves: [markets.slice(0, MARKETS / 2), markets.slice(MARKETS / 2)] };
}

const BATCH = 15;
/** Seven batches of orders to three of cancels. */
const TURNS = ['orders', 'orders', 'cancels', 'orders', 'orders', 'cancels', 'orders', 'orders', 'cancels', 'orders'] as const;
/** One of seven orders trades: of a hundred commands 60 rest, 10 trade and 30 cancel. */
const TRADES_EVERY = 7;
const SHARES = 5;
/** Bids of both outcomes are too low to match each other; a trade takes bids of the other outcome. */
const LOWEST_CENTS = 20;
const STEPS = 25;
const TAKING_CENTS = 70;
const SAMPLE = 500;

/** Batches of 15 orders, and cancels of 15 resting orders. */
export function batchScripts(field: Field, callers: number, orders: number): Scripts {
  return scripts(field, callers, (signer) => {
    const requests: ScriptedRequest[] = [];
    const resting: string[] = [];
    for (let turn = 0; signer.signed < orders / callers; turn += 1) {
      const kind = TURNS[turn % TURNS.length];
      if (kind === 'cancels') {
        requests.push(signer.request('DELETE', '/orders', resting.splice(0, BATCH), kind));
        continue;
      }
      const items = Array.from({ length: BATCH }, () => signer.next());
      resting.push(...items.filter(({ item }) => item.orderType === 'GTC').map(({ orderId }) => orderId));
      requests.push(
        signer.request(
          'POST',
          '/orders',
          items.map(({ item }) => item),
          'orders',
        ),
      );
    }
    return requests;
  });
}

/** One order a request, without cancels. */
export function singleScripts(field: Field, callers: number, orders: number): Scripts {
  return scripts(field, callers, (signer) =>
    Array.from({ length: Math.ceil(orders / callers) }, () => signer.request('POST', '/order', signer.next().item, 'orders')),
  );
}

function scripts(field: Field, callers: number, write: (signer: Signer) => readonly ScriptedRequest[]): Scripts {
  const signers = Array.from({ length: callers }, (_, index) => new Signer(field, index));
  const written = signers.map(write);
  return { callers: written, sample: signers.flatMap(({ sample }) => sample).slice(0, SAMPLE) };
}

/** Signs the orders of one caller in sending order. */
class Signer {
  signed = 0;
  readonly sample: SignedItem[] = [];
  private readonly trader: TradingClient;

  constructor(
    private readonly field: Field,
    private readonly index: number,
  ) {
    const trader = field.traders[index];
    if (trader === undefined) throw new Error('there are fewer traders than callers');
    this.trader = trader;
  }

  next(): SignedItem {
    const count = (this.signed += 1);
    const takes = count % TRADES_EVERY === 0;
    const half = this.field.halves[(this.index + (takes ? 1 : 0)) % 2] ?? [];
    const market = half[(this.index + count) % half.length];
    if (market === undefined) throw new Error('a load needs markets');
    // Alternates outcomes within each market, so that its book has both sides.
    const outcome = Math.floor(count / half.length) % 2 === 0 ? 0 : 1;
    const draft = takes
      ? limit(market, 'BUY', outcome, SHARES, TAKING_CENTS + (count % STEPS), 'FAK')
      : limit(market, 'BUY', outcome, SHARES, LOWEST_CENTS + ((count * 7) % STEPS));
    const item = this.trader.sign(draft);
    if (this.sample.length < SAMPLE) this.sample.push(item);
    return item;
  }

  request(method: 'POST' | 'DELETE', path: string, body: unknown, kind: ScriptedRequest['kind']): ScriptedRequest {
    return { trader: this.trader, method, path, body: Buffer.from(JSON.stringify(body)), kind };
  }
}
