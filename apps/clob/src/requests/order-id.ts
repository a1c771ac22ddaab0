const ORDER_ID = /^0x[0-9a-f]{64}$/;

/** The text as an order id, in lower case; undefined for what can be none, so that only ids reach the record. */
export function orderIdOf(text: string): string | undefined {
  const id = text.toLowerCase();
  return ORDER_ID.test(id) ? id : undefined;
}
