import type { TradingClient } from '@foretell/client';
import { FuzzRun, type FuzzReport } from './harness/fuzz/fuzz-run';
import { fuzzOptions } from './harness/journeys.config';
import { limit } from './harness/orders';
import { startWorld, type World } from './harness/world';

const START_MS = 90_000;
/** A request of a hundredth of a second, several at a time, on a machine that does other things. */
const REQUEST_MS = 60;
const GROWTH_MEGABYTES = 300;
/** Of honest orders alone, before: for each request, and at most. */
const ALONE_REQUEST_MS = 10;
const ALONE_MS_MAX = 10_000;

/** What belongs to somebody who takes no part in it. */
async function belongings(witness: TradingClient): Promise<unknown> {
  return Promise.all([witness.balance(), witness.openOrders(), witness.trades()]);
}

/** As soon as it is known: what stops a long run leaves what went before. */
function tell({ faults, ...report }: FuzzReport, p99Alone: number): void {
  const told = { ...report, faults: faults.length, p99Alone, timesAlone: report.p99 / p99Alone };
  process.stdout.write(`${JSON.stringify(told)}\n`);
}

describe('a surface that is sent whatever can be sent', () => {
  const options = fuzzOptions();
  const surfaceMs = START_MS + options.requests * REQUEST_MS;
  let world: World;
  let run: FuzzRun;
  let [witness, probe]: TradingClient[] = [];
  let before: unknown;
  let p99Alone = 0;

  const traders = (): readonly [TradingClient, TradingClient] => {
    if (witness === undefined || probe === undefined) throw new Error('nobody trades');
    return [witness, probe];
  };

  beforeAll(async () => {
    world = await startWorld({ logLevel: 'warn' });
    await world.importSample();
    [witness, probe] = [await world.trader(), await world.trader()];
    run = new FuzzRun(world, options);
    const [market] = await run.prepare();
    if (market === undefined) throw new Error('there is no market');
    await witness.place([limit(market, 'BUY', 0, 20, 60), limit(market, 'BUY', 0, 20, 2), limit(market, 'BUY', 1, 20, 2)]);
    await probe.place([limit(market, 'BUY', 1, 20, 40)]);
    before = await belongings(witness);
    const alone = new AbortController();
    setTimeout(() => alone.abort(), Math.min(ALONE_MS_MAX, options.requests * ALONE_REQUEST_MS));
    p99Alone = await run.probe(probe, alone.signal);
  }, START_MS);
  afterAll(() => world?.stop());

  it.each(['clob', 'gamma', 'data'] as const)(
    '%s answers without a fault, and takes no memory for good',
    async (surface) => {
      const report = await run.surface(surface, traders()[1]);
      tell(report, p99Alone);
      expect(report.faults).toEqual([]);
      expect(Object.values(report.byStatus).reduce((all, count) => all + count, 0)).toBe(options.requests);
      expect(report.byStatus[200]).toBeGreaterThan(options.requests / 20);
      expect(report.byStatus[400]).toBeGreaterThan(options.requests / 20);
      const [warm, end] = report.megabytes;
      expect(end).toBeLessThan(warm + GROWTH_MEGABYTES);
    },
    surfaceMs,
  );

  it(
    'leaves what belongs to others as it was, and every invariant standing',
    async () => {
      expect(await belongings(traders()[0])).toEqual(before);
      expect((await world.ops('doctor')).exitCode).toBe(0);
      const faults = [world.clob, world.gamma, world.data].flatMap(({ log }) =>
        log.split('\n').filter((line) => /"level":(50|60)/.test(line)),
      );
      expect(faults).toEqual([]);
    },
    START_MS,
  );
});
