import type { CatalogBatch } from '@foretell/contracts';
import { setImmediate as turn } from 'node:timers/promises';
import { BatchSender, UNDER_WAY_MAX } from './batch-sender';
import { Batcher, batchesOf } from './batches';
import { rowsOf } from './catalog-file';

function eventsBatch(...rows: readonly object[]): CatalogBatch {
  return { shape: 'events', rows: rows.map((row, index) => ({ place: `x:${index}`, row })), sites: [] };
}

/** A catalog that stores a batch when the test releases it. */
class SlowCatalog {
  readonly received: CatalogBatch[] = [];
  private readonly answers: (() => void)[] = [];
  readonly sender = new BatchSender((batch) => {
    this.received.push(batch);
    return new Promise((resolve) => this.answers.push(resolve));
  });

  async answer(): Promise<void> {
    this.answers.shift()?.();
    await turn();
  }
}

describe('BatchSender', () => {
  it('has at most two batches in flight', async () => {
    const catalog = new SlowCatalog();
    const sent = [1, 2, 3].map((id) => catalog.sender.put(eventsBatch({ id })));
    await Promise.all(sent.slice(0, UNDER_WAY_MAX));
    await turn();
    expect(catalog.received).toHaveLength(2);
    await catalog.answer();
    expect(catalog.received).toHaveLength(3);
  });

  const SECOND: readonly [reason: string, row: object, waits: boolean][] = [
    ['another event', { id: '2', markets: [{ id: '1' }] }, false],
    ['the same event', { id: 1, markets: [] }, true],
    ['an event with the same market', { id: '2', markets: [{ id: '7' }, { id: 5 }] }, true],
  ];
  it.each(SECOND)('after an event sends %s, one after the other', async (_reason, row, waits) => {
    const catalog = new SlowCatalog();
    await catalog.sender.put(eventsBatch({ id: '1', markets: [{ id: '5' }] }));
    void catalog.sender.put(eventsBatch(row));
    await turn();
    expect(catalog.received).toHaveLength(waits ? 1 : 2);
    await catalog.answer();
    expect(catalog.received).toHaveLength(2);
  });

  it('rejects the next call with the failure of a batch', async () => {
    const sender = new BatchSender(() => Promise.reject(new Error('away')));
    await sender.put(eventsBatch({ id: 1 }));
    await expect(sender.finish()).rejects.toThrow('away');
    await sender.finish();
  });

  it('holds no more rows of a long file than its batches may have', async () => {
    const rows = 20_000;
    let made = 0;
    let stored = 0;
    let inFlightMax = 0;
    async function* file(): AsyncGenerator<string> {
      for (; made < rows; made += 1) yield `${JSON.stringify({ id: made + 1, question: 'Will it rain?' })}\n`;
    }
    const sender = new BatchSender(async (batch) => {
      await turn();
      stored += batch.rows.length;
    });
    for await (const batch of batchesOf('x', rowsOf('x.ndjson', file()), new Batcher({ sites: [] }), () => undefined)) {
      inFlightMax = Math.max(inFlightMax, made - stored);
      await sender.put(batch);
    }
    await sender.finish();
    const batchRows = 256;
    // The batches in flight, the one that waits, and the row that completed it.
    expect(inFlightMax).toBeLessThanOrEqual((UNDER_WAY_MAX + 1) * batchRows + 1);
    expect(inFlightMax).toBeGreaterThan(batchRows);
  });
});
