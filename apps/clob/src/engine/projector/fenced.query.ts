/** One of several writes, with its own parameters from $1. */
export interface Write {
  readonly text: string;
  readonly values: readonly unknown[];
}

const PARAMETER = /\$(\d+)/g;

/** The condition under which a write of a fenced statement takes effect. */
export const IF_MOVED = 'EXISTS (SELECT FROM moved)';

/**
 * Joins many writes into one statement: one round trip, one plan, and atomic without a surrounding transaction. `head` is the
 * fence, an `update ... returning`. Each write names IF_MOVED, so none of them takes effect unless the fence moved its row; a
 * write that does not name it throws. Returns the row of `moved` when it moved. The writes must not touch each other's rows,
 * because all of them see the state before the statement.
 */
export function fencedText(head: string, writes: readonly string[]): string {
  let used = parameterCount(head);
  const parts = writes.map((text, index) => {
    if (!text.includes(IF_MOVED)) throw new Error(`A write is not behind the fence: ${text}`);
    const first = used;
    used += parameterCount(text);
    return `w${index} AS (${text.replace(PARAMETER, (_whole, number: string) => `$${first + Number(number)}`)})`;
  });
  return `WITH moved AS (${head} RETURNING 1 AS moved), ${parts.join(', ')} SELECT moved FROM moved`;
}

function parameterCount(text: string): number {
  return Math.max(0, ...[...text.matchAll(PARAMETER)].map(([, number]) => Number(number)));
}
