import type { ReactNode } from 'react';
import { PageTitle } from '../components/page-title';

export function PortfolioPage(): ReactNode {
  return <PageTitle>Portfolio</PageTitle>;
}
