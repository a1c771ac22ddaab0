import type { V2Position } from '@foretell/contracts';
import { useMemo, useState, type ReactNode } from 'react';
import { PageRows } from '../components/page-rows';
import type { Column } from '../components/table';
import { useToast } from '../components/toast';
import { groupedDecimal } from '../figures/decimal-text';
import { decimalOfMicros } from '../figures/micros';
import type { Pages } from '../live/use-pages';
import { PositionTable } from '../records/position-table';
import { Link } from '../routing/link';
import { pathTo } from '../routing/route';
import { wordsOfFault } from '../wallet/refusal-words';
import type { Trading } from '../wallet/use-trader';
import { useStandings, type Standing } from './use-standings';
import { wholeSets } from './whole-sets';

interface OwnPositionsProps {
  readonly pages: Pages<V2Position>;
  readonly trading: Trading;
  readonly onChanged: () => void;
}

/** The wallet's positions, their value and profit. */
export function OwnPositions({ pages, trading, onChanged }: OwnPositionsProps): ReactNode {
  const { rows } = pages;
  const standings = useStandings(rows?.map(({ condition_id: id }) => id) ?? []);
  const action = useMemo<Column<V2Position>>(
    () => ({
      head: 'Actions',
      hasQuietHead: true,
      isFigure: true,
      cell: (position) => (
        <span className="row-actions">
          <Sell position={position} standing={standings.get(position.condition_id)} />
          {mergeOf(position, rows ?? [], { trading, onChanged })}
        </span>
      ),
    }),
    [rows, standings, trading, onChanged],
  );
  return (
    <PageRows what="Positions" pages={pages} empty="You hold no shares yet.">
      {(positions) => <PositionTable rows={positions} status="OPEN" action={action} />}
    </PageRows>
  );
}

interface SellProps {
  readonly position: V2Position;
  /** Undefined until it is known. */
  readonly standing: Standing | undefined;
}

/** Links to the ticket while the market accepts orders; else shows what the position waits for. */
function Sell({ position, standing = null }: SellProps): ReactNode {
  if (position.redeemable) return null;
  if (standing !== null) return <span className="badge">{standing}</span>;
  return (
    <Link href={sellAddress(position)} className="button" aria-label={`Sell ${position.outcome ?? ''}: ${position.title ?? ''}`}>
      Sell
    </Link>
  );
}

/** The market with its ticket on the side to sell that outcome. */
function sellAddress({ condition_id: conditionId, slug, token_id: tokenId }: V2Position): string {
  return `${pathTo.market({ conditionId, slug })}?${new URLSearchParams({ outcome: tokenId, side: 'sell' }).toString()}`;
}

type Merging = Omit<OwnPositionsProps, 'pages'>;

/** One share of each outcome is worth a dollar in any case. Offered once for each market, at its first outcome. */
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
  const toast = useToast();
  const [isBusy, setBusy] = useState(false);
  const merge = (): void => {
    setBusy(true);
    trading.trader
      .merge({ conditionId, amount })
      .then(
        () => toast('done', `${groupedDecimal(amount)} sets were merged into $${groupedDecimal(amount)}.`),
        (fault: unknown) => toast('failed', wordsOfFault(fault).sentence),
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
