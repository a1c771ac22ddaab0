import { NO_FLAGS, type MarketRow, type OrderRow } from '@foretell/exchange';
import { createTestDatabase, type TestDatabase } from '@foretell/testing';
import { ZERO_BYTES32 } from '@foretell/signing';
import { pricePips, sizeMicros, usdc } from '@foretell/units';
import { COLLATERAL_ASSET } from '../columns/numbers';
import { raiseEpoch } from '../engine/epoch.query';
import type { CommitBatch, OpenOrderNote } from '../engine/journal/batch';
import { JournalQuery } from '../engine/journal/journal.query';
import { decodeChanges } from '../engine/journal/changes.codec';
import { catalogCheckpoint } from '../engine/catalog-checkpoint.query';
import { CommitRange } from '../engine/projector/commit-range';
import type { Submission } from '../engine/submission';
import { databaseRecord, type TradingRecord } from '../engine/trading-record';
import { listingOf } from '../market-directory/listing';
import { readListingEntries } from '../market-directory/listing.query';
import { catalogMarket, conditionIdOf } from '../testing/catalog-market';
import { CommitMaker } from '../testing/commit-rows';
import { Random } from './random';
import { simulatedRecord } from './record-session';
import { SimulatedRecord } from './simulated-record';

const SEEDS = [1, 2, 3, 4];
const STEPS = 60;
const WALLETS = [`0x${'a'.repeat(40)}`, `0x${'b'.repeat(40)}`];
const AT_ONCE = { request: async <T>(work: () => T): Promise<T> => work() };
const UNWATCHED = { committed: (): void => undefined, raised: (): void => undefined };

/** Random steps on PostgreSQL and on its model; their results must be equal. */
class BothRecords {
  readonly server = new SimulatedRecord(UNWATCHED);
  private readonly maker = new CommitMaker();
  private readonly batches: CommitBatch[] = [];
  private epoch = 0;
  private count = 0;

  constructor(
    private readonly database: TestDatabase,
    private readonly random: Random,
  ) {}

  async step(): Promise<string> {
    const draw = this.random.below(20);
    if (this.epoch === 0 || draw === 0) return this.raise();
    if (draw < 9) return this.commit(this.next());
    if (draw < 11) return this.commit(this.stray());
    if (draw < 17) return this.record(this.epoch, this.server.head('recorder').commitNumber);
    if (draw < 18) return this.record(this.epoch - 1, this.server.head('recorder').commitNumber);
    return this.record(this.epoch, this.server.head('recorder').commitNumber + (this.random.chance(0.5) ? 1 : -1));
  }

  /** Everything readable in both. */
  async compareReads(): Promise<void> {
    const { server, database, epoch } = this;
    const journal = new JournalQuery(database.pool);
    const from = 1 + this.random.below(server.head('journal_head').sequence + 2);
    expect((await journal.readFrom(from, 3)).map(plain)).toEqual(server.journalFrom(from, 3).map(plain));
    expect(await journal.headSequence()).toBe(server.head('journal_head').sequence);
    expect((await catalogCheckpoint(database.pool).read()).sequence).toBe(server.tables.checkpoints.get('gamma') ?? 0);
    const listed = (await readListingEntries(database.pool)).map(({ conditionId }) => conditionId);
    expect(listed).toEqual(server.state().listings.map(({ conditionId }) => conditionId));
    const [real, simulated] = [databaseRecord(epoch, database.pool), simulatedRecord(epoch, server, AT_ONCE)];
    for (const end of ['journal_head', 'recorder'] as const) expect(await real.head(end)).toEqual(await simulated.head(end));
    // Recorded rows stay in the journal for followers, by a clock that only PostgreSQL's projector has here.
    const after = Math.max(server.head('recorder').commitNumber, server.head('journal_head').commitNumber - 2);
    expect((await real.changesAfter(after)).map(decoded)).toEqual((await simulated.changesAfter(after)).map(decoded));
    expect(await stateOf(real)).toEqual(await stateOf(simulated));
    for (const kind of ['orders', 'references'] as const) expect(await allIds(real, kind)).toEqual(await allIds(simulated, kind));
    const asked = [...(await allIds(real, 'orders')).slice(0, 2), `0x${'9'.repeat(64)}`];
    const known = await simulated.ids.among(asked, ['r1', 'nobody']);
    const found = await real.ids.among(asked, ['r1', 'nobody']);
    expect([[...found.ids].sort(), found.horizon]).toEqual([[...known.ids].sort(), known.horizon]);
  }

  private async raise(): Promise<string> {
    const raised = await raiseEpoch(this.database.pool);
    expect(this.server.raiseWriterEpoch()).toBe(raised);
    this.server.raiseProjectorEpoch(raised);
    this.epoch = raised;
    return 'raised';
  }

  private async commit(batch: CommitBatch): Promise<string> {
    const outcome = await this.same(batch.epoch, (record) => record.commit(batch));
    if (outcome === 'done') this.batches.push(batch);
    return `commit ${outcome}`;
  }

  private async record(epoch: number, from: number): Promise<string> {
    const commitRange = new CommitRange();
    const to = Math.min(this.batches.length, Math.max(0, from) + 1 + this.random.below(3));
    for (const { rows } of this.batches.slice(Math.max(0, from), to)) commitRange.add(rows);
    if (commitRange.isEmpty) return 'nothing to record';
    return `record ${await this.same(epoch, (record) => record.record(from, commitRange))}`;
  }

  /** Runs the same request on both; returns the results, or the names of the errors. */
  private async same(epoch: number, ask: (record: TradingRecord) => Promise<unknown>): Promise<string> {
    const real = await outcomeOf(ask(databaseRecord(epoch, this.database.pool)));
    expect(await outcomeOf(ask(simulatedRecord(epoch, this.server, AT_ONCE)))).toBe(real);
    return real;
  }

  private next(): CommitBatch {
    return this.maker.batch(this.submissions(), this.more(), this.epoch);
  }

  /** A duplicate, one of another epoch, or one after a missing commit. */
  private stray(): CommitBatch {
    const [last] = this.batches.slice(-1);
    if (last === undefined) return new CommitMaker().batch([...opening()], {}, this.epoch + 1);
    const { head } = last.rows;
    const wrong = [
      last,
      { ...last, epoch: this.epoch - 1, rows: { ...last.rows, head: { ...head, commitNumber: head.commitNumber + 1 } } },
      { ...last, epoch: this.epoch, rows: { ...last.rows, head: { ...head, commitNumber: head.commitNumber + 2 } } },
    ];
    return this.random.pick(wrong);
  }

  private more(): { gammaCheckpoint?: number; listings?: NonNullable<ReturnType<typeof listingOf>>[] } {
    if (this.random.chance(0.6)) return {};
    const listing = listingOf(catalogMarket(1 + this.random.below(3)));
    return { gammaCheckpoint: this.count, listings: listing === null ? [] : [listing] };
  }

  private submissions(): Submission[] {
    this.count += 1;
    if (this.count === 1) return [...opening()];
    return Array.from({ length: 1 + this.random.below(3) }, () => this.submission());
  }

  private submission(): Submission {
    const { random } = this;
    this.count += 1;
    const wallet = random.pick(WALLETS);
    if (random.chance(0.2)) return credit(wallet, `r${this.count}`);
    if (random.chance(0.2)) return { command: { type: 'cancelOrders', wallet, conditionId: null, outcome: null } };
    return {
      command: {
        type: 'placeOrder',
        orderId: `0x${this.count.toString(16).padStart(64, '0')}`,
        wallet,
        conditionId: conditionIdOf(1),
        outcome: random.chance(0.5) ? 0 : 1,
        side: 'BUY',
        orderType: 'GTC',
        pricePips: pricePips(100 * (40 + random.below(20))),
        sizeMicros: sizeMicros(5_000_000),
        budgetMicros: null,
        flags: NO_FLAGS,
        expiresAt: null,
      },
      attachment: {
        kind: 'order',
        owner: `key of ${wallet.slice(2, 4)}`,
        builder: ZERO_BYTES32,
        signed: Buffer.from('signed'),
        signedAt: null,
      },
    };
  }
}

function* opening(): Generator<Submission> {
  const { tickPips, minimumSizeMicros, feeRateBps, feeExponent } = catalogMarket(1);
  const terms = { tickPips, minimumSizeMicros: sizeMicros(minimumSizeMicros), feeRateBps, feeExponent, delayMillis: 0 };
  yield { command: { type: 'openMarket', conditionId: conditionIdOf(1), ...terms, acceptingOrders: true } };
  for (const [index, wallet] of WALLETS.entries()) yield credit(wallet, `r${index}`);
}

function credit(wallet: string, reference: string): Submission {
  return { command: { type: 'credit', wallet, amountMicros: usdc(10_000) }, attachment: { kind: 'ledger', reference } };
}

async function outcomeOf(answer: Promise<unknown>): Promise<string> {
  try {
    await answer;
    return 'done';
  } catch (error) {
    return error instanceof Error ? error.constructor.name : String(error);
  }
}

function plain({
  firstSequence,
  lastSequence,
  bytes,
}: {
  firstSequence: number;
  lastSequence: number;
  bytes: Uint8Array;
}): unknown[] {
  return [firstSequence, lastSequence, Buffer.from(bytes).toString()];
}

function decoded({ commitNumber, bytes }: { readonly commitNumber: number; readonly bytes: Buffer }): unknown {
  return { commitNumber, rows: decodeChanges(bytes) };
}

async function allIds(record: TradingRecord, kind: 'orders' | 'references'): Promise<string[]> {
  const all: string[] = [];
  for (let page = await record.ids.page(kind, ''); page.length > 0; page = await record.ids.page(kind, all.at(-1) ?? ''))
    all.push(...page);
  return all;
}

/** The recovered state, independent of the tables' numbers. */
async function stateOf(record: TradingRecord): Promise<unknown> {
  const heard = { head: {}, markets: [] as MarketRow[], balances: [] as string[], orders: [] as [OrderRow, OpenOrderNote][] };
  const marketNames = new Map<number, string>();
  await record.readState((head, wallets) => {
    heard.head = head;
    return {
      expect: () => undefined,
      market: (row, number) => {
        marketNames.set(number, row.conditionId);
        heard.markets.push(row);
      },
      balance: (wallet, asset, available, locked) => {
        const token = asset === COLLATERAL_ASSET ? 'USDC' : `${marketNames.get(asset >> 1)} ${asset % 2}`;
        heard.balances.push(`${wallets.of(wallet)} ${token} ${available} ${locked}`);
      },
      order: (row, note) => void heard.orders.push([row, note]),
    };
  });
  heard.balances.sort();
  return heard;
}

describe('the simulated record and PostgreSQL', () => {
  let database: TestDatabase;
  beforeEach(async () => {
    database = await createTestDatabase();
  });
  afterEach(() => database.drop());

  it.each(SEEDS)('answer the same to the same, whatever the order of what is asked (seed %d)', async (seed) => {
    const both = new BothRecords(database, new Random(seed));
    const outcomes = new Set<string>();
    for (let step = 0; step < STEPS; step += 1) {
      outcomes.add(await both.step());
      if (step % 5 === 0) await both.compareReads();
    }
    await both.compareReads();
    // Otherwise nothing would be compared.
    for (const outcome of ['raised', 'commit done', 'commit FencedOut', 'record done', 'record FencedOut'])
      expect([...outcomes]).toContain(outcome);
  });
});
