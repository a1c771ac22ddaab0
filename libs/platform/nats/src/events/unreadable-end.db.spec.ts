import { eventStream, lineageText } from '@foretell/contracts';
import { EventConsumer } from './event-consumer';
import { EventRelay } from './event-relay';
import { FollowedEvents } from './followed-events';
import { ArrayJournal, RecordingApplier } from '../testing/events';
import { Stage, until } from '../testing/stage';

jest.setTimeout(30_000);

const REPLAY = '"ops events replay --surface clob --from 1"';

describe('a stream that ends with a message that is not of its journal', () => {
  let stage: Stage;
  let journal: ArrayJournal;
  let relay: EventRelay;
  let consumer: EventConsumer<'clob'>;
  let applier: RecordingApplier;

  beforeEach(async () => {
    stage = new Stage();
    await stage.makeStreams();
    journal = new ArrayJournal();
    applier = new RecordingApplier();
    relay = new EventRelay({ link: stage.link, source: 'clob', journal, logger: stage.logger });
    consumer = new EventConsumer({ link: stage.link, source: 'clob', durable: 'data', applier, logger: stage.logger });
    journal.commitMany(30);
    relay.start();
    consumer.start();
    await applied();
  });
  afterEach(async () => {
    await consumer.stop();
    await relay.stop();
    await stage.end();
  });

  const applied = (): Promise<void> =>
    until(`all is applied: ${stage.logger.lines.join()}`, () => applier.holdsExactly(journal.head));
  /** Publishes as another client, and commits an event, which then waits. */
  const disturb = async (...messages: readonly string[]): Promise<void> => {
    const { subject } = eventStream(stage.settings.prefix, 'clob');
    const client = (await stage.connection()).jetstream();
    for (const bytes of messages) await client.publish(subject, Buffer.from(bytes));
    relay.notify(journal.commit(1));
    await until('the relay refuses', () => relay.refusal !== null);
  };

  it.each([
    ['is not JSON', ['{"rubbish']],
    ['is one of several', ['', '{"rubbish', '{}']],
    ['is of another source', ['{"source":"gamma","firstSequence":1,"facts":[{"type":"funds.credited.v1"}]}']],
  ])('is purged by a replay, which restores the journal under the same lineage: it %s', async (_, messages) => {
    const lineage = lineageText(await journal.lineage());
    await disturb(...messages);
    await relay.replay(1);
    await applied();
    expect(await stage.messageIds()).toEqual(journal.ids);
    expect(lineageText(await journal.lineage())).toBe(lineage);
    expect(relay.check()).toMatchObject({ holds: true });
    await until('the relay is well', async () => (await relay.waitCheck()).holds);
    expect(await consumer.check()).toMatchObject({ holds: true, detail: `events 1 to ${journal.head}` });
  });

  it('is purged where it is the only message', async () => {
    await relay.stop();
    await (await stage.manager()).streams.purge(stage.stream());
    relay.start();
    const { subject } = eventStream(stage.settings.prefix, 'clob');
    await (await stage.connection()).jetstream().publish(subject, Buffer.from('{"rubbish'));
    await relay.replay(1);
    await until('the stream is the journal', async () => (await stage.streamLength()) === journal.ids.length);
    expect(await stage.messageIds()).toEqual(journal.ids);
  });

  it('states the shared part when the journal had also gone back', async () => {
    await relay.stop();
    journal.forgetAfter(25);
    journal.commit(1);
    relay.start();
    await disturb('{"rubbish');
    await relay.replay(1);
    expect((await journal.lineage()).ancestors).toMatchObject([{ sharedTo: 25 }]);
  });

  it('fails the checks of the relay and of the consumer, which name the command', async () => {
    await disturb('{"rubbish');
    const detail = expect.stringContaining(REPLAY) as string;
    expect(relay.check()).toMatchObject({ holds: false, detail });
    await until('it has tried again', async () => !(await relay.waitCheck()).holds);
    expect(await relay.waitCheck()).toMatchObject({ detail });
    expect(await consumer.check()).toMatchObject({ holds: false, detail });
    await expect(consumer.reread()).rejects.toThrow(REPLAY);
    await until('the log names it', () => stage.logger.matching(/events replay.*"durable":"data"/).length > 0);
  });

  it('counts as an event that waits, until the replay', async () => {
    let now = 0;
    const events = new FollowedEvents({ streams: [consumer], staleSeconds: 60, monotonic: () => now });
    expect(await events.look()).toBeNull();
    await disturb('{"rubbish', '{"rubbish');
    expect(await consumer.lag()).toBe(1);
    expect(await events.look()).toBeNull();
    now = 61_000;
    expect(await events.look()).toContain('the next has waited for 61 s');
    await relay.replay(1);
    await applied();
    expect([await consumer.lag(), await events.look()]).toEqual([0, null]);
  });
});
