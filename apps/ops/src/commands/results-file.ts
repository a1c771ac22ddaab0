import { messageOf } from '@foretell/platform-server/message-of';
import { rowsOf } from '../catalog/catalog-file';
import { isObject } from '../catalog/shapes';
import { textOf } from '../catalog/text-source';
import { CommandRefused } from '../failure';

/** The result of a listed market; an invalid line has a fault instead. */
export type ListedResult =
  { readonly line: number; readonly market: string; readonly winner: string } | { readonly line: number; readonly fault: string };

const MARKET_NAMES = ['market', 'conditionId', 'condition_id', 'slug', 'market_slug', 'id'];
const WINNER_NAMES = ['winner', 'outcome', 'result'];
/** A market's name has no blanks; an outcome may have some. */
const LINE = /^"?([^\s,;"]+)"?\s*[,;\s]\s*"?([^"]+?)"?$/;
const HEADER = /^"?(market|condition_?id|slug|market_slug|id)"?[,;\s]/i;

/** Reads the results of a file: JSON rows, or lines of MARKET,WINNER. Skips blank lines, a header and lines that begin with #. */
export async function readResults(file: string): Promise<readonly ListedResult[]> {
  let text = '';
  try {
    for await (const chunk of textOf(file, () => undefined)) text += chunk;
  } catch (error) {
    throw new CommandRefused(`${file} cannot be read: ${messageOf(error)}`, { cause: error });
  }
  const results = /^\s*[[{]/.test(text) ? await jsonResults(file, text) : lineResults(text);
  if (results.length === 0) throw new CommandRefused(`${file} lists no markets`);
  return results;
}

async function jsonResults(file: string, text: string): Promise<readonly ListedResult[]> {
  async function* whole(): AsyncGenerator<string> {
    yield await Promise.resolve(text);
  }
  const results: ListedResult[] = [];
  for await (const row of rowsOf(file, whole())) {
    if ('fault' in row) results.push(row);
    else results.push(resultOf(row.line, row.value));
  }
  return results;
}

function resultOf(line: number, row: unknown): ListedResult {
  const market = isObject(row) ? namedText(row, MARKET_NAMES) : undefined;
  const winner = isObject(row) ? namedText(row, WINNER_NAMES) : undefined;
  if (market === undefined) return { line, fault: `names no market: one of ${MARKET_NAMES.join(', ')}` };
  return winner === undefined ? { line, fault: `names no winner: one of ${WINNER_NAMES.join(', ')}` } : { line, market, winner };
}

function namedText(row: Readonly<Record<string, unknown>>, names: readonly string[]): string | undefined {
  const texts = names.map((name) => row[name]).map((value) => (typeof value === 'number' ? String(value) : value));
  return texts.filter((value) => typeof value === 'string').find((text) => text.trim() !== '');
}

function lineResults(text: string): readonly ListedResult[] {
  return text.split(/\r?\n/).flatMap((raw, index) => {
    const line = index + 1;
    const content = raw.trim();
    if (content === '' || content.startsWith('#') || (index === 0 && HEADER.test(content))) return [];
    const [, market, winner] = LINE.exec(content) ?? [];
    return [market === undefined || winner === undefined ? { line, fault: 'is not MARKET,WINNER' } : { line, market, winner }];
  });
}
