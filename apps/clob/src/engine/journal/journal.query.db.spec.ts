import { encodeMessage, eventStream, MESSAGE_ID_HEADER } from '@foretell/contracts';
import { EventRelay, LineageTable, NatsLink, readNatsSettings, type NatsSettings } from '@foretell/platform-nats';
import { createTestDatabase, makeTestStreams, testNats, type TestDatabase } from '@foretell/testing';
import { Logger } from '@nestjs/common';
import { JournalQuery } from './journal.query';

/** Events 1 to 12 in rows of six. */
const ROWS = [1, 7].map((firstSequence) => ({ firstSequence, lastSequence: firstSequence + 5 }));
/**
 * What "ops archive make" leaves of partitions with and without rows. Empty ones are identified by the last key they could hold.
 */
const away = (from: number, to: number, rows: number): string => `
  insert into clob.archived (table_name, from_key, to_key, row_count, until_at, file, sha256, archived_at)
  values ('clob.journal', ${from}, ${to}, ${rows}, 1, 'clob.journal.${from}-${to}.copy.gz', 'sum', 1)`;
const FIRST_IS_EMPTY = away(2, 2, 0);
const ROW_AFTER_IT = `delete from clob.journal where last_sequence = 6; ${away(1, 6, 1)}`;
const EMPTY_AFTER_THAT = away(10, 10, 0);

describe('a journal whose first partitions are archived', () => {
  let database: TestDatabase;
  let settings: NatsSettings;
  let link: NatsLink;
  let relay: EventRelay;

  beforeEach(async () => {
    database = await createTestDatabase();
    for (const { firstSequence, lastSequence } of ROWS) {
      const events = Array.from(
        { length: 6 },
        () => ({ type: 'funds.credited.v1', at: 1, wallet: '0x', amountMicros: 1 }) as const,
      );
      await database.pool.query('insert into clob.journal values ($1, $2, 1, $3)', [
        firstSequence,
        lastSequence,
        Buffer.from(encodeMessage({ source: 'clob', firstSequence, facts: events })),
      ]);
    }
    await database.pool.query('update clob.journal_head set sequence = 12');
    await new LineageTable('clob').ensure(database.pool, 12);
    const { url, prefix } = testNats();
    await makeTestStreams({ url, prefix });
    settings = readNatsSettings('clob-spec', { NATS_URL: url, NATS_PREFIX: prefix });
    link = new NatsLink(settings, new Logger());
    relay = new EventRelay({ link, source: 'clob', journal: new JournalQuery(database.pool) });
  });
  afterEach(async () => {
    await relay.stop();
    const manager = await (await link.ready()).jetstreamManager();
    await manager.streams.delete(eventStream(settings.prefix, 'clob').stream).catch(() => false);
    await link.close();
    await database.drop();
  });

  /** Ids of the messages that a relay publishes to a new stream. */
  async function refilled(): Promise<readonly string[]> {
    relay.start();
    const { stream } = eventStream(settings.prefix, 'clob');
    const manager = await (await link.ready()).jetstreamManager();
    for (;;) {
      const ids: string[] = [];
      const state = await manager.streams.info(stream).then(
        (info) => info.state,
        () => null,
      );
      for (let at = Math.max(1, state?.first_seq ?? 1); at <= (state?.last_seq ?? 0); at += 1)
        ids.push((await manager.streams.getMessage(stream, { seq: at })).header.get(MESSAGE_ID_HEADER));
      if (ids.at(-1)?.endsWith('-12') === true) return ids;
    }
  }
  const replayed = (from: number): Promise<unknown> =>
    relay.replay(from).then(
      (replay) => replay,
      (error: unknown) => String(error),
    );

  it('is complete while only empty partitions are archived', async () => {
    await database.pool.query(FIRST_IS_EMPTY);
    expect(await refilled()).toEqual(['clob-1-6', 'clob-7-12']);
    expect(await replayed(1)).toEqual({ from: 1, head: 12 });
  });

  it('begins after the last archived row: a stream is refilled from there, and an earlier replay is refused', async () => {
    await database.pool.query([FIRST_IS_EMPTY, ROW_AFTER_IT, EMPTY_AFTER_THAT].join(';'));
    expect(await refilled()).toEqual(['clob-7-12']);
    for (const from of [1, 2, 6])
      expect(await replayed(from)).toContain(
        `the journal of clob holds events 7 to 12: it cannot be replayed from ${from}; ` +
          'events 1 to 6 are archived, and "ops archive restore" brings them back',
      );
    expect(await replayed(7)).toEqual({ from: 7, head: 12 });
  });
});
