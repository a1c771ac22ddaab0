import type { ReactNode } from 'react';
import { PageTitle } from '../../components/page-title';

export function EventPage({ slug }: { readonly slug: string }): ReactNode {
  return <PageTitle>{slug}</PageTitle>;
}
