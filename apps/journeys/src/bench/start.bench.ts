import type { Measurement } from '@foretell/testing';
import { requireAccepted, run, together, within, type Run } from './callers';
import { deepField, startOrderWorld, tradersFrom, warmUp, type EndToEndOptions } from './order-site';
import { batchScripts, begun, singleScripts, type Field, type Scripts } from './scripts';

/** Sent right after a start, and again once the code is compiled. */
const LOADS: readonly { readonly name: string; readonly write: (field: Field, callers: number, orders: number) => Scripts }[] = [
  { name: 'batches of 15, 16 callers', write: batchScripts },
  { name: 'single orders, 16 callers', write: singleScripts },
];
const CALLERS = 16;
const ORDERS = 1_000;
const ROUNDS = 3;
const SMALL_ROUNDS = 1;
const SLOWER_AT_MOST = 3;
/** The load ends long before. */
const SECONDS = 60;

/** The first 1,000 orders after a start of the trading service, compared with as many orders of a service that is warm. */
export async function bench(options: EndToEndOptions): Promise<Measurement[]> {
  const world = await startOrderWorld(options);
  try {
    const field = await deepField(world);
    let used = 0;
    const thousand = async ({ write }: (typeof LOADS)[number]): Promise<Run> => {
      const scripts = write(tradersFrom(field, used), CALLERS, ORDERS);
      used += CALLERS;
      const done = await run([world.clob.url], begun(scripts), { seconds: SECONDS });
      requireAccepted(done, 'orders');
      return done;
    };
    const rounds = options.small === true ? SMALL_ROUNDS : ROUNDS;
    const cold = new Map<string, Run[]>(LOADS.map(({ name }) => [name, []]));
    for (let round = 0; round < rounds; round += 1)
      for (const load of LOADS) {
        await world.clob.stop();
        await world.clob.start();
        cold.get(load.name)?.push(await thousand(load));
      }
    used += await warmUp([world.clob.url], field);
    const rows: Measurement[] = [];
    for (const load of LOADS) {
      const warm: Run[] = [];
      for (let round = 0; round < rounds; round += 1) warm.push(await thousand(load));
      rows.push(...compared(load.name, together(cold.get(load.name) ?? []), together(warm)));
    }
    return rows;
  } finally {
    await world.stop();
  }
}

function compared(name: string, cold: Run, warm: Run): Measurement[] {
  const [first, later] = [within(cold.millis, 0.5), within(warm.millis, 0.5)];
  return [
    {
      name: `${name}: p50 of the first ${ORDERS} orders`,
      unit: 'ms',
      value: first,
      limit: { name: 'baseline: the same once warm', value: later },
    },
    {
      name: `${name}: p50 of the first ${ORDERS} orders`,
      unit: 'of that once warm',
      value: Number((first / later).toFixed(2)),
      limit: { name: 'target, at most', value: SLOWER_AT_MOST },
    },
  ];
}
