import { randomBytes } from 'node:crypto';
import {
  eventStream,
  LINEAGE_HEADER,
  messageId,
  packMessages,
  type SequencedEvent,
  type TradingEvent,
} from '@foretell/contracts/events';
import { connect, headers, type JetStreamManager, type NatsConnection } from 'nats';
import { EventsClient } from './events-client';

const SERVERS = process.env['NATS_URL'] ?? '';
const prefix = `t${randomBytes(6).toString('hex')}`;
const { stream, subject } = eventStream(prefix, 'clob');

/** An event that carries its own sequence. */
const eventAt = (sequence: number): TradingEvent => ({
  type: 'funds.credited.v1',
  at: 1,
  wallet: '0x00',
  amountMicros: sequence,
});

describe('FactsClient.follow', () => {
  let connection: NatsConnection;
  let manager: JetStreamManager;
  let events: EventsClient;

  beforeAll(async () => {
    connection = await connect({ servers: SERVERS });
    manager = await connection.jetstreamManager();
    events = await EventsClient.connect({ servers: SERVERS, prefix });
  });
  afterAll(async () => {
    await events?.close();
    await connection?.close();
  });
  beforeEach(() => manager.streams.add({ name: stream, subjects: [subject] }));
  afterEach(() => manager.streams.delete(stream));

  /** Publishes events first..last as one message, as the relay does. */
  async function publish(first: number, last: number, lineage?: string): Promise<void> {
    const sent = headers();
    if (lineage !== undefined) sent.set(LINEAGE_HEADER, lineage);
    const some = Array.from({ length: last - first + 1 }, (_, index) => eventAt(first + index));
    for (const message of packMessages('clob', first, some))
      await connection.jetstream().publish(subject, message.bytes, { msgID: messageId('clob', message), headers: sent });
  }

  /** The first `count` events after a known sequence. */
  async function take(count: number, after: number): Promise<readonly SequencedEvent<'clob'>[]> {
    const taken: SequencedEvent<'clob'>[] = [];
    for await (const each of events.follow('clob', { after, signal: AbortSignal.timeout(10_000) })) {
      taken.push(each);
      if (taken.length === count) break;
    }
    return taken;
  }

  it('returns every event once and in order, starting after the known sequence, also from the middle of a message', async () => {
    await publish(1, 3);
    await publish(4, 8);
    await publish(9, 9);
    const numbered = (first: number, last: number) =>
      Array.from({ length: last - first + 1 }, (_, index) => ({
        sequence: first + index,
        event: eventAt(first + index),
        lineage: null,
      }));
    expect(await take(9, 0)).toEqual(numbered(1, 9));
    expect(await take(4, 5)).toEqual(numbered(6, 9));
    expect(await events.lastSequence('clob')).toBe(9);
  });

  it('continues with events that are published later', async () => {
    await publish(1, 2);
    const following = take(3, 2);
    await publish(3, 5);
    expect((await following).map(({ sequence }) => sequence)).toEqual([3, 4, 5]);
  });

  it('does not return a replayed event twice', async () => {
    await publish(1, 4);
    await manager.streams.purge(stream);
    const following = take(3, 2);
    // The server deduplicates message ids for a limited time, so the replay packs its messages differently.
    await publish(1, 3);
    await publish(4, 5);
    expect((await following).map(({ sequence }) => sequence)).toEqual([3, 4, 5]);
  });

  it('throws at a gap and names the missing events', async () => {
    await publish(1, 2);
    await publish(6, 6);
    await expect(take(3, 0)).rejects.toMatchObject({ code: 'facts_missing', status: 0, details: { from: 3, to: 5 } });
  });

  it('throws when the stream begins after the next event', async () => {
    await publish(40, 41);
    await expect(take(1, 20)).rejects.toMatchObject({ code: 'facts_missing', details: { from: 21, to: 39 } });
  });

  describe('N1: after the system of record was restored to an earlier state', () => {
    const [before, now] = ['1'.repeat(16), '2'.repeat(16)];
    const child = `${now} ${before}@3`;
    const next = async (after: number, lineage: string): Promise<unknown> => {
      const signal = AbortSignal.timeout(10_000);
      for await (const each of events.follow('clob', { after, lineage, signal })) return [each.sequence, each.lineage];
      return null;
    };

    beforeEach(async () => {
      await publish(1, 3, before);
      await publish(4, 6, child);
    });

    it('returns the lineage of each event, and continues from an event that both lineages contain', async () => {
      expect((await take(4, 0)).map((each) => 'lineage' in each && each.lineage)).toEqual([before, before, before, child]);
      expect(await next(2, before)).toEqual([3, before]);
      expect(await next(3, before)).toEqual([4, child]);
      expect(await next(5, child)).toEqual([6, child]);
    });

    it.each([4, 6, 9])('throws after event %s, which the system of record no longer contains', async (after) => {
      await expect(next(after, before)).rejects.toMatchObject({
        code: 'facts_of_another_lineage',
        details: { after, lineage: child },
      });
    });

    it('throws when the lineage changes while it follows', async () => {
      const signal = AbortSignal.timeout(10_000);
      const following = events.follow('clob', { after: 5, lineage: child, signal });
      expect((await following.next()).value).toMatchObject({ sequence: 6, lineage: child });
      const refused = expect(following.next()).rejects.toMatchObject({ code: 'facts_of_another_lineage', details: { after: 6 } });
      await publish(7, 7, `${'3'.repeat(16)} ${now}@5 ${before}@3`);
      await refused;
    });
  });

  it('ends without an error when its signal is aborted', async () => {
    await publish(1, 1);
    const ending = new AbortController();
    const seen: number[] = [];
    for await (const { sequence } of events.follow('clob', { after: 0, signal: ending.signal })) {
      seen.push(sequence);
      ending.abort();
    }
    expect(seen).toEqual([1]);
    for await (const { sequence } of events.follow('clob', { after: 0, signal: ending.signal })) seen.push(sequence);
    expect(seen).toEqual([1]);
  });

  it('throws when the stream is missing, when a message is malformed, and when no server answers', async () => {
    await expect(events.lastSequence('gamma')).rejects.toMatchObject({ code: 'no_such_stream' });
    await connection.jetstream().publish(subject, new TextEncoder().encode('{}'), { msgID: 'clob-1-1' });
    await expect(take(1, 0)).rejects.toMatchObject({ code: 'unreadable_facts' });
    await expect(EventsClient.connect({ servers: 'nats://127.0.0.1:9', timeoutMs: 500 })).rejects.toMatchObject({ status: 0 });
  });
});
