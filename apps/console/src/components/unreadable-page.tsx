import type { ReactNode } from 'react';
import type { UsedResource } from '../live/use-resource';
import { Link } from '../routing/link';
import { pathTo } from '../routing/route';
import { ErrorNote } from './error-note';
import { LoadingPage } from './loading-page';
import { PageTitle } from './page-title';

interface UnreadablePageProps {
  /** The subject of the page, as in "market". */
  readonly what: string;
  readonly resource: UsedResource<unknown>;
}

/** Shown instead of the page of one resource while it is loading, missing, or failed. */
export function UnreadablePage({ what, resource: { error, refresh } }: UnreadablePageProps): ReactNode {
  if (error === null) return <LoadingPage what={what} />;
  const isMissing = 'status' in error && error.status === 404;
  return (
    <div className="stack">
      <PageTitle>{isMissing ? `There is no such ${what}` : `The ${what} could not be loaded`}</PageTitle>
      <ErrorNote what={`The ${what}`} error={error} onRetry={isMissing ? undefined : refresh} />
      {isMissing && (
        <p>
          <Link href={pathTo.home}>To the markets</Link>
        </p>
      )}
    </div>
  );
}
