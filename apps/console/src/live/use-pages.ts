import { useMemo, useSyncExternalStore } from 'react';
import { connectionOf, isOld } from './connection';
import { PageReader, type ListShape } from './page-reader';
import { readSurface } from './read-surface';

export interface Pages<Row, Answer = unknown> {
  /** The last response for the first page, for its fields besides the rows. */
  readonly first: Answer | undefined;
  /** Undefined before the first page. */
  readonly rows: readonly Row[] | undefined;
  readonly hasMore: boolean;
  readonly isReading: boolean;
  readonly error: Error | null;
  /** Whether the displayed rows are stale. */
  readonly isStale: boolean;
  readonly readMore: () => void;
  readonly retry: () => void;
}

/** A list that is read page by page to its end. It starts again when one of the functions of its shape changes. */
export function usePages<Answer, Row>(
  shape: Omit<ListShape<Answer, Row>, 'refreshMillis'>,
  refreshMillis = 0,
): Pages<Row, Answer> {
  const { addressOf, pageOf, keyOf, moves = false } = shape;
  const reader = useMemo(
    () => new PageReader<Answer, Row>({ addressOf, pageOf, keyOf, moves, refreshMillis }, (address) => readSurface(address)),
    [addressOf, pageOf, keyOf, moves, refreshMillis],
  );
  const { first, list, isReading, error } = useSyncExternalStore(reader.follow, reader.known);
  return {
    first,
    rows: list?.rows,
    hasMore: list !== undefined && list.next !== null,
    isReading,
    error,
    isStale: isOld(connectionOf({ data: list, error }), list),
    readMore: reader.readMore,
    retry: reader.readFirst,
  };
}
