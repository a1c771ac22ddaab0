import { setTimeout as delay } from 'node:timers/promises';
import type { SignedItem, TradingClient } from '@foretell/client';
import type { Measurement } from '@foretell/testing';
import { limit } from '../harness/orders';
import { openMarkets, type OpenMarket } from '../harness/reads';
import { startWorld, type World } from '../harness/world';

const LOAD_SECONDS = 30;
const ORDERS_PER_SECOND = 1000;
const BATCH_ORDERS = 10;
const TRADERS = 40;
const MARKETS = 20;
const WARM_SECONDS = 5;
const SAMPLES_PER_SECOND = 10;
const POLL_MS = 10;
const GIVE_UP_MS = 30_000;
const CENTS = 50;
const SHARES = 5;

/** One batch of the load: its orders rest, or trade with those of the previous batch. */
interface Batch {
  readonly trader: TradingClient;
  readonly items: readonly SignedItem[];
}

/**
 * Time until a fill is visible in the data service while the trading service is under load: three processes, one PostgreSQL, one
 * NATS.
 */
export async function bench(): Promise<Measurement[]> {
  const world = await startWorld({ logLevel: 'warn' });
  try {
    await world.importSample();
    const [sampled, ...loaded] = await openMarkets(world, MARKETS);
    if (sampled === undefined) throw new Error('the sample catalog has too few open markets');
    const batches = await signLoad(world, loaded);
    const samplers = await counterparts(world, sampled);
    const load = send(batches);
    load.catch(() => undefined);
    await delay(WARM_SECONDS * 1000);
    const millis = await sample(world, sampled, samplers);
    return [...(await load), ...seen(millis)];
  } finally {
    await world.stop();
  }
}

/** Orders are signed beforehand, so that signing is not measured. Each pair of batches mints. */
async function signLoad(world: World, markets: readonly OpenMarket[]): Promise<Batch[]> {
  const traders = await Promise.all(Array.from({ length: TRADERS }, () => world.trader()));
  return Array.from({ length: (LOAD_SECONDS * ORDERS_PER_SECOND) / BATCH_ORDERS }, (_, index) => {
    const trader = traders[index % traders.length];
    const market = markets[(index >> 1) % markets.length];
    if (trader === undefined || market === undefined) throw new Error('a load needs traders and markets');
    const outcome = index % 2 === 0 ? 0 : 1;
    return {
      trader,
      items: Array.from({ length: BATCH_ORDERS }, () => trader.sign(limit(market, 'BUY', outcome, SHARES, CENTS))),
    };
  });
}

/** A wallet for each sample, whose first activity is the fill in question, with enough orders to trade with. */
async function counterparts(world: World, market: OpenMarket): Promise<TradingClient[]> {
  const samples = (LOAD_SECONDS - WARM_SECONDS - 2) * SAMPLES_PER_SECOND;
  const maker = await world.trader();
  const results = await maker.place([limit(market, 'BUY', 0, samples * SHARES, CENTS)]);
  if (results[0]?.success !== true) throw new Error(`the counterpart was refused: ${JSON.stringify(results)}`);
  const wallets: TradingClient[] = [];
  for (let index = 0; index < samples; index += 1) wallets.push(await world.trader());
  return wallets;
}

/** Sends the batches at their rate, regardless of the response times. */
async function send(batches: readonly Batch[]): Promise<Measurement[]> {
  const startedAt = performance.now();
  const answers: Promise<void>[] = [];
  const millis: number[] = [];
  let refused = 0;
  for (const [index, { trader, items }] of batches.entries()) {
    const due = startedAt + (index * BATCH_ORDERS * 1000) / ORDERS_PER_SECOND;
    const early = due - performance.now();
    if (early > 0) await delay(early);
    const sentAt = performance.now();
    const answer = trader.send(items).then((results) => {
      millis.push(performance.now() - sentAt);
      refused += results.filter(({ success }) => !success).length;
    });
    // Awaited below, when all are sent.
    answer.catch(() => undefined);
    answers.push(answer);
  }
  await Promise.all(answers);
  const seconds = (performance.now() - startedAt) / 1000;
  if (refused > 0) throw new Error(`${refused} orders of the load were refused`);
  const value = Math.round((batches.length * BATCH_ORDERS) / seconds);
  return [
    { name: `load: orders in batches of ${BATCH_ORDERS}, response time`, unit: 'orders/s', value, p99Ms: place(millis, 0.99) },
  ];
}

interface Seen {
  readonly sinceSentMs: number;
  readonly sinceAnswerMs: number;
}

async function sample(world: World, market: OpenMarket, samplers: readonly TradingClient[]): Promise<Seen[]> {
  const pending: Promise<Seen>[] = [];
  for (const sampler of samplers) {
    const seen = fill(world, market, sampler);
    // Awaited below, when all are sent: a failure then ends the benchmark with clean-up, not the process.
    seen.catch(() => undefined);
    pending.push(seen);
    await delay(1000 / SAMPLES_PER_SECOND);
  }
  return Promise.all(pending);
}

async function fill(world: World, market: OpenMarket, trader: TradingClient): Promise<Seen> {
  const item = trader.sign(limit(market, 'BUY', 1, SHARES, 100 - CENTS, 'FAK'));
  const sentAt = performance.now();
  const [result] = await trader.send([item]);
  const answeredAt = performance.now();
  if (result?.success !== true) throw new Error(`a sample was refused: ${JSON.stringify(result)}`);
  const query = { user: trader.wallet.address, limit: 1 };
  while ((await world.records.activity(query)).length === 0) {
    if (performance.now() - answeredAt > GIVE_UP_MS) throw new Error(`a fill was not visible within ${GIVE_UP_MS / 1000} s`);
    await delay(POLL_MS);
  }
  const seenAt = performance.now();
  return { sinceSentMs: seenAt - sentAt, sinceAnswerMs: seenAt - answeredAt };
}

function seen(samples: readonly Seen[]): Measurement[] {
  const line = (name: string, millis: readonly number[]): Measurement => ({
    name,
    unit: 'ms (median)',
    value: place(millis, 0.5),
    p99Ms: place(millis, 0.99),
  });
  return [
    line(
      `a fill is in /activity after its order was sent, ${samples.length} samples`,
      samples.map(({ sinceSentMs }) => sinceSentMs),
    ),
    line(
      'the same, after its response',
      samples.map(({ sinceAnswerMs }) => sinceAnswerMs),
    ),
  ];
}

function place(millis: readonly number[], share: number): number {
  const sorted = millis.toSorted((one, other) => one - other);
  return Number((sorted[Math.floor(sorted.length * share)] ?? 0).toFixed(1));
}
