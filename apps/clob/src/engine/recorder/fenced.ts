/** A statement of several, with its own parameters from $1. */
export interface Write {
  readonly text: string;
  readonly values: readonly unknown[];
}

const PARAMETER = /\$(\d+)/g;

/** The condition under which a write of a fenced statement takes effect. */
export const IF_MOVED = 'exists (select from moved)';

/**
 * One statement of many writes: one round trip, one plan, and all or nothing without a transaction around it. `head` is
 * the fence, an `update ... returning`; the writes name IF_MOVED, so without the row that it moves none of them does
 * anything; a write that does not name it throws. Answers the row of `moved` when it moved. The writes must not touch each
 * other's rows, because all of them see the state from before the statement.
 */
export function fencedText(head: string, writes: readonly string[]): string {
  let used = parameterCount(head);
  const parts = writes.map((text, index) => {
    if (!text.includes(IF_MOVED)) throw new Error(`A write is not behind the fence: ${text}`);
    const first = used;
    used += parameterCount(text);
    return `w${index} as (${text.replace(PARAMETER, (_whole, number: string) => `$${first + Number(number)}`)})`;
  });
  return `with moved as (${head} returning 1 as moved), ${parts.join(', ')} select moved from moved`;
}

function parameterCount(text: string): number {
  return Math.max(0, ...[...text.matchAll(PARAMETER)].map(([, number]) => Number(number)));
}
