import { useState, type FormEvent, type ReactNode } from 'react';
import { useToast } from '../components/toast';
import { decimalOfMicros } from '../figures/micros';
import { typedFigure } from '../figures/typed-figure';
import { wordsOfFault } from '../wallet/refusal-words';
import { randomHex } from '../wallet/random-hex';
import type { Trading } from '../wallet/use-trader';
import { FigureField } from './fields';
import type { Problem } from './plan';
import { isUnknown } from './placement';

const REFERENCE_BYTES = 16;

interface SplitSetsProps {
  readonly conditionId: string;
  /** Null until the next sign-in; the typed amount stays. */
  readonly trading: Trading | null;
  readonly onSplit: () => void;
}

/** A split with an unknown result. Sent again with the same reference, it is executed only once. */
interface Split {
  readonly amount: string;
  readonly reference: string;
}

/** Splits dollars into shares of every outcome, which can then be sold. */
export function SplitSets({ conditionId, trading, onSplit }: SplitSetsProps): ReactNode {
  const toast = useToast();
  const [text, setText] = useState('');
  const [problems, setProblems] = useState<readonly Problem[]>([]);
  const [isBusy, setBusy] = useState(false);
  const [unknown, setUnknown] = useState<Split | null>(null);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (trading === null) return;
    const micros = typedFigure(text, 'sets');
    if (typeof micros === 'string') return setProblems([{ field: 'amount', text: micros }]);
    if (micros === null || micros === 0n) return setProblems([{ field: 'amount', text: 'Say how many sets, such as 10.' }]);
    setProblems([]);
    setBusy(true);
    const amount = decimalOfMicros(micros);
    const split = unknown?.amount === amount ? unknown : { amount, reference: randomHex(REFERENCE_BYTES) };
    trading.trader
      .split({ conditionId, ...split })
      .then(
        () => {
          setText('');
          setUnknown(null);
          toast('done', `$${amount} became ${amount} shares of each outcome.`);
        },
        (fault: unknown) => {
          setUnknown(isUnknown(fault) ? split : null);
          const { sentence, advice } = wordsOfFault(fault);
          const more = isUnknown(fault) ? ['Splitting the same amount again is safe: it is made once.'] : advice;
          toast('failed', [sentence, ...more].join(' '));
        },
      )
      .finally(() => {
        setBusy(false);
        onSplit();
      });
  };
  return (
    <details className="ticket-split">
      <summary>Split dollars into sets</summary>
      <form onSubmit={submit} className="ticket-form" noValidate>
        <p className="quiet">A set is a share of each outcome. It costs $1, and is merged into $1 again in the portfolio.</p>
        <FigureField label="Sets" name="amount" value={text} problems={problems} onChange={setText} />
        <button type="submit" className="button" disabled={isBusy || trading === null}>
          Split
        </button>
      </form>
    </details>
  );
}
