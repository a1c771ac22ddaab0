import type { Site } from '../config/site';
import { addressOf } from '../live/read-surface';

/**
 * Tokens of one request: a token id has 77 digits and is named once a side, and the address stays below 8 kB, which every proxy
 * accepts.
 */
const TOKENS_PER_REQUEST = 45;

/** Addresses of the best prices of both sides of tokens, as many as their number takes. */
export function priceAddresses({ clob }: Site, tokenIds: readonly string[]): readonly string[] {
  return grouped(tokenIds).map((ids) =>
    addressOf(clob, '/prices', {
      token_ids: ids.flatMap((id) => [id, id]).join(','),
      sides: ids.map(() => 'BUY,SELL').join(','),
    }),
  );
}

/** Addresses of the last trades of tokens. */
export function lastTradeAddresses({ clob }: Site, tokenIds: readonly string[]): readonly string[] {
  return grouped(tokenIds).map((ids) => addressOf(clob, '/last-trades-prices', { token_ids: ids.join(',') }));
}

function grouped(ids: readonly string[]): readonly (readonly string[])[] {
  return Array.from({ length: Math.ceil(ids.length / TOKENS_PER_REQUEST) }, (_, at) =>
    ids.slice(at * TOKENS_PER_REQUEST, (at + 1) * TOKENS_PER_REQUEST),
  );
}
