import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { Inject, Injectable, type OnModuleDestroy } from '@nestjs/common';
import { packMessages, type CatalogBatch, type CatalogBatchResult, type Refusal } from '@foretell/contracts';
import { DATABASE_POOL, inTransaction, type Pool } from '@foretell/platform-prisma';
import { CLOCK, type Clock } from '@foretell/platform-server';
import { CatalogVersion } from '../cache/catalog-version';
import { orderBookObstacle } from '../catalog/market-event';
import { CatalogRelay } from '../journal/catalog-relay';
import { CatalogDraft } from '../store/catalog-draft';
import { readRow } from './catalog-rows';
import { CatalogStatistics } from './catalog-statistics';
import { advanceHead, loadStored, lockHead, moveMarkets, saveChange, takeStatistics } from '../store/catalog.store';
import { ImportInput, type Listing, type MarketInput } from '../store/import-input';
import { settleConflicts, sharedSlugs } from './conflicts';
import { reportOf } from './import-report';

const PORTION_ROWS = 16;
const HOUR_MS = 3_600_000;

/**
 * Accepts batches of catalog rows. A batch is one transaction of rows, journal and version, so a batch without a response may be
 * sent again. Rows are upserted by id; omitted fields stay; a batch that changes nothing publishes nothing.
 */
@Injectable()
export class ImportService implements OnModuleDestroy {
  private last: Promise<unknown> = Promise.resolve();
  private readonly statistics = new CatalogStatistics(() => takeStatistics(this.pool));

  constructor(
    @Inject(DATABASE_POOL) private readonly pool: Pool,
    @Inject(CLOCK) private readonly clock: Clock,
    private readonly version: CatalogVersion,
    private readonly relay: CatalogRelay,
  ) {}

  /** Batches of one process are applied in order of arrival; one is parsed while PostgreSQL writes the previous one. */
  import(batch: CatalogBatch): Promise<CatalogBatchResult> {
    const reading = readBatch(batch);
    const turn = Promise.all([reading, this.last]).then(([input]) => this.apply(input));
    this.last = turn.catch(() => undefined);
    return turn;
  }

  private async apply(input: ImportInput): Promise<CatalogBatchResult> {
    const { result, messages, version } = await inTransaction(this.pool, async (client) => {
      const head = await lockHead(client);
      const stored = await loadStored(client, touchedBy(input));
      const takenOver = await settleConflicts(client, input, stored);
      const duplicateSlugs = await sharedSlugs(client, input);
      const draft = new CatalogDraft(stored);
      for (const move of takenOver) draft.takeOverMarket(move);
      for (const tag of input.tags) draft.putTag(tag);
      for (const series of input.series) draft.putSeries(series);
      for (const event of input.events) draft.putEvent(event, input.listing);
      const withoutOrderBook = input.markets.flatMap((market) => obstacleOf(draft, market, input.listing));
      const change = draft.change();
      const result = reportOf(input, draft, { withoutOrderBook, duplicateSlugs });
      const isChanged = [change.tags, change.series, change.events, change.markets].some((records) => records.length > 0);
      if (!isChanged) return { result, messages: [], version: head.version };
      await moveMarkets(client, takenOver);
      const messages = await saveChange(client, change, head, Math.floor(this.clock() / HOUR_MS), () =>
        packMessages('gamma', head.sequence + 1, draft.facts()),
      );
      return { result, messages, version: (await advanceHead(client, head, messages, this.clock())).version };
    });
    this.version.reached(version);
    if (messages.length > 0) this.relay.notify();
    this.statistics.written(result.events + result.markets);
    return result;
  }

  async onModuleDestroy(): Promise<void> {
    await this.statistics.stop();
  }
}

/** Parses in portions, so that concurrent reads do not wait for a complete batch. */
async function readBatch(batch: CatalogBatch): Promise<ImportInput> {
  const small = (names: readonly string[] = []): string[] => names.map((name) => name.toLowerCase());
  const input = new ImportInput({ on: small(batch.sites), off: small(batch.unlisted) });
  for (const [index, row] of batch.rows.entries()) {
    readRow(input, batch, row);
    if (index % PORTION_ROWS === PORTION_ROWS - 1) await yieldToEventLoop();
  }
  return input;
}

function obstacleOf(draft: CatalogDraft, market: MarketInput, listing: Listing): Refusal[] {
  const reason = orderBookObstacle(draft.putMarket(market, listing));
  return reason === null ? [] : [{ place: market.place, id: String(market.fields.id), reason }];
}

function touchedBy({ tags, series, events, markets }: ImportInput): Parameters<typeof loadStored>[1] {
  const ids = (all: readonly { readonly id: number }[]): number[] => [...new Set(all.map(({ id }) => id))];
  return {
    tags: ids(tags),
    series: ids(series),
    events: [...new Set([...ids(events), ...markets.flatMap((market) => market.events.ids)])],
    markets: ids(markets.map(({ fields }) => fields)),
    conditions: [...new Set(markets.flatMap(({ fields }) => fields.conditionId ?? []))],
  };
}
