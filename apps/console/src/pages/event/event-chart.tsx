import type { PriceHistories, PublicMarketFields } from '@foretell/contracts';
import { lazy, memo, Suspense, useMemo, useState, type ReactNode } from 'react';
import { isYesNo, shortName } from '../../catalog/market-words';
import { outcomesOf } from '../../catalog/outcomes';
import { quoteOfOutcome, shownPrice, type Quote } from '../../catalog/shown-price';
import { Ranges } from '../../charts/chart-place';
import { LINES_MAX, RANGES, seriesOf, type Range } from '../../charts/series';
import { EmptyNote } from '../../components/empty-note';
import { ErrorNote } from '../../components/error-note';
import { Chance } from '../../components/money';
import { Panel } from '../../components/panel';
import { useSite } from '../../config/site-context';
import { postOf } from '../../live/read-resource';
import { useResource } from '../../live/use-resource';

const OutcomesChart = lazy(() => import('../../charts/outcomes-chart').then(({ OutcomesChart: chart }) => ({ default: chart })));
const REFRESH_MILLIS = 30_000;

interface EventChartProps {
  /** Open markets, the leading one first. */
  readonly markets: readonly PublicMarketFields[];
  readonly quotes: ReadonlyMap<string, Quote>;
}

interface Line {
  readonly name: string;
  readonly tokenId: string;
  readonly quote: Quote;
}

/** The midpoints of an event's leading outcomes over time. */
export const EventChart = memo(function EventChart({ markets, quotes }: EventChartProps): ReactNode {
  const { clob } = useSite();
  const [range, setRange] = useState<Range>('1w');
  const lines = linesOf(markets, quotes);
  const ids = lines.map(({ tokenId }) => tokenId).join(',');
  const address = postOf(`${clob}/batch-prices-history`, { markets: ids.split(','), interval: range });
  const { data, error, isStale, refresh } = useResource<PriceHistories>(address, REFRESH_MILLIS);
  const series = useMemo(
    () => (data === undefined ? undefined : ids.split(',').map((id) => seriesOf({ history: data.history[id] ?? [] }))),
    [data, ids],
  );
  const isEmpty = series?.every((line) => line.length === 0) ?? false;
  return (
    <Panel title="Chance over time" isStale={isStale} aside={<span className="price-label">Midpoint</span>}>
      <ul className="chart-lines">
        {lines.map(({ name, tokenId, quote }, at) => (
          <li key={tokenId}>
            <span className="chart-line-key" style={{ background: `var(--series-${at + 1})` }} aria-hidden="true" /> {name}{' '}
            <strong>
              <Chance price={shownPrice(quote).price} />
            </strong>
          </li>
        ))}
      </ul>
      <div className="chart-place">
        {series === undefined && error !== null && <ErrorNote what="The price history" error={error} onRetry={refresh} />}
        {isEmpty && <EmptyNote>No prices in this period.</EmptyNote>}
        {series !== undefined && !isEmpty && (
          <Suspense fallback={null}>
            <OutcomesChart lines={series} />
          </Suspense>
        )}
      </div>
      <Ranges ranges={RANGES} chosen={range} onChoose={setRange} />
    </Panel>
  );
});

/** One line for each market, of its first outcome. */
function linesOf(markets: readonly PublicMarketFields[], quotes: EventChartProps['quotes']): readonly Line[] {
  return markets.slice(0, LINES_MAX).flatMap((market) => {
    const [first] = outcomesOf(market);
    if (first === undefined) return [];
    const name = isYesNo(market) ? shortName(market) : first.label;
    return [{ name, tokenId: first.tokenId, quote: quoteOfOutcome(quotes.get(market.conditionId), 0) }];
  });
}
