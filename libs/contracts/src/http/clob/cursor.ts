/** The page after the last one. Source: interface, Pagination rules. */
export const END_CURSOR = 'LTE=';
export const FIRST_CURSOR = 'MA==';
/** Maximum offset in rows: skipped rows are read and discarded. */
export const OFFSET_MAX = 10_000;

/** The position where a page of a cursor list begins. */
export interface ListPlace {
  /**
   * Begins after this number in the list's own numbering (listing number, order priority, trade number). The numbering never
   * changes, so iteration returns each row once even during writes. 0 is the beginning, -1 past the end.
   */
  readonly after: number;
  /** Rows to skip from there: the offset of a cursor computed by the client. */
  readonly skip: number;
}

export const FIRST_PLACE: ListPlace = { after: 0, skip: 0 };
export const END_PLACE: ListPlace = { after: -1, skip: 0 };

/** The cursor of the page after the row with this number: the Base64 of `@` and the number, which no offset has. */
export function encodeCursor(after: number): string {
  return Buffer.from(`@${after}`, 'latin1').toString('base64');
}

/** The cursor of the page that begins after so many rows: the Base64 of the decimal number. */
export function encodeOffset(skip: number): string {
  return Buffer.from(String(skip), 'latin1').toString('base64');
}

/** Undefined for an invalid cursor. The Base64 of a decimal number is an offset. Source: interface, Pagination rules. */
export function decodeCursor(text: string): ListPlace | undefined {
  if (!/^[A-Za-z0-9+/_-]{1,24}={0,2}$/.test(text)) return undefined;
  const decoded = Buffer.from(text, 'base64').toString('latin1');
  if (decoded === '-1') return END_PLACE;
  const match = /^(@?)(0|[1-9][0-9]{0,14})$/.exec(decoded);
  if (match === null) return undefined;
  const number = Number(match[2]);
  if (match[1] === '@') return { after: number, skip: 0 };
  return number > OFFSET_MAX ? undefined : { after: 0, skip: number };
}
