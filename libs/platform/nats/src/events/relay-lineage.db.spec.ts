import { LINEAGE_HEADER, lineageText } from '@foretell/contracts';
import { EventRelay } from './event-relay';
import { ArrayJournal } from '../testing/events';
import { Stage, until } from '../testing/stage';

jest.setTimeout(30_000);

const SETTLED_LOOKS = 3;

describe('N1: the relay after its journal was restored to an earlier point', () => {
  let stage: Stage;
  let journal: ArrayJournal;
  const relays: EventRelay[] = [];
  let interruptions = 0;

  beforeEach(async () => {
    stage = new Stage();
    await stage.makeStreams();
    journal = new ArrayJournal();
    for (let sequence = 1; sequence <= 30; sequence += 1) journal.commit(1);
    const relay = started();
    await published(relay);
    await relay.stop();
  });
  afterEach(async () => {
    await Promise.all(relays.splice(0).map((relay) => relay.stop()));
    await stage.end();
  });

  const metrics = { interrupted: () => void (interruptions += 1) };
  const started = (): EventRelay => {
    const relay = new EventRelay({ link: stage.link, source: 'clob', journal, logger: stage.logger, metrics });
    relays.push(relay);
    relay.start();
    return relay;
  };
  const published = (relay: EventRelay): Promise<void> =>
    until(
      `the stream is the journal: ${stage.logger.lines.join()}`,
      async () => (await relay.lag()) === 0 && (await stage.streamLength()) > 0,
    );
  /** Resolves when the relay has refused often enough; fails when it published. */
  const refuses = async (relay: EventRelay, pattern: RegExp): Promise<void> => {
    await until(`refused: ${stage.logger.lines.join()}`, () => stage.logger.matching(pattern).length > 0);
    for (let look = 0; look < SETTLED_LOOKS; look += 1) {
      const before = interruptions;
      await until('it has looked again', () => interruptions > before);
    }
    expect(await stage.streamLength()).toBe(30);
    expect(stage.logger.matching(/flow again/)).toEqual([]);
    expect(relay.refusal).toMatch(pattern);
  };
  const headers = async (): Promise<string[]> => {
    const manager = await stage.manager();
    const { state } = await manager.streams.info(stage.stream());
    const all: string[] = [];
    for (let seq = state.first_seq; seq <= state.last_seq; seq += 1)
      all.push((await manager.streams.getMessage(stage.stream(), { seq })).header.get(LINEAGE_HEADER));
    return all;
  };

  it('names the lineage in each message', async () => {
    expect(new Set(await headers())).toEqual(new Set([lineageText(await journal.lineage())]));
  });

  it.each(['of another timeline', 'of the same timeline'])(
    'publishes nothing, even when the journal %s has passed the end of the stream, and after a restart',
    async (which) => {
      journal.forgetAfter(25);
      if (which === 'of another timeline') await journal.beginLineage(25);
      const relay = started();
      await refuses(relay, /events replay --surface clob --from 1/);
      // Passes the stream's end, message by message: the next one would be 31.
      for (let sequence = 26; sequence <= 40; sequence += 1) relay.notify(journal.commit(1));
      await refuses(relay, /events replay --surface clob --from 1/);
      await relay.stop();
      await refuses(started(), /events replay --surface clob --from 1/);
    },
  );

  it('publishes the restored journal once the operator decided, under a lineage that states the shared part', async () => {
    journal.forgetAfter(25);
    for (let sequence = 26; sequence <= 40; sequence += 1) journal.commit(1);
    const relay = started();
    await refuses(relay, /differs from the journal/);
    await relay.replay(1);
    await published(relay);
    expect(await stage.messageIds()).toEqual(journal.ids);
    const lineage = await journal.lineage();
    expect(lineage.ancestors).toEqual([{ id: '1'.repeat(16), sharedTo: 25 }]);
    expect(new Set(await headers())).toEqual(new Set([lineageText(lineage)]));
    expect(relay.refusal).toBeNull();
  });

  it('begins no lineage when the stream equals the journal', async () => {
    const relay = started();
    await relay.replay(1);
    await published(relay);
    expect((await journal.lineage()).ancestors).toEqual([]);
  });

  it('begins no second lineage when the first states the shared part', async () => {
    journal.forgetAfter(25);
    const { id } = await journal.beginLineage(25);
    const restored = started();
    await refuses(restored, /went back/);
    await restored.replay(1);
    await published(restored);
    expect((await journal.lineage()).id).toBe(id);
  });

  it('begins a lineage that shares nothing when the operator demands it', async () => {
    const relay = started();
    await relay.replay(1, true);
    await published(relay);
    expect((await journal.lineage()).ancestors).toEqual([{ id: '1'.repeat(16), sharedTo: 0 }]);
  });

  it('continues without help after a promotion that lost nothing', async () => {
    await journal.beginLineage(30);
    const relay = started();
    relay.notify(journal.commit(2));
    await published(relay);
    const lineages = await headers();
    expect([lineages[29], lineages[30]]).toEqual(['1'.repeat(16), `${'2'.repeat(16)} ${'1'.repeat(16)}@30`]);
  });

  it('notices another lineage while it runs', async () => {
    const relay = started();
    await published(relay);
    journal.forgetAfter(25);
    await journal.beginLineage(25);
    for (let sequence = 26; sequence <= 40; sequence += 1) journal.commit(1);
    await refuses(relay, /went back/);
  });

  it('refuses a stream of an unknown lineage, whatever it holds', async () => {
    const relay = started();
    await relay.replay(1, true);
    await published(relay);
    await relay.stop();
    journal.forgetLineages();
    const ended = started();
    await until('it refuses', () => stage.logger.matching(/knows nothing of/).length > 0);
    expect(ended.refusal).toMatch(/knows nothing of/);
  });
});
