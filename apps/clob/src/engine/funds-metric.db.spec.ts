import { FUNDS_MAX_MICROS } from '@foretell/exchange';
import { metricsRegistry } from '@foretell/platform-server';
import { usdc } from '@foretell/units';
import { ClobWorld } from '../testing/clob-world';

const WALLET = `0x${'ab'.repeat(20)}`;

describe('the share of funds in the metrics', () => {
  let world: ClobWorld;
  let next: Awaited<ReturnType<ClobWorld['replica']>> | undefined;

  beforeAll(async () => {
    world = await ClobWorld.open();
  });
  afterAll(async () => {
    await next?.app.close();
    await world?.close();
  });

  it('is known to a process that has committed nothing yet', async () => {
    const credit = { type: 'credit', wallet: WALLET, amountMicros: usdc(1_000_000) } as const;
    await world.submit({ command: credit, attachment: { kind: 'ledger', reference: 'funds' } });
    await world.app.close();
    // As in a new process.
    metricsRegistry.resetMetrics();
    next = await world.replica();
    const metrics = await (await fetch(`${next.url}/metrics`)).text();
    expect(Number(/^foretell_funds_held_ratio (\S+)$/m.exec(metrics)?.[1])).toBeCloseTo(1e12 / FUNDS_MAX_MICROS, 12);
  });
});
