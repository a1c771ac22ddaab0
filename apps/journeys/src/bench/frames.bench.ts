import { setTimeout as delay } from 'node:timers/promises';
import { StreamsClient, type SignedItem, type TradingClient } from '@foretell/client';
import type { Measurement } from '@foretell/testing';
import type { CDPSession } from 'playwright-core';
import { ConsoleSite } from '../harness/browser/console-site';
import type { Visitor } from '../harness/browser/visitor';
import { limit } from '../harness/orders';
import { openMarkets, type OpenMarket } from '../harness/reads';

const ORDERS_PER_SECOND = 200;
const BATCHES_PER_SECOND = 20;
const BATCH_ORDERS = ORDERS_PER_SECOND / BATCHES_PER_SECOND;
const ROUNDS = 4;
const ROUND_SECONDS = 5;
/** Excludes the load of the page, which another benchmark measures. */
const SETTLED_SECONDS = 3;
const LOAD_SECONDS = ROUNDS * (2 * ROUND_SECONDS + SETTLED_SECONDS) + 10;
const TRADERS = 10;
/** The levels that a ladder shows, so that every change is visible. */
const [LOWEST_CENTS, HIGHEST_CENTS] = [41, 48];
/** A frame longer than three frame times is visible as a delay. */
const LONG_MS = 50;
const SECOND_MS = 1_000;
/** An empty page: the frames that the browser can show on the same machine under the same load. */
const EMPTY = 'data:text/html,<title>empty</title>';
/** Evaluated in a page: the times between frames, in milliseconds, over a number of seconds. */
const gapsFor = (seconds: number): string => `new Promise((resolve) => {
  const gaps = [];
  const end = performance.now() + ${seconds * SECOND_MS};
  const step = (last) => requestAnimationFrame((now) => {
    gaps.push(now - last);
    if (now < end) step(now); else resolve(gaps);
  });
  requestAnimationFrame(step);
})`;

/** Frames of a browser over some seconds, and the use of its page's thread. */
interface Shown {
  readonly gapsMs: readonly number[];
  readonly scriptMs: number;
  /** Time of style, layout and paint. */
  readonly renderMs: number;
  readonly taskMs: number;
}

/**
 * Frames of a market's page while 200 orders a second change its visible levels. It alternates with an empty page of the same
 * browser under the same load.
 */
export async function bench(): Promise<Measurement[]> {
  const site = await ConsoleSite.open();
  try {
    const [market] = await openMarkets(site.world, 1);
    if (market === undefined) throw new Error('the sample catalog has no open market');
    const batches = await signLoad(site, market);
    const visitor = await site.visitor();
    const counted = countChanges(site, market);
    const load = send(batches);
    load.catch(() => undefined);
    const [busy, empty] = await measured(visitor, market);
    const changesPerSecond = counted();
    await load;
    return [
      { name: 'level changes of the two books, sent by the stream', unit: 'changes/s', value: changesPerSecond },
      { ...line('frames of a market’s page', 'frames/s', busy, framesPerSecond), limit: emptyPage(empty) },
      line(`frames later than ${LONG_MS} ms`, 'frames/s', busy, longPerSecond),
      line(`frames later than ${LONG_MS} ms on the empty page`, 'frames/s', empty, longPerSecond),
      line('script a frame', 'ms', busy, perFrame('scriptMs')),
      line('style and layout a frame', 'ms', busy, perFrame('renderMs')),
      line('total of the page’s thread a frame', 'ms', busy, perFrame('taskMs')),
    ];
  } finally {
    await site.close();
  }
}

/** Orders are signed beforehand, so that signing is not measured. They are bids of both outcomes that do not match each other. */
async function signLoad(site: ConsoleSite, market: OpenMarket): Promise<(readonly [TradingClient, readonly SignedItem[]])[]> {
  const traders = await Promise.all(Array.from({ length: TRADERS }, () => site.world.trader()));
  const levels = HIGHEST_CENTS - LOWEST_CENTS + 1;
  return Array.from({ length: LOAD_SECONDS * BATCHES_PER_SECOND }, (_, index) => {
    const trader = traders[index % traders.length];
    if (trader === undefined) throw new Error('a load needs traders');
    const items = Array.from({ length: BATCH_ORDERS }, (_item, at) =>
      trader.sign(limit(market, 'BUY', at % 2 === 0 ? 0 : 1, 5, LOWEST_CENTS + ((index + at) % levels))),
    );
    return [trader, items] as const;
  });
}

/** Sends the batches at their rate, regardless of the response times. */
async function send(batches: readonly (readonly [TradingClient, readonly SignedItem[]])[]): Promise<void> {
  const startedAt = performance.now();
  const answers: Promise<void>[] = [];
  for (const [index, [trader, items]] of batches.entries()) {
    const early = startedAt + (index * SECOND_MS) / BATCHES_PER_SECOND - performance.now();
    if (early > 0) await delay(early);
    const answer = trader.send([...items]).then((results) => {
      const refused = results.find(({ success }) => !success);
      if (refused !== undefined) throw new Error(`an order of the load was refused: ${JSON.stringify(refused)}`);
    });
    // Awaited below, when all are sent.
    answer.catch(() => undefined);
    answers.push(answer);
  }
  await Promise.all(answers);
}

/** Counts the level changes of the stream from now on; returns a function that gives their number per second. */
function countChanges(site: ConsoleSite, { tokenIds }: OpenMarket): () => number {
  const ending = new AbortController();
  const startedAt = performance.now();
  let changes = 0;
  const follow = async (): Promise<void> => {
    for await (const { messages } of new StreamsClient({ url: site.world.clob.url }).books(tokenIds, { signal: ending.signal }))
      for (const message of messages) if (message.event_type === 'price_change') changes += message.price_changes.length;
  };
  const following = follow();
  following.catch(() => undefined);
  return () => {
    ending.abort();
    return (changes * SECOND_MS) / (performance.now() - startedAt);
  };
}

/** Alternates both, so that other load of the machine affects both equally. */
async function measured({ page }: Visitor, market: OpenMarket): Promise<readonly [readonly Shown[], readonly Shown[]]> {
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable');
  const [busy, empty]: [Shown[], Shown[]] = [[], []];
  for (let round = 0; round < ROUNDS; round += 1) {
    await page.goto(`/market/${market.conditionId}`);
    await delay(SETTLED_SECONDS * SECOND_MS);
    busy.push(await shown(session, (script) => page.evaluate(script)));
    await page.goto(EMPTY);
    empty.push(await shown(session, (script) => page.evaluate(script)));
  }
  return [busy, empty];
}

async function shown(session: CDPSession, evaluate: (script: string) => Promise<unknown>): Promise<Shown> {
  const before = await timesOf(session);
  const gaps = await evaluate(gapsFor(ROUND_SECONDS));
  const after = await timesOf(session);
  const spent = (...names: readonly string[]): number =>
    names.reduce((sum, name) => sum + ((after.get(name) ?? 0) - (before.get(name) ?? 0)) * SECOND_MS, 0);
  return {
    gapsMs: Array.isArray(gaps) ? gaps.map(Number) : [],
    scriptMs: spent('ScriptDuration'),
    renderMs: spent('LayoutDuration', 'RecalcStyleDuration'),
    taskMs: spent('TaskDuration'),
  };
}

/** Seconds that the page's thread has used, by kind. */
async function timesOf(session: CDPSession): Promise<ReadonlyMap<string, number>> {
  const { metrics } = await session.send('Performance.getMetrics');
  return new Map(metrics.map(({ name, value }) => [name, value]));
}

type Figure = (rounds: readonly Shown[]) => number;

function line(name: string, unit: string, rounds: readonly Shown[], figure: Figure): Measurement {
  return { name, unit, value: figure(rounds) };
}

function emptyPage(empty: readonly Shown[]): NonNullable<Measurement['limit']> {
  return { name: 'an empty page', value: framesPerSecond(empty) };
}

function framesPerSecond(rounds: readonly Shown[]): number {
  const gaps = rounds.flatMap(({ gapsMs }) => gapsMs);
  return (gaps.length * SECOND_MS) / gaps.reduce((sum, gap) => sum + gap, 0);
}

function longPerSecond(rounds: readonly Shown[]): number {
  const gaps = rounds.flatMap(({ gapsMs }) => gapsMs);
  return (gaps.filter((gap) => gap > LONG_MS).length * SECOND_MS) / gaps.reduce((sum, gap) => sum + gap, 0);
}

function perFrame(kind: 'scriptMs' | 'renderMs' | 'taskMs'): Figure {
  return (rounds) =>
    rounds.reduce((sum, round) => sum + round[kind], 0) / rounds.reduce((sum, { gapsMs }) => sum + gapsMs.length, 0);
}
