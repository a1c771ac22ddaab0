import { Inject, Injectable } from '@nestjs/common';
import {
  lastSequence,
  sequenced,
  type EventMessage,
  type MarketChangedV1,
  type SequencedEvent,
  type TradingEvent,
} from '@foretell/contracts';
import {
  dispatch,
  eventsDeadLettered,
  DeadLetters,
  type EventApplier,
  type EventPlace,
  type HandlerTable,
  type RefusedEvents,
  type DeadLetterRow,
} from '@foretell/platform-nats';
import { DATABASE_POOL, inTransaction, type Pool, type PoolClient } from '@foretell/platform-prisma';
import { CLOCK, type Clock } from '@foretell/platform-server';
import { CatalogVersion } from '../cache/catalog-version';
import { CatalogDraft } from '../store/catalog-draft';
import { advanceHead, loadStored, lockHead, saveChange } from '../store/catalog.store';
import type { JournalHead } from '../store/store.query';
import { FigureChanges, hourOf } from './figure-changes';
import { FirstTrades } from './first-trades';
import { ADOPT_ALL, FORGET_ALL_HOURS, FORGET_FIGURES } from './figures.query';
import { saveFigures, shiftWindows } from './figures.store';
import * as sql from './trading-events.query';
import type { FiguresHour, FiguresVersion } from './trading-events.query';

/** The combined changes of a batch. */
interface Batched {
  readonly figures: FigureChanges;
  readonly firstTrades: FirstTrades;
  /** In order: a state remains until a later one replaces it. */
  readonly states: MarketChangedV1[];
}
type Batch = (batched: Batched) => void;

const nothing = (): null => null;

/** The handled trading events: a market's change of state, figures, and the wallets that trade. */
const HANDLERS: HandlerTable<'clob', Batch | null> = {
  'market.changed.v1':
    (event) =>
    ({ figures, states }) => {
      states.push(event);
      figures.changed(event);
    },
  'trade.matched.v1':
    (event) =>
    ({ figures, firstTrades }) => {
      figures.traded(event);
      firstTrades.traded(event);
    },
  'market.quoted.v1':
    (event) =>
    ({ figures }) =>
      figures.quoted(event),
  'market.measured.v1':
    (event) =>
    ({ figures }) =>
      figures.measured(event),
  'order.accepted.v1': nothing,
  'order.closed.v1': nothing,
  'position.split.v1': nothing,
  'position.merged.v1': nothing,
  'position.redeemed.v1': nothing,
  'funds.credited.v1': nothing,
  'funds.debited.v1': nothing,
};

const PASSED_OVER: ReadonlySet<string> = new Set(
  Object.entries(HANDLERS).flatMap(([type, handler]) => (handler === nothing ? [type] : [])),
);

/**
 * Synchronises the catalog's flags, terms and figures with trading. Trading's values are stored separately from those of the
 * catalog's source (trading_closed and catalog_closed, trading_told and trading; readers see the effective ones), and the catalog
 * publishes only its source's. So applying a trading event never publishes one, and an import of an older file does not reopen a
 * market that trading closed. Figures are sums: they move in the transaction that moves the checkpoint, so that no trade counts
 * twice.
 */
@Injectable()
export class TradingEventsApplier implements EventApplier<'clob'> {
  readonly passesOver = PASSED_OVER;
  private readonly deadLetters = new DeadLetters('gamma');

  constructor(
    @Inject(DATABASE_POOL) private readonly pool: Pool,
    private readonly version: CatalogVersion,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  async checkpoint(): Promise<EventPlace> {
    const { rows } = await this.pool.query<EventPlace>({ ...sql.CHECKPOINT });
    return rows[0] ?? { sequence: 0, lineage: null };
  }

  adopt(at: EventPlace, lineage: string): Promise<void> {
    return inTransaction(this.pool, async (client) => {
      await moveCheckpoint(client, at, at.sequence, false);
      await client.query({ ...sql.ADOPT_LINEAGE, values: [lineage] });
    });
  }

  async apply(messages: readonly EventMessage<TradingEvent>[], lineage: string | null): Promise<void> {
    const exchangeEvents = [...sequenced<'clob'>(messages)];
    const [first, last] = [messages[0], messages.at(-1)];
    if (first === undefined || last === undefined) return;
    const batched = batchedOf(exchangeEvents);
    const reached = await inTransaction(this.pool, async (client) => {
      const catalog = await this.save(client, batched);
      await this.deadLetters.supersede(client, 'clob', exchangeEvents);
      return {
        catalog,
        figures: await moveCheckpoint(
          client,
          { sequence: first.firstSequence - 1, lineage },
          lastSequence(last),
          batched.figures.all.length > 0,
        ),
      };
    });
    this.announce(reached);
  }

  async deadLetter(refused: RefusedEvents, lineage: string | null): Promise<void> {
    const { firstSequence, lastSequence } = refused;
    await inTransaction(this.pool, async (client) => {
      await moveCheckpoint(client, { sequence: firstSequence - 1, lineage }, lastSequence, false);
      await this.deadLetters.put(client, refused);
    });
  }

  /** Figures are sums, so they restart from the source's; a market's last event carries its full state. */
  async reset(): Promise<void> {
    const figures = await inTransaction(this.pool, async (client) => {
      await lockHead(client);
      const hour = await this.hourReached(client);
      for (const statement of [...ADOPT_ALL, ...FORGET_FIGURES]) await client.query(statement, [hour]);
      for (const statement of [...FORGET_ALL_HOURS, sql.FORGET_FIRST_TRADES]) await client.query(statement);
      await this.deadLetters.drop(client, { source: 'clob' });
      const { rows } = await client.query<FiguresVersion>(sql.RESET_CHECKPOINT);
      return rows[0]?.version ?? 0;
    });
    this.version.figuresReached(figures);
  }

  /** A replayed trade counts with its volume, but its price is not the last one. */
  async replay(row: DeadLetterRow): Promise<void> {
    const batched = batchedOf(eventsDeadLettered(row, 'clob'));
    if (row.type === 'trade.matched.v1') for (const change of batched.figures.all) change.lastTradePips = undefined;
    const reached = await inTransaction(this.pool, async (client) => {
      if (!(await this.deadLetters.take(client, row))) return null;
      const catalog = await this.save(client, batched);
      const { rows } = await client.query<FiguresVersion>(sql.ADVANCE_FIGURES);
      return { catalog, figures: rows[0]?.version ?? 0 };
    });
    if (reached !== null) this.announce(reached);
  }

  /** @returns the catalog's version when it changed */
  private async save(client: PoolClient, { figures, firstTrades, states }: Batched): Promise<number | null> {
    const changes = figures.all;
    if (changes.length === 0) return null;
    // Locks the head first, like every import: two changes of figures queue, and never deadlock.
    const head = await lockHead(client);
    const hour = await this.hourReached(client);
    const catalog = states.length === 0 ? null : await applyStates(client, head, states, hour);
    await saveFigures(client, changes, hour);
    await firstTrades.save(client);
    return catalog;
  }

  /** The windows' hour: never before the hour that they have reached, whatever this process's clock says. */
  private async hourReached(client: PoolClient): Promise<number> {
    const { rows } = await client.query<FiguresHour>({ ...sql.HOUR_REACHED, values: [hourOf(this.clock())] });
    return rows[0]?.hour ?? hourOf(this.clock());
  }

  private announce({ catalog, figures }: { readonly catalog: number | null; readonly figures: number }): void {
    if (catalog !== null) this.version.reached(catalog);
    this.version.figuresReached(figures);
  }

  /** Subtracts from the windows what has left them, once an hour for any number of processes. */
  async shiftWindows(): Promise<void> {
    const hour = hourOf(this.clock());
    const reached = await inTransaction(this.pool, async (client) => {
      await lockHead(client);
      const { rows } = await client.query<FiguresHour>({ ...sql.EARLIER_HOUR, values: [hour] });
      if (rows[0] === undefined) return null;
      const isChanged = await shiftWindows(client, rows[0].hour, hour);
      const { rows: moved } = await client.query<FiguresVersion>({ ...sql.MOVE_HOUR, values: [hour, isChanged ? 1 : 0] });
      return moved[0]?.version ?? null;
    });
    if (reached !== null) this.version.figuresReached(reached);
  }
}

function batchedOf(exchangeEvents: Iterable<SequencedEvent<'clob'>>): Batched {
  const batched: Batched = { figures: new FigureChanges(), firstTrades: new FirstTrades(), states: [] };
  for (const event of exchangeEvents) dispatch(HANDLERS, event)?.(batched);
  return batched;
}

async function applyStates(
  client: PoolClient,
  head: JournalHead,
  states: readonly MarketChangedV1[],
  hour: number,
): Promise<number | null> {
  const conditions = [...new Set(states.map(({ conditionId }) => conditionId))];
  const held = await loadStored(client, { tags: [], series: [], events: [], markets: [], conditions });
  const draft = new CatalogDraft(held);
  draft.setTradingStates(states);
  const change = draft.change();
  if (change.markets.length === 0 && change.events.length === 0) return null;
  await saveChange(client, change, head, hour);
  return (await advanceHead(client, head, [], 0)).version;
}

/** @returns the version of the figures */
async function moveCheckpoint(client: PoolClient, from: EventPlace, to: number, hasFigures: boolean): Promise<number> {
  await client.query({ ...sql.BEGIN_CHECKPOINT });
  const values = [from.sequence, to, hasFigures ? 1 : 0, from.lineage];
  const { rows } = await client.query<FiguresVersion>({ ...sql.MOVE_CHECKPOINT, values });
  if (rows[0] === undefined)
    throw new Error(`the checkpoint is not at ${from.sequence}: another process applies the same events`);
  return rows[0].version;
}
