import type { PnlInterval, V2PnlPoint, V2UserPnl } from '@foretell/contracts';
import { lazy, Suspense, useState, type ReactNode } from 'react';
import { ChartWords, Ranges } from '../charts/chart-place';
import { EmptyNote } from '../components/empty-note';
import { ErrorNote } from '../components/error-note';
import { Money } from '../components/money';
import { Panel } from '../components/panel';
import { useSite } from '../config/site-context';
import { signedDecimal, signedMicros } from '../figures/micros';
import { useRereading } from '../live/use-rereading';
import { useResource } from '../live/use-resource';
import { FIRST_PROFIT_RANGE, profitAddress } from './profit-address';
import { EXPENSIVE_MILLIS, useLastActivity } from './use-records';

const ProfitChart = lazy(() => import('../charts/profit-chart').then(({ ProfitChart: chart }) => ({ default: chart })));
const RANGES = [
  { name: '1d', label: '1 day' },
  { name: '1w', label: '1 week' },
  { name: '1m', label: '1 month' },
  { name: 'all', label: 'All' },
] as const satisfies readonly { readonly name: PnlInterval; readonly label: string }[];

/** A wallet's profit over time. */
export function ProfitPanel({ address }: { readonly address: string }): ReactNode {
  const site = useSite();
  const [range, setRange] = useState<(typeof RANGES)[number]['name']>(FIRST_PROFIT_RANGE);
  const { data, error, isStale, refresh } = useResource<{ readonly data: V2UserPnl }>(
    profitAddress(site, address, range),
    EXPENSIVE_MILLIS,
  );
  useRereading(refresh, useLastActivity(address));
  const points = data?.data.points;
  return (
    <Panel title="Profit over time" isStale={isStale}>
      <Ranges ranges={RANGES} chosen={range} onChoose={setRange} />
      <div className="chart-place">
        {points === undefined && error !== null && <ErrorNote what="The profit over time" error={error} onRetry={refresh} />}
        {points !== undefined && !hasMoved(points) && <EmptyNote>No profit or loss in this time.</EmptyNote>}
        {points !== undefined && hasMoved(points) && (
          <Suspense fallback={null}>
            <ProfitChart points={points} />
          </Suspense>
        )}
      </div>
      <ChartWords>{points !== undefined && <ProfitWords points={points} />}</ChartWords>
    </Panel>
  );
}

/** A constant line has no information. */
function hasMoved(points: readonly V2PnlPoint[]): boolean {
  return points.length > 1 && points.some(({ economic_pnl: profit, realized_pnl: realized }) => profit !== 0 || realized !== 0);
}

function ProfitWords({ points }: { readonly points: readonly V2PnlPoint[] }): ReactNode {
  const [first, last] = [points[0], points.at(-1)];
  if (first === undefined || last === undefined) return null;
  const gained = signedMicros(last.economic_pnl) - signedMicros(first.economic_pnl);
  return (
    <span>
      <Money amount={signedDecimal(gained)} signed /> in this time; <Money amount={last.economic_pnl} signed /> in all, of it{' '}
      <Money amount={last.realized_pnl} signed /> realised (dashed) and <Money amount={last.unrealized_pnl} signed /> not yet.
    </span>
  );
}
