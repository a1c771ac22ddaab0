import { EventRelay } from './event-relay';
import { ArrayJournal } from '../testing/events';
import { Stage, until } from '../testing/stage';

jest.setTimeout(30_000);

describe('EventRelay', () => {
  let stage: Stage;
  let journal: ArrayJournal;
  const relays: EventRelay[] = [];

  beforeEach(async () => {
    stage = new Stage();
    await stage.makeStreams();
    journal = new ArrayJournal();
  });
  afterEach(async () => {
    await Promise.all(relays.splice(0).map((relay) => relay.stop()));
    await stage.end();
  });

  const relayOf = (options: { interrupted?: (reason: string) => void } = {}): EventRelay => {
    const relay = new EventRelay({ link: stage.link, source: 'clob', journal, logger: stage.logger, metrics: options });
    relays.push(relay);
    return relay;
  };
  const publishedAll = (relay: EventRelay): Promise<void> =>
    until(
      `all of the journal is on the stream: ${stage.logger.lines.join()}`,
      async () => (await relay.lag()) === 0 && (await stage.streamLength()) > 0,
    );

  it('publishes the journal in order, in as many rounds as it takes', async () => {
    journal.commitMany(200);
    const relay = relayOf();
    relay.start();
    await publishedAll(relay);
    expect(await stage.messageIds()).toEqual(journal.ids);
  });

  it('publishes notified messages without reading the journal', async () => {
    const relay = relayOf();
    journal.commit(1);
    relay.start();
    await publishedAll(relay);
    await until('the relay is idle', () => journal.reads > 1);
    for (let round = 0; round < 20; round += 1) relay.notify(journal.commit(2));
    const readsBefore = journal.reads;
    await publishedAll(relay);
    expect(await stage.messageIds()).toEqual(journal.ids);
    expect(journal.reads - readsBefore).toBeLessThan(5);
  });

  it('publishes commits without a notice', async () => {
    const relay = relayOf();
    journal.commit(1);
    relay.start();
    await publishedAll(relay);
    journal.commit(5);
    await publishedAll(relay);
    expect(await stage.messageIds()).toEqual(journal.ids);
  });

  it('continues where the stream ends after a restart, each message once', async () => {
    for (let life = 0; life < 4; life += 1) {
      const relay = relayOf();
      relay.start();
      journal.commitMany(30);
      relay.notify();
      await until('something is published', async () => (await stage.streamLength()) > life * 30);
      await relay.stop();
    }
    const last = relayOf();
    last.start();
    await publishedAll(last);
    expect(await stage.messageIds()).toEqual(journal.ids);
  });

  it('keeps order and single copies while an old writer publishes concurrently', async () => {
    let interruptions = 0;
    const rivals = [relayOf({ interrupted: () => (interruptions += 1) }), relayOf({ interrupted: () => (interruptions += 1) })];
    for (const rival of rivals) rival.start();
    for (let round = 0; round < 40; round += 1) {
      const committed = journal.commit(1 + (round % 4));
      for (const rival of rivals) rival.notify(committed);
      await until('the round is on the stream', async () => (await stage.streamLength()) > round);
    }
    for (const rival of rivals) await publishedAll(rival);
    expect(await stage.messageIds()).toEqual(journal.ids);
    expect(interruptions).toBeGreaterThan(0);
  });

  it('passes its check while another process publishes the same journal', async () => {
    const rivals = [relayOf(), relayOf()];
    for (const rival of rivals) rival.start();
    const failed: unknown[] = [];
    for (let round = 0; round < 150; round += 1) {
      const committed = journal.commit(1);
      for (const rival of rivals) rival.notify(committed);
      await until('the round is on the stream', async () => (await stage.streamLength()) > round);
      const checks = await Promise.all(rivals.map((rival) => rival.waitCheck()));
      failed.push(...checks.filter(({ holds }) => !holds));
    }
    expect(failed).toEqual([]);
  });

  it('refills a purged stream, although the server remembers the purged ids', async () => {
    journal.commitMany(50);
    const relay = relayOf();
    relay.start();
    await publishedAll(relay);
    await (await stage.manager()).streams.purge(stage.stream());
    await until('the stream is full again', async () => (await stage.streamLength()) === 50);
    expect(await stage.messageIds()).toEqual(journal.ids);
  });

  it('waits until a deleted stream is recreated, refills it, and takes new commits', async () => {
    journal.commitMany(50);
    const relay = relayOf();
    relay.start();
    await publishedAll(relay);
    await (await stage.manager()).streams.delete(stage.stream());
    relay.notify(journal.commit(3));
    await until('it says what makes the stream', () => stage.logger.matching(/there is no stream .*: run migrate/).length > 0);
    await stage.makeStreams();
    await until('the stream is full again', async () => (await stage.streamLength()) === 51);
    expect(await stage.messageIds()).toEqual(journal.ids);
  });

  it('replays from the message that holds a sequence', async () => {
    journal.commitMany(60);
    const relay = relayOf();
    relay.start();
    await publishedAll(relay);
    // Messages hold 1, 2, 3, 1, 2, 3... events: event 12 is the last of message 6, which holds 10 to 12.
    await expect(relay.replay(12)).resolves.toEqual({ from: 12, head: journal.head });
    await publishedAll(relay);
    await until('the replay is done', async () => (await stage.streamLength()) === 55);
    expect(await stage.messageIds()).toEqual(journal.ids.slice(5));
    relay.notify(journal.commit(1));
    await until('a new commit follows the replay', async () => (await stage.streamLength()) === 56);
    expect(await stage.messageIds()).toEqual(journal.ids.slice(5));
  });

  it.each([0, -1, 1.5, 4])('refuses to replay a journal of 3 events from %p', async (from) => {
    journal.commit(3);
    const relay = relayOf();
    relay.start();
    await expect(relay.replay(from)).rejects.toThrow(/holds events 1 to 3/);
  });

  it('fills an empty stream from after the archived events, and reports what it cannot replay', async () => {
    journal.commitMany(60);
    journal.archiveTo(12);
    const relay = relayOf();
    relay.start();
    await publishedAll(relay);
    expect(await stage.messageIds()).toEqual(journal.ids);
    await expect(relay.replay(12)).rejects.toThrow(/holds events 13 to 120.*events 1 to 12 are archived/);
    await expect(relay.replay(13)).resolves.toEqual({ from: 13, head: 120 });
  });

  it('drops what exceeds the retention, except the last message, and continues from there', async () => {
    journal.commitMany(60);
    const first = relayOf();
    first.start();
    await publishedAll(first);
    await first.stop();
    const settings = { value: { ...stage.link.settings, streamKeepMillis: 1 } };
    const link = Object.create(stage.link, { settings }) as typeof stage.link;
    const bounded = new EventRelay({ link, source: 'clob', journal, logger: stage.logger });
    relays.push(bounded);
    bounded.start();
    await until('the old messages are dropped', async () => (await stage.streamLength()) === 1);
    expect(await stage.messageIds()).toEqual(journal.ids.slice(-1));
    bounded.notify(journal.commit(2));
    await until('a commit follows the last message', async () => (await stage.streamLength()) === 2);
    expect(await stage.messageIds()).toEqual(journal.ids.slice(-2));
    await bounded.replay(1);
    await until('a replay brings all of it back', async () => (await stage.streamLength()) === 61);
    expect(await stage.messageIds()).toEqual(journal.ids);
  });

  it('publishes nothing to a stream ahead of the journal until a replay', async () => {
    journal.commitMany(30);
    const relay = relayOf();
    relay.start();
    await publishedAll(relay);
    await relay.stop();
    journal.forgetAfter(12);
    journal.commit(1);
    const restored = relayOf();
    restored.start();
    await until('the fault is logged', () => stage.logger.matching(/older than the stream/).length === 1);
    expect(await stage.streamLength()).toBe(30);
    await restored.replay(1);
    await until('the stream is the journal', async () => (await stage.streamLength()) === 7);
    expect(await stage.messageIds()).toEqual(journal.ids);
  });
});
