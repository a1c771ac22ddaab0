import type { TradingClient } from '@foretell/client';
import type { Answered } from './open-loop';
import { singleScripts, type Field, type ScriptedRequest } from './scripts';

/** One of this many requests is a cancel. */
export const CANCELS_EVERY = 10;

/** Results of a load. */
export interface Tally {
  /** Milliseconds since the requests were due. */
  readonly accepted: number[];
  /** Milliseconds since the same orders were written: without the delay of the load generator. */
  readonly sent: number[];
  /** Milliseconds by which requests were written late. */
  readonly late: number[];
  readonly cancels: number[];
  shed: number;
  shedCancels: number;
  refused: number;
  others: number;
}

/** Orders signed beforehand, and cancels of resting orders. */
export class OrderLoad {
  private orders: ScriptedRequest[] = [];
  private readonly resting: { readonly trader: TradingClient; readonly orderId: string }[] = [];
  private turn = 0;
  private tally: Tally = emptyTally();

  constructor(private readonly field: Field) {}

  prepare(orders: number): void {
    const { callers } = singleScripts(this.field, this.field.traders.length, orders);
    const longest = Math.max(...callers.map(({ length }) => length));
    this.orders = Array.from({ length: longest }, (_, at) => callers.flatMap((script) => script[at] ?? [])).flat();
  }

  begin(): Tally {
    this.tally = emptyTally();
    return this.tally;
  }

  next(): ScriptedRequest {
    this.turn += 1;
    const rested = this.turn % CANCELS_EVERY === 0 ? this.resting.shift() : undefined;
    if (rested !== undefined) {
      const body = Buffer.from(JSON.stringify({ orderId: rested.orderId }));
      return { trader: rested.trader, method: 'DELETE', path: '/order', body, kind: 'cancels' };
    }
    const order = this.orders.pop();
    if (order === undefined) throw new Error(`there are too few orders for this load: ${this.tally.shed} were shed`);
    return order;
  }

  count({ request, status, body, millis, sentMillis }: Answered): void {
    const { tally } = this;
    tally.late.push(millis - sentMillis);
    if (request.kind === 'cancels') {
      if (status === 200) tally.cancels.push(millis);
      else tally.shedCancels += 1;
    } else if (status === 200) {
      tally.accepted.push(millis);
      tally.sent.push(sentMillis);
      const orderId = /"orderID":"(0x[0-9a-f]{64})"/.exec(body)?.[1];
      if (orderId !== undefined && body.includes('"status":"live"')) this.resting.push({ trader: request.trader, orderId });
    } else if (status === 503) tally.shed += 1;
    else if (status === 400) tally.refused += 1;
    else tally.others += 1;
  }
}

function emptyTally(): Tally {
  return { accepted: [], sent: [], late: [], cancels: [], shed: 0, shedCancels: 0, refused: 0, others: 0 };
}
