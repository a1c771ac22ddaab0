import { Encoded } from '@foretell/platform-server';
import type { TokenRef } from '../market-directory/market-directory';
import type { BookView } from './book-view';

/** Which response about a token's book: of one token, or its part of a response about many. */
type Kind =
  | 'book'
  | 'bids'
  | 'asks'
  | `price ${'BUY' | 'SELL'}`
  | `prices ${'BUY' | 'SELL' | 'both'}`
  | 'midpoint'
  | 'midpoint of many'
  | 'spread'
  | 'spread of many';

interface CachedBook {
  readonly entry: TokenRef['entry'];
  readonly version: number;
  /** Null: the book has no such response. */
  readonly answers: Map<Kind, Encoded<unknown> | null>;
  bytes: number;
}

/** Overhead of a token apart from its responses. */
const OWN_BYTES = 300;

/**
 * Encoded responses about books, cached until the book or its market changes. Beyond the limit in bytes the oldest are dropped
 * first.
 */
export class BookAnswers {
  private readonly cached = new Map<string, CachedBook>();
  private bytes = 0;

  constructor(private readonly bytesMax: number) {}

  /** The result of `make` for this version of the token's book, cached. */
  of<T>({ entry, outcome }: TokenRef, { version }: BookView, kind: Kind, make: () => T | null): Encoded<T> | null {
    const tokenId = entry.tokenIds[outcome];
    let cached = this.cached.get(tokenId);
    if (cached === undefined || cached.version !== version || cached.entry !== entry) {
      this.drop(tokenId);
      cached = { entry, version, answers: new Map(), bytes: OWN_BYTES };
      this.bytes += OWN_BYTES;
      this.cached.set(tokenId, cached);
    }
    const known = cached.answers.get(kind);
    if (known !== undefined) return known as Encoded<T> | null;
    const value = make();
    const made = value === null ? null : Encoded.of(value);
    cached.answers.set(kind, made);
    const bytes = made?.length ?? 0;
    cached.bytes += bytes;
    this.bytes += bytes;
    if (this.bytes > this.bytesMax) this.dropOldest();
    return made;
  }

  private dropOldest(): void {
    for (const tokenId of this.cached.keys()) {
      if (this.bytes <= this.bytesMax) return;
      this.drop(tokenId);
    }
  }

  private drop(tokenId: string): void {
    this.bytes -= this.cached.get(tokenId)?.bytes ?? 0;
    this.cached.delete(tokenId);
  }
}
