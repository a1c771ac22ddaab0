import type { PositionItem } from '@foretell/contracts';
import { useState, type ReactNode } from 'react';
import { EmptyNote } from '../components/empty-note';
import { Money, Price, Shares } from '../components/money';
import { useToast } from '../components/toast';
import { decimalOfMicros } from '../figures/micros';
import { Link } from '../routing/link';
import { pathTo } from '../routing/route';
import { wordsOfFault } from '../wallet/refusal-words';
import type { Trading } from '../wallet/use-trader';
import { wholeSets } from './profit';

interface PositionsProps {
  readonly positions: readonly PositionItem[];
  readonly trading: Trading;
  readonly onChanged: () => void;
}

/** What is held, what it is worth, and what it has made. */
export function Positions({ positions, trading, onChanged }: PositionsProps): ReactNode {
  if (positions.length === 0) return <EmptyNote>You hold no shares yet.</EmptyNote>;
  return (
    <div className="table-scroll" tabIndex={0} role="region" aria-label="Positions">
      <table className="table">
        <thead>
          <tr>
            <th scope="col">Market</th>
            <th scope="col">Outcome</th>
            <th scope="col" className="end">
              Shares
            </th>
            <th scope="col" className="end">
              Paid
            </th>
            <th scope="col" className="end">
              Now
            </th>
            <th scope="col" className="end">
              Worth
            </th>
            <th scope="col" className="end">
              Profit
            </th>
            <th scope="col">
              <span className="visually-hidden">What can be done</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {positions.map((position) => (
            <tr key={position.asset}>
              <th scope="row">
                <Link href={pathTo.market(position.conditionId)}>{position.title ?? position.conditionId}</Link>
              </th>
              <td>{position.outcome ?? position.outcomeIndex}</td>
              <td className="end">
                <Shares size={position.size} />
              </td>
              <td className="end">
                <Price price={position.avgPrice} />
              </td>
              <td className="end">
                <Price price={position.curPrice} />
              </td>
              <td className="end">
                <Money amount={position.currentValue} />
              </td>
              <td className="end">
                <Money amount={position.cashPnl} signed />
              </td>
              <td className="end">
                <Merge position={position} positions={positions} trading={trading} onChanged={onChanged} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** Both outcomes of a market are a dollar a set, whatever happens. Offered once a market, at its first outcome. */
function Merge({ position, positions, trading, onChanged }: PositionsProps & { readonly position: PositionItem }): ReactNode {
  const tell = useToast();
  const [isBusy, setBusy] = useState(false);
  const { conditionId, outcomeIndex } = position;
  const sets = wholeSets(positions.filter((each) => each.conditionId === conditionId).map(({ size }) => size));
  if (outcomeIndex !== 0 || sets === 0n) return null;
  const amount = decimalOfMicros(sets);
  const merge = (): void => {
    setBusy(true);
    trading.trader
      .merge({ conditionId, amount })
      .then(
        () => tell('done', `${amount} sets were merged into $${amount}.`),
        (fault: unknown) => tell('failed', wordsOfFault(fault).sentence),
      )
      .finally(() => {
        setBusy(false);
        onChanged();
      });
  };
  return (
    <button type="button" className="button" disabled={isBusy} onClick={merge}>
      Merge {amount} sets
    </button>
  );
}
