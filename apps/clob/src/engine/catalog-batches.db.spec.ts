import { decodeMessage, type CatalogMarketV2 } from '@foretell/contracts';
import { batchesOf } from '@foretell/testing';
import { sizeMicros, usdc } from '@foretell/units';
import * as fc from 'fast-check';
import { readListingEntries } from '../market-directory/listing.query';
import { MarketDirectory } from '../market-directory/market-directory';
import { ProjectionProgress } from '../record/projection-progress';
import { conditionIdOf, tokenIdOf } from '../testing/catalog-market';
import { ClobWorld } from '../testing/clob-world';
import { histories, NUMBERS, type Moment } from '../testing/random-catalog';
import { catalogCheckpoint } from './catalog-checkpoint.query';
import { catalogDeadLetters } from './catalog-dead-letters';
import { CatalogEventsApplier } from './catalog-events.applier';

/** Each run lists its markets four times. Shrinking a failure would take minutes; the printed seed reproduces it. */
const RUNS = 12;
const ALL_AT_ONCE = [Number.POSITIVE_INFINITY];
const WALLET = `0x${'ab'.repeat(20)}`;

jest.setTimeout(300_000);

/** The simulated process has crashed: it accepts no more commands. */
class Crash extends Error {}

describe('listed markets after any history', () => {
  let world: ClobWorld;
  let applier: CatalogEventsApplier;
  let sequence = 0;
  /** Large enough that two conditions never collide: ids are padded with digits. */
  let firstNumber = 0x100000;
  let commandsLeft = Number.POSITIVE_INFINITY;

  beforeAll(async () => {
    world = await ClobWorld.open();
    const credit = { type: 'credit', wallet: WALLET, amountMicros: usdc(1_000_000) } as const;
    await world.submit({ command: credit, attachment: { kind: 'ledger', reference: 'for all that is split' } });
    applier = newApplier();
  }, 60_000);
  afterAll(() => world?.close());

  function newApplier(): CatalogEventsApplier {
    const { app, database } = world;
    return new CatalogEventsApplier(
      catalogCheckpoint(database.pool),
      app.get(MarketDirectory),
      (submission) => {
        commandsLeft -= 1;
        return commandsLeft < 0 ? Promise.reject(new Crash()) : world.submit(submission);
      },
      app.get(ProjectionProgress),
      catalogDeadLetters(database.pool),
    );
  }

  async function apply(events: readonly CatalogMarketV2[]): Promise<void> {
    const from = sequence;
    sequence += events.length;
    const ended = await applier.apply([{ source: 'gamma', firstSequence: from + 1, facts: events }]).then(
      () => null,
      (error: unknown) => error,
    );
    if (ended === null) return;
    if (!(ended instanceof Crash)) throw new Error('a batch was not applied', { cause: ended });
    // The next process resumes from the record.
    commandsLeft = Number.POSITIVE_INFINITY;
    applier = newApplier();
    await applier.finish();
    const applied = Math.max(0, (await applier.checkpoint()).sequence - from);
    sequence = from + applied;
    if (applied < events.length) await apply(events.slice(applied));
  }

  /** Requests that the service rejects are rejected in every run. */
  async function happen(moment: Exclude<Moment, { kind: 'event' }>): Promise<void> {
    if (moment.kind === 'set') await world.command('ops.clob.markets.set', moment.settings);
    else if (moment.kind === 'split') {
      const { conditionId } = moment;
      const command = { type: 'splitPosition', wallet: WALLET, conditionId, sizeMicros: sizeMicros(5_000_000) } as const;
      await world.submit({ command });
    } else if (moment.kind === 'resolve') {
      const { conditionId: market, winner } = moment;
      await world.command('ops.clob.markets.resolve', { market, winner });
    } else await world.command(`ops.clob.markets.${moment.kind}`, { market: moment.conditionId });
  }

  interface StoredRows {
    readonly rows: unknown;
    /** Log lines and metrics. They may repeat after a crash. */
    readonly repeatable: unknown;
  }

  /** Applies the history of new markets with its events in batches of these lengths. Returns the stored state at the end. */
  async function live(historyOf: (first: number) => readonly Moment[], lengths: readonly number[]): Promise<StoredRows> {
    const first = firstNumber;
    firstNumber += NUMBERS;
    const { rows } = await world.database.pool.query<{ sequence: number }>('select sequence from clob.journal_head where id = 1');
    for (const batch of batchesOf(historyOf(first), lengths, ({ kind }) => kind !== 'event')) {
      const events = batch.flatMap((moment) => (moment.kind === 'event' ? [moment.event] : []));
      const [alone] = batch;
      if (events.length > 0) await apply(events);
      else if (alone !== undefined && alone.kind !== 'event') await happen(alone);
    }
    await world.app.get(ProjectionProgress).waitForProjection();
    const stored = await storedRows(first, rows[0]?.sequence ?? 0);
    // The number of dead-lettered events is limited, and each history adds some.
    await world.database.pool.query('delete from clob.facts_set_aside');
    return stored;
  }

  async function storedRows(first: number, before: number): Promise<StoredRows> {
    const numbers = Array.from({ length: NUMBERS }, (_, index) => first + index);
    const conditions = numbers.map(conditionIdOf);
    const { pool } = world.database;
    const listings = await pool.query(
      `select to_jsonb(l) - 'number' - 'updated_at' - 'market_id' as listing, to_jsonb(m) - 'number' as market
       from clob.listings l join clob.markets m using (condition_id) where condition_id = any($1) order by condition_id`,
      [conditions],
    );
    const deadLetters = await pool.query<{ count: number }>(
      `select subject, reason, type, count from clob.facts_set_aside where subject = any($1) order by first_sequence`,
      [numbers.map((number) => `market ${number}`)],
    );
    const journal = await pool.query<{ payload: Buffer }>(
      'select payload from clob.journal where first_sequence > $1 order by first_sequence',
      [before],
    );
    const changes = journal.rows
      .flatMap(({ payload }) => decodeMessage(payload).facts)
      .filter(({ type }) => type === 'market.changed.v1')
      .map((event) => JSON.stringify(event));
    const entries = conditions.map((conditionId) => shownOf(world.app.get(MarketDirectory), conditionId));
    const shown = await Promise.all(conditions.map(async (conditionId) => (await world.get(`/markets/${conditionId}`)).body));
    return unnumbered(first, {
      rows: { listings: listings.rows, deadLetters: deadLetters.rows.map(({ count: _count, ...row }) => row), entries, shown },
      repeatable: { changes: changes.toSorted(), counts: deadLetters.rows.map(({ count }) => count) },
    });
  }

  function shownOf(directory: MarketDirectory, conditionId: string): unknown {
    const entry = directory.byCondition(conditionId);
    return entry === undefined ? null : { ...entry, described: 0 };
  }

  /** Renumbers the result as if the history were of the first markets. */
  function unnumbered(first: number, value: StoredRows): StoredRows {
    let text = JSON.stringify(value);
    for (let index = 0; index < NUMBERS; index += 1) {
      const number = first + index;
      text = text
        .replaceAll(conditionIdOf(number), `condition ${index}`)
        .replaceAll(tokenIdOf(number, 0), `token ${index} 0`)
        .replaceAll(tokenIdOf(number, 1), `token ${index} 1`)
        .replaceAll(`"market ${number}"`, `"market ${index}"`)
        .replaceAll(new RegExp(`"(market_?[iI]d)":${number},`, 'g'), `"$1":${index},`)
        .replaceAll(`0x${number.toString(16).padStart(64, 'e')}`, `question ${index}`);
    }
    return JSON.parse(text) as StoredRows;
  }

  it('are the same however the catalog events are batched, and wherever the process crashes', async () => {
    const property = fc.asyncProperty(
      histories(24),
      fc.array(fc.integer({ min: 1, max: 6 }), { minLength: 1, maxLength: 4 }),
      fc.nat(20),
      async (historyOf, lengths, commands) => {
        const oneByOne = await live(historyOf, [1]);
        for (const cut of [lengths, ALL_AT_ONCE]) expect(await live(historyOf, cut)).toEqual(oneByOne);
        commandsLeft = commands;
        expect((await live(historyOf, lengths)).rows).toEqual(oneByOne.rows);
        commandsLeft = Number.POSITIVE_INFINITY;
      },
    );
    await fc.assert(property, { numRuns: RUNS, endOnFailure: true });
  });

  it('are the same read from the tables as in memory', async () => {
    await world.app.get(ProjectionProgress).waitForProjection();
    const recovered = new MarketDirectory();
    const directory = world.app.get(MarketDirectory);
    const entries = [...directory.all()];
    recovered.advance(
      await readListingEntries(world.database.pool),
      entries.map(({ market }) => market),
    );
    expect(entries.length).toBeGreaterThan(0);
    for (const { conditionId } of entries) expect(shownOf(directory, conditionId)).toEqual(shownOf(recovered, conditionId));
  });
});
