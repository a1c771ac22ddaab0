import type { CatalogBatch, PlacedRow } from '@foretell/contracts';
import type { FileRow } from './catalog-file';
import { isObject, strangeness } from './shapes';

const BATCH_ROWS_MAX = 256;
/** The default limit of a NATS message is a megabyte. */
const BATCH_BYTES_MAX = 800 * 1024;
/** An event's row counts as one row plus one for each market. */
const EVENT_MARKETS_MAX = 256;

/** The import options that apply to every row. */
export type BatchOptions = Omit<CatalogBatch, 'shape' | 'rows'>;
export type Shape = CatalogBatch['shape'];

/**
 * An event has a title, a market a question. A row with neither is validated as a market, whose missing fields are then reported.
 */
function shapeOf(row: unknown): Shape {
  return isObject(row) && row['question'] === undefined && (row['title'] !== undefined || Array.isArray(row['markets']))
    ? 'events'
    : 'markets';
}

/** Collects rows into batches of one shape, in order. */
export class Batcher {
  private rows: PlacedRow[] = [];
  private shape: Shape = 'markets';
  private bytes = 0;
  private weight = 0;

  constructor(private readonly options: BatchOptions) {}

  /** `ordinal` is the row's number within its file. @returns the batches that became full */
  add(place: string, row: unknown, ordinal: number): CatalogBatch[] {
    const shape = shapeOf(row);
    return parts(row, shape).flatMap((part) => {
      const position = shape === 'markets' ? ordinal : part.from;
      return this.put({ place, row: part.row, position }, shape, part.bytes, part.weight);
    });
  }

  flush(): CatalogBatch[] {
    if (this.rows.length === 0) return [];
    const batch = { shape: this.shape, rows: this.rows, ...this.options };
    this.rows = [];
    this.bytes = 0;
    this.weight = 0;
    return [batch];
  }

  private put(row: PlacedRow, shape: Shape, bytes: number, weight: number): CatalogBatch[] {
    const isFull = shape !== this.shape || this.weight + weight > BATCH_ROWS_MAX || this.bytes + bytes > BATCH_BYTES_MAX;
    const full = isFull ? this.flush() : [];
    this.shape = shape;
    this.rows.push(row);
    this.bytes += bytes + row.place.length;
    this.weight += weight;
    return full;
  }
}

interface Part {
  readonly row: unknown;
  readonly bytes: number;
  readonly weight: number;
  /** Index of its first market within the event. */
  readonly from: number;
}

/**
 * An event too large for one batch is sent several times, each time with some of its markets. An event's row only adds markets,
 * so the parts add up to the complete event.
 */
function parts(row: unknown, shape: Shape, from = 0): readonly Part[] {
  const markets = shape === 'events' && isObject(row) && Array.isArray(row['markets']) ? row['markets'] : [];
  const bytes = bytesOf(row);
  if (!isObject(row) || (bytes <= BATCH_BYTES_MAX && markets.length <= EVENT_MARKETS_MAX) || markets.length < 2) {
    return [{ row, bytes, weight: 1 + Math.floor(markets.length / 4), from }];
  }
  const middle = Math.ceil(markets.length / 2);
  return [
    ...parts({ ...row, markets: markets.slice(0, middle) }, shape, from),
    ...parts({ ...row, markets: markets.slice(middle) }, shape, from + middle),
  ];
}

function bytesOf(row: unknown): number {
  return Buffer.byteLength(JSON.stringify(row) ?? '');
}

/** The batches of a file's rows. Calls `onFault` for rows that are invalid JSON, or neither event nor market. */
export async function* batchesOf(
  path: string,
  rows: AsyncIterable<FileRow>,
  batcher: Batcher,
  onFault: (place: string, fault: string) => void,
): AsyncGenerator<CatalogBatch> {
  let ordinal = 0;
  let rowCount = 0;
  for await (const row of rows) {
    const place = `${path}:${row.line}`;
    rowCount += 1;
    const fault = 'fault' in row ? row.fault : strangeness(row.value);
    if (fault !== null) onFault(place, fault);
    else if ('value' in row) yield* batcher.add(place, row.value, ordinal++);
  }
  if (rowCount === 0) onFault(path, 'the file holds no rows: it is empty, or an empty list');
}
