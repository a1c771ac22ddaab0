import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** One thing that the published interface says: a row of a table, or a line of text. */
export interface Statement {
  /** Of its heading. */
  readonly section: string;
  /** The first words of the paragraph in front of a table or a list, "" where the heading is. */
  readonly introduction: string;
  /** A row's cells by their columns; null of text. */
  readonly cells: Readonly<Record<string, string>> | null;
  readonly text: string;
}

const INTERFACE = join(__dirname, '../../../docs/spec/interface.md');

let statements: readonly Statement[] | undefined;

/** What the published interface says, in its order. Of what it calls "not shown" nothing is said. */
export function publishedStatements(): readonly Statement[] {
  return (statements ??= readStatements());
}

function readStatements(): readonly Statement[] {
  const read: Statement[] = [];
  let [section, introduction] = ['', ''];
  let columns: readonly string[] | null = null;
  for (const line of readFileSync(INTERFACE, 'utf8').split('\n')) {
    const heading = /^#+ (.+)$/.exec(line)?.[1];
    if (heading !== undefined) [section, introduction] = [heading, ''];
    if (!line.startsWith('|')) columns = null;
    if (line === '' || heading !== undefined || /^\|[-|]+\|$/.test(line)) continue;
    if (line.startsWith('|')) {
      const cells = cellsOf(line);
      if (columns === null) columns = cells;
      else read.push({ section, introduction, cells: byColumn(columns, cells), text: cells.join(' | ') });
      continue;
    }
    const isListed = /^(?:- |\d+\. )/.test(line);
    if (!isListed) introduction = line;
    if (!/(?:not shown\.|:)$/.test(line)) read.push({ section, introduction, cells: null, text: line });
  }
  return read;
}

function cellsOf(line: string): readonly string[] {
  return line
    .slice(1, -1)
    .split(/ \| |\|(?=\s|$)/)
    .map((cell) => cell.trim());
}

function byColumn(columns: readonly string[], cells: readonly string[]): Readonly<Record<string, string>> {
  return Object.fromEntries(columns.map((column, index) => [column, cells[index] ?? '']));
}
