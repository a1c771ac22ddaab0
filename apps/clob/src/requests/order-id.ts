const ORDER_ID = /^0x[0-9a-f]{64}$/;

/** The text as an order id in lower case; undefined for an invalid id, so that only valid ids are queried. */
export function orderIdOf(text: string): string | undefined {
  const id = text.toLowerCase();
  return ORDER_ID.test(id) ? id : undefined;
}
