import type { OpenOrderRecord } from '@foretell/contracts';
import { useState, type ReactNode } from 'react';
import { EmptyNote } from '../components/empty-note';
import { Price, Shares } from '../components/money';
import { useToast } from '../components/toast';
import { MarketLink } from '../records/market-link';
import { wordsOfFault } from '../wallet/refusal-words';
import type { Trading } from '../wallet/use-trader';

interface OpenOrdersProps {
  readonly orders: readonly OpenOrderRecord[];
  /** Questions of markets by condition id, as far as they are known. */
  readonly questions: ReadonlyMap<string, string>;
  readonly trading: Trading;
  readonly onChanged: () => void;
}

/** What waits in the books, and how to take it back. */
export function OpenOrders({ orders, questions, trading, onChanged }: OpenOrdersProps): ReactNode {
  const tell = useToast();
  const [isBusy, setBusy] = useState(false);
  const cancel = (what: () => Promise<CancelAnswer>): void => {
    setBusy(true);
    what()
      .then(
        ({ canceled, not_canceled: kept }) =>
          tell(Object.keys(kept).length === 0 ? 'done' : 'failed', cancelWords(canceled, kept)),
        (fault: unknown) => tell('failed', wordsOfFault(fault).sentence),
      )
      .finally(() => {
        setBusy(false);
        onChanged();
      });
  };
  if (orders.length === 0) return <EmptyNote>You have no open orders.</EmptyNote>;
  return (
    <>
      <div className="table-frame">
        <table className="table">
          <thead>
            <tr>
              <th scope="col">Market</th>
              <th scope="col">Order</th>
              <th scope="col" className="is-figure">
                Price
              </th>
              <th scope="col" className="is-figure">
                Shares
              </th>
              <th scope="col" className="is-figure">
                Filled
              </th>
              <th scope="col">
                <span className="visually-hidden">What can be done</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {orders.map((order) => (
              <OrderRow
                key={order.id}
                order={order}
                question={questions.get(order.market) ?? null}
                isBusy={isBusy}
                onCancel={() => cancel(() => trading.trader.cancel(order.id))}
              />
            ))}
          </tbody>
        </table>
      </div>
      {orders.length > 1 && (
        <p className="portfolio-all">
          <button type="button" className="button" disabled={isBusy} onClick={() => cancel(() => trading.trader.cancelAll())}>
            Cancel all {orders.length} orders
          </button>
        </p>
      )}
    </>
  );
}

interface OrderRowProps {
  readonly order: OpenOrderRecord;
  readonly question: string | null;
  readonly isBusy: boolean;
  readonly onCancel: () => void;
}

function OrderRow({ order, question, isBusy, onCancel }: OrderRowProps): ReactNode {
  const what = `${order.side === 'BUY' ? 'Buy' : 'Sell'} ${order.outcome}`;
  return (
    <tr>
      <td className="is-wide">
        <MarketLink conditionId={order.market} title={question} />
      </td>
      <td>
        {what}
        {order.status === 'delayed' && ', waiting'}
      </td>
      <td className="is-figure">
        <Price price={order.price} />
      </td>
      <td className="is-figure">
        <Shares size={order.originalSize} />
      </td>
      <td className="is-figure">
        <Shares size={order.sizeMatched} />
      </td>
      <td className="is-figure">
        <button
          type="button"
          className="button"
          disabled={isBusy}
          aria-label={`Cancel: ${what}, ${order.originalSize} at ${order.price}`}
          onClick={onCancel}
        >
          Cancel
        </button>
      </td>
    </tr>
  );
}

interface CancelAnswer {
  readonly canceled: readonly string[];
  readonly not_canceled: Readonly<Record<string, string>>;
}

function cancelWords(canceled: readonly string[], kept: Readonly<Record<string, string>>): string {
  const reasons = [...new Set(Object.values(kept))].join('; ');
  const done = `${canceled.length} ${canceled.length === 1 ? 'order was' : 'orders were'} cancelled.`;
  return reasons === '' ? done : `${done} Not all: ${reasons}`;
}
