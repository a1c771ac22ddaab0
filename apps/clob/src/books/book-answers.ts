import { Encoded, holdNewest } from '@foretell/platform-server';
import { Injectable } from '@nestjs/common';
import type { TokenRef } from '../market-directory/market-directory';
import type { BookView } from '../book-views/book-view';

/** Some 3 kB each, if all of its answers are asked for. */
const TOKENS_MAX = 20_000;

/** Which answer about a token's book. */
type Kind = 'book' | 'midpoint' | 'spread' | 'BUY' | 'SELL';

interface Kept {
  readonly entry: TokenRef['entry'];
  readonly version: number;
  readonly answers: Map<Kind, Encoded<unknown>>;
}

/** Answers about books as bytes, until the book or its market changes. The longest kept go first. */
@Injectable()
export class BookAnswers {
  private readonly kept = new Map<string, Kept>();

  /** What `make` gives for this version of the token's book, from memory where it was asked for before. */
  of<T>({ entry, outcome }: TokenRef, { version }: BookView, kind: Kind, make: () => T): Encoded<T> {
    const tokenId = entry.tokenIds[outcome];
    let kept = this.kept.get(tokenId);
    if (kept === undefined || kept.version !== version || kept.entry !== entry) {
      kept = { entry, version, answers: new Map() };
      holdNewest(this.kept, tokenId, kept, TOKENS_MAX);
    }
    const known = kept.answers.get(kind) as Encoded<T> | undefined;
    if (known !== undefined) return known;
    const made = new Encoded(make());
    kept.answers.set(kind, made);
    return made;
  }
}
