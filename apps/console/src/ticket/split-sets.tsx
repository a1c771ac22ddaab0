import { useState, type FormEvent, type ReactNode } from 'react';
import { useToast } from '../components/toast';
import { decimalOfMicros, microsOf } from '../figures/micros';
import { wordsOfFault } from '../wallet/refusal-words';
import type { Trading } from '../wallet/use-trader';
import { FigureField } from './fields';
import type { Problem } from './plan';

interface SplitSetsProps {
  readonly conditionId: string;
  readonly trading: Trading;
  readonly onSplit: () => void;
}

/** Dollars into shares of every outcome: how somebody comes to sell what nobody sold them. */
export function SplitSets({ conditionId, trading, onSplit }: SplitSetsProps): ReactNode {
  const tell = useToast();
  const [text, setText] = useState('');
  const [problems, setProblems] = useState<readonly Problem[]>([]);
  const [isBusy, setBusy] = useState(false);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    const micros = microsOf(text.trim()) ?? 0n;
    if (micros <= 0n) return setProblems([{ field: 'amount', text: 'Say how many sets, such as 10.' }]);
    setProblems([]);
    setBusy(true);
    const amount = decimalOfMicros(micros);
    trading.trader
      .split({ conditionId, amount })
      .then(
        () => {
          setText('');
          tell('done', `$${amount} became ${amount} shares of each outcome.`);
        },
        (fault: unknown) => tell('failed', wordsOfFault(fault).sentence),
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
        <button type="submit" className="button" disabled={isBusy}>
          Split
        </button>
      </form>
    </details>
  );
}
