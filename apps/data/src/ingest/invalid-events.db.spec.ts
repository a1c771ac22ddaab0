import { ALICE, eventsOf, quote, split } from '@foretell/testing/trading';
import { eventStream } from '@foretell/contracts';
import { NatsLink } from '@foretell/platform-nats';
import { setTimeout as after } from 'node:timers/promises';
import { DataWorld } from '../testing/data-world';

jest.setTimeout(60_000);

describe('events that violate their classes', () => {
  let world: DataWorld;

  beforeAll(async () => void (world = await DataWorld.open({ SANDBOX: 'true' })));
  afterAll(() => world?.close());

  it('are dead-lettered unchanged, and the events around them are applied', async () => {
    const { app, database } = world;
    const link = app.get(NatsLink);
    const connection = await link.ready();
    const { stream, subject } = eventStream(link.prefix, 'clob');
    await (await connection.jetstreamManager()).streams.add({ name: stream, subjects: [subject] });
    const [sound, quoted] = ['position.split.v1', 'market.quoted.v1'].map((named) =>
      eventsOf(split(Date.now(), ALICE, 2), quote(Date.now(), 1, 2)).find(({ type }) => type === named),
    );
    const events = [sound, { ...sound, sizeMicros: '7000000' }, { ...quoted, lastTradePips: '5' }, sound];
    const bytes = Buffer.from(JSON.stringify({ source: 'clob', firstSequence: 1, facts: events }));
    await connection.jetstream().publish(subject, bytes, { msgID: 'clob-1-4' });
    const applied = async (): Promise<readonly unknown[]> => {
      const { rows } = await database.pool.query('select sequence::int, size_micros::int as size from data.activity order by 1');
      return rows;
    };
    while ((await applied()).length < 2) await after(50);
    expect(await applied()).toEqual([
      { sequence: 1, size: 2_000_000 },
      { sequence: 4, size: 2_000_000 },
    ]);
    const { rows } = await database.pool.query(
      'select first_sequence::int as sequence, type, reason from data.facts_set_aside order by 1',
    );
    expect(rows).toEqual([
      {
        sequence: 2,
        type: 'position.split.v1',
        reason: 'position.split.v1: sizeMicros must be a whole number of 0 or more',
      },
      {
        sequence: 3,
        type: 'market.quoted.v1',
        reason: 'market.quoted.v1: lastTradePips must be a whole number from 0 to 10000',
      },
    ]);
  });
});
