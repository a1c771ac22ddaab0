import type { ReactNode } from 'react';
import { PageTitle } from '../../components/page-title';
import { Link } from '../../routing/link';
import { pathTo } from '../../routing/route';

export function NotFoundPage(): ReactNode {
  return (
    <>
      <PageTitle>There is no such page</PageTitle>
      <p>
        <Link href={pathTo.home}>To the markets</Link>
      </p>
    </>
  );
}
