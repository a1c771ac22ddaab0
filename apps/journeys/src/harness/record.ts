import { decodeMessage, type Event } from '@foretell/contracts';
import type { TestDatabase } from '@foretell/testing';
import { eventually } from './eventually';
import type { World } from './world';

const LEVEL_MS = 60_000;

/** Every event of the trading service's journal, in sequence; fails on a gap or an overlap. */
export async function journalEvents(world: World): Promise<readonly Event[]> {
  const { rows } = await world.database.pool.query<{ payload: Buffer }>(
    'select payload from clob.journal order by first_sequence',
  );
  const events: Event[] = [];
  for (const { payload } of rows) {
    const message = decodeMessage(payload);
    if (message.firstSequence !== events.length + 1)
      throw new Error(`the journal continues at ${message.firstSequence} after ${events.length}`);
    events.push(...message.facts);
  }
  return events;
}

/** Number of the last commit in the trading service's journal. */
export async function lastCommit({ database }: World): Promise<number> {
  const { rows } = await database.pool.query<{ number: string }>('select commit_number as number from clob.journal_head');
  return Number(rows[0]?.number);
}

/** How often each order was accepted, by the journal. */
export function acceptances(events: readonly Event[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const event of events) {
    if (event.type === 'order.accepted.v1') counts.set(event.orderId, (counts.get(event.orderId) ?? 0) + 1);
  }
  return counts;
}

/** Waits until the trading service's tables have caught up with its journal, which takes tens of milliseconds. */
async function tablesAreCaughtUp(world: World): Promise<void> {
  await eventually(
    'the tables have caught up with the journal',
    async () => {
      const { rows } = await world.database.pool.query<{ level: boolean }>(
        'select r.commit_number = j.commit_number as level from clob.recorder r, clob.journal_head j',
      );
      return rows[0]?.level === true;
    },
    LEVEL_MS,
  );
}

/** Order ids of the trading service's table, by an SQL condition. */
export async function orderIds(world: World, where = 'true'): Promise<ReadonlySet<string>> {
  await tablesAreCaughtUp(world);
  const { rows } = await world.database.pool.query<{ order_id: string }>(
    `select '0x' || encode(order_id, 'hex') as order_id from clob.orders where ${where}`,
  );
  return new Set(rows.map((row) => row.order_id));
}

/** Orders whose filled amount differs from their fills, or exceeds their size. */
export async function wronglyFilled(world: World): Promise<readonly string[]> {
  await tablesAreCaughtUp(world);
  const { rows } = await world.database.pool.query<{ order_id: string }>(`
    select '0x' || encode(o.order_id, 'hex') as order_id from clob.orders o
      left join (select maker_order_id, sum(size_micros) as micros from clob.fills group by 1) m on m.maker_order_id = o.order_id
      left join (select taker_order_id, sum(size_micros) as micros from clob.trades group by 1) t on t.taker_order_id = o.order_id
     where o.filled_micros <> coalesce(m.micros, 0) + coalesce(t.micros, 0)
        or (o.budget_micros is null and o.filled_micros > o.size_micros)`);
  return rows.map((row) => row.order_id);
}

/** Waits until the data service has applied all events of both journals. */
export async function dataIsCaughtUp(world: World, withinMs = LEVEL_MS): Promise<void> {
  await eventually('the data service has caught up with the journals', async () => (await behind(world)) === 0, withinMs);
}

/** Waits until the catalog has applied the trading service's journal, which it reads about a second later. */
export async function catalogIsCaughtUp({ database }: World): Promise<void> {
  await eventually(
    'the catalog has caught up with the journal',
    async () => {
      const { rows } = await database.pool.query<{ level: boolean }>(
        `select c.sequence >= h.sequence as level from gamma.checkpoints c, clob.journal_head h where c.source = 'clob'`,
      );
      return rows[0]?.level === true;
    },
    LEVEL_MS,
  );
}

async function behind(world: World): Promise<number> {
  const { rows } = await world.database.pool.query<{ behind: string }>(`
    select (select sequence from clob.journal_head) + (select coalesce(max(last_sequence), 0)
      from gamma.journal) - coalesce(sum(c.sequence), 0) as behind
      from data.checkpoints c join data.projection p on p.generation = c.generation`);
  return Number(rows[0]?.behind);
}

/** Number of trade rows in the data service's activity, and the number that the trading service's tables imply. */
export async function tradeRows(world: World): Promise<{ readonly shown: number; readonly recorded: number }> {
  await tablesAreCaughtUp(world);
  const { rows } = await world.database.pool.query<{ shown: string; recorded: string }>(`
    select (select count(*) from data.activity a join data.projection p on p.generation = a.generation
      where a.type = 'TRADE') as shown,
           (select count(*) from clob.trades) + (select count(*) from clob.fills) as recorded`);
  return { shown: Number(rows[0]?.shown), recorded: Number(rows[0]?.recorded) };
}

export async function liveGeneration(world: World): Promise<number> {
  const { rows } = await world.database.pool.query<{ generation: number }>('select generation from data.projection');
  return Number(rows[0]?.generation);
}

/**
 * Rebuilds the projections from the streams as soon as these contain every event. Resolves when the rebuilt projections have
 * caught up.
 */
export async function rebuildProjections(world: World): Promise<void> {
  const before = await liveGeneration(world);
  await eventually('a rebuild starts', async () => (await world.ops('projections', 'rebuild')).exitCode === 0, LEVEL_MS);
  await eventually(
    'the rebuilt projections are live',
    async () => ((await liveGeneration(world)) === before ? undefined : true),
    LEVEL_MS,
  );
  await dataIsCaughtUp(world);
}

/** The columns of the data service's tables, as `table.column`. */
export async function projectionColumns({ pool }: TestDatabase): Promise<ReadonlySet<string>> {
  const { rows } = await pool.query<{ name: string }>(
    `select table_name || '.' || column_name as name from information_schema.columns where table_schema = 'data'`,
  );
  return new Set(rows.map(({ name }) => name));
}

/**
 * A digest of each projection table's live rows, independent of their order, without the columns named as `table.column`. It
 * excludes the checkpoints, which advance by themselves (market holdings are published some time after they changed): see
 * dataIsCaughtUp.
 */
export async function projectionDigests(
  world: World,
  leftOut: readonly string[] = [],
): Promise<Readonly<Record<string, string>>> {
  const { pool } = world.database;
  const { rows: tables } = await pool.query<{ name: string }>(`
    select table_name as name from information_schema.columns
     where table_schema = 'data' and column_name = 'generation' and table_name not in ('projection', 'checkpoints')
     order by 1`);
  const digests: Record<string, string> = {};
  for (const { name } of tables) {
    const names = leftOut.filter((each) => each.startsWith(`${name}.`)).map((each) => each.slice(name.length + 1));
    const { rows } = await pool.query<{ digest: string }>(
      `select count(*) || ' rows ' || coalesce(md5(string_agg(line, e'\\n' order by line)), '') as digest
        from (select (to_jsonb(t) - 'generation' - $1::text[])::text as line
                from data."${name}" t join data.projection p on p.generation = t.generation) lines`,
      [names],
    );
    digests[name] = rows[0]?.digest ?? '';
  }
  return digests;
}

/** Number of the doctor's failed checks; throws when it does not complete. */
export async function brokenChecks(world: World): Promise<number> {
  const { exitCode, out, complaints } = await world.ops('doctor', '--timeout', '60');
  const [, broken] = /(\d+) of \d+ checks do not hold/.exec(out) ?? [];
  if (exitCode !== 0 && broken === undefined) throw new Error(`the doctor did not complete: ${out}${complaints}`);
  if (exitCode !== 0) process.stderr.write(out);
  return Number(broken ?? 0);
}
