import type { ReactNode } from 'react';
import { PageTitle } from '../../components/page-title';

export function LeaderboardPage(): ReactNode {
  return <PageTitle>Leaderboard</PageTitle>;
}
