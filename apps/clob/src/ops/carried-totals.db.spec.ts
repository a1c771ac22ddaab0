import { createTestDatabase, type TestDatabase } from '@foretell/testing';
import { usdc } from '@foretell/units';
import type { Submission } from '../engine/submission';
import { ALICE, startWriter, submitAll } from '../testing/writer-world';
import { recordChecks } from './doctor.query';

const MOVEMENTS = 12;
const BILLION = usdc(1_000_000_000);

describe('a record whose credits are more than a safe integer counts', () => {
  let database: TestDatabase;

  beforeEach(async () => {
    database = await createTestDatabase();
  });
  afterEach(() => database.drop());

  const move = (type: 'credit' | 'debit', number: number): Submission => ({
    command: { type, wallet: ALICE, amountMicros: BILLION },
    attachment: { kind: 'ledger', reference: `${type} ${number}` },
  });
  const entriesCheck = async () => (await recordChecks(database.pool)).find(({ name }) => name === 'ledger entries equal totals');

  it('is recovered, and its ledger is held against its totals', async () => {
    const world = await startWriter(database.pool);
    for (let number = 0; number < MOVEMENTS; number += 1) {
      const outcomes = await submitAll(world.writer, [move('credit', number), move('debit', number)]);
      expect(outcomes).toMatchObject([{ type: 'done' }, { type: 'done' }]);
    }
    await world.stop();
    expect((await recordChecks(database.pool)).filter(({ holds }) => !holds)).toEqual([]);
    expect(await entriesCheck()).toMatchObject({ detail: expect.stringContaining('000000000000000 were taken off both totals') });
    const next = await startWriter(database.pool);
    expect(next.exchange.stateHash()).toBe(world.exchange.stateHash());
    await next.stop();
  });

  it.each([
    ['an entry is missing', `delete from clob.ledger_entries where reference = 'debit 3'`],
    ['an entry says less', `update clob.ledger_entries set amount_micros = amount_micros - 1 where kind = 'credit'`],
    ['a total is a part too low', `update clob.recorder set credited_micros = credited_micros - 1000000000000000`],
  ])('is found out when %s', async (_, damage) => {
    const world = await startWriter(database.pool);
    for (let number = 0; number < MOVEMENTS; number += 1)
      await submitAll(world.writer, [move('credit', number), move('debit', number)]);
    await world.stop();
    await database.pool.query(damage);
    expect(await entriesCheck()).toMatchObject({ holds: false });
  });
});
