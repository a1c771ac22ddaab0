import type { V2LeaderboardEntry } from '@foretell/contracts';
import { useCallback, type ReactNode } from 'react';
import { moneyColumn } from '../../components/money-column';
import { PageRows } from '../../components/page-rows';
import { PageTitle } from '../../components/page-title';
import { Person } from '../../components/person';
import { Table, type Column } from '../../components/table';
import { useSite } from '../../config/site-context';
import { pageOfData, type DataPage } from '../../live/data-pages';
import { addressOf } from '../../live/read-resource';
import { usePages, type Pages } from '../../live/use-pages';
import { useQuery } from '../../routing/location';

const PERIODS = [
  { name: 'day', label: 'Day' },
  { name: 'week', label: 'Week' },
  { name: 'month', label: 'Month' },
  { name: 'all', label: 'All time' },
] as const;
const ORDERS = [
  { name: 'PNL', label: 'Gain' },
  { name: 'VOLUME', label: 'Volume' },
] as const;
const CATEGORIES = [
  ['OVERALL', 'All markets'],
  ['POLITICS', 'Politics'],
  ['SPORTS', 'Sports'],
  ['CRYPTO', 'Crypto'],
  ['FINANCE', 'Finance'],
  ['CULTURE', 'Culture'],
  ['MENTIONS', 'Mentions'],
  ['WEATHER', 'Weather'],
  ['ECONOMICS', 'Economics'],
  ['TECH', 'Tech'],
] as const;
const PAGE_ROWS = 50;
const REFRESH_MILLIS = 30_000;

/** Wallets by profit or volume, by window and category, page by page. */
export function LeaderboardPage(): ReactNode {
  const [query, change] = useQuery();
  const period = PERIODS.find(({ name }) => name === query.get('window'))?.name ?? 'week';
  const order = ORDERS.find(({ name }) => name === query.get('by'))?.name ?? 'PNL';
  const category = CATEGORIES.find(([name]) => name === query.get('category'))?.[0] ?? 'OVERALL';
  const pages = useStandings(period, order, category);
  return (
    <div className="stack">
      <PageTitle>Leaderboard</PageTitle>
      <div className="choices">
        <Choice label="Window" value={period} options={PERIODS} onChoose={(name) => change({ window: name })} />
        <Choice label="By" value={order} options={ORDERS} onChoose={(name) => change({ by: name })} />
        <Choice
          label="Category"
          value={category}
          options={CATEGORIES.map(([name, label]) => ({ name, label }))}
          onChoose={(name) => change({ category: name })}
        />
      </div>
      <div className="panel">
        <PageRows what="The leaderboard" pages={pages} empty="No trades in this period.">
          {(rows) => <Standings rows={rows} order={order} />}
        </PageRows>
      </div>
    </div>
  );
}

function useStandings(period: string, order: string, category: string): Pages<V2LeaderboardEntry> {
  const site = useSite();
  const addressOfPage = useCallback(
    (cursor: string | null) =>
      addressOf(site.data, '/public/v2/leaderboard', { limit: PAGE_ROWS, time_period: period, sort_by: order, category, cursor }),
    [site, period, order, category],
  );
  return usePages<DataPage<V2LeaderboardEntry>, V2LeaderboardEntry>(
    { addressOf: addressOfPage, pageOf: pageOfData, keyOf, moves: true },
    REFRESH_MILLIS,
  );
}

function keyOf(entry: V2LeaderboardEntry): string {
  return entry.user_id;
}

interface ChoiceProps {
  readonly label: string;
  readonly value: string;
  readonly options: readonly { readonly name: string; readonly label: string }[];
  readonly onChoose: (name: string) => void;
}

function Choice({ label, value, options, onChoose }: ChoiceProps): ReactNode {
  return (
    <label className="choice">
      {label}
      <select value={value} onChange={(event) => onChoose(event.target.value)}>
        {options.map((option) => (
          <option key={option.name} value={option.name}>
            {option.label}
          </option>
        ))}
      </select>
    </label>
  );
}

type Order = (typeof ORDERS)[number]['name'];

function Standings({ rows, order }: { readonly rows: readonly V2LeaderboardEntry[]; readonly order: Order }): ReactNode {
  return <Table columns={COLUMNS[order]} rows={rows} keyOf={keyOf} />;
}

const COLUMNS: Readonly<Record<Order, readonly Column<V2LeaderboardEntry>[]>> = {
  PNL: columnsBy('PNL'),
  VOLUME: columnsBy('VOLUME'),
};

function columnsBy(order: Order): readonly Column<V2LeaderboardEntry>[] {
  const [gain, volume] = ORDERS.map(({ name }) => (name === order ? ('descending' as const) : undefined));
  return [
    { head: 'Rank', isRank: true, cell: ({ rank }) => rank },
    { head: 'Trader', isName: true, cell: ({ user_id: wallet, user_name: name }) => <Person address={wallet} name={name} /> },
    moneyColumn('Gain', ({ pnl }) => pnl, { signed: true, order: gain }),
    moneyColumn('Volume', (row) => row.volume, { order: volume }),
  ];
}
