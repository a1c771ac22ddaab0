type Element = string | number | boolean | null | undefined;

const SPECIAL = /["\\]/;
const ALL_SPECIAL = /["\\]/g;

/**
 * A PostgreSQL array as text, for a parameter that is cast to its type. The driver would do it too, but escapes every
 * element of every column, which costs more than all the rest of a commit in this process.
 */
export function arrayLiteral(elements: readonly Element[]): string {
  let text = '{';
  for (let at = 0; at < elements.length; at += 1) {
    const element = elements[at];
    if (at > 0) text += ',';
    if (element === null || element === undefined) text += 'NULL';
    else text += typeof element === 'string' ? quoted(element) : String(element);
  }
  return `${text}}`;
}

function quoted(text: string): string {
  return SPECIAL.test(text) ? `"${text.replace(ALL_SPECIAL, '\\$&')}"` : `"${text}"`;
}

/** One column of the rows, as the literal of an array. */
export function column<Row>(rows: readonly Row[], value: (row: Row) => string | number | boolean | null | undefined): string {
  return arrayLiteral(rows.map((row) => value(row)));
}
