import { EventConsumer } from './event-consumer';
import { EventRelay } from './event-relay';
import { FollowedEvents } from './followed-events';
import { NatsLink } from '../nats-link';
import { ArrayJournal, RecordingApplier } from '../testing/events';
import { Stage, until } from '../testing/stage';

jest.setTimeout(30_000);

describe('a service that applies events', () => {
  let stage: Stage;
  let journal: ArrayJournal;
  let relay: EventRelay;
  let applier: RecordingApplier;
  let consumer: EventConsumer<'clob'>;
  let now: number;
  let events: FollowedEvents;

  beforeEach(async () => {
    stage = new Stage();
    await stage.makeStreams();
    journal = new ArrayJournal();
    applier = new RecordingApplier();
    relay = new EventRelay({ link: stage.link, source: 'clob', journal, logger: stage.logger });
    consumer = consumerOver(stage.link);
    now = 0;
    events = followedBy(consumer);
  });
  afterEach(async () => {
    await consumer.stop();
    await relay.stop();
    await stage.end();
  });

  const consumerOver = (link: NatsLink): EventConsumer<'clob'> =>
    new EventConsumer({ link, source: 'clob', durable: 'data', applier, logger: stage.logger });
  const followedBy = (stream: EventConsumer<'clob'>, staleSeconds = 60): FollowedEvents =>
    new FollowedEvents({ streams: [stream], staleSeconds, monotonic: () => now });
  const at = (seconds: number): Promise<string | null> => {
    now = seconds * 1_000;
    return events.look();
  };
  const published = (): Promise<void> => until('all is on the stream', async () => (await relay.lag()) === 0 && journal.head > 0);
  const applied = (): Promise<void> => until('all is applied', () => applier.applied.length === journal.head);

  it('is ready when the stream is absent, and when it has been idle for days', async () => {
    expect(await at(0)).toBeNull();
    journal.commitMany(5);
    relay.start();
    consumer.start();
    await published();
    await applied();
    expect([await at(1), await at(200_000), await at(400_000)]).toEqual([null, null, null]);
  });

  it('is ready only once it reached the end that it found at its start', async () => {
    journal.commitMany(5);
    relay.start();
    await published();
    const behind = `0 of ${journal.head} events of clob are applied: it catches up`;
    expect([await events.check(), await at(1)]).toEqual([behind, behind]);
    consumer.start();
    await applied();
    expect(await at(2)).toBeNull();
  });

  it('is not ready while an event waits for more than a minute, and is ready once it is applied', async () => {
    expect(await at(0)).toBeNull();
    applier.fault = new Error('the database is away');
    relay.start();
    consumer.start();
    journal.commitMany(2);
    relay.notify();
    await published();
    expect([await at(100), await at(160)]).toEqual([null, null]);
    // Later messages do not make the first event younger.
    journal.commitMany(2);
    relay.notify();
    await published();
    expect(await at(161)).toBe(`0 of ${journal.head} events of clob are applied: the next has waited for 61 s`);
    applier.fault = null;
    await applied();
    expect(await at(162)).toBeNull();
  });

  it('is ready during a long catch-up in steps, as long as no event waits too long', async () => {
    expect(await at(0)).toBeNull();
    relay.start();
    consumer.start();
    for (let step = 1; step <= 5; step += 1) {
      applier.fault = new Error('slow');
      journal.commit(1);
      relay.notify();
      await published();
      expect([await at(100 * step), await at(100 * step + 50)]).toEqual([null, null]);
      applier.fault = null;
      await applied();
    }
  });

  it('is ready while NATS is unreachable, and restarts its count when NATS returns', async () => {
    expect(await at(0)).toBeNull();
    applier.fault = new Error('the database is away');
    relay.start();
    consumer.start();
    journal.commitMany(2);
    relay.notify();
    await published();
    expect(await at(50)).toBeNull();
    const away = new NatsLink({ ...stage.settings, servers: ['nats://127.0.0.1:1'] }, stage.logger);
    const cutOff = consumerOver(away);
    const streams = [{ source: 'clob' as const, progress: () => (now === 100_000 ? cutOff : consumer).progress() }];
    events = new FollowedEvents({ streams, staleSeconds: 60, monotonic: () => now });
    expect([await at(100), await at(150), await at(205)]).toEqual([null, null, null]);
    expect(await at(215)).toContain('has waited for 65 s');
    await away.close();
  });

  it('is always ready when events may wait without limit', async () => {
    journal.commitMany(2);
    relay.start();
    await published();
    events = followedBy(consumer, 0);
    expect([await at(0), await at(1_000)]).toEqual([null, null]);
  });
});
