import { setTimeout as delay } from 'node:timers/promises';
import type { TradingClient } from '@foretell/client';
import { FuzzRun, type FuzzOptions, type FuzzReport } from './harness/fuzz/fuzz-run';
import { withHonestOrders } from './harness/fuzz/honest-caller';
import type { HonestTask, Probed } from './harness/fuzz/honest-orders';
import { fuzzOptions } from './harness/journeys.config';
import { limit } from './harness/orders';
import { freshPrivateKey } from './harness/private-key';
import { startWorld, type World } from './harness/world';

const START_MS = 90_000;
/** Time allowance of a request: a hundredth of a second each, several at a time, on a busy machine. */
const REQUEST_MS = 60;
const GROWTH_MEGABYTES = 300;
/** Duration of the measurement of honest orders before the flood: for each request of the flood, and at most. */
const ALONE_REQUEST_MS = 10;
const ALONE_MS_MAX = 30_000;

/** Data of a wallet that takes no part. */
async function belongings(witness: TradingClient): Promise<unknown> {
  return Promise.all([witness.balance(), witness.openOrders(), witness.trades()]);
}

/** Prints the report of each service at once, so that a stopped run leaves the earlier ones. */
function print({ faults, ...report }: FuzzReport, alone: Probed): void {
  const line = { ...report, faults: faults.length, alone, timesAlone: report.p99 / alone.p99 };
  process.stdout.write(`${JSON.stringify(line)}\n`);
}

/** A world with a witness who has orders, and a trader whose orders are timed: first without a flood. */
class Field {
  private constructor(
    readonly world: World,
    readonly run: FuzzRun,
    readonly witness: TradingClient,
    readonly honest: HonestTask,
    readonly alone: Probed,
  ) {}

  static async open(options: FuzzOptions, environment: Readonly<Record<string, string>>): Promise<Field> {
    const world = await startWorld({ logLevel: 'warn', environmentOf: () => environment });
    try {
      await world.importSample();
      const privateKey = freshPrivateKey();
      const [witness, probe] = [await world.trader(), await world.trader({ privateKey })];
      const run = new FuzzRun(world, options);
      const [market] = await run.prepare();
      if (market === undefined) throw new Error('there is no market');
      await witness.place([limit(market, 'BUY', 0, 20, 60), limit(market, 'BUY', 0, 20, 2), limit(market, 'BUY', 1, 20, 2)]);
      await probe.place([limit(market, 'BUY', 1, 20, 40)]);
      const honest = { url: world.clob.url, privateKey, key: probe.key, market };
      const aloneMs = Math.min(ALONE_MS_MAX, options.requests * ALONE_REQUEST_MS);
      const [, alone] = await withHonestOrders(honest, () => delay(aloneMs));
      return new Field(world, run, witness, honest, alone);
    } catch (error) {
      await world.stop();
      throw error;
    }
  }
}

describe.each([
  ['a service without limits under hostile requests', {}],
  ['a service with its limits and load shedding on', { LIMITS: 'on', SHED_AFTER_MILLIS: '50', TRUSTED_PROXIES: '1' }],
])('%s', (_what, environment) => {
  const options = fuzzOptions();
  const serviceMs = START_MS + options.requests * REQUEST_MS;
  let field: Field;
  let before: unknown;

  beforeAll(async () => {
    field = await Field.open(options, environment);
    before = await belongings(field.witness);
  }, START_MS);
  afterAll(() => field?.world.stop());

  it.each(['clob', 'gamma', 'data'] as const)(
    '%s responds without a fault, and leaks no memory',
    async (service) => {
      const report = await field.run.service(service, field.honest);
      print(report, field.alone);
      expect(report.faults).toEqual([]);
      expect(Object.values(report.byStatus).reduce((all, count) => all + count, 0)).toBe(options.requests);
      if (!('LIMITS' in environment)) {
        expect(report.shedOrders).toBe(0);
        expect(report.byStatus[200]).toBeGreaterThan(options.requests / 20);
        expect(report.byStatus[400]).toBeGreaterThan(options.requests / 20);
      }
      const [warm, end] = report.megabytes;
      expect(end).toBeLessThan(warm + GROWTH_MEGABYTES);
    },
    serviceMs,
  );

  it(
    'leaves the data of others unchanged, and every invariant intact',
    async () => {
      const { world, witness } = field;
      expect(await belongings(witness)).toEqual(before);
      expect((await world.ops('doctor')).exitCode).toBe(0);
      const faults = [world.clob, world.gamma, world.data].flatMap(({ log }) =>
        log.split('\n').filter((line) => /"level":(50|60)/.test(line)),
      );
      expect(faults).toEqual([]);
    },
    START_MS,
  );
});
