import type { ReactNode } from 'react';
import { PageTitle } from '../components/page-title';

export function WalletPage(): ReactNode {
  return <PageTitle>Wallet</PageTitle>;
}
