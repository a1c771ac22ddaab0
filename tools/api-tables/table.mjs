/** A Markdown table. */
export function table(head, rows) {
  const line = (cells) => `| ${cells.map((cell) => String(cell).replaceAll('|', String.raw`\|`)).join(' | ')} |`;
  return [line(head), `|${head.map(() => '---|').join('')}`, ...rows.map(line)].join('\n');
}
