import type { V2Position } from '@foretell/contracts';
import { useMemo, useState, type ReactNode } from 'react';
import { PageRows } from '../components/page-rows';
import type { Column } from '../components/table';
import { useToast } from '../components/toast';
import { groupedDecimal } from '../figures/decimal-text';
import { decimalOfMicros } from '../figures/micros';
import type { Pages } from '../live/use-pages';
import { PositionTable } from '../records/position-table';
import { wordsOfFault } from '../wallet/refusal-words';
import type { Trading } from '../wallet/use-trader';
import { wholeSets } from './whole-sets';

interface OwnPositionsProps {
  readonly pages: Pages<V2Position>;
  readonly trading: Trading;
  readonly onChanged: () => void;
}

/** The wallet's positions, their value and profit. */
export function OwnPositions({ pages, trading, onChanged }: OwnPositionsProps): ReactNode {
  const { rows } = pages;
  const action = useMemo<Column<V2Position>>(
    () => ({
      head: 'What can be done',
      hasQuietHead: true,
      isFigure: true,
      cell: (position) => mergeOf(position, rows ?? [], { trading, onChanged }),
    }),
    [rows, trading, onChanged],
  );
  return (
    <PageRows what="Positions" pages={pages} empty="You hold no shares yet.">
      {(positions) => <PositionTable rows={positions} status="OPEN" action={action} />}
    </PageRows>
  );
}

type Merging = Omit<OwnPositionsProps, 'pages'>;

/** One share of each outcome is worth a dollar, whatever happens. Offered once a market, at its first outcome. */
function mergeOf(
  { condition_id: id, outcome_index: outcome }: V2Position,
  all: readonly V2Position[],
  merging: Merging,
): ReactNode {
  const sets = wholeSets(all.filter((each) => each.condition_id === id).map(({ current_size: size }) => size));
  return outcome !== 0 || sets === 0n ? null : <MergeButton conditionId={id} amount={decimalOfMicros(sets)} {...merging} />;
}

interface MergeButtonProps extends Merging {
  readonly conditionId: string;
  readonly amount: string;
}

function MergeButton({ conditionId, amount, trading, onChanged }: MergeButtonProps): ReactNode {
  const tell = useToast();
  const [isBusy, setBusy] = useState(false);
  const merge = (): void => {
    setBusy(true);
    trading.trader
      .merge({ conditionId, amount })
      .then(
        () => tell('done', `${groupedDecimal(amount)} sets were merged into $${groupedDecimal(amount)}.`),
        (fault: unknown) => tell('failed', wordsOfFault(fault).sentence),
      )
      .finally(() => {
        setBusy(false);
        onChanged();
      });
  };
  return (
    <button type="button" className="button" disabled={isBusy} onClick={merge}>
      Merge {groupedDecimal(amount)} sets
    </button>
  );
}
