import { lineageText } from '@foretell/contracts';
import { EventConsumer } from './event-consumer';
import { EventRelay } from './event-relay';
import { FollowedEvents } from './followed-events';
import { ArrayJournal, RecordingApplier } from '../testing/events';
import { Stage, until } from '../testing/stage';

jest.setTimeout(30_000);

describe('N1: a consumer after its source was restored to an earlier point', () => {
  let stage: Stage;
  let journal: ArrayJournal;
  let relay: EventRelay;
  let applier: RecordingApplier;
  let failures: string[];
  const consumers: EventConsumer<'clob'>[] = [];

  beforeEach(async () => {
    stage = new Stage();
    await stage.makeStreams();
    [journal, applier, failures] = [new ArrayJournal(), new RecordingApplier(), []];
    for (let sequence = 1; sequence <= 30; sequence += 1) journal.commit(1);
    relay = new EventRelay({ link: stage.link, source: 'clob', journal, logger: stage.logger });
    relay.start();
    await until('all is published', async () => (await stage.streamLength()) === 30);
  });
  afterEach(async () => {
    await Promise.all(consumers.splice(0).map((consumer) => consumer.stop()));
    await relay.stop();
    await stage.end();
  });

  const started = (): EventConsumer<'clob'> => {
    const consumer = new EventConsumer({
      link: stage.link,
      source: 'clob',
      durable: 'data',
      applier,
      logger: stage.logger,
      remedy: 'run the remedy',
      metrics: { failed: (reason) => void failures.push(reason) },
    });
    consumers.push(consumer);
    consumer.start();
    return consumer;
  };
  const applied = (count: number): Promise<void> =>
    until(`${count} are applied: ${stage.logger.lines.join()}`, () => applier.applied.length === count);
  /** Restores the journal to 25 and appends up to `head`, under a lineage that the operator began. */
  const goBack = async (head: number): Promise<void> => {
    journal.forgetAfter(25);
    while (journal.head < head) journal.commit(1);
    await relay.replay(1);
    await until('the stream is the journal', async () => (await stage.streamLength()) === head);
  };
  const refuses = async (): Promise<void> => {
    const before = failures.length;
    await until(`it refuses: ${stage.logger.lines.join()}`, () => failures.length > before + 1);
    expect(failures.at(-1)).toMatch(/events 1 to 30 of clob were applied as of lineage 1{16}.*went back.*run the remedy/);
    expect(applier.applied.length).toBe(30);
  };

  it('stores the lineage with its checkpoint', async () => {
    started();
    await applied(30);
    expect(applier.adoptions).toEqual([['1'.repeat(16), 0]]);
  });

  it.each([28, 30, 40])(
    'stops when it applied events that the journal lacks, with the journal at %s, and after a restart',
    async (head) => {
      const consumer = started();
      await applied(30);
      await goBack(head);
      await refuses();
      await consumer.stop();
      started();
      await refuses();
      while (journal.head < 45) relay.notify(journal.commit(1));
      await refuses();
      expect(applier.adoptions.length).toBe(1);
    },
  );

  it('is not ready and fails its check, even when stale events are allowed, and recovers after a full reread', async () => {
    const consumer = started();
    await applied(30);
    await goBack(40);
    const events = new FollowedEvents({ streams: [consumer], staleSeconds: 0, monotonic: () => performance.now() });
    expect(await events.look()).toMatch(/went back.*run the remedy/);
    expect(await consumer.check()).toMatchObject({ holds: false, detail: expect.stringMatching(/run the remedy/) });
    applier.applied.splice(0);
    applier.stored = null;
    consumer.restart();
    await applied(40);
    expect(await events.look()).toBeNull();
    expect(await consumer.check()).toMatchObject({ holds: true, detail: 'events 1 to 40' });
    expect(applier.stored).toBe(lineageText(await journal.lineage()));
  });

  it('rereads all events, whichever process applies and whichever receives the command', async () => {
    const reset = jest.spyOn(applier, 'reset');
    started();
    await applied(30);
    const standingBy = started();
    await until('the other one stands by', () => stage.logger.lines.some((line) => JSON.stringify(line).includes('standing by')));
    expect(await standingBy.reread()).toEqual({ to: 30 });
    // Publishes nothing new: a publish alone would make the applying process check its checkpoint.
    await applied(30);
    expect([reset.mock.calls.length, applier.holdsExactly(30)]).toEqual([1, true]);
  });

  it('continues when it applied only events that the journal holds', async () => {
    const consumer = started();
    await applied(30);
    await consumer.stop();
    await goBack(40);
    applier.applied.splice(25);
    started();
    await applied(40);
    expect(applier.holdsExactly(40)).toBe(true);
    expect(applier.adoptions).toEqual([
      ['1'.repeat(16), 0],
      [lineageText(await journal.lineage()), 25],
    ]);
    expect(failures).toEqual([]);
  });

  it('continues across a promotion without loss, at any checkpoint', async () => {
    await relay.stop();
    await journal.beginLineage(30);
    relay = new EventRelay({ link: stage.link, source: 'clob', journal, logger: stage.logger });
    relay.start();
    for (let sequence = 31; sequence <= 40; sequence += 1) relay.notify(journal.commit(1));
    await until('all is published', async () => (await stage.streamLength()) === 40);
    started();
    await applied(40);
    expect(applier.adoptions).toEqual([
      ['1'.repeat(16), 0],
      [lineageText(await journal.lineage()), 30],
    ]);
    expect(failures).toEqual([]);
  });

  it('judges a batch by its events still to be applied, not by its start', async () => {
    const consumer = started();
    await applied(30);
    await goBack(40);
    // Delivered from the first event: most events were applied before.
    await until('it refuses while it runs', () => failures.length > 0);
    expect(applier.applied.length).toBe(30);
    expect((await consumer.progress()).refusal).not.toBeNull();
  });

  it('continues from a checkpoint without a lineage', async () => {
    applier.applied.push(...Array.from({ length: 20 }, (_, index) => index + 1));
    started();
    await applied(30);
    expect(applier.adoptions).toEqual([['1'.repeat(16), 20]]);
  });
});
