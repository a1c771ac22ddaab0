const COLOUR = /\x1b\[[0-9;]*m/g;
/** East Asian wide blocks and emoji take two columns of a terminal. */
const WIDE =
  /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]|[\u{1f300}-\u{1faff}]/u;
/** A catalog's text may contain any character. Characters that would move the cursor or change colours are shown as a blank. */
const CONTROL = /[\u0000-\u001f\u007f-\u009f]+/g;

/** Makes foreign text safe to print on one line. */
export function plainText(text: string): string {
  return text.replace(CONTROL, ' ');
}

/** Columns that a text takes on a terminal, without colour codes. */
export function visibleWidth(text: string): number {
  let width = 0;
  for (const character of text.replace(COLOUR, '')) width += WIDE.test(character) ? 2 : 1;
  return width;
}

/**
 * Cuts the text to a number of columns, with an ellipsis if anything was cut. The text must have no colour codes if it has to be
 * cut.
 */
export function cut(text: string, columns: number): string {
  if (visibleWidth(text) <= columns) return text;
  let kept = '';
  let width = 1;
  for (const character of text) {
    width += visibleWidth(character);
    if (width > columns) break;
    kept += character;
  }
  return `${kept.trimEnd()}…`;
}

export function padRight(text: string, columns: number): string {
  return text + ' '.repeat(Math.max(0, columns - visibleWidth(text)));
}

export function padLeft(text: string, columns: number): string {
  return ' '.repeat(Math.max(0, columns - visibleWidth(text))) + text;
}
