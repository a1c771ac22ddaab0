/** The page after the last one. Source: interface, Pagination rules. */
export const END_CURSOR = 'LTE=';
export const FIRST_CURSOR = 'MA==';

/**
 * A cursor is the Base64 of a decimal offset; LTE= is the end. The offset counts along a list's own unchanging numbering (listing
 * number, order priority, trade number), not rows, so that a walk meets each row once whatever is written meanwhile.
 */
export function encodeCursor(offset: number): string {
  return Buffer.from(String(offset), 'latin1').toString('base64');
}

/** Undefined when the text is not a cursor; -1 for the end cursor; 0 for the first page, also when absent. */
export function decodeCursor(text: string | undefined): number | undefined {
  if (text === undefined) return 0;
  if (!/^[A-Za-z0-9+/_-]{1,24}={0,2}$/.test(text)) return undefined;
  const decoded = Buffer.from(text, 'base64').toString('latin1');
  if (decoded === '-1') return -1;
  return /^(0|[1-9][0-9]{0,14})$/.test(decoded) ? Number(decoded) : undefined;
}
