import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** One statement of the published interface: a row of a table, or a line of text. */
export interface Statement {
  /** The section of its heading. */
  readonly section: string;
  /** The first words of the paragraph before a table or a list, "" after a heading. */
  readonly introduction: string;
  /** A row's cells by column; null for text. */
  readonly cells: Readonly<Record<string, string>> | null;
  readonly text: string;
}

const INTERFACE = join(__dirname, '../../../docs/interface.md');

let statements: readonly Statement[] | undefined;

/** The part of docs/interface.md that promises: all before its answers and decisions. */
export function publishedText(): string {
  const [promises, ...rest] = readFileSync(INTERFACE, 'utf8').split(/^(?=# Answers and decisions$)/m);
  if (promises === undefined || rest.length !== 1) throw new Error(`${INTERFACE} has no second part`);
  return promises;
}

/** The statements of the published interface, in order. Leaves out what it calls "not shown". */
export function publishedStatements(): readonly Statement[] {
  return (statements ??= readStatements());
}

function readStatements(): readonly Statement[] {
  const read: Statement[] = [];
  let [section, introduction] = ['', ''];
  let columns: readonly string[] | null = null;
  for (const line of publishedText().split('\n')) {
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
