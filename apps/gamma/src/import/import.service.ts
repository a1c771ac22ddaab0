import { setImmediate as nextTurn } from 'node:timers/promises';
import { Inject, Injectable, type OnModuleDestroy } from '@nestjs/common';
import { packMessages, type CatalogBatch, type CatalogBatchResult, type Refusal } from '@foretell/contracts';
import { DATABASE_POOL, inTransaction, type Pool, type PoolClient } from '@foretell/platform-prisma';
import { CLOCK, type Clock } from '@foretell/platform-server';
import { CatalogVersion } from '../cache/catalog-version';
import { orderBookObstacle } from '../catalog/market-fact';
import { CatalogRelay } from '../journal/catalog-relay';
import { CatalogDraft, type HeldCatalog } from '../store/catalog-draft';
import { readRow } from './catalog-rows';
import { CatalogStatistics } from './catalog-statistics';
import { advanceHead, loadHeld, lockHead, saveChange, takeStatistics, tokenHolders } from '../store/catalog.store';
import { ImportInput, type MarketInput } from '../store/import-input';

const PORTION_ROWS = 16;

/**
 * Takes batches of catalog rows. One batch is one transaction: rows, journal and version together or not at all, so a batch that
 * got no answer may be sent again. Rows are upserted by id; what a row does not name stays; a batch that changes nothing tells no
 * facts.
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

  /** Batches of one process are applied in the order of their arrival; one is read while PostgreSQL writes the one before. */
  import(batch: CatalogBatch): Promise<CatalogBatchResult> {
    const reading = readBatch(batch);
    const turn = Promise.all([reading, this.last]).then(([input]) => this.apply(input));
    this.last = turn.catch(() => undefined);
    return turn;
  }

  private async apply(input: ImportInput): Promise<CatalogBatchResult> {
    const { result, messages, version } = await inTransaction(this.pool, async (client) => {
      const head = await lockHead(client);
      const held = await loadHeld(client, touchedBy(input));
      await refuseConflicts(client, input, held);
      const draft = new CatalogDraft(held);
      for (const tag of input.tags.values()) draft.putTag(tag);
      for (const series of input.series.values()) draft.putSeries(series);
      for (const event of input.events.values()) draft.putEvent(event);
      const withoutOrderBook = [...input.markets.values()].flatMap((market) => obstacleOf(draft, market));
      const change = draft.change();
      const result = report(input, draft, withoutOrderBook);
      const isChanged = [change.tags, change.series, change.events, change.markets].some((records) => records.length > 0);
      if (!isChanged) return { result, messages: [], version: head.version };
      const messages = await saveChange(client, change, head, () => packMessages('gamma', head.sequence + 1, draft.facts()));
      return { result, messages, version: (await advanceHead(client, head, messages, this.clock())).version };
    });
    this.version.reached(version);
    this.relay.notify(messages);
    this.statistics.written(result.events + result.markets);
    return result;
  }

  async onModuleDestroy(): Promise<void> {
    await this.statistics.stop();
  }
}

/** In portions, so that those who read the catalog meanwhile need not wait for a whole batch. */
async function readBatch(batch: CatalogBatch): Promise<ImportInput> {
  const input = new ImportInput();
  for (const [index, { place, row }] of batch.rows.entries()) {
    readRow(input, batch.shape, place, row, batch);
    if (index % PORTION_ROWS === PORTION_ROWS - 1) await nextTurn();
  }
  return input;
}

function obstacleOf(draft: CatalogDraft, market: MarketInput): Refusal[] {
  const reason = orderBookObstacle(draft.putMarket(market));
  return reason === null ? [] : [{ place: market.place, id: String(market.fields.id), reason }];
}

function touchedBy(input: ImportInput): Parameters<typeof loadHeld>[1] {
  const markets = [...input.markets.values()];
  return {
    tags: [...input.tags.keys()],
    series: [...input.series.keys()],
    events: [...new Set([...input.events.keys(), ...markets.flatMap(({ events }) => events.ids)])],
    markets: [...input.markets.keys()],
    conditions: markets.flatMap(({ fields }) => fields.conditionId ?? []),
  };
}

/**
 * One condition and one token belong to one market: the first that came keeps them, a later market that names them is refused.
 */
async function refuseConflicts(client: PoolClient, input: ImportInput, held: HeldCatalog): Promise<void> {
  const tokens = [...input.markets.values()].flatMap(({ fields }) => fields.tokenIds ?? []);
  const tokenOwner = new Map(await tokenHolders(client, tokens));
  const conditionOwner = new Map(
    held.markets.flatMap(({ id, conditionId }) => (conditionId === null ? [] : [[conditionId, id]])),
  );
  for (const market of [...input.markets.values()]) {
    const { id, conditionId, tokenIds = [] } = market.fields;
    const condition = conditionId ?? undefined;
    const other = condition === undefined ? undefined : conditionOwner.get(condition);
    const token = tokenIds.find((each) => (tokenOwner.get(each) ?? id) !== id);
    if (other !== undefined && other !== id) {
      refuse(input, market, `condition id ${condition} belongs to market ${other} already`);
    } else if (token !== undefined) {
      refuse(input, market, `token id ${token} belongs to market ${tokenOwner.get(token)} already`);
    } else {
      if (condition !== undefined) conditionOwner.set(condition, id);
      for (const each of tokenIds) tokenOwner.set(each, id);
    }
  }
}

function refuse(input: ImportInput, market: MarketInput, reason: string): void {
  input.markets.delete(market.fields.id);
  input.refused.push({ place: market.place, id: String(market.fields.id), reason });
}

function report(input: ImportInput, draft: CatalogDraft, withoutOrderBook: readonly Refusal[]): CatalogBatchResult {
  const events = [...input.events.keys()].filter((id) => draft.isEventChanged(id)).length;
  const markets = [...input.markets.keys()].filter((id) => draft.isMarketChanged(id)).length;
  return {
    events,
    markets,
    unchanged: input.events.size + input.markets.size - events - markets,
    refused: input.refused,
    adjusted: input.adjusted,
    withoutOrderBook,
  };
}
