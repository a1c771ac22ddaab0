import type { LastTradePriceMessage, MarketRecord, V2Trade } from '@foretell/contracts';
import { useCallback, type ReactNode } from 'react';
import { Instant } from '../../components/instant';
import { Price, Shares } from '../../components/money';
import { PageRows } from '../../components/page-rows';
import { useSite } from '../../config/site-context';
import { pageOfData, rowKey, type DataPage } from '../../live/data-pages';
import { addressOf } from '../../live/read-surface';
import { usePages, type Pages } from '../../live/use-pages';
import { SideText, TradeTable } from '../../records/trade-table';
import { notYetRecorded } from './told-trades';

const PAGE_ROWS = 50;
const REFRESH_MILLIS = 5_000;
const MILLIS = 1_000;

interface MarketTradesProps {
  readonly market: MarketRecord;
  readonly told: readonly LastTradePriceMessage[];
}

/** Each trade once, as the taker saw it: what the stream told is on top until the data surface has it, a moment later. */
export function MarketTrades({ market, told }: MarketTradesProps): ReactNode {
  const pages = useTrades(market, true);
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

/** Every wallet's part in every trade, makers' too. */
export function MarketFills({ market }: Pick<MarketTradesProps, 'market'>): ReactNode {
  const pages = useTrades(market, false);
  return (
    <PageRows what="Activity" pages={pages} empty="Nobody has traded yet.">
      {(rows) => <TradeTable trades={rows} />}
    </PageRows>
  );
}

function useTrades({ condition_id: conditionId }: MarketRecord, takerOnly: boolean): Pages<V2Trade> {
  const site = useSite();
  const addressOfPage = useCallback(
    (cursor: string | null) =>
      addressOf(site.data, '/public/v2/trades', { condition_id: conditionId, taker_only: takerOnly, limit: PAGE_ROWS, cursor }),
    [site, conditionId, takerOnly],
  );
  return usePages<DataPage<V2Trade>, V2Trade>({ addressOf: addressOfPage, pageOf: pageOfData, keyOf: rowKey }, REFRESH_MILLIS);
}
