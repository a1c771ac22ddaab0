import type { LastTradePriceMessage, MarketRecord, V2Trade } from '@foretell/contracts';
import { useCallback, type ReactNode } from 'react';
import { PageRows } from '../../components/page-rows';
import { useSite } from '../../config/site-context';
import { idOf, pageOfData, type DataPage } from '../../live/data-pages';
import { addressOf } from '../../live/read-resource';
import { usePages, type Pages } from '../../live/use-pages';
import { useTradeReadings } from '../../live/use-trade-readings';
import { ActivityTable } from '../../records/activity-table';
import { TradeTable } from '../../records/trade-table';
import { useMarketActivity } from '../../records/use-records';

const PAGE_ROWS = 50;
const REFRESH_MILLIS = 5_000;

interface MarketTradesProps {
  readonly market: MarketRecord;
  /** Trades of the stream, newest first. */
  readonly streamed: readonly LastTradePriceMessage[];
}

/** Each trade once, from the taker's view. The stream only triggers a refresh: it does not contain the traders. */
export function MarketTrades({ market, streamed }: MarketTradesProps): ReactNode {
  const pages = useTrades(market);
  useTradeReadings(pages.retry, streamed[0]?.sequence ?? 0);
  return (
    <PageRows what="Trades" pages={pages} empty="No trades yet.">
      {(rows) => <TradeTable trades={rows} />}
    </PageRows>
  );
}

/** Activity of all wallets, makers included. */
export function MarketActivity({ market }: Pick<MarketTradesProps, 'market'>): ReactNode {
  return (
    <PageRows what="Activity" pages={useMarketActivity(market.condition_id)} empty="No activity yet.">
      {(rows) => <ActivityTable rows={rows} of="market" />}
    </PageRows>
  );
}

function useTrades({ condition_id: conditionId }: MarketRecord): Pages<V2Trade> {
  const site = useSite();
  const addressOfPage = useCallback(
    (cursor: string | null) =>
      addressOf(site.data, '/public/v2/trades', { condition_id: conditionId, taker_only: true, limit: PAGE_ROWS, cursor }),
    [site, conditionId],
  );
  return usePages<DataPage<V2Trade>, V2Trade>({ addressOf: addressOfPage, pageOf: pageOfData, keyOf: idOf }, REFRESH_MILLIS);
}
