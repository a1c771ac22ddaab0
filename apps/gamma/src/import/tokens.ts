import type { RowReader } from './row-reader';

const CONDITION_ID = /^0x[0-9a-f]{64}$/i;
const TOKEN_ID = /^(0x[0-9a-f]{1,64}|[0-9]{1,78})$/i;
const UINT256_END = 1n << 256n;

/** Lower case; empty text means that the market has no condition. */
export function readConditionId(reader: RowReader): string | null | undefined {
  const text = reader.name('conditionId') ?? reader.name('condition_id');
  if (text === undefined) return undefined;
  if (text === '') return null;
  return CONDITION_ID.test(text) ? text.toLowerCase() : reader.fault('conditionId must be 0x and 64 hex digits');
}

/** Each token id in decimal; empty entries are no tokens. */
export function readTokens(reader: RowReader): readonly string[] | undefined {
  const texts = reader.texts('clobTokenIds')?.filter((text) => text.trim() !== '');
  if (texts === undefined) return undefined;
  const tokens: string[] = [];
  for (const text of texts) {
    const token = TOKEN_ID.test(text) ? BigInt(text) : UINT256_END;
    if (token >= UINT256_END) return reader.fault('clobTokenIds must hold unsigned 256-bit integers as strings');
    tokens.push(token.toString());
  }
  return tokens;
}
