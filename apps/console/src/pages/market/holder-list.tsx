import type { MarketRecord, V2Holder, V2Holders } from '@foretell/contracts';
import { useCallback, type ReactNode } from 'react';
import { Shares } from '../../components/money';
import { PageRows } from '../../components/page-rows';
import { Person } from '../../components/person';
import { useSite } from '../../config/site-context';
import { pageOfData, type DataPage } from '../../live/data-pages';
import type { Page } from '../../live/page-list';
import { addressOf } from '../../live/read-surface';
import { usePages } from '../../live/use-pages';

const PAGE_ROWS = 50;
const REFRESH_MILLIS = 15_000;

/** Who holds the outcomes, the most first. */
export function HolderList({ market }: { readonly market: MarketRecord }): ReactNode {
  const site = useSite();
  const { condition_id: conditionId, tokens } = market;
  const addressOfPage = useCallback(
    (cursor: string | null) =>
      addressOf(site.data, '/public/v2/holders', { condition_id: conditionId, limit: PAGE_ROWS, cursor }),
    [site, conditionId],
  );
  const pages = usePages<DataPage<V2Holders>, V2Holder>({ addressOf: addressOfPage, pageOf, keyOf }, REFRESH_MILLIS);
  return (
    <PageRows what="Holders" pages={pages} empty="Nobody holds an outcome.">
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
  return (
    <div className="table-frame">
      <table className="table">
        <thead>
          <tr>
            <th scope="col">{outcome}</th>
            <th scope="col" className="is-figure">
              Shares
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.proxy_wallet}>
              <td>
                <Person address={row.proxy_wallet} name={row.name} pseudonym={row.pseudonym} />
              </td>
              <td className="is-figure">
                <Shares size={row.amount} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
