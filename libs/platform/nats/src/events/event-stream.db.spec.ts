import { packMessages } from '@foretell/contracts';
import { findPlace } from './consumer-place';
import { EventStream, type StreamEnd } from './event-stream';
import { ArrayJournal, eventAt } from '../testing/events';
import { Stage } from '../testing/stage';

jest.setTimeout(30_000);

const LINEAGE = '1'.repeat(16);

describe('EventStream', () => {
  let stage: Stage;
  let stream: EventStream;
  beforeEach(async () => {
    stage = new Stage();
    stream = await EventStream.over(await stage.connection(), stage.link, 'clob');
  });
  afterEach(() => stage.end());

  const made = async (): Promise<StreamEnd> => {
    await stage.makeStreams();
    const end = await stream.end();
    if (end === null) throw new Error('the stream was not made');
    return end;
  };

  it('has no end while it is absent, and an empty one once created', async () => {
    await expect(stream.end()).resolves.toBeNull();
    const end = await made();
    expect(end.lastSequence).toBeNull();
    const { first_seq: first, messages } = (await (await stage.manager()).streams.info(stage.stream())).state;
    expect([end.streamSequence, messages]).toEqual([first - 1, 0]);
  });

  it('refuses a publisher with a stale end, even for message ids that it never saw', async () => {
    const end = await made();
    const journal = new ArrayJournal();
    await stream.append('clob', [...journal.commit(2), ...journal.commit(1)], end, LINEAGE);
    const packedOtherwise = packMessages('clob', 1, [eventAt(1), eventAt(2), eventAt(3)]);
    await expect(stream.append('clob', packedOtherwise, end, LINEAGE)).rejects.toThrow(/wrong last sequence/);
    expect(await stage.messageIds()).toEqual(journal.ids);
  });

  it("stores nothing after another publisher's message that packs the same events differently", async () => {
    const end = await made();
    const journal = new ArrayJournal();
    await stream.append('clob', packMessages('clob', 1, [eventAt(1), eventAt(2), eventAt(3)]), end, LINEAGE);
    const rows = [...journal.commit(1), ...journal.commit(1), ...journal.commit(1)];
    // The second message follows the place that the rival's only message took.
    await expect(stream.append('clob', rows, end, LINEAGE)).rejects.toThrow(/wrong last sequence/);
    expect(await stage.messageIds()).toEqual(['clob-1-3']);
  });

  it('returns the end that the next publish extends, equal to the end read from the server', async () => {
    const journal = new ArrayJournal();
    const empty = await made();
    const end = await stream.append('clob', [...journal.commit(2), ...journal.commit(3)], empty, LINEAGE);
    expect({ ...end, last: expect.objectContaining({ firstSequence: 3, lastSequence: 5, lineage: LINEAGE }) }).toEqual(
      await stream.end(),
    );
    expect(end).toMatchObject({ streamSequence: empty.streamSequence + 2, lastSequence: 5 });
  });

  it('finds the message that holds any event, and the end for an event not published yet', async () => {
    const journal = new ArrayJournal();
    journal.commitMany(30);
    const empty = await made();
    await stream.append('clob', await journal.readFrom(1, 30), empty, LINEAGE);
    const rows = await journal.readFrom(1, 30);
    for (let sequence = 1; sequence <= journal.head; sequence += 1) {
      const holder = empty.streamSequence + 1 + rows.findIndex(({ lastSequence }) => lastSequence >= sequence);
      expect([sequence, await findPlace(stream, sequence)]).toEqual([sequence, holder]);
    }
    await expect(findPlace(stream, journal.head + 1)).resolves.toBe(empty.streamSequence + 30);
  });

  it('reports that a stream begins too late', async () => {
    const journal = new ArrayJournal();
    journal.commitMany(10);
    await stream.append('clob', await journal.readFrom(9, 10), await made(), LINEAGE);
    await expect(findPlace(stream, 3)).rejects.toThrow(/the stream begins at event \d+, the next one needed is 3/);
  });
});
