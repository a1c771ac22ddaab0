/** A book built from the messages of a stream, compared with the one that the service returns. */
import { must, SITE } from './steps.mjs';

/** The load's last order: it arrives after all others. */
const LAST = { price: 0.01, size: 11 };

export class StreamedBook {
  #sides = { bids: new Map(), asks: new Map() };
  #hash;
  #changes = 0;

  /** Without `hasHashes` only the levels are compared: some clients hide hashes. */
  constructor(tokenId, { hasHashes = true } = {}) {
    this.tokenId = tokenId;
    this.hasHashes = hasHashes;
  }

  /** A complete book: levels of {price, size}, and its hash. */
  begin({ bids, asks, hash }) {
    for (const [side, levels] of Object.entries({ bids, asks }))
      this.#sides[side] = new Map(levels.map(({ price, size }) => [Number(price), Number(size)]));
    this.#hash = hash;
  }

  /** One level, BUY or SELL; a size of 0 removes it. */
  change({ side, price, size, hash }) {
    const levels = side === 'BUY' ? this.#sides.bids : this.#sides.asks;
    if (Number(size) === 0) levels.delete(Number(price));
    else levels.set(Number(price), Number(size));
    this.#hash = hash;
    this.#changes += 1;
  }

  get isLast() {
    return this.#sides.bids.get(LAST.price) === LAST.size;
  }

  /** Throws unless it equals GET /book, hash included, and at least `changes` changes arrived. */
  async mustBeTrue(changes = 0) {
    const answer = await (await fetch(`${SITE.clob}/book?token_id=${this.tokenId}`)).json();
    for (const [side, levels] of Object.entries(this.#sides)) {
      const served = answer[side].map(({ price, size }) => [Number(price), Number(size)]);
      must(sorted(levels) === sorted(served), `${side} are ${sorted(levels)}, not ${sorted(served)}`);
    }
    must(!this.hasHashes || this.#hash === answer.hash, `hash ${this.#hash}, not ${answer.hash}`);
    must(this.#changes >= changes, `${this.#changes} changes only`);
  }
}

function sorted(levels) {
  return JSON.stringify([...levels].sort(([one], [other]) => one - other));
}
