import type { OpenOrderRecord } from '@foretell/contracts';
import { useState, type ReactNode } from 'react';
import { EmptyNote } from '../components/empty-note';
import { Money, Price, Shares } from '../components/money';
import { Table, type Column } from '../components/table';
import { useToast } from '../components/toast';
import { agoText, instantText } from '../figures/instants';
import { decimalOfMicros, microsOf } from '../figures/micros';
import { MarketLink } from '../records/market-link';
import { wordsOfFault } from '../wallet/refusal-words';
import type { Trading } from '../wallet/use-trader';

/** All orders are loaded, up to thousands; only this many are rendered at a time. */
const SHOWN_ROWS = 50;
const MICROS = 1_000_000n;

interface OpenOrdersProps {
  readonly orders: readonly OpenOrderRecord[];
  /** Loaded questions of markets, by condition id. */
  readonly questions: ReadonlyMap<string, string>;
  readonly trading: Trading;
  readonly onChanged: () => void;
  /** The market of the page, if all orders are in it. */
  readonly market?: string;
}

/** Open orders, with buttons to cancel them. */
export function OpenOrders({ orders, questions, trading, onChanged, market }: OpenOrdersProps): ReactNode {
  const toast = useToast();
  const [isBusy, setBusy] = useState(false);
  const [shown, setShown] = useState(SHOWN_ROWS);
  const cancel = (what: () => Promise<CancelAnswer>): void => {
    setBusy(true);
    what()
      .then(
        ({ canceled, not_canceled: kept }) =>
          toast(Object.keys(kept).length === 0 ? 'done' : 'failed', cancelWords(canceled, kept)),
        (fault: unknown) => toast('failed', wordsOfFault(fault).sentence),
      )
      .finally(() => {
        setBusy(false);
        onChanged();
      });
  };
  if (orders.length === 0) return <EmptyNote>You have no open orders.</EmptyNote>;
  const columns = columnsOf(questions, isBusy, (order) => cancel(() => trading.trader.cancel(order.id))).filter(
    ({ head }) => market === undefined || head !== 'Market',
  );
  const cancelAll = (): Promise<CancelAnswer> =>
    market === undefined ? trading.trader.cancelAll() : trading.trader.cancelMarket({ market });
  return (
    <>
      <Table columns={columns} rows={orders.slice(0, shown)} keyOf={({ id }) => id} />
      {orders.length > shown && (
        <div className="more">
          <button type="button" className="button" onClick={() => setShown(shown + SHOWN_ROWS)}>
            Show more
          </button>
        </div>
      )}
      {orders.length > 1 && (
        <p className="portfolio-all">
          <button type="button" className="button" disabled={isBusy} onClick={() => cancel(cancelAll)}>
            Cancel all {orders.length} orders
          </button>
        </p>
      )}
    </>
  );
}

function columnsOf(
  questions: OpenOrdersProps['questions'],
  isBusy: boolean,
  onCancel: (order: OpenOrderRecord) => void,
): readonly Column<OpenOrderRecord>[] {
  return [
    {
      head: 'Market',
      isName: true,
      cell: ({ market }) => <MarketLink conditionId={market} title={questions.get(market) ?? null} />,
    },
    { head: 'Order', cell: (order) => `${wordsOf(order)}${order.status === 'delayed' ? ', waiting' : ''}` },
    { head: 'Price', isFigure: true, cell: ({ price }) => <Price price={price} /> },
    { head: 'Shares', isFigure: true, cell: ({ originalSize }) => <Shares size={originalSize} /> },
    { head: 'Filled', isFigure: true, cell: ({ sizeMatched }) => <Shares size={sizeMatched} /> },
    { head: 'Total', isFigure: true, cell: (order) => <Money amount={restOf(order)} /> },
    { head: 'Age', cell: ({ created_at: at }) => agoText(at, Date.now()) },
    { head: 'Time in force', cell: ({ expiration }) => expiryOf(expiration) },
    {
      head: 'Actions',
      hasQuietHead: true,
      isFigure: true,
      cell: (order) => (
        <button
          type="button"
          className="button"
          disabled={isBusy}
          aria-label={`Cancel: ${wordsOf(order)}, ${order.originalSize} at ${order.price}`}
          onClick={() => onCancel(order)}
        >
          Cancel
        </button>
      ),
    },
  ];
}

/** Cost or proceeds of the unfilled rest at its limit. */
function restOf({ price, originalSize, sizeMatched }: OpenOrderRecord): string {
  const [limit, size, filled] = [price, originalSize, sizeMatched].map((each) => microsOf(each) ?? 0n);
  return decimalOfMicros((((size ?? 0n) - (filled ?? 0n)) * (limit ?? 0n)) / MICROS);
}

function expiryOf(expiration: string): string {
  return expiration === '0' ? 'Good till cancelled' : `Until ${instantText(Number(expiration))}`;
}

function wordsOf({ side, outcome }: OpenOrderRecord): string {
  return `${side === 'BUY' ? 'Buy' : 'Sell'} ${outcome}`;
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
