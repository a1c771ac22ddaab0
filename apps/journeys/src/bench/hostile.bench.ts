import { loadavg } from 'node:os';
import { setTimeout as after } from 'node:timers/promises';
import type { TradingClient } from '@foretell/client';
import type { Measurement } from '@foretell/testing';
import { startWorld } from '../harness/world';
import { ascending, within } from './callers';
import { besideAttack, type AttackTask } from './hostile-attacks';
import { OpenLoop } from './open-loop';
import { OrderLoad, type Tally } from './order-load';
import { processorMicros } from './processor-time';
import type { EndToEndOptions } from './order-site';
import { fieldOf } from './scripts';

const TRADERS = 32;
const SECONDS = 10;
const SMALL_SECONDS = 4;
const WARM_SECONDS = 2;
const SECOND = 1_000;
const MICROS = 1_000_000;
/** Rate of honest traders: well below the capacity of the service, so that overload is not measured. */
const HONEST_PER_SECOND = 200;
const CANCELS_PER_SECOND = 60;
const CANCELED_IDS = 1_000;
/** Targets during an attack: an honest order's p99 relative to its p99 without one, and completed honest requests in percent. */
const AIMS = { p99Times: 2, goodput: 95 };

interface Attack {
  readonly name: string;
  run(work: () => Promise<void>): Promise<void>;
}

/** Honest orders without an attack and during each attack of the threat model, at the documented limits. */
export async function bench({ small = false, only = '', environment: set = {} }: EndToEndOptions): Promise<Measurement[]> {
  const seconds = small ? SMALL_SECONDS : SECONDS;
  const bounds = { TRUSTED_PROXIES: '1', CONNECTIONS_PER_ADDRESS: '2000', LIMITS: 'on' };
  const environment = { SANDBOX_CREDIT: '1000000', SHED_AFTER_MILLIS: '50', ...bounds, ...set };
  const world = await startWorld({ logLevel: 'warn', environmentOf: () => environment });
  const loop = new OpenLoop(world.clob.url);
  try {
    await world.importSample();
    const field = await fieldOf(world, TRADERS);
    const load = new OrderLoad(field);
    const honest = async (lasting: number): Promise<Tally> => {
      load.prepare(HONEST_PER_SECOND * lasting);
      const tally = load.begin();
      await loop.atRate(
        HONEST_PER_SECOND,
        lasting,
        () => load.next(),
        (answered) => load.count(answered),
      );
      return tally;
    };
    await loop.open();
    await honest(WARM_SECONDS);
    const tokens = field.halves
      .flat()
      .flatMap(({ tokenIds }) => tokenIds)
      .slice(0, 20);
    const rows: Measurement[] = [];
    for (const attack of attacks(world.clob.url, tokens, await world.trader())) {
      if (!attack.name.includes(only)) continue;
      process.stderr.write(`  ${attack.name}\n`);
      await loop.open();
      const alone = await honest(seconds);
      await attack.run(async () => {
        const { pid } = world.clob;
        const usedBefore = processorMicros(pid);
        await after(seconds * SECOND);
        rows.push(attackRow(attack.name, (processorMicros(pid) - usedBefore) / (seconds * MICROS)));
        await honest(WARM_SECONDS);
        rows.push(...rowsOf(attack.name, alone, await honest(seconds)));
      });
    }
    return rows;
  } finally {
    loop.close();
    await world.stop();
  }
}

function attacks(url: string, tokens: readonly string[], attacker: TradingClient): readonly Attack[] {
  const by = (name: string, task: AttackTask): Attack => ({ name, run: (work) => besideAttack(task, work) });
  const streams = { kind: 'streams', url, tokens } as const;
  const requests = { kind: 'requests', url, method: 'POST', headers: { 'content-type': 'application/json' } } as const;
  const { wallet, key } = attacker;
  const caller = { wallet: { checksummedAddress: wallet.checksummedAddress }, key };
  const books = JSON.stringify(tokens.map((tokenId) => ({ token_id: tokenId })));
  return [
    by('S2: 1,000 sockets of 20 addresses', { ...streams, sockets: 1_000, addresses: 20, isReading: true }),
    by('S3: 10 sockets that read nothing', { ...streams, sockets: 10, addresses: 1, isReading: false }),
    by(`S4: lists of ${CANCELED_IDS} unknown ids`, {
      kind: 'cancels',
      url,
      caller,
      ids: CANCELED_IDS,
      perSecond: CANCELS_PER_SECOND,
    }),
    by('S5: targets with a fragment', { ...requests, path: '/books?#x', body: books, perSecond: 500 }),
    by('S6: keyed routes without a proof', { ...requests, path: '/order', body: '{', perSecond: 600 }),
  ];
}

/** CPU time that the attack alone costs the service; unlike times, it is not affected by other load of the machine. */
function attackRow(name: string, cores: number): Measurement {
  const load = loadavg()[0] ?? 0;
  const value = Number((100 * cores).toFixed(1));
  return { name: `${name}: CPU time of the attack alone (load ${load.toFixed(0)})`, unit: '% of a core', value };
}

function rowsOf(name: string, alone: Tally, beside: Tally): Measurement[] {
  const p99 = ({ accepted }: Tally): number => within(ascending(accepted), 0.99);
  const doneOf = ({ accepted, cancels, shed, shedCancels, refused, others }: Tally): number => {
    const done = accepted.length + cancels.length;
    return (100 * done) / (done + shed + shedCancels + refused + others);
  };
  const row = (what: string, unit: string, value: number): Measurement => ({
    name: `${name}: ${what}`,
    unit,
    value: Number(value.toFixed(1)),
  });
  return [
    row('p99 of an honest order alone', 'ms', p99(alone)),
    row('honest requests completed alone', '%', doneOf(alone)),
    {
      ...row('p99 of an honest order during it', 'ms', p99(beside)),
      limit: { name: `target, at most ${AIMS.p99Times} x alone`, value: Number((AIMS.p99Times * p99(alone)).toFixed(1)) },
    },
    {
      ...row('honest requests completed during it', '%', doneOf(beside)),
      limit: { name: 'target, at least', value: AIMS.goodput },
    },
  ];
}
