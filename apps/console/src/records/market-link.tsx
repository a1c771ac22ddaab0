import type { ReactNode } from 'react';
import { Link } from '../routing/link';
import { pathTo } from '../routing/route';

interface MarketLinkProps {
  readonly conditionId: string;
  readonly slug?: string | null;
  readonly title: string | null;
}

/** A link to a market by its question, else by its condition id. */
export function MarketLink({ conditionId, slug = null, title }: MarketLinkProps): ReactNode {
  return <Link href={pathTo.market({ conditionId, slug })}>{title ?? `${conditionId.slice(0, 10)}…`}</Link>;
}
