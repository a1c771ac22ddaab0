import type { V2Trade } from '@foretell/contracts';
import type { ReactNode } from 'react';
import { Instant } from '../components/instant';
import { Price, Shares } from '../components/money';
import { moneyColumn } from '../components/money-column';
import type { Column } from '../components/table';
import { MarketLink } from './market-link';

/* Columns shared by several tables, for version 2 of the data service's API. */

export const TIME: Column<V2Trade> = { head: 'Time', cell: ({ timestamp }) => <Instant seconds={timestamp} /> };

export const SHARES: Column<V2Trade> = { head: 'Shares', isFigure: true, cell: ({ size }) => <Shares size={size} /> };

export const PRICE: Column<V2Trade> = { head: 'Price', isFigure: true, cell: ({ price }) => <Price price={price} /> };

export const VALUE = moneyColumn<V2Trade>('Value', ({ usdc_size: amount }) => amount);

interface OfMarket {
  readonly condition_id: string;
  readonly slug: string | null;
  readonly title: string | null;
}

export const MARKET: Column<OfMarket> = {
  head: 'Market',
  isName: true,
  cell: ({ condition_id: conditionId, slug, title }) => <MarketLink conditionId={conditionId} slug={slug} title={title} />,
};

export function SideText({ side }: { readonly side: string | null }): ReactNode {
  if (side === null) return null;
  return <span className={side === 'BUY' ? 'is-up' : 'is-down'}>{side === 'BUY' ? 'Buy' : 'Sell'}</span>;
}
