import type { ActivityItem } from '@foretell/contracts';
import type { ReactNode } from 'react';
import { EmptyNote } from '../components/empty-note';
import { Money, Price, Shares } from '../components/money';
import { Link } from '../routing/link';
import { pathTo } from '../routing/route';

const WORDS: Readonly<Record<ActivityItem['type'], string>> = {
  TRADE: 'Traded',
  SPLIT: 'Split into sets',
  MERGE: 'Merged sets',
  REDEEM: 'Paid out',
};
const WHEN = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'medium' });

/** What the wallet did, the newest first. */
export function Activity({ activity }: { readonly activity: readonly ActivityItem[] }): ReactNode {
  if (activity.length === 0) return <EmptyNote>Nothing has happened yet.</EmptyNote>;
  return (
    <div className="table-scroll" tabIndex={0} role="region" aria-label="Activity">
      <table className="table">
        <thead>
          <tr>
            <th scope="col">Market</th>
            <th scope="col">What</th>
            <th scope="col" className="end">
              Shares
            </th>
            <th scope="col" className="end">
              Price
            </th>
            <th scope="col" className="end">
              Money
            </th>
            <th scope="col">When</th>
          </tr>
        </thead>
        <tbody>
          {activity.map((item, at) => (
            <tr key={`${item.transactionHash} ${item.asset} ${at}`}>
              <th scope="row">
                <Link href={pathTo.market(item.conditionId)}>{item.title ?? item.conditionId}</Link>
              </th>
              <td>{whatOf(item)}</td>
              <td className="end">
                <Shares size={item.size} />
              </td>
              <td className="end">
                <Price price={item.type === 'TRADE' ? item.price : null} />
              </td>
              <td className="end">
                <Money amount={item.usdcSize} />
              </td>
              <td>{WHEN.format(item.timestamp * 1_000)}</td>
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
