import { HttpFailure } from '@foretell/platform-server';

/** Token lists of market data paths hold at most so many. Source: protocol 10. */
const TOKENS_MAX = 500;

/** One token of a list, and the side that the caller asks for, if any. */
export interface TokenRequest {
  readonly tokenId: string;
  readonly side?: 'BUY' | 'SELL';
}

export function noBook(): HttpFailure {
  return new HttpFailure(404, 'No orderbook exists for the requested token id', 'no_orderbook');
}

/** BUY or SELL; throws 400 for anything else. */
export function sideOf(side: unknown): 'BUY' | 'SELL' {
  if (side === 'BUY' || side === 'SELL') return side;
  throw new HttpFailure(400, 'Invalid side', 'invalid_side', { expected: 'BUY or SELL' });
}

/** The items of a body [{token_id, side?}, ...]; other fields are ignored. Throws 400 with the public texts. */
export function tokenRequests(body: unknown): TokenRequest[] {
  if (!Array.isArray(body)) throw invalidPayload();
  if (body.length > TOKENS_MAX)
    throw new HttpFailure(400, 'Payload exceeds the limit', 'payload_exceeds_limit', { maximum: TOKENS_MAX });
  return body.map((item: unknown) => {
    if (typeof item !== 'object' || item === null || !('token_id' in item) || typeof item.token_id !== 'string')
      throw invalidPayload();
    const side = 'side' in item ? item.side : undefined;
    if (side === undefined || side === null || side === '') return { tokenId: item.token_id };
    return { tokenId: item.token_id, side: sideOf(side) };
  });
}

/** The same from the query's lists token_ids=a,b and sides=BUY,SELL. */
export function tokenRequestsOfQuery(query: Readonly<Record<string, unknown>>): TokenRequest[] {
  const { token_ids: ids, sides } = query;
  if (typeof ids !== 'string' || ids === '')
    throw new HttpFailure(400, 'Invalid token id', 'invalid_token_id', { expected: 'token_ids=<id>,<id>' });
  const given = typeof sides === 'string' && sides !== '' ? sides.split(',') : [];
  return tokenRequests(ids.split(',').map((token_id, index) => ({ token_id, side: given[index] })));
}

function invalidPayload(): HttpFailure {
  return new HttpFailure(400, 'Invalid payload', 'invalid_payload', { expected: '[{"token_id": "<id>"}, ...]' });
}
