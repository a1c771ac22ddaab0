import type { MarketRecord } from '@foretell/contracts';
import { useMemo, type ReactNode } from 'react';
import { Panel } from '../../components/panel';
import type { OwnMarket } from '../../own/use-own-market';
import { OpenOrders } from '../../portfolio/open-orders';
import { PositionTable } from '../../records/position-table';
import type { Trading } from '../../wallet/use-trader';

interface MineProps {
  readonly market: MarketRecord;
  readonly own: OwnMarket;
  readonly trading: Trading;
}

/** What the reader has in this market: positions with their profit, and open orders, which can be cancelled here. */
export function Mine({ market, own, trading }: MineProps): ReactNode {
  const { positions, orders, refresh } = own;
  const { condition_id: id, question } = market;
  const questions = useMemo(() => new Map([[id, question]]), [id, question]);
  if (positions.length === 0 && orders.length === 0) return null;
  return (
    <Panel title="Your positions and orders">
      {positions.length > 0 && <PositionTable rows={positions} status="OPEN" isOneMarket />}
      {orders.length > 0 && (
        <OpenOrders orders={orders} questions={questions} trading={trading} onChanged={refresh} market={id} />
      )}
    </Panel>
  );
}
