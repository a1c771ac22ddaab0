import { Encoded } from '@foretell/platform-server';
import { createHash } from 'node:crypto';

/** The bytes of a response, ready to be sent. */
export interface Answer {
  readonly body: Buffer;
  /** Weak, because the identity form and the compressed form share it. */
  readonly etag: string;
  /** Compressed bytes after the first request for them; null: compression does not pay. */
  gzip?: Buffer | null;
}

/** What an entry takes besides its bytes, roughly. */
const ENTRY_OVERHEAD_BYTES = 512;

export function answerOf(value: unknown): Answer {
  const body = value instanceof Encoded ? value.bytes : Buffer.from(JSON.stringify(value), 'utf8');
  return { body, etag: `W/"${createHash('sha1').update(body).digest('base64url')}"` };
}

/**
 * Responses of one version of the catalog, by normalised query. The least recently used are evicted when the bytes exceed the
 * limit.
 */
export class AnswerCache {
  private readonly answers = new Map<string, Answer>();
  private version = -1;
  private bytes = 0;

  constructor(private readonly bytesMax: number) {}

  get sizeBytes(): number {
    return this.bytes;
  }

  get(version: number, key: string): Answer | undefined {
    if (version !== this.version) return undefined;
    const answer = this.answers.get(key);
    if (answer === undefined) return undefined;
    this.answers.delete(key);
    this.answers.set(key, answer);
    return answer;
  }

  /**
   * Stores a response made at `version`. A later version empties the cache; a response that became stale while it was made is not
   * stored.
   */
  put(version: number, key: string, answer: Answer): void {
    if (version < this.version) return;
    if (version > this.version) this.startOver(version);
    this.drop(key);
    this.answers.set(key, answer);
    this.bytes += sizeOf(key, answer);
    this.evict();
  }

  /** Adds the compressed form to a cached response. */
  compressed(key: string, answer: Answer, gzip: Buffer | null): void {
    // Readers at the same time each compress.
    if (answer.gzip !== undefined) return;
    answer.gzip = gzip;
    if (gzip === null || this.answers.get(key) !== answer) return;
    this.bytes += gzip.length;
    this.evict();
  }

  private startOver(version: number): void {
    this.version = version;
    this.answers.clear();
    this.bytes = 0;
  }

  private evict(): void {
    for (const key of this.answers.keys()) {
      if (this.bytes <= this.bytesMax) return;
      this.drop(key);
    }
  }

  private drop(key: string): void {
    const answer = this.answers.get(key);
    if (answer === undefined) return;
    this.answers.delete(key);
    this.bytes -= sizeOf(key, answer);
  }
}

function sizeOf(key: string, { body, gzip }: Answer): number {
  return body.length + (gzip?.length ?? 0) + key.length * 2 + ENTRY_OVERHEAD_BYTES;
}
