import { publishedStatements } from './published-interface';

const WINDOW = /(\d+) requests \/ 10 (s|minutes)/g;

/** A row of the interface's table of limits. */
export interface PublishedLimit {
  /** The text of the row. */
  readonly endpoint: string;
  /** Requests in ten seconds. */
  readonly burst: number;
  /** Requests in ten minutes, if the row has them. */
  readonly sustained: number | null;
}

/** The published table of limits. Source: interface, Limits. */
export function publishedLimits(): readonly PublishedLimit[] {
  return publishedStatements().flatMap(({ section, cells }) => {
    if (section !== 'Limits' || cells === null) return [];
    const { Endpoint: endpoint = '', Limit = '' } = cells;
    const windows = [...Limit.matchAll(WINDOW)].map(([, count, unit]) => ({ count: Number(count), unit }));
    const burst = windows.find(({ unit }) => unit === 's')?.count;
    if (burst === undefined) return [];
    return [{ endpoint, burst, sustained: windows.find(({ unit }) => unit === 'minutes')?.count ?? null }];
  });
}
