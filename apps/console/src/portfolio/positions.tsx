import type { PositionItem } from '@foretell/contracts';
import { useState, type ReactNode } from 'react';
import { EmptyNote } from '../components/empty-note';
import { Money, Price, Shares } from '../components/money';
import { useToast } from '../components/toast';
import { decimalOfMicros } from '../figures/micros';
import { MarketLink } from '../records/market-link';
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
    <div className="table-frame">
      <table className="table">
        <thead>
          <tr>
            <th scope="col">Market</th>
            <th scope="col">Outcome</th>
            <th scope="col" className="is-figure">
              Shares
            </th>
            <th scope="col" className="is-figure">
              Paid
            </th>
            <th scope="col" className="is-figure">
              Now
            </th>
            <th scope="col" className="is-figure">
              Worth
            </th>
            <th scope="col" className="is-figure">
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
              <td className="is-wide">
                <MarketLink conditionId={position.conditionId} title={position.title} />
              </td>
              <td>{position.outcome ?? position.outcomeIndex}</td>
              <td className="is-figure">
                <Shares size={position.size} />
              </td>
              <td className="is-figure">
                <Price price={position.avgPrice} />
              </td>
              <td className="is-figure">
                <Price price={position.curPrice} />
              </td>
              <td className="is-figure">
                <Money amount={position.currentValue} />
              </td>
              <td className="is-figure">
                <Money amount={position.cashPnl} signed />
              </td>
              <td className="is-figure">
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
