import type { ReactNode } from 'react';
import { PageTitle } from '../../components/page-title';

export function ProfilePage({ address }: { readonly address: string }): ReactNode {
  return <PageTitle>{address}</PageTitle>;
}
