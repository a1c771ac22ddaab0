import type { Measurement } from '@foretell/testing';
import { startWorld } from '../harness/world';
import { ascending, within } from './callers';
import { OpenLoop } from './open-loop';
import { CANCELS_EVERY, OrderLoad, type Tally } from './order-load';
import type { EndToEndOptions } from './order-site';
import { fieldOf } from './scripts';

const TRADERS = 128;
const SECONDS = 8;
const SMALL_SECONDS = 4;
const WARM_SECONDS = 3;
/** Callers that saturate the service. */
const IN_FLIGHT = 48;
/** Loads, as multiples of the service's capacity. */
const TIMES = [1, 2, 4];
/** More than the available time needs. */
const ORDERS_PER_SECOND = 6_000;
/**
 * Targets of docs/decisions/admission.md: goodput at twice the capacity relative to its peak, and milliseconds of an accepted
 * order.
 */
const AIMS = { goodput: 0.8, p99: 200 };

/** Orders of customers who do not wait for each other, beyond the capacity of the service: the goodput and its latency. */
export async function bench({ small = false, environment: set = {} }: EndToEndOptions): Promise<Measurement[]> {
  const seconds = small ? SMALL_SECONDS : SECONDS;
  const environment = { SANDBOX_CREDIT: '1000000', SHED_AFTER_MILLIS: '50', ...set };
  const world = await startWorld({ logLevel: 'warn', environmentOf: () => environment });
  const loop = new OpenLoop(world.clob.url);
  try {
    await world.importSample();
    const load = new OrderLoad(await fieldOf(world, TRADERS));
    load.prepare(ORDERS_PER_SECOND * (WARM_SECONDS + seconds));
    await loop.inFlight(
      IN_FLIGHT,
      WARM_SECONDS,
      () => load.next(),
      (answered) => load.count(answered),
    );
    await loop.open();
    const full = load.begin();
    await loop.inFlight(
      IN_FLIGHT,
      seconds,
      () => load.next(),
      (answered) => load.count(answered),
    );
    const capacity = full.accepted.length / seconds;
    const rows: Measurement[] = stageRows(`${IN_FLIGHT} callers`, full, seconds, capacity);
    let peak = capacity;
    for (const times of TIMES) {
      // Some of all requests are cancels.
      const perSecond = (capacity * times * CANCELS_EVERY) / (CANCELS_EVERY - 1);
      process.stderr.write(`  ${times} x ${Math.round(capacity)} orders a second\n`);
      load.prepare(perSecond * seconds);
      await loop.open();
      const tally = load.begin();
      await loop.atRate(
        perSecond,
        seconds,
        () => load.next(),
        (answered) => load.count(answered),
      );
      peak = Math.max(peak, tally.accepted.length / seconds);
      rows.push(...stageRows(`${times} x capacity`, tally, seconds, peak));
    }
    if (loop.broken > 0) throw new Error(`${loop.broken} connections broke with a request in flight`);
    return rows;
  } finally {
    loop.close();
    await world.stop();
  }
}

function stageRows(stage: string, tally: Tally, seconds: number, peak: number): Measurement[] {
  const within99 = (millis: readonly number[]): number => within(ascending(millis), 0.99);
  const row = (name: string, unit: string, value: number): Measurement => ({
    name: `${stage}: ${name}`,
    unit,
    value: Number(value.toFixed(1)),
  });
  const goodput = row('orders accepted', 'orders/s', tally.accepted.length / seconds);
  const p99 = row('p99 of an accepted order', 'ms', within99(tally.accepted));
  return [
    { ...goodput, limit: { name: `peak, at least ${AIMS.goodput}`, value: Math.round(peak) } },
    row('p50 of an accepted order', 'ms', within(ascending(tally.accepted), 0.5)),
    { ...p99, limit: { name: 'target, at most', value: AIMS.p99 } },
    row('orders shed', 'requests', tally.shed),
    row('p99 of an accepted order since it was written', 'ms', within99(tally.sent)),
    row('p99 of the load generator’s own delay', 'ms', within99(tally.late)),
    row('p99 of a cancel', 'ms', within99(tally.cancels)),
    row('cancels shed', 'requests', tally.shedCancels),
    row('refused otherwise', 'requests', tally.refused + tally.others),
  ];
}
