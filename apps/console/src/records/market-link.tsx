import type { ReactNode } from 'react';
import { Link } from '../routing/link';
import { pathTo } from '../routing/route';

/** A link to a market by its question, else by its condition id. */
export function MarketLink({ conditionId, title }: { readonly conditionId: string; readonly title: string | null }): ReactNode {
  return <Link href={pathTo.market(conditionId)}>{title ?? `${conditionId.slice(0, 10)}…`}</Link>;
}
