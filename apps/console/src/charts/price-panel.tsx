import type { PriceHistory } from '@foretell/contracts';
import { lazy, Suspense, useMemo, useState, type ReactNode } from 'react';
import { EmptyNote } from '../components/empty-note';
import { ErrorNote } from '../components/error-note';
import { Price } from '../components/money';
import { Panel } from '../components/panel';
import { useSite } from '../config/site-context';
import { instantText } from '../figures/instants';
import { addressOf } from '../live/read-surface';
import { useSurface } from '../live/use-surface';
import { RANGES, seriesOf, type Range, type Series } from './series';
import './charts.css';

const PriceChart = lazy(() => import('./price-chart').then(({ PriceChart: chart }) => ({ default: chart })));
const REFRESH_MILLIS = 15_000;

/** What an outcome was worth, by range. */
export function PricePanel({ tokenId, label }: { readonly tokenId: string; readonly label: string }): ReactNode {
  const site = useSite();
  const [range, setRange] = useState<Range>('1d');
  const history = useSurface<PriceHistory>(
    addressOf(site.clob, '/prices-history', { market: tokenId, interval: range }),
    REFRESH_MILLIS,
  );
  const series = useMemo(() => (history.data === undefined ? undefined : seriesOf(history.data)), [history.data]);
  return (
    <Panel title={`Price of ${label}`} isStale={history.isStale}>
      <div className="ranges" role="group" aria-label="Range">
        {RANGES.map((each) => (
          <button
            key={each.name}
            type="button"
            className="range"
            aria-pressed={each.name === range}
            onClick={() => setRange(each.name)}
          >
            {each.label}
          </button>
        ))}
      </div>
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
      <ChartWords series={series ?? []} />
    </Panel>
  );
}

/** What the chart shows, for whoever does not see it; and whose library it is, as its licence asks. */
function ChartWords({ series }: { readonly series: Series }): ReactNode {
  const [first, last] = [series[0], series.at(-1)];
  return (
    <p className="chart-words">
      {first !== undefined && last !== undefined && (
        <span>
          From <Price price={first.price} /> on {instantText(first.seconds)} to <Price price={last.price} />
        </span>
      )}
      <a href="https://www.tradingview.com/lightweight-charts/" rel="noreferrer">
        Chart by TradingView
      </a>
    </p>
  );
}
