import type { CatalogBatch } from '@foretell/contracts';
import { isObject } from './shapes';

/** The catalog reads one batch while its database writes the one before; a third would only wait. */
export const UNDER_WAY_MAX = 2;

interface Sent {
  readonly names: ReadonlySet<string>;
  readonly stored: Promise<void>;
}

/**
 * Sends batches in order, two at once at most. Batches that speak of one event or market go one after the other: where several
 * processes serve the catalog, two that are under way may overtake each other, and of rows that bear no time the later one
 * counts.
 */
export class BatchSender {
  private readonly underWay: Sent[] = [];

  /** `send` resolves when a batch is stored. */
  constructor(private readonly send: (batch: CatalogBatch) => Promise<void>) {}

  /**
   * Resolves when the batch is on its way, so that whoever makes batches makes no more than can be sent. Rejects with the failure
   * of an earlier one.
   */
  async put(batch: CatalogBatch): Promise<void> {
    const names = batch.rows.flatMap(({ row }) => namesIn(row, batch.shape));
    while (this.underWay.length >= UNDER_WAY_MAX || this.underWay.some((sent) => names.some((name) => sent.names.has(name))))
      await this.oldest();
    const stored = this.send(batch);
    // Awaited in its turn; until then a rejection is not unhandled.
    stored.catch(() => undefined);
    this.underWay.push({ names: new Set(names), stored });
  }

  /** Resolves when all are stored. */
  async finish(): Promise<void> {
    while (this.underWay.length > 0) await this.oldest();
  }

  private async oldest(): Promise<void> {
    await this.underWay.shift()?.stored;
  }
}

/** A row's id and those of the markets in an event, or of the events in a market. */
function namesIn(row: unknown, shape: CatalogBatch['shape']): readonly string[] {
  if (!isObject(row)) return [];
  const [inner, innerKind] = shape === 'events' ? [row['markets'], 'markets'] : [row['events'], 'events'];
  const inside = Array.isArray(inner) ? inner.map((part) => `${innerKind} ${isObject(part) ? String(part['id']) : ''}`) : [];
  return [`${shape} ${String(row['id'])}`, ...inside];
}
