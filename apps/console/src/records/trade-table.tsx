import type { V2Trade } from '@foretell/contracts';
import { memo, type ReactNode } from 'react';
import { Instant } from '../components/instant';
import { Money, Price, Shares } from '../components/money';
import { Person } from '../components/person';
import { rowKey } from '../live/data-pages';

/** Trades of one market, newest first. */
export function TradeTable({ trades }: { readonly trades: readonly V2Trade[] }): ReactNode {
  return (
    <div className="table-frame">
      <table className="table">
        <thead>
          <tr>
            <th scope="col">Time</th>
            <th scope="col">Trader</th>
            <th scope="col">Side</th>
            <th scope="col" className="is-figure">
              Price
            </th>
            <th scope="col" className="is-figure">
              Shares
            </th>
            <th scope="col" className="is-figure">
              Value
            </th>
          </tr>
        </thead>
        <tbody>
          {trades.map((trade) => (
            <TradeRow key={rowKey(trade)} trade={trade} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

const TradeRow = memo(function TradeRow({ trade }: { readonly trade: V2Trade }): ReactNode {
  return (
    <tr>
      <td>
        <Instant seconds={trade.timestamp} />
      </td>
      <td>
        <Person address={trade.proxy_wallet} name={trade.name} pseudonym={trade.pseudonym} />
      </td>
      <td>
        <SideText side={trade.side} /> {trade.outcome}
      </td>
      <td className="is-figure">
        <Price price={trade.price} />
      </td>
      <td className="is-figure">
        <Shares size={trade.size} />
      </td>
      <td className="is-figure">
        <Money amount={trade.usdc_size} />
      </td>
    </tr>
  );
});

export function SideText({ side }: { readonly side: string | null }): ReactNode {
  if (side === null) return null;
  return <span className={side === 'BUY' ? 'is-up' : 'is-down'}>{side === 'BUY' ? 'Buy' : 'Sell'}</span>;
}
