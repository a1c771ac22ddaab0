import type { MarketRecord, V2Holder, V2Holders } from '@foretell/contracts';
import { useCallback, useMemo, type ReactNode } from 'react';
import { Shares } from '../../components/money';
import { PageRows } from '../../components/page-rows';
import { Person } from '../../components/person';
import { Table, type Column } from '../../components/table';
import { useSite } from '../../config/site-context';
import { pageOfData, type DataPage } from '../../live/data-pages';
import type { Page } from '../../live/page-list';
import { addressOf } from '../../live/read-resource';
import { usePages } from '../../live/use-pages';

const PAGE_ROWS = 50;
const REFRESH_MILLIS = 15_000;

/** The holders of each outcome, largest first. */
export function HolderList({ market }: { readonly market: MarketRecord }): ReactNode {
  const site = useSite();
  const { condition_id: conditionId, tokens } = market;
  const addressOfPage = useCallback(
    (cursor: string | null) =>
      addressOf(site.data, '/public/v2/holders', { condition_id: conditionId, limit: PAGE_ROWS, cursor }),
    [site, conditionId],
  );
  const pages = usePages<DataPage<V2Holders>, V2Holder>({ addressOf: addressOfPage, pageOf, keyOf, moves: true }, REFRESH_MILLIS);
  return (
    <PageRows what="Holders" pages={pages} empty="No holders.">
      {(rows) => (
        <div className="holders">
          {tokens.map(({ token_id: tokenId, outcome }) => (
            <Holders key={tokenId} outcome={outcome} rows={rows.filter((row) => row.token_id === tokenId)} />
          ))}
        </div>
      )}
    </PageRows>
  );
}

function pageOf(answer: DataPage<V2Holders>): Page<V2Holder> {
  const { rows, next } = pageOfData(answer);
  return { rows: rows.flatMap(({ holders }) => holders), next };
}

function keyOf({ proxy_wallet: wallet, token_id: tokenId }: V2Holder): string {
  return `${wallet} ${tokenId}`;
}

function Holders({ outcome, rows }: { readonly outcome: string; readonly rows: readonly V2Holder[] }): ReactNode {
  const columns = useMemo(() => columnsOf(outcome), [outcome]);
  return <Table columns={columns} rows={rows} keyOf={keyOf} />;
}

function columnsOf(outcome: string): readonly Column<V2Holder>[] {
  return [
    {
      head: outcome,
      isName: true,
      cell: ({ proxy_wallet: wallet, name, pseudonym }) => <Person address={wallet} name={name} pseudonym={pseudonym} />,
    },
    { head: 'Shares', isFigure: true, order: 'descending', cell: ({ amount }) => <Shares size={amount} /> },
  ];
}
