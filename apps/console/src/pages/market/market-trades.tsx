import type { LastTradePriceMessage, MarketRecord, V2Trade } from '@foretell/contracts';
import { useCallback, type ReactNode } from 'react';
import { Instant } from '../../components/instant';
import { Price, Shares } from '../../components/money';
import { PageRows } from '../../components/page-rows';
import { useSite } from '../../config/site-context';
import { idOf, pageOfData, type DataPage } from '../../live/data-pages';
import { addressOf } from '../../live/read-surface';
import { usePages, type Pages } from '../../live/use-pages';
import { ActivityTable } from '../../records/activity-table';
import { SideText } from '../../records/columns';
import { TradeTable } from '../../records/trade-table';
import { useMarketActivity } from '../../records/use-records';
import { notYetRecorded } from './told-trades';

const PAGE_ROWS = 50;
const REFRESH_MILLIS = 5_000;
const MILLIS = 1_000;

interface MarketTradesProps {
  readonly market: MarketRecord;
  readonly told: readonly LastTradePriceMessage[];
}

/** Each trade once, from the taker's view. Trades of the stream are on top until the data service has them, a moment later. */
export function MarketTrades({ market, told }: MarketTradesProps): ReactNode {
  const pages = useTrades(market);
  const fresh = notYetRecorded(
    told,
    pages.rows ?? [],
    market.tokens.map(({ token_id: id }) => id),
  );
  return (
    <>
      {fresh.length > 0 && (
        <ul className="told-trades" aria-label="Just traded">
          {fresh.map((trade) => (
            <li key={`${trade.transaction_hash} ${trade.sequence}`}>
              <Instant seconds={Math.floor(Number(trade.timestamp) / MILLIS)} />
              <span>
                <SideText side={trade.side} /> {market.tokens.find(({ token_id: id }) => id === trade.asset_id)?.outcome}
              </span>
              <Price price={trade.price} />
              <Shares size={trade.size} />
            </li>
          ))}
        </ul>
      )}
      <PageRows what="Trades" pages={pages} empty={fresh.length > 0 ? '' : 'Nobody has traded yet.'}>
        {(rows) => <TradeTable trades={rows} />}
      </PageRows>
    </>
  );
}

/** Activity of all wallets, makers included. */
export function MarketActivity({ market }: Pick<MarketTradesProps, 'market'>): ReactNode {
  return (
    <PageRows what="Activity" pages={useMarketActivity(market.condition_id)} empty="Nobody has done anything yet.">
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
