import type { V2Position } from '@foretell/contracts';
import type { ReactNode } from 'react';
import { Money, Price, Shares } from '../components/money';
import { MarketLink } from './market-link';

/** What a wallet holds, or has held: `closed` shows what came of it. */
export function PositionTable({ rows, closed }: { readonly rows: readonly V2Position[]; readonly closed: boolean }): ReactNode {
  return (
    <div className="table-frame">
      <table className="table">
        <thead>
          <tr>
            <th scope="col">Market</th>
            <th scope="col" className="is-figure">
              {closed ? 'Shares bought' : 'Shares'}
            </th>
            <th scope="col" className="is-figure">
              Average
            </th>
            <th scope="col" className="is-figure">
              {closed ? 'Last' : 'Now'}
            </th>
            <th scope="col" className="is-figure">
              {closed ? 'Cost' : 'Value'}
            </th>
            <th scope="col" className="is-figure">
              Gain
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <PositionRow key={row.token_id} row={row} closed={closed} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function PositionRow({ row, closed }: { readonly row: V2Position; readonly closed: boolean }): ReactNode {
  return (
    <tr>
      <td className="is-wide">
        <MarketLink conditionId={row.condition_id} title={row.title} />
        <span className="quiet"> {row.outcome}</span>
        {row.redeemable && <span className="badge">To redeem</span>}
      </td>
      <td className="is-figure">
        <Shares size={closed ? row.total_size : row.current_size} />
      </td>
      <td className="is-figure">
        <Price price={row.avg_price} />
      </td>
      <td className="is-figure">
        <Price price={row.current_price} />
      </td>
      <td className="is-figure">
        <Money amount={closed ? row.total_cost_usdc : row.current_value} />
      </td>
      <td className="is-figure">
        <Money amount={closed ? row.realized_pnl : row.total_pnl} signed />
      </td>
    </tr>
  );
}
