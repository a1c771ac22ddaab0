import type { PriceHistory } from '@foretell/contracts';
import { lazy, memo, Suspense, useMemo, useState, type ReactNode } from 'react';
import { EmptyNote } from '../components/empty-note';
import { ErrorNote } from '../components/error-note';
import { Price } from '../components/money';
import { Panel } from '../components/panel';
import { useSite } from '../config/site-context';
import { instantText } from '../figures/instants';
import { addressOf } from '../live/read-surface';
import { useSurface } from '../live/use-surface';
import { ChartWords, Ranges } from './chart-place';
import { RANGES, seriesOf, type Range, type Series } from './series';

const PriceChart = lazy(() => import('./price-chart').then(({ PriceChart: chart }) => ({ default: chart })));
const REFRESH_MILLIS = 15_000;

interface PricePanelProps {
  readonly tokenId: string;
  readonly label: string;
}

/** Price history of an outcome, by range. */
export const PricePanel = memo(function PricePanel({ tokenId, label }: PricePanelProps): ReactNode {
  const site = useSite();
  const [range, setRange] = useState<Range>('1d');
  const history = useSurface<PriceHistory>(
    addressOf(site.clob, '/prices-history', { market: tokenId, interval: range }),
    REFRESH_MILLIS,
  );
  const series = useMemo(() => (history.data === undefined ? undefined : seriesOf(history.data)), [history.data]);
  return (
    <Panel title={`Price of ${label}`} isStale={history.isStale}>
      <Ranges ranges={RANGES} chosen={range} onChoose={setRange} />
      <div className="chart-place">
        {series === undefined && history.error !== null && (
          <ErrorNote what="The price history" error={history.error} onRetry={history.refresh} />
        )}
        {series?.length === 0 && <EmptyNote>Nothing happened in this time.</EmptyNote>}
        {series !== undefined && series.length > 0 && (
          <Suspense fallback={null}>
            <PriceChart series={series} />
          </Suspense>
        )}
      </div>
      <ChartWords>{fromTo(series ?? [])}</ChartWords>
    </Panel>
  );
});

function fromTo(series: Series): ReactNode {
  const [first, last] = [series[0], series.at(-1)];
  if (first === undefined || last === undefined) return null;
  return (
    <span>
      From <Price price={first.price} /> on {instantText(first.seconds)} to <Price price={last.price} />
    </span>
  );
}
