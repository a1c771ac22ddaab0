import { useMemo, useSyncExternalStore } from 'react';
import { connectionOf, isOld } from './connection';
import { ReaderCache } from './reader-cache';
import { PageReader, type ListShape } from './page-reader';
import { readResource } from './read-resource';

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

interface UsedShape<Answer, Row> extends Omit<ListShape<Answer, Row>, 'refreshMillis'> {
  /** Name of a list that Back restores with all its loaded pages. It determines the shape. */
  readonly cacheKey?: string;
}

const CACHED_READERS_MAX = 4;
const CACHED_MILLIS = 1_800_000;
const readers = new ReaderCache<unknown>(CACHED_READERS_MAX, CACHED_MILLIS);

/** A list that is read page by page to its end. It starts again when one of the functions of its shape changes. */
export function usePages<Answer, Row>(shape: UsedShape<Answer, Row>, refreshMillis = 0): Pages<Row, Answer> {
  const { addressOf, pageOf, keyOf, moves = false, cacheKey } = shape;
  const reader = useMemo(() => {
    const create = (): PageReader<Answer, Row> =>
      new PageReader({ addressOf, pageOf, keyOf, moves, refreshMillis }, readResource);
    return cacheKey === undefined ? create() : (readers.of(cacheKey, create) as PageReader<Answer, Row>);
  }, [addressOf, pageOf, keyOf, moves, refreshMillis, cacheKey]);
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
