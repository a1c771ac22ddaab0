import type { ReactNode } from 'react';
import { PageTitle } from '../components/page-title';

export function OperatorPage(): ReactNode {
  return <PageTitle>Operator</PageTitle>;
}
