const COLOUR = /\x1b\[[0-9;]*m/g;
/** East Asian wide blocks and emoji take two columns of a terminal. */
const WIDE =
  /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]|[\u{1f300}-\u{1faff}]/u;
/** A catalog's free text may hold anything; what would move the cursor or colour the terminal is shown as a blank. */
const CONTROL = /[\u0000-\u001f\u007f-\u009f]+/g;

/** Text of others, safe to print in one line. */
export function plainText(text: string): string {
  return text.replace(CONTROL, ' ');
}

/** Columns that a text takes on a terminal, colour codes not counted. */
export function visibleWidth(text: string): number {
  let width = 0;
  for (const character of text.replace(COLOUR, '')) width += WIDE.test(character) ? 2 : 1;
  return width;
}

/** The text cut to so many columns, with an ellipsis when something was cut. Expects no colour codes when it has to cut. */
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
