/** Rows in the public catalog's format, for tests of imports; each test gives the fields that matter to it. */
export function conditionOf(number: number): string {
  return `0x${number.toString(16).padStart(64, '0')}`;
}

export function market(id: number, more: object = {}): object {
  const tokens = JSON.stringify([`${id}1`, `${id}2`]);
  return {
    id: String(id),
    slug: `market-${id}`,
    question: `Question ${id}?`,
    conditionId: conditionOf(id),
    outcomes: '["Yes", "No"]',
    clobTokenIds: tokens,
    ...more,
  };
}

export function event(id: number, markets: readonly object[], more: object = {}): object {
  return { id: String(id), slug: `event-${id}`, title: `Event ${id}`, markets, ...more };
}
