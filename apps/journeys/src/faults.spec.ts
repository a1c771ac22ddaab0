import { eventually } from './harness/eventually';
import type { SurfaceProcess } from './harness/surface-process';
import { TwoReplicas } from './harness/two-replicas';

const JOURNEY_MS = 120_000;
const TRADERS = 4;
const ORDERS = 40;
const TAKEN_MS = 45_000;

/** The first two of `npm run faults`, in a row and without the long waits: the writer dies, then the next one sleeps and wakes. */
describe('two replicas of the trading surface under load', () => {
  let replicas: TwoReplicas;

  beforeAll(async () => {
    replicas = await TwoReplicas.start(TRADERS, { logLevel: 'info', environmentOf: () => ({ SANDBOX_CREDIT: '1000000' }) });
    await ordersAreTaken();
  }, JOURNEY_MS);
  afterAll(() => replicas?.stop(), JOURNEY_MS);

  /** So many that came after this was called. */
  async function ordersAreTaken(): Promise<void> {
    const from = performance.now();
    const taken = (): Promise<true | undefined> =>
      Promise.resolve(replicas.load.hasAcknowledgedSince(from, ORDERS) ? true : undefined);
    await eventually('orders are taken', taken, TAKEN_MS);
  }
  const writes = ({ log }: SurfaceProcess): number => log.split('"msg":"writing"').length - 1;

  it(
    'take orders again when the writer is killed: the other one writes',
    async () => {
      const { world, standby } = replicas;
      expect([writes(world.clob), writes(standby)]).toEqual([1, 0]);
      await world.clob.kill();
      await ordersAreTaken();
      expect(writes(standby)).toBe(1);
      await world.clob.start();
    },
    JOURNEY_MS,
  );

  it(
    'take orders again when the writer sleeps, and it does no harm when it wakes',
    async () => {
      const { world, standby } = replicas;
      process.kill(standby.pid, 'SIGSTOP');
      try {
        await ordersAreTaken();
        expect(writes(world.clob)).toBe(2);
      } finally {
        process.kill(standby.pid, 'SIGCONT');
      }
      await ordersAreTaken();
      expect([writes(world.clob), writes(standby)]).toEqual([2, 1]);
    },
    JOURNEY_MS,
  );

  it(
    'have lost no order, and done none twice',
    async () => {
      const { world, load } = replicas;
      await load.stop();
      expect(load.acknowledgedAt.size).toBeGreaterThan(4 * ORDERS);
      expect(await replicas.fates()).toEqual({ lost: [], doubled: [] });
      const { exitCode, out, complaints } = await world.ops('doctor', '--timeout', '60');
      expect(`${exitCode} ${complaints}${exitCode === 0 ? '' : out}`.trim()).toBe('0');
    },
    JOURNEY_MS,
  );
});
