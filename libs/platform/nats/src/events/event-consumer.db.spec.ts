import { encodeMessage, eventStream, type EventMessage } from '@foretell/contracts';
import { EventConsumer } from './event-consumer';
import { EventRelay } from './event-relay';
import { ArrayJournal, eventAt, RecordingApplier } from '../testing/events';
import { Stage, until } from '../testing/stage';

jest.setTimeout(30_000);

describe('EventConsumer', () => {
  let stage: Stage;
  let journal: ArrayJournal;
  let relay: EventRelay;
  let applier: RecordingApplier;
  const consumers: EventConsumer<'clob'>[] = [];

  beforeEach(async () => {
    stage = new Stage();
    await stage.makeStreams();
    journal = new ArrayJournal();
    applier = new RecordingApplier();
    relay = new EventRelay({ link: stage.link, source: 'clob', journal, logger: stage.logger });
  });
  afterEach(async () => {
    await Promise.all(consumers.splice(0).map((consumer) => consumer.stop()));
    await relay.stop();
    await stage.end();
  });

  const consumerOf = (into = applier): EventConsumer<'clob'> => {
    const consumer = new EventConsumer({
      link: stage.link,
      source: 'clob',
      durable: 'data',
      applier: into,
      logger: stage.logger,
    });
    consumers.push(consumer);
    return consumer;
  };
  const appliedAll = (): Promise<void> =>
    until(
      `all events are applied: ${stage.logger.lines.join()}`,
      () => journal.head > 0 && applier.applied.length >= journal.head,
    );
  const publishRaw = async (message: EventMessage): Promise<void> => {
    await (
      await stage.connection()
    )
      .jetstream()
      .publish(eventStream(stage.settings.prefix, 'clob').subject, encodeMessage(message));
  };
  const rawMessage = (first: number, last: number): EventMessage => ({
    source: 'clob',
    firstSequence: first,
    facts: Array.from({ length: last - first + 1 }, (_, index) => eventAt(first + index)),
  });
  it('applies every event once, in order, in batches', async () => {
    journal.commitMany(300);
    relay.start();
    await until('all is published', async () => (await stage.streamLength()) === 300);
    const consumer = consumerOf();
    consumer.start();
    await appliedAll();
    expect(applier.holdsExactly(journal.head)).toBe(true);
    expect(Math.max(...applier.batchSizes)).toBeGreaterThan(1);
    expect(Math.max(...applier.batchSizes)).toBeLessThanOrEqual(64);
    await until('the lag is gone', async () => (await consumer.lag()) === 0);
  });

  it('continues from one session to the next, each event once and in order', async () => {
    const made = new Set<string>();
    const consumer = new EventConsumer({
      link: stage.link,
      source: 'clob',
      durable: 'data',
      applier,
      logger: stage.logger,
      sessionMs: 20,
    });
    consumers.push(consumer);
    relay.start();
    consumer.start();
    await until('sessions follow each other', async () => {
      relay.notify(journal.commit(2));
      const info = await (await stage.manager()).consumers.info(stage.stream(), 'data').catch(() => null);
      return made.add(info?.created ?? '').size >= 4;
    });
    await appliedAll();
    expect(applier.holdsExactly(journal.head)).toBe(true);
  });

  it('acknowledges what it applied', async () => {
    journal.commitMany(20);
    relay.start();
    consumerOf().start();
    await appliedAll();
    const manager = await stage.manager();
    await until('nothing is unacknowledged', async () => {
      const { num_ack_pending, num_pending } = await manager.consumers.info(stage.stream(), 'data');
      return num_ack_pending === 0 && num_pending === 0;
    });
  });

  it('continues from the checkpoint after restarts', async () => {
    relay.start();
    for (let life = 0; life < 3; life += 1) {
      const consumer = consumerOf();
      consumer.start();
      journal.commitMany(40);
      relay.notify();
      await until('something is applied', () => applier.applied.length > journal.head - 70);
      await consumer.stop();
    }
    consumerOf().start();
    await appliedAll();
    expect(applier.holdsExactly(journal.head)).toBe(true);
  });

  it('retries a batch that cannot be applied, and never skips or acknowledges it', async () => {
    journal.commitMany(10);
    relay.start();
    applier.fault = new Error('no such column');
    consumerOf().start();
    await until('it was tried three times', () => applier.calls >= 3);
    expect(applier.applied).toEqual([]);
    // Each attempt has its own durable, and for a moment none exists.
    const floors: number[] = [];
    await until('its durable is there', async () => {
      const info = await (await stage.manager()).consumers.info(stage.stream(), 'data').catch(() => null);
      if (info !== null) floors.push(info.ack_floor.stream_seq);
      return floors.length > 0;
    });
    const { state } = await (await stage.manager()).streams.info(stage.stream());
    expect(floors).toEqual([state.first_seq - 1]);
    expect(stage.logger.matching(/no such column/)).toHaveLength(1);
    applier.fault = null;
    await appliedAll();
    expect(applier.holdsExactly(journal.head)).toBe(true);
  });

  it('passes one more batch while one is in progress, when the applier takes one ahead', async () => {
    const open = holdAheadOf(applier);
    journal.commitMany(10);
    relay.start();
    consumerOf().start();
    await until('the first batch is under way', () => applier.calls >= 1);
    relay.notify(journal.commit(2));
    await until('the next one is handed over', () => applier.calls >= 2);
    relay.notify(journal.commit(2));
    await until('the third is on the stream', async () => (await stage.streamLength()) === 12);
    expect(applier.applied).toEqual([]);
    expect(applier.calls).toBe(2);
    open();
    await appliedAll();
    expect(applier.holdsExactly(journal.head)).toBe(true);
  });

  it('restarts at the checkpoint when a batch fails while the next one is passed', async () => {
    const open = holdAheadOf(applier);
    applier.loseNextAnswer = true;
    journal.commitMany(10);
    relay.start();
    consumerOf().start();
    await until('the first batch is under way', () => applier.calls >= 1);
    relay.notify(journal.commit(2));
    await until('the next one is handed over', () => applier.calls >= 2);
    open();
    await appliedAll();
    relay.notify(journal.commit(2));
    await appliedAll();
    expect(applier.holdsExactly(journal.head)).toBe(true);
  });

  it('applies nothing twice when the response to a commit is lost', async () => {
    journal.commitMany(10);
    relay.start();
    applier.loseNextAnswer = true;
    consumerOf().start();
    await appliedAll();
    expect(applier.holdsExactly(journal.head)).toBe(true);
  });

  it('trims a message across the checkpoint and skips older and repeated ones', async () => {
    applier.applied.push(1, 2, 3);
    for (const [first, last] of [
      [1, 2],
      [2, 5],
      [1, 5],
      [6, 6],
      [4, 8],
    ] as const)
      await publishRaw(rawMessage(first, last));
    consumerOf().start();
    await until('all is applied', () => applier.applied.length >= 8);
    expect(applier.holdsExactly(8)).toBe(true);
  });

  it('never applies past a gap, logs it once, and continues when it is filled', async () => {
    await publishRaw(rawMessage(1, 2));
    await publishRaw(rawMessage(5, 6));
    consumerOf().start();
    await until('it waits at the hole', () => stage.logger.matching(/events 3 to 4 are missing/).length === 1);
    expect(applier.holdsExactly(2)).toBe(true);
    journal.commit(2);
    journal.commit(2);
    journal.commit(2);
    relay.start();
    await relay.replay(1);
    await appliedAll();
    expect(applier.holdsExactly(6)).toBe(true);
    expect(stage.logger.matching(/events 3 to 4 are missing/)).toHaveLength(1);
  });

  it('waits when the stream begins after the checkpoint, until a replay', async () => {
    journal.commitMany(30);
    relay.start();
    await until('the journal is published', async () => (await stage.streamLength()) === 30);
    await relay.replay(10);
    consumerOf().start();
    await until(
      'it waits for the beginning',
      () => stage.logger.matching(/the next one needed is 1: waiting for a replay/).length === 1,
    );
    expect(applier.applied).toEqual([]);
    await relay.replay(1);
    await appliedAll();
    expect(applier.holdsExactly(journal.head)).toBe(true);
  });

  it('survives the loss of its durable and of the stream', async () => {
    journal.commitMany(30);
    relay.start();
    consumerOf().start();
    await appliedAll();
    await (await stage.manager()).consumers.delete(stage.stream(), 'data');
    relay.notify(journal.commit(2));
    await appliedAll();
    await (await stage.manager()).streams.delete(stage.stream());
    await stage.makeStreams();
    relay.notify(journal.commit(2));
    await appliedAll();
    expect(applier.holdsExactly(journal.head)).toBe(true);
  });

  it('starts before the stream exists', async () => {
    await (await stage.manager()).streams.delete(stage.stream());
    consumerOf().start();
    await until('it waits', () => stage.logger.matching(/the stream is not there yet/).length === 1);
    journal.commitMany(5);
    await stage.makeStreams();
    relay.start();
    await appliedAll();
    expect(applier.holdsExactly(journal.head)).toBe(true);
  });

  it('stands by while another process applies, and takes over when that one stops', async () => {
    journal.commitMany(5);
    relay.start();
    const first = consumerOf();
    first.start();
    await appliedAll();
    consumerOf().start();
    await until('the second stands by', () => stage.logger.matching(/standing by/).length === 1);
    relay.notify(journal.commit(2));
    await appliedAll();
    await first.stop();
    relay.notify(journal.commit(2));
    await appliedAll();
    expect(applier.holdsExactly(journal.head)).toBe(true);
  });

  it.each<[when: string, left: number, act: (consumer: EventConsumer<'clob'>) => void]>([
    ['on restart, for a rebuild', 0, (consumer) => consumer.restart()],
    ['when its tables went back and no event comes', 20, () => undefined],
  ])('reads the checkpoint again %s', async (_, left, act) => {
    journal.commitMany(30);
    relay.start();
    const consumer = consumerOf();
    consumer.start();
    await appliedAll();
    applier.applied.length = left;
    act(consumer);
    await appliedAll();
    expect(applier.holdsExactly(journal.head)).toBe(true);
  });
});

/**
 * Makes the applier take one batch ahead and write none.
 * @returns a function that lets it write
 */
function holdAheadOf(applier: RecordingApplier): () => void {
  let open = (): void => undefined;
  applier.takesOneAhead = true;
  applier.gate = new Promise((resolve) => (open = resolve));
  return open;
}
