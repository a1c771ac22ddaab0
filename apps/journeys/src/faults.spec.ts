import { testNats } from '@foretell/testing';
import { eventually } from './harness/eventually';
import type { ServiceProcess } from './harness/service-process';
import { TcpProxy } from './harness/tcp-proxy';
import { TwoReplicas } from './harness/two-replicas';

const JOURNEY_MS = 120_000;
const TRADERS = 4;
const ORDERS = 40;
const TAKEN_MS = 45_000;

/**
 * Three faults of `npm run faults` in sequence, without the long waits. The writer is isolated from NATS, the next one is killed,
 * and the one after it is suspended and resumed.
 */
describe('two replicas of the trading service under load', () => {
  let replicas: TwoReplicas;
  /** Between NATS and the process that writes first. */
  let nats: TcpProxy;

  beforeAll(async () => {
    const { url } = testNats();
    nats = await TcpProxy.before(url);
    const wired = { NATS_URL: nats.through(url) };
    const environmentOf = (app: string): Record<string, string> => ({
      SANDBOX_CREDIT: '1000000',
      ...(app === 'clob' ? wired : {}),
    });
    replicas = await TwoReplicas.start(TRADERS, { logLevel: 'info', environmentOf });
    await ordersAreTaken();
  }, JOURNEY_MS);
  afterAll(async () => {
    nats?.close();
    await replicas?.stop();
  }, JOURNEY_MS);

  /** Waits for a number of new acknowledged orders. */
  async function ordersAreTaken(): Promise<void> {
    const from = performance.now();
    const taken = (): boolean => replicas.load.hasAcknowledgedSince(from, ORDERS);
    await eventually('orders are accepted', taken, TAKEN_MS);
  }
  const writes = ({ log }: ServiceProcess): number => log.split('"msg":"writing"').length - 1;

  it(
    'accept orders again when the writer is isolated from NATS: the other one takes over, and the writer ends',
    async () => {
      const { world, standby } = replicas;
      expect([writes(world.clob), writes(standby)]).toEqual([1, 0]);
      nats.goDark();
      const gaveWay = (): boolean => writes(standby) === 1;
      await eventually('the other one writes', gaveWay, TAKEN_MS);
      await ordersAreTaken();
      await world.clob.ended();
      expect(world.clob.log).toContain('NATS cannot be reached, and a replica that reaches it');
      nats.heal();
      await world.clob.start();
    },
    JOURNEY_MS,
  );

  it(
    'accept orders again when the writer is killed: the other one takes over',
    async () => {
      const { world, standby } = replicas;
      await standby.kill();
      await ordersAreTaken();
      expect([writes(world.clob), writes(standby)]).toEqual([2, 1]);
      await standby.start();
    },
    JOURNEY_MS,
  );

  it(
    'accept orders again when the writer is suspended, which does no harm after it is resumed',
    async () => {
      const { world, standby } = replicas;
      process.kill(world.clob.pid, 'SIGSTOP');
      try {
        await ordersAreTaken();
        expect(writes(standby)).toBe(2);
      } finally {
        process.kill(world.clob.pid, 'SIGCONT');
      }
      await ordersAreTaken();
      expect([writes(world.clob), writes(standby)]).toEqual([2, 2]);
    },
    JOURNEY_MS,
  );

  it(
    'have lost no order, and executed none twice',
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
