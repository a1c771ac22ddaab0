import type { ReactNode } from 'react';
import { servedTitle } from '../routing/served-title';
import { Loading } from './loading';

/** Shown while a page or its subject loads, below the heading from index.html. */
export function LoadingPage({ what }: { readonly what: string }): ReactNode {
  const title = servedTitle();
  return (
    <>
      <h1 className={title === null ? 'visually-hidden' : 'page-title'}>{title ?? `Loading the ${what}`}</h1>
      <Loading what={`the ${what}`} rows={12} />
    </>
  );
}
