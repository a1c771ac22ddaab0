import { useMemo, useSyncExternalStore } from 'react';
import { PageReader, type ListShape } from './page-reader';
import { readSurface } from './read-surface';

export interface Pages<Row> {
  /** Undefined before the first page. */
  readonly rows: readonly Row[] | undefined;
  readonly hasMore: boolean;
  readonly isReading: boolean;
  readonly error: Error | null;
  /** What is shown is known to be old. */
  readonly isStale: boolean;
  readonly readMore: () => void;
  readonly retry: () => void;
}

/** A list that is read page by page, down to its end. It begins anew when one of the functions of its shape changes. */
export function usePages<Answer, Row>(shape: Omit<ListShape<Answer, Row>, 'refreshMillis'>, refreshMillis = 0): Pages<Row> {
  const { addressOf, pageOf, keyOf } = shape;
  const reader = useMemo(
    () => new PageReader<Answer, Row>({ addressOf, pageOf, keyOf, refreshMillis }, (address) => readSurface(address)),
    [addressOf, pageOf, keyOf, refreshMillis],
  );
  const { list, isReading, error } = useSyncExternalStore(reader.follow, reader.known);
  return {
    rows: list?.rows,
    hasMore: list !== undefined && list.next !== null,
    isReading,
    error,
    isStale: error !== null && list !== undefined,
    readMore: reader.readMore,
    retry: reader.readFirst,
  };
}
