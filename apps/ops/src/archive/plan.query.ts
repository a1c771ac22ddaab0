import type { Client } from 'pg';
import { CommandRefused } from '../failure';
import { GROUPS, type ArchivableGroup } from './archivable';
import { timeText } from '../terminal/figures';

/** The leaderboard's longest window plus a day of tolerance. Source: interface, Data. */
const ACTIVITY_RETENTION_MILLIS = 31 * 86_400_000;
const SEQUENCE = /^[1-9][0-9]{0,11}$/;

/** One partition of each table of a group, with the same bound. */
export interface Part {
  readonly group: ArchivableGroup;
  /** As PostgreSQL writes it, e.g. FROM (MINVALUE) TO ('10000001'). */
  readonly bound: string;
  /** Schema-qualified, in the order of the group's tables. */
  readonly partitions: readonly string[];
  /** The partition's exclusive upper bound. */
  readonly end: number;
  readonly rows: number;
  readonly firstAt: number;
  readonly untilAt: number;
}

/** What would be archived, and why the rest is not. */
export interface Plan {
  /** The requested time, but at most the time up to which every consumer has applied the events. */
  readonly before: number;
  readonly parts: readonly Part[];
  /** One sentence for each group. */
  readonly stops: readonly string[];
}

interface Limits {
  readonly now: number;
  /** Events up to this one are projected, and applied by every consumer. */
  readonly sequence: number;
  readonly sequenceAt: number;
  readonly tradeNumber: number;
  readonly generations: number;
}

/** Finds the partitions that end before a time and that no process needs: oldest first, up to the first one that must be kept. */
export async function makePlan(client: Client, before: string): Promise<Plan> {
  const beforeMillis = await instantOf(client, before);
  const limits = await readLimits(client);
  const parts: Part[] = [];
  const stops: string[] = [];
  for (const group of GROUPS) {
    for (const candidate of await partitionsOf(client, group)) {
      const stop = await whyNot(client, candidate, beforeMillis, limits);
      if (typeof stop !== 'string') parts.push(stop);
      else {
        stops.push(`${group.name}: ${stop}`);
        break;
      }
    }
  }
  return { before: Math.min(beforeMillis, limits.sequenceAt), parts, stops };
}

/** The time of a date, or of the first event at or after a sequence. */
async function instantOf(client: Client, before: string): Promise<number> {
  if (!SEQUENCE.test(before)) {
    const millis = Date.parse(before);
    if (Number.isNaN(millis))
      throw new CommandRefused(`--before must be a date such as 2026-11-22 or a sequence, not "${before}"`);
    return millis;
  }
  const { rows } = await client.query<{ at: number }>(
    'SELECT at FROM clob.journal WHERE last_sequence >= $1 ORDER BY last_sequence LIMIT 1',
    [before],
  );
  const [row] = rows;
  if (row === undefined) throw new CommandRefused(`the journal does not contain event ${before}`);
  return row.at;
}

/** A consumer without a checkpoint has applied nothing, so nothing may be archived. */
async function readLimits(client: Client): Promise<Limits> {
  const { rows } = await client.query<Limits>(`
    WITH applied AS (SELECT least((SELECT sequence FROM clob.recorder WHERE id = 1),
      (SELECT coalesce(min(coalesce(c.sequence, 0)), 0)
        FROM (SELECT generation FROM data.projection UNION SELECT generation FROM data.checkpoints) g
        LEFT JOIN data.checkpoints c ON c.generation = g.generation AND c.source = 'clob'),
      (SELECT coalesce(min(sequence), 0) FROM gamma.checkpoints WHERE source = 'clob')) AS sequence)
    SELECT (extract(epoch FROM now()) * 1000)::bigint AS now, sequence,
      coalesce((SELECT at FROM clob.journal WHERE last_sequence <= applied.sequence ORDER BY last_sequence DESC LIMIT 1), 0) AS "sequenceAt",
      (SELECT trade_number FROM clob.recorder WHERE id = 1) AS "tradeNumber",
      (SELECT count(DISTINCT generation)::int FROM data.checkpoints) AS generations FROM applied`);
  const [row] = rows;
  if (row === undefined) throw new Error('a statement without FROM returns one row');
  return row;
}

interface Candidate {
  readonly group: ArchivableGroup;
  readonly bound: string;
  /** The partition's exclusive upper bound. */
  readonly end: number;
  readonly partitions: readonly string[];
}

async function partitionsOf(client: Client, group: ArchivableGroup): Promise<Candidate[]> {
  const { rows } = await client.query<{ bound: string; end: number; partitions: string[] }>(
    `SELECT bound, (regexp_match(bound, 'TO \\(''(\\d+)''\\)'))[1]::bigint AS end, array_agg(part ORDER BY place) AS partitions FROM (
       SELECT replace(pg_get_expr(c.relpartbound, c.oid), 'FOR VALUES ', '') AS bound, format('%I.%I', n.nspname, c.relname) AS part,
         t.place
       FROM unnest($1::text[]) WITH ORDINALITY AS t (name, place) JOIN pg_inherits i ON i.inhparent = t.name::regclass
         JOIN pg_class c ON c.oid = i.inhrelid JOIN pg_namespace n ON n.oid = c.relnamespace WHERE c.relkind = 'r') AS parts
     GROUP BY bound HAVING count(*) = $2 ORDER BY 2`,
    [group.tables.map(({ name }) => name), group.tables.length],
  );
  return rows.map((row) => ({ group, ...row }));
}

/** The part to archive, or a sentence that says why not. */
async function whyNot(client: Client, candidate: Candidate, before: number, limits: Limits): Promise<Part | string> {
  const { group, end, partitions } = candidate;
  const reached = group.name === 'trades' ? limits.tradeNumber : limits.sequence;
  const what = group.name === 'trades' ? 'trade' : 'event';
  if (end > reached + 1)
    return (
      `the next partition is being written, or not applied by every consumer: its last ${what} will be ${end - 1}, ` +
      `and ${what} ${reached} is reached`
    );
  const [first] = partitions;
  const { rows } = await client.query<{ rows: number; first: number | null; last: number | null }>(
    `SELECT count(*) AS rows, min(${group.at}) AS first, max(${group.at}) AS last FROM ${String(first)}`,
  );
  const [figures] = rows;
  const untilAt = (figures?.last ?? 0) + 1;
  if (untilAt > Math.min(before, limits.sequenceAt))
    return `the next partition ends at ${timeText(untilAt)}, not before ${timeText(Math.min(before, limits.sequenceAt))}`;
  if (group.name === 'activity' && untilAt > limits.now - ACTIVITY_RETENTION_MILLIS)
    return `the next partition ends at ${timeText(untilAt)}, and the leaderboard needs a month`;
  if (group.name === 'activity' && limits.generations > 1) return 'a rebuild is running, or an abandoned one left rows';
  return { group, bound: candidate.bound, partitions, end, rows: figures?.rows ?? 0, firstAt: figures?.first ?? 0, untilAt };
}
