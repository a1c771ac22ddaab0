/**
 * One record of a CSV file (RFC 4180). A text that a spreadsheet would calculate gets an apostrophe in front.
 * OWASP calls that CSV injection.
 */
export function csvRecord(cells: readonly (string | number)[]): string {
  return cells.map((cell) => quoted(typeof cell === 'number' ? String(cell) : inert(cell))).join(',');
}

function inert(text: string): string {
  return /^[=+@\t\r-]/.test(text) ? `'${text}` : text;
}

function quoted(text: string): string {
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
