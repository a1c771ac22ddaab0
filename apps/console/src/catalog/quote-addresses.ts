import type { Site } from '../config/site';
import { inGroups } from '../live/in-groups';
import { addressOf } from '../live/read-resource';

/**
 * Tokens of one request: a token id has 77 digits and is named once a side, and the address stays below 8 kB, which every proxy
 * accepts.
 */
const TOKENS_PER_REQUEST = 45;

/** Addresses of the best prices of both sides of tokens, as many as are needed. */
export function priceAddresses({ clob }: Site, tokenIds: readonly string[]): readonly string[] {
  return inGroups(tokenIds, TOKENS_PER_REQUEST).map((ids) =>
    addressOf(clob, '/prices', {
      token_ids: ids.flatMap((id) => [id, id]).join(','),
      sides: ids.map(() => 'BUY,SELL').join(','),
    }),
  );
}

/** Addresses of the last trades of tokens. */
export function lastTradeAddresses({ clob }: Site, tokenIds: readonly string[]): readonly string[] {
  return inGroups(tokenIds, TOKENS_PER_REQUEST).map((ids) =>
    addressOf(clob, '/last-trades-prices', { token_ids: ids.join(',') }),
  );
}
