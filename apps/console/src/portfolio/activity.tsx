import type { ActivityItem } from '@foretell/contracts';
import type { ReactNode } from 'react';
import { EmptyNote } from '../components/empty-note';
import { Instant } from '../components/instant';
import { Money, Price, Shares } from '../components/money';
import { MarketLink } from '../records/market-link';

const WORDS: Readonly<Record<ActivityItem['type'], string>> = {
  TRADE: 'Traded',
  SPLIT: 'Split into sets',
  MERGE: 'Merged sets',
  REDEEM: 'Paid out',
};

/** What the wallet did, the newest first. */
export function Activity({ activity }: { readonly activity: readonly ActivityItem[] }): ReactNode {
  if (activity.length === 0) return <EmptyNote>Nothing has happened yet.</EmptyNote>;
  return (
    <div className="table-frame">
      <table className="table">
        <thead>
          <tr>
            <th scope="col">Market</th>
            <th scope="col">What</th>
            <th scope="col" className="is-figure">
              Shares
            </th>
            <th scope="col" className="is-figure">
              Price
            </th>
            <th scope="col" className="is-figure">
              Money
            </th>
            <th scope="col">When</th>
          </tr>
        </thead>
        <tbody>
          {activity.map((item, at) => (
            <tr key={`${item.transactionHash} ${item.asset} ${at}`}>
              <td className="is-wide">
                <MarketLink conditionId={item.conditionId} title={item.title} />
              </td>
              <td>{whatOf(item)}</td>
              <td className="is-figure">
                <Shares size={item.size} />
              </td>
              <td className="is-figure">
                <Price price={item.type === 'TRADE' ? item.price : null} />
              </td>
              <td className="is-figure">
                <Money amount={item.usdcSize} />
              </td>
              <td>
                <Instant seconds={item.timestamp} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function whatOf({ type, side, outcome }: ActivityItem): string {
  if (type !== 'TRADE' || side === null) return WORDS[type];
  return `${side === 'BUY' ? 'Bought' : 'Sold'} ${outcome ?? ''}`.trim();
}
