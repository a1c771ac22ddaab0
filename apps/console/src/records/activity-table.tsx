import type { V2Activity } from '@foretell/contracts';
import type { ReactNode } from 'react';
import { Instant } from '../components/instant';
import { Money, Price, Shares } from '../components/money';
import { rowKey } from '../live/data-pages';
import { MarketLink } from './market-link';
import { SideText } from './trade-table';

const KINDS: Readonly<Record<string, string>> = { TRADE: 'Trade', SPLIT: 'Split', MERGE: 'Merge', REDEEM: 'Redeem' };

/** What a wallet did, newest first. */
export function ActivityTable({ rows }: { readonly rows: readonly V2Activity[] }): ReactNode {
  return (
    <div className="table-frame">
      <table className="table">
        <thead>
          <tr>
            <th scope="col">Time</th>
            <th scope="col">What</th>
            <th scope="col">Market</th>
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
          {rows.map((row) => (
            <ActivityRow key={rowKey(row)} row={row} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function ActivityRow({ row }: { readonly row: V2Activity }): ReactNode {
  const isTrade = row.type === 'TRADE';
  return (
    <tr>
      <td>
        <Instant seconds={row.timestamp} />
      </td>
      <td>{isTrade ? <SideText side={row.side} /> : (KINDS[row.type] ?? row.type)}</td>
      <td className="is-wide">
        <MarketLink conditionId={row.condition_id} title={row.title} />
        {row.outcome !== null && <span className="quiet"> {row.outcome}</span>}
      </td>
      <td className="is-figure">
        <Price price={isTrade ? row.price : null} />
      </td>
      <td className="is-figure">
        <Shares size={row.size} />
      </td>
      <td className="is-figure">
        <Money amount={row.usdc_size} />
      </td>
    </tr>
  );
}
