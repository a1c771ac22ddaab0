import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import type { PackedMessage } from '@foretell/contracts';
import type { NoRow, Pool, PoolClient, Statement } from '@foretell/platform-prisma';
import { eventFigures, marketFigures } from '../catalog/figures';
import type { MarketRecord } from '../catalog/records';
import type { CatalogChange, StoredCatalog, SearchedChange } from './catalog-draft';
import { eventRow, eventRecord, marketRow, marketRecord, seriesRow, seriesRecord, tagRow, tagRecord } from './record.mapper';
import type { TakenOver } from './import-input';
import { catalogLineages } from './catalog-lineage';
import * as sql from './store.query';
import type { JournalHead, SlugHolder } from './store.query';

/** Ids of everything that a batch names. */
export interface TouchedIds {
  readonly tags: readonly number[];
  readonly series: readonly number[];
  readonly events: readonly number[];
  readonly markets: readonly number[];
  readonly conditions: readonly string[];
}

/** Locks the journal's head until the transaction ends: one change of the catalog at a time, for any number of processes. */
export async function lockHead(client: PoolClient): Promise<JournalHead> {
  let head = await readHead(client);
  if ((await catalogLineages.ensure(client, head.sequence)).hasBegun) head = await readHead(client);
  // The tables grow before statistics are collected; every lookup here uses an index.
  await client.query('SET LOCAL enable_seqscan = off');
  return head;
}

/**
 * Loads the named records, all markets of the named events, and the events and tags that those markets' published events refer
 * to.
 */
export async function loadStored(client: PoolClient, ids: TouchedIds): Promise<StoredCatalog> {
  const markets = await marketsTouched(client, ids.markets, ids.events, ids.conditions);
  // A market that leaves or shares an event touches that event too, and so its other markets.
  const eventIds = [...new Set([...ids.events, ...markets.flatMap((market) => market.eventIds)])];
  const missing = eventIds.length > ids.events.length;
  const all = missing ? await marketsTouched(client, ids.markets, eventIds, ids.conditions) : markets;
  const further = [...new Set([...eventIds, ...all.flatMap((market) => market.eventIds)])];
  const events = (await client.query({ ...sql.EVENTS_BY_ID, values: [further] })).rows.map(eventRecord);
  const tagIds = [
    ...new Set([...ids.tags, ...all.flatMap((market) => market.tagIds), ...events.flatMap((event) => event.tagIds)]),
  ];
  const tags = (await client.query({ ...sql.TAGS_BY_ID, values: [tagIds] })).rows.map(tagRecord);
  // Few batches name a series.
  const series = ids.series.length === 0 ? [] : (await client.query({ ...sql.SERIES_BY_ID, values: [ids.series] })).rows;
  return { tags, series: series.map(seriesRecord), events, markets: all };
}

async function marketsTouched(
  client: PoolClient,
  ids: readonly number[],
  eventIds: readonly number[],
  conditions: readonly string[],
): Promise<MarketRecord[]> {
  const { rows } = await client.query({ ...sql.MARKETS_TOUCHED, values: [ids, eventIds, conditions] });
  return rows.map(marketRecord);
}

/** Markets other than the batch's that already have one of these token ids. */
export async function tokenHolders(client: PoolClient, tokenIds: readonly string[]): Promise<ReadonlyMap<string, number>> {
  if (tokenIds.length === 0) return new Map();
  const { rows } = await client.query<sql.MarketTokens>({ ...sql.MARKETS_BY_TOKEN, values: [tokenIds] });
  return new Map(rows.flatMap(({ id, token_ids }) => token_ids.map((token): [string, number] => [token, id])));
}

/** The stored markets and events with these slugs. */
export async function holdersOfSlugs(
  client: PoolClient,
  { markets, events }: { readonly markets: readonly string[]; readonly events: readonly string[] },
): Promise<readonly SlugHolder[]> {
  return (await client.query<SlugHolder>({ ...sql.HOLDERS_OF_SLUGS, values: [markets, events] })).rows;
}

/** Gives markets new ids. */
export async function moveMarkets(client: PoolClient, moves: readonly TakenOver[]): Promise<void> {
  if (moves.length === 0) return;
  const values = [moves.map(({ from }) => from), moves.map(({ to }) => to)];
  for (const text of sql.MOVE_MARKETS) await client.query(text, values);
}

/**
 * Writes a change as the version after `head`: one statement per table, for any number of rows. Each is serialised while
 * PostgreSQL executes the previous one, and `pack` is called while it executes the longest. `hour` is the current Unix hour.
 * @returns the result of `pack`
 */
export async function saveChange(
  client: PoolClient,
  change: CatalogChange,
  head: JournalHead,
  hour: number,
  pack: () => readonly PackedMessage[] = () => [],
): Promise<readonly PackedMessage[]> {
  const writes = new Writes(client);
  const version = versionBehind(head);
  await writes.put(sql.PUT_MARKETS, change.markets, marketRow);
  const packed = pack();
  await writes.put(sql.PUT_SEARCH, change.searched, (searched) => searchColumns(searched, version));
  await writes.put(sql.PUT_EVENTS, change.events, eventRow);
  await writes.put(sql.PUT_MARKET_FIGURES, change.markets, marketFigures, [hour]);
  await writes.put(sql.PUT_EVENT_FIGURES, change.events, eventFigures, [hour]);
  await writes.put(sql.PUT_TAGS, change.tags, (tag) => tagRow(tag, version));
  await writes.put(sql.PUT_SERIES, change.series, seriesRow);
  await writes.finish();
  return packed;
}

/** Executes statements in sequence on one connection; the last of them may still be in progress. */
class Writes {
  private underWay: Promise<unknown> = Promise.resolve();

  constructor(private readonly client: PoolClient) {}

  /** Resolves when the statement is sent. Rejects with the failure of the previous one. */
  async put<R>(
    statement: Statement<NoRow>,
    records: readonly R[],
    columns: (record: R) => object,
    more: readonly number[] = [],
  ): Promise<void> {
    if (records.length === 0) return;
    const values = [JSON.stringify(records.map(columns)), ...more];
    await this.underWay;
    this.underWay = this.client.query({ ...statement, values });
    // The next caller receives the failure; until then it must not count as unhandled.
    this.underWay.catch(() => undefined);
    // The driver writes a statement to its socket at the end of the event-loop tick.
    await yieldToEventLoop();
  }

  async finish(): Promise<void> {
    await this.underWay;
  }
}

/** Advances the catalog's version and appends the events to the journal, without gaps. The head must be locked. */
async function readHead(client: PoolClient): Promise<JournalHead> {
  const { rows } = await client.query<JournalHead>({ ...sql.JOURNAL_HEAD });
  const [head] = rows;
  if (head === undefined) throw new Error('gamma.journal_head has no row: the migrations are not complete');
  return head;
}

export async function advanceHead(
  client: PoolClient,
  head: JournalHead,
  messages: readonly PackedMessage[],
  at: number,
): Promise<JournalHead> {
  const next = { sequence: messages.at(-1)?.lastSequence ?? head.sequence, version: versionBehind(head) };
  await client.query({ ...sql.MOVE_HEAD, values: [next.sequence, next.version] });
  for (const { firstSequence, lastSequence, bytes } of messages) {
    await client.query({ ...sql.APPEND, values: [firstSequence, lastSequence, at, Buffer.from(bytes)] });
  }
  return next;
}

/** Runs ANALYZE on the catalog's tables. */
export async function takeStatistics(pool: Pool): Promise<void> {
  await pool.query(sql.TAKE_STATISTICS);
}

function searchColumns({ eventId, hasNewWords }: SearchedChange, version: number): object {
  return { eventId, version, wordsVersion: hasNewWords ? version : 0 };
}

function versionBehind({ version }: JournalHead): number {
  return version + 1;
}
