const SINGLE_QUOTE = 0x27;
const DOUBLE_QUOTE = 0x22;

/**
 * The text before the raw body in the bytes of an L2 HMAC: timestamp as sent, METHOD in upper case, request path without its
 * query. Source: protocol 3.
 */
export function l2PayloadHead(timestamp: string, method: string, requestTarget: string): string {
  const query = requestTarget.indexOf('?');
  return timestamp + method.toUpperCase() + (query < 0 ? requestTarget : requestTarget.slice(0, query));
}

/** Whether the body has a single quote, so that some clients sign different bytes than they send. */
export function hasSingleQuote(body: Uint8Array): boolean {
  return body.includes(SINGLE_QUOTE);
}

/** The body as the Python and Rust clients sign it: each single quote is replaced by a double quote. */
export function withDoubleQuotes(body: Uint8Array): Uint8Array {
  return body.map((byte) => (byte === SINGLE_QUOTE ? DOUBLE_QUOTE : byte));
}
