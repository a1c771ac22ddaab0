import type { ReactNode } from 'react';
import type { Pages } from '../live/use-pages';
import { EmptyNote } from './empty-note';
import { ErrorNote } from './error-note';
import { Loading } from './loading';
import { StaleMark } from './panel';

interface PageRowsProps<Row> {
  /** Name of the rows, as in "Trades". */
  readonly what: string;
  readonly pages: Pages<Row>;
  /** Shown when the list is empty. */
  readonly empty: ReactNode;
  readonly children: (rows: readonly Row[]) => ReactNode;
}

/** A list in each of its states: loading, failed, empty, stale, current; with a button for more rows. */
export function PageRows<Row>({ what, pages, empty, children }: PageRowsProps<Row>): ReactNode {
  const { rows, error, hasMore, isReading, isStale, readMore, retry } = pages;
  if (rows === undefined)
    return error === null ? <Loading what={what.toLowerCase()} /> : <ErrorNote what={what} error={error} onRetry={retry} />;
  if (rows.length === 0) return <EmptyNote>{empty}</EmptyNote>;
  return (
    <>
      {isStale && <StaleMark />}
      <div className={isStale ? 'is-stale' : ''}>{children(rows)}</div>
      {hasMore && (
        <div className="more">
          <button type="button" className="button" disabled={isReading} onClick={readMore}>
            {isReading ? 'Reading …' : 'Show more'}
          </button>
        </div>
      )}
    </>
  );
}
