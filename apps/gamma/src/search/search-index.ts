import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { Inject, Injectable, Logger, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { LINEAGE_VERSIONS } from '@foretell/platform-nats';
import { DATABASE_POOL, inTransaction, type Pool } from '@foretell/platform-prisma';
import { messageOf } from '@foretell/platform-server';
import { CatalogVersion } from '../cache/catalog-version';
import { CHANGED_EVENTS, CHANGED_TAGS, TRADED_FIGURES, type ChangedEvent } from './changes.query';
import type { SearchedEvent, SearchedTag } from './searched';
import { WordIndex } from './word-index';

/** Maximum age of the index without searches. */
const FOLLOW_MS = 500;
/** Volumes only order equal results: this is the minimum interval between reads, under any load of trading. */
const FIGURES_MS = 5000;
const CHUNK_ROWS = 500;
/** Processes rows in portions, so that concurrent reads do not wait for a complete chunk. */
const PORTION_ROWS = 16;
/** Below every version. */
const BEFORE_ALL = -1;

/**
 * The search index: all events and tags of the catalog in memory, updated to its version from the changed rows. A search waits
 * until the index reaches its version, so it never returns less than the catalog showed before.
 */
@Injectable()
export class SearchIndex implements OnApplicationBootstrap, OnModuleDestroy {
  events = new WordIndex<SearchedEvent>();
  tags = new WordIndex<SearchedTag>();
  private readonly logger = new Logger('SearchIndex');
  private readonly eventsOfTag = new Map<number, Set<number>>();
  private reached = BEFORE_ALL;
  private figures = { version: 0, at: 0 };
  private underWay: Promise<void> | undefined;
  private timer: NodeJS.Timeout | undefined;
  private isStopped = false;

  constructor(
    @Inject(DATABASE_POOL) private readonly pool: Pool,
    private readonly version: CatalogVersion,
  ) {}

  onApplicationBootstrap(): void {
    void this.follow();
  }

  async onModuleDestroy(): Promise<void> {
    this.isStopped = true;
    clearTimeout(this.timer);
    await this.underWay?.catch(() => undefined);
  }

  /** Resolves when the index holds the catalog's state at the current version. Rejects when the database does not answer. */
  async current(): Promise<void> {
    const version = this.version.current;
    while (this.reached < version && !this.isStopped) await this.advance();
  }

  /** The number of events with a tag; on one site when given. */
  countOf(tagId: number, site: string | null): number {
    const ids = this.eventsOfTag.get(tagId) ?? new Set();
    if (site === null) return ids.size;
    return [...ids].filter((id) => this.events.get(id)?.sites.includes(site) === true).length;
  }

  private async follow(): Promise<void> {
    const following = this.current().then(() => this.readFigures());
    await following.catch((error: unknown) => {
      this.logger.warn(`the catalog's changes cannot be read: ${messageOf(error)}`);
    });
    if (this.isStopped) return;
    this.timer = setTimeout(() => void this.follow(), FOLLOW_MS);
    this.timer.unref();
  }

  private async readFigures(): Promise<void> {
    const now = performance.now();
    const { figures } = this.version;
    if (figures === this.figures.version || now - this.figures.at < FIGURES_MS) return;
    this.figures = { version: figures, at: now };
    const { rows } = await this.pool.query<Pick<SearchedEvent, 'id' | 'volume' | 'volume24h'>>(TRADED_FIGURES);
    let isReordered = false;
    for (const { id, volume, volume24h } of rows) {
      const event = this.events.get(id);
      if (event === undefined || (event.volume === volume && event.volume24h === volume24h)) continue;
      this.events.replace({ ...event, volume, volume24h });
      isReordered = true;
    }
    if (isReordered) this.version.reordered();
  }

  /** Runs one update at a time for all callers. */
  private advance(): Promise<void> {
    this.underWay ??= this.take(this.version.current).finally(() => {
      this.underWay = undefined;
    });
    return this.underWay;
  }

  private async take(target: number): Promise<void> {
    if (target - this.reached >= LINEAGE_VERSIONS) this.forget();
    const { rows: tags } = await this.pool.query<SearchedTag>(CHANGED_TAGS, [this.reached, target]);
    for (const tag of tags) this.tags.put(tag, { title: tag.label, slug: tag.slug, beside: [], description: '' });
    let last = { version: this.reached, id: Number.MAX_SAFE_INTEGER };
    for (;;) {
      const rows = await this.changedAfter(last, target);
      for (const [index, row] of rows.entries()) {
        this.put(row);
        if (index % PORTION_ROWS === PORTION_ROWS - 1) await yieldToEventLoop();
      }
      last = rows.at(-1) ?? last;
      if (rows.length < CHUNK_ROWS || this.isStopped) break;
    }
    if (!this.isStopped) this.reached = target;
  }

  /** The journal went back, so indexed rows may no longer exist. */
  private forget(): void {
    [this.events, this.tags, this.reached] = [new WordIndex(), new WordIndex(), BEFORE_ALL];
    this.eventsOfTag.clear();
  }

  private changedAfter(
    last: { readonly version: number; readonly id: number },
    target: number,
  ): Promise<readonly ChangedEvent[]> {
    return inTransaction(this.pool, async (client) => {
      // The tables grow before statistics are collected; every lookup here uses an index.
      await client.query('SET LOCAL enable_seqscan = off');
      const values = [last.version, last.id, target, CHUNK_ROWS, this.reached];
      return (await client.query<ChangedEvent>({ ...CHANGED_EVENTS, values })).rows;
    });
  }

  private put({ description, beside, version: _version, ...event }: ChangedEvent): void {
    for (const tagId of this.events.get(event.id)?.tagIds ?? []) this.eventsOfTag.get(tagId)?.delete(event.id);
    for (const tagId of event.tagIds) {
      const ids = this.eventsOfTag.get(tagId);
      if (ids === undefined) this.eventsOfTag.set(tagId, new Set([event.id]));
      else ids.add(event.id);
    }
    const { title, slug, ticker } = event;
    if (beside === null) this.events.replace(event);
    else this.events.put(event, { title, slug, beside: [...beside, slug, ticker], description: description ?? '' });
  }
}
