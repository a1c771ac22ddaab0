import type { ReactNode } from 'react';
import { PageTitle } from '../../components/page-title';

export function MarketPage({ conditionId }: { readonly conditionId: string }): ReactNode {
  return <PageTitle>{conditionId}</PageTitle>;
}
