import { mkdir, writeFile } from 'node:fs/promises';
import { cpus } from 'node:os';
import { dirname, join } from 'node:path';
import type { Measurement } from '@foretell/testing';
import { replicaOf } from '../harness/replica';
import { ROOT } from '../harness/repository';
import type { ServiceProcess } from '../harness/service-process';
import type { World } from '../harness/world';
import { requireAccepted } from './callers';
import { deepField, profiled, startOrderWorld, toggleProfiles, tradersFrom, warmUp, type EndToEndOptions } from './order-site';
import { costsOf, type ScaleTurns } from './scale/scale-costs';
import { scalePlot } from './scale/scale-plot';
import { MODELLED, scaleTable } from './scale/scale-table';
import { LOADS, REPLICA_NAMES, ScaleSite, sumOfTurns, type Load, type ScaleTurn } from './scale/scale-turns';
import { batchScripts, begun } from './scripts';
import { baselineChecksPerSecond } from './signature-checks';

/** Enough requests for full batches while the writer is suspended. */
const CALLERS = 64;
const SECONDS = 3;
const ROUNDS = 3;
const SMALL_ROUNDS = 1;
/** More than the available time needs. */
const ORDERS_PER_SECOND = 4_000;
const PLOT = join(ROOT, '.foretell', 'scale.svg');

/** What a writer and its replicas cost for each order, and how far a site scales by the model of these costs. */
export async function bench(options: EndToEndOptions & { readonly plot?: string }): Promise<Measurement[]> {
  const { plot = PLOT } = options;
  const world = await startOrderWorld(options);
  const replicas: ServiceProcess[] = [];
  try {
    for (const name of REPLICA_NAMES) replicas.push(await startReplica(world, name, options));
    const { turns, checksPerSecond } = await measured(world, replicas, options);
    await mkdir(dirname(plot), { recursive: true });
    await writeFile(plot, scalePlot(costsOf(turns, MODELLED)));
    process.stderr.write(`the plot is ${plot}\n`);
    return scaleTable(turns, checksPerSecond);
  } finally {
    await Promise.all(replicas.map((replica) => replica.stop()));
    await world.stop();
  }
}

/** PostgreSQL shows its sessions by its name instead of the service's. */
async function startReplica(world: World, name: string, { profile }: EndToEndOptions): Promise<ServiceProcess> {
  const url = new URL(world.database.url);
  url.searchParams.set('application_name', name);
  const replica = await replicaOf(world, { ...profiled(profile), CLOB_DATABASE_URL: url.href });
  await replica.start();
  return replica;
}

async function measured(
  world: World,
  [first, second]: readonly ServiceProcess[],
  { pids, small = false, profile }: EndToEndOptions,
): Promise<{ readonly turns: ScaleTurns; readonly checksPerSecond: number }> {
  if (first === undefined || second === undefined) throw new Error('two replicas are needed');
  const site = new ScaleSite(world, [first, second], pids, cpus().length);
  const field = await deepField(world);
  let used = await warmUp([first.url, second.url], field);
  const rounds = small ? SMALL_ROUNDS : ROUNDS;
  const turns = new Map<Load, ScaleTurn[]>(LOADS.map((load) => [load, []]));
  const rates: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    process.stderr.write(`  round ${round + 1} of ${rounds}\n`);
    const scripts = batchScripts(tradersFrom(field, used), CALLERS, ORDERS_PER_SECOND * SECONDS * LOADS.length);
    const callers = begun(scripts);
    used += CALLERS;
    for (const load of LOADS) {
      // The first turn has no orders: it must not measure a profile's start.
      if (profile !== undefined && load === LOADS[1]) toggleProfiles([world.clob, first, second]);
      turns.get(load)?.push(await site.turn(load, callers, SECONDS));
    }
    if (profile !== undefined) toggleProfiles([world.clob, first, second]);
    rates.push(baselineChecksPerSecond(scripts.sample));
  }
  const sum = (load: Load): ScaleTurn => {
    const summed = sumOfTurns(turns.get(load) ?? []);
    requireAccepted(summed.run, load);
    return summed;
  };
  return {
    turns: Object.fromEntries(LOADS.map((load) => [load, sum(load)])) as ScaleTurns,
    checksPerSecond: rates.reduce((all, rate) => all + rate, 0) / rates.length,
  };
}
