import { setTimeout as delay } from 'node:timers/promises';
import { decodeMessage, parseMessageId } from '@foretell/contracts';
import { EventConsumer } from './event-consumer';
import { EventRelay } from './event-relay';
import { ArrayJournal, RecordingApplier } from '../testing/events';
import { Stage, until } from '../testing/stage';

jest.setTimeout(30_000);

/** Longer than any step of these tests: whatever happened did not wait for the window to end. */
const NEVER_MS = 20_000;
const WINDOW_MS = 1000;
/** A window in which even a slow machine publishes ten events. */
const WIDE_WINDOW_MS = 3000;

describe('batching', () => {
  let stage: Stage;
  let journal: ArrayJournal;
  let applier: RecordingApplier;
  const running: { stop(): Promise<void> }[] = [];

  beforeEach(async () => {
    stage = new Stage();
    await stage.makeStreams();
    journal = new ArrayJournal();
    applier = new RecordingApplier();
  });
  afterEach(async () => {
    await Promise.all(running.splice(0).map((each) => each.stop()));
    await stage.end();
  });

  const relayOf = (batchWaitMs: number): EventRelay => {
    const relay = new EventRelay({ link: stage.link, source: 'clob', journal, batchWaitMs, logger: stage.logger });
    running.push(relay);
    relay.start();
    return relay;
  };
  const consumerOf = (batchWaitMs: number, batchMessagesMax = 64): EventConsumer<'clob'> => {
    const consumer = new EventConsumer({
      ...{ link: stage.link, source: 'clob', durable: 'data', applier, logger: stage.logger },
      ...{ batchWaitMs, batchMessagesMax },
    });
    running.push(consumer);
    consumer.start();
    return consumer;
  };
  /** Both are at the end of an existing stream, caught up. */
  const settled = async (relay: EventRelay, batchWaitMs: number, batchMessagesMax?: number): Promise<EventConsumer<'clob'>> => {
    relay.notify(journal.commit(1));
    const consumer = consumerOf(batchWaitMs, batchMessagesMax);
    await pulls();
    return consumer;
  };
  const pulls = (): Promise<void> =>
    until('the consumer pulls', async () => {
      const info = await (await stage.manager()).consumers.info(stage.stream(), 'data').catch(() => null);
      return info !== null && info.num_waiting > 0;
    });
  const allDelivered = (): Promise<void> =>
    until('everything is delivered', async () => {
      const manager = await stage.manager();
      const { num_pending, delivered } = await manager.consumers.info(stage.stream(), 'data');
      const { state } = await manager.streams.info(stage.stream());
      return num_pending === 0 && delivered.stream_seq === state.last_seq && journal.head > 0;
    });
  const publishEach = async (relay: EventRelay, count: number): Promise<void> => {
    for (let index = 0; index < count; index += 1) {
      const length = await stage.streamLength();
      relay.notify(journal.commit(1));
      await until('it is on the stream', async () => (await stage.streamLength()) > length);
    }
  };
  const appliedAll = (): Promise<void> =>
    until('all events are applied', () => applier.applied.length > 0 && applier.applied.length >= journal.head);

  it('applies in one batch what is published one by one within the window', async () => {
    const relay = relayOf(0);
    await settled(relay, WIDE_WINDOW_MS);
    let before = 0;
    // A machine too slow for the window proves nothing: try again.
    await until('ten events are published within the window', async () => {
      await appliedAll();
      applier.batchSizes.length = 0;
      before = applier.applied.length;
      const startedAt = performance.now();
      await publishEach(relay, 10);
      return performance.now() - startedAt < WIDE_WINDOW_MS / 2;
    });
    expect(applier.applied).toHaveLength(before);
    await appliedAll();
    expect(applier.batchSizes).toEqual([10]);
    expect(applier.holdsExactly(before + 10)).toBe(true);
  });

  it('delays a single event no longer than the window', async () => {
    const relay = relayOf(0);
    await settled(relay, WINDOW_MS);
    await appliedAll();
    const committedAt = performance.now();
    relay.notify(journal.commit(1));
    await appliedAll();
    const waitedMs = performance.now() - committedAt;
    expect(waitedMs).toBeGreaterThanOrEqual(WINDOW_MS - 5);
    expect(waitedMs).toBeLessThan(NEVER_MS);
  });

  it('applies a full batch at once', async () => {
    const relay = relayOf(0);
    await settled(relay, NEVER_MS, 4);
    await publishEach(relay, 3);
    await until('the full batch is applied', () => applier.applied.length === 4);
    expect(applier.batchSizes).toEqual([4]);
  });

  it('stops at once while batching, and loses nothing', async () => {
    const relay = relayOf(0);
    const consumer = await settled(relay, NEVER_MS);
    await publishEach(relay, 4);
    await allDelivered();
    const stoppedAt = performance.now();
    await consumer.stop();
    expect(performance.now() - stoppedAt).toBeLessThan(NEVER_MS / 2);
    expect(applier.applied).toEqual([]);
    consumerOf(0);
    await appliedAll();
    expect(applier.holdsExactly(5)).toBe(true);
  });

  it('reads the checkpoint again on restart while batching', async () => {
    const relay = relayOf(0);
    const consumer = await settled(relay, WINDOW_MS);
    await publishEach(relay, 3);
    consumer.restart();
    await appliedAll();
    expect(applier.holdsExactly(4)).toBe(true);
  });

  it('loses nothing when its connection dies while batching', async () => {
    const dying = new Stage(stage.settings);
    const relay = relayOf(0);
    relay.notify(journal.commit(1));
    await until('the stream is there', async () => (await stage.streamLength()) === 1);
    const batcher = new EventConsumer({
      ...{ link: dying.link, source: 'clob', durable: 'data', applier, logger: dying.logger, batchWaitMs: NEVER_MS },
    });
    batcher.start();
    await pulls();
    await publishEach(relay, 4);
    await allDelivered();
    // Simulates a killed process: no message is acknowledged or returned, and the durable stays as it is.
    await (await dying.connection()).close();
    consumerOf(0);
    await appliedAll();
    expect(applier.holdsExactly(5)).toBe(true);
    await Promise.all([batcher.stop(), dying.link.close()]);
    await until('nothing is unacknowledged', async () => {
      const { num_ack_pending } = await (await stage.manager()).consumers.info(stage.stream(), 'data');
      return num_ack_pending === 0;
    });
  });

  describe('at the relay', () => {
    const sequencesOnStream = async (): Promise<number[]> => {
      const manager = await stage.manager();
      const { state } = await manager.streams.info(stage.stream());
      const sequences: number[] = [];
      for (let seq = state.first_seq; seq <= state.last_seq; seq += 1) {
        const { header, data } = await manager.streams.getMessage(stage.stream(), { seq });
        const message = decodeMessage(data);
        const id = parseMessageId(header.get('Nats-Msg-Id'));
        expect(id).toEqual({
          firstSequence: message.firstSequence,
          lastSequence: message.firstSequence + message.facts.length - 1,
        });
        sequences.push(...message.facts.map((_, index) => message.firstSequence + index));
      }
      return sequences;
    };
    const upTo = (head: number): number[] => Array.from({ length: head }, (_, index) => index + 1);

    it('publishes what is committed within the window as one message', async () => {
      const relay = relayOf(WIDE_WINDOW_MS);
      relay.notify(journal.commit(1));
      await until('the first is published', async () => (await relay.lag()) === 0);
      for (let index = 0; index < 5; index += 1) {
        relay.notify(journal.commit(2));
        await delay(20);
      }
      expect(await stage.streamLength()).toBe(1);
      await until('all is published', async () => (await relay.lag()) === 0);
      expect(await stage.streamLength()).toBe(2);
      expect(await sequencesOnStream()).toEqual(upTo(11));
    });

    it('publishes a full message at once', async () => {
      const relay = relayOf(NEVER_MS);
      relay.notify(journal.commit(1));
      await until('the first is published', async () => (await relay.lag()) === 0);
      relay.notify(journal.commit(100));
      relay.notify(journal.commit(156));
      await until('all is published', async () => (await relay.lag()) === 0);
      expect(await stage.messageIds()).toEqual(['clob-1-1', 'clob-2-257']);
    });

    it('publishes its batch when it is stopped', async () => {
      const relay = relayOf(NEVER_MS);
      relay.notify(journal.commit(1));
      await until('the first is published', async () => (await relay.lag()) === 0);
      await delay(50);
      relay.notify(journal.commit(2));
      relay.notify(journal.commit(2));
      await delay(50);
      const stoppedAt = performance.now();
      await relay.stop();
      expect(performance.now() - stoppedAt).toBeLessThan(NEVER_MS / 2);
      expect(await stage.messageIds()).toEqual(['clob-1-1', 'clob-2-5']);
    });

    it('keeps each event once and in order with another relay that publishes row by row', async () => {
      const rivals = [relayOf(30), relayOf(0)];
      consumerOf(30);
      for (let round = 0; round < 40; round += 1) {
        const committed = journal.commit(1 + (round % 4));
        for (const rival of rivals) rival.notify(committed);
        await delay(round % 7 === 0 ? 40 : 2);
      }
      for (const rival of rivals) await until('all is published', async () => (await rival.lag()) === 0);
      expect(await sequencesOnStream()).toEqual(upTo(journal.head));
      await appliedAll();
      expect(applier.holdsExactly(journal.head)).toBe(true);
    });

    it('replays joined messages from the row that holds a sequence', async () => {
      journal.commitMany(60);
      const relay = relayOf(10);
      await until('all is published', async () => (await relay.lag()) === 0);
      await relay.replay(12);
      await until('the replay is done', async () => (await sequencesOnStream()).at(-1) === journal.head);
      expect(await sequencesOnStream()).toEqual(upTo(journal.head).slice(9));
      applier.applied.push(...upTo(20));
      consumerOf(10);
      await appliedAll();
      expect(applier.holdsExactly(journal.head)).toBe(true);
    });
  });
});
