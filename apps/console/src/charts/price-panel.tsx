import type { MarketRecord, PriceHistory, V2Trade } from '@foretell/contracts';
import { lazy, memo, Suspense, useMemo, useState, type ReactNode } from 'react';
import { EmptyNote } from '../components/empty-note';
import { ErrorNote } from '../components/error-note';
import { Price } from '../components/money';
import { Panel } from '../components/panel';
import { useSite } from '../config/site-context';
import { instantText } from '../figures/instants';
import type { DataPage } from '../live/data-pages';
import { addressOf } from '../live/read-resource';
import { useResource, type UsedResource } from '../live/use-resource';
import { ChartWords, Ranges } from './chart-place';
import { fidelityOf, RANGES, seriesOf, tradePoints, type Range, type Series } from './series';

const PriceChart = lazy(() => import('./price-chart').then(({ PriceChart: chart }) => ({ default: chart })));
const REFRESH_MILLIS = 15_000;
const MILLIS = 1_000;
/** Trades of the chart: the newest of the market. */
const TRADES_MAX = 200;

interface PricePanelProps {
  readonly market: MarketRecord;
  readonly tokenId: string;
  readonly label: string;
}

/** Price history of an outcome by range: the midpoint as a line, each trade as a dot. */
export const PricePanel = memo(function PricePanel({ market, tokenId, label }: PricePanelProps): ReactNode {
  const { data: dataUrl } = useSite();
  const [range, setRange] = useState<Range>('1d');
  const history = useHistory(tokenId, range);
  const trades = useResource<DataPage<V2Trade>>(
    addressOf(dataUrl, '/public/v2/trades', { condition_id: market.condition_id, taker_only: true, limit: TRADES_MAX }),
    REFRESH_MILLIS,
  );
  const series = useMemo(() => (history.data === undefined ? undefined : seriesOf(history.data)), [history.data]);
  const lines = useMemo(
    () => ({ line: series ?? [], trades: tradePoints(trades.data?.data ?? [], tokenId, series ?? []) }),
    [series, trades.data, tokenId],
  );
  return (
    <Panel title={`Price of ${label}`} isStale={history.isStale} aside={<Legend />}>
      <div className="chart-place">
        {series === undefined && history.error !== null && (
          <ErrorNote what="The price history" error={history.error} onRetry={history.refresh} />
        )}
        {series?.length === 0 && <EmptyNote>No prices in this period.</EmptyNote>}
        {series !== undefined && series.length > 0 && (
          <Suspense fallback={null}>
            <PriceChart lines={lines} />
          </Suspense>
        )}
      </div>
      <Ranges ranges={RANGES} chosen={range} onChoose={setRange} />
      <ChartWords>{fromTo(series ?? [])}</ChartWords>
    </Panel>
  );
});

/** A range of the history; for a young market in finer steps than the service's default, which would give a flat line. */
function useHistory(tokenId: string, range: Range): UsedResource<PriceHistory> {
  const { clob } = useSite();
  const address = addressOf(clob, '/prices-history', { market: tokenId, interval: range });
  const usual = useResource<PriceHistory>(address, REFRESH_MILLIS);
  const [now] = useState(() => Math.floor(Date.now() / MILLIS));
  const fidelity = range === 'max' ? fidelityOf(usual.data?.history[0]?.t, now) : null;
  const fine = useResource<PriceHistory>(fidelity === null ? null : `${address}&fidelity=${fidelity}`, REFRESH_MILLIS);
  return fine.data === undefined ? usual : fine;
}

function Legend(): ReactNode {
  return (
    <span className="chart-legend">
      <span className="chart-key-line" aria-hidden="true" /> Midpoint
      <span className="chart-key-dot" aria-hidden="true" /> Trades
    </span>
  );
}

function fromTo(series: Series): ReactNode {
  const [first, last] = [series[0], series.at(-1)];
  if (first === undefined || last === undefined) return null;
  return (
    <span>
      From <Price price={first.price} /> on {instantText(first.seconds)} to <Price price={last.price} />
    </span>
  );
}
