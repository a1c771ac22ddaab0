import type { ReactNode } from 'react';
import { PageTitle } from '../../components/page-title';

export function HomePage(): ReactNode {
  return <PageTitle>Markets</PageTitle>;
}
