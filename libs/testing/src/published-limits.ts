import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const INTERFACE = join(__dirname, '../../../docs/spec/interface.md');
const ROW = /^\| (.+) \| (.+) \|$/;
const WINDOW = /(\d+) requests \/ 10 (s|minutes)/g;

/** A row of the interface's table of limits. */
export interface PublishedLimit {
  /** The words of the row. */
  readonly endpoint: string;
  /** Requests in ten seconds. */
  readonly burst: number;
  /** Requests in ten minutes, where the row has them. */
  readonly sustained: number | null;
}

/** The table of limits as it is published. Source: interface, Limits. */
export function publishedLimits(): readonly PublishedLimit[] {
  const section = readFileSync(INTERFACE, 'utf8').split('\n## Limits\n')[1]?.split('\n## ')[0] ?? '';
  return section.split('\n').flatMap((line) => {
    const [, endpoint = '', words = ''] = ROW.exec(line) ?? [];
    const windows = [...words.matchAll(WINDOW)].map(([, count, unit]) => ({ count: Number(count), unit }));
    const burst = windows.find(({ unit }) => unit === 's')?.count;
    if (burst === undefined) return [];
    return [{ endpoint, burst, sustained: windows.find(({ unit }) => unit === 'minutes')?.count ?? null }];
  });
}
