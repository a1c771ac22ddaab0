import type { CatalogBatch } from '@foretell/contracts';
import { isObject } from './shapes';

/** The catalog parses one batch while its database writes the one before; a third would only wait. */
export const UNDER_WAY_MAX = 2;

interface Sent {
  readonly names: ReadonlySet<string>;
  readonly stored: Promise<void>;
}

/**
 * Sends batches in order, at most two concurrently. Batches with the same event or market are sent one after the other. Where
 * several processes serve the catalog, two concurrent batches may be applied in either order. For rows without a time, the row
 * applied last wins.
 */
export class BatchSender {
  private readonly underWay: Sent[] = [];

  /** `send` resolves when a batch is stored. */
  constructor(private readonly send: (batch: CatalogBatch) => Promise<void>) {}

  /**
   * Resolves when the batch is being sent, which limits how far its producer runs ahead. Rejects with the failure of an earlier
   * batch.
   */
  async put(batch: CatalogBatch): Promise<void> {
    const names = batch.rows.flatMap(({ row }) => namesIn(row, batch.shape));
    while (this.underWay.length >= UNDER_WAY_MAX || this.underWay.some((sent) => names.some((name) => sent.names.has(name))))
      await this.oldest();
    const stored = this.send(batch);
    // The promise is awaited later; until then this prevents an unhandled rejection.
    stored.catch(() => undefined);
    this.underWay.push({ names: new Set(names), stored });
  }

  /** Resolves when all batches are stored. */
  async finish(): Promise<void> {
    while (this.underWay.length > 0) await this.oldest();
  }

  private async oldest(): Promise<void> {
    await this.underWay.shift()?.stored;
  }
}

/** A row's id, and the ids of an event's markets or of a market's events. */
function namesIn(row: unknown, shape: CatalogBatch['shape']): readonly string[] {
  if (!isObject(row)) return [];
  const [inner, innerKind] = shape === 'events' ? [row['markets'], 'markets'] : [row['events'], 'events'];
  const inside = Array.isArray(inner) ? inner.map((part) => `${innerKind} ${isObject(part) ? String(part['id']) : ''}`) : [];
  return [`${shape} ${String(row['id'])}`, ...inside];
}
