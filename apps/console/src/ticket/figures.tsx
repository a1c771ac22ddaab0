import type { ReactNode } from 'react';
import { Money, Price, Shares } from '../components/money';
import { secondsText } from '../figures/instants';
import { decimalOfMicros } from '../figures/micros';
import '../components/facts.css';
import { decimalOfPips, PIPS } from './estimate';
import type { Plan } from './plan';

interface FiguresProps {
  readonly plan: Plan;
  /** The market's delay. */
  readonly delaySeconds: number;
  /** Whether the book of the estimate may be stale. */
  readonly isStale: boolean;
}

/** Cost or proceeds of the order by the current book, and in the worst case; shown before anything is signed. */
export function Figures({ plan, delaySeconds, isStale }: FiguresProps): ReactNode {
  const { draft, fee, taken, sharesMicros, worstMicros } = plan;
  const isBuy = draft.side === 'BUY';
  const isByBudget = isBuy && (draft.orderType === 'FOK' || draft.orderType === 'FAK');
  return (
    <dl className={`facts ticket-figures${isStale ? ' is-stale' : ''}`}>
      <dt>{isByBudget ? 'Shares at the limit price' : 'Shares'}</dt>
      <dd>
        <Shares size={decimalOfMicros(sharesMicros)} />
      </dd>
      <dt>Fills now</dt>
      <dd>
        <Shares size={decimalOfMicros(taken.sharesMicros)} /> for <Money amount={decimalOfMicros(taken.usdcMicros)} />
      </dd>
      {delaySeconds > 0 && taken.sharesMicros > 0n && (
        <>
          <dt>Delay before it trades</dt>
          <dd>{secondsText(delaySeconds)}, while the book may move</dd>
        </>
      )}
      <dt>Average price</dt>
      <dd>
        <Price price={taken.sharesMicros === 0n ? null : decimalOfPips((taken.usdcMicros * PIPS) / taken.sharesMicros)} />
      </dd>
      <dt>Fee</dt>
      <dd>{fee === null ? 'None' : <Money amount={decimalOfMicros(taken.feeMicros)} />}</dd>
      {isBuy && (
        <>
          <dt>To win</dt>
          <dd>
            <Money amount={decimalOfMicros(largest(sharesMicros, taken.sharesMicros))} />
          </dd>
        </>
      )}
      <dt className="ticket-worst">{worstWords(isBuy, isByBudget)}</dt>
      <dd className="ticket-worst">
        <Money amount={decimalOfMicros(worstMicros)} />
      </dd>
    </dl>
  );
}

/** For a budget, the book determines the number of shares and so the fee: a better book gives more shares and a higher fee. */
function worstWords(isBuy: boolean, isByBudget: boolean): string {
  if (isByBudget) return 'Total, at the book as it stands';
  return isBuy ? 'Total at most' : 'You receive at least';
}

function largest(one: bigint, other: bigint): bigint {
  return one > other ? one : other;
}
