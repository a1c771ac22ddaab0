import type { V2UserStats, V2Value, WalletProfile } from '@foretell/contracts';
import { useState, type ReactNode } from 'react';
import { MoneyInCents } from '../../components/money';
import { PageRows } from '../../components/page-rows';
import { PageTitle } from '../../components/page-title';
import { shortAddress } from '../../components/person';
import { Tabs } from '../../components/tabs';
import { useSite } from '../../config/site-context';
import { addressOf } from '../../live/read-resource';
import { useRereading } from '../../live/use-rereading';
import { useResource } from '../../live/use-resource';
import { ActivityTable } from '../../records/activity-table';
import { PositionTable, type PositionStatus } from '../../records/position-table';
import { ProfitPanel } from '../../records/profit-panel';
import { EXPENSIVE_MILLIS, useActivity, useLastActivity, usePositions } from '../../records/use-records';

/** Refresh interval of the value, which changes with prices. */
const VALUE_MILLIS = 10_000;
const TABS = [
  { name: 'OPEN', label: 'Positions' },
  { name: 'CLOSED', label: 'Closed' },
  { name: 'activity', label: 'Activity' },
] as const;

/** A wallet's positions, value and activity. */
export function ProfilePage({ address }: { readonly address: string }): ReactNode {
  const site = useSite();
  const [tab, setTab] = useState<(typeof TABS)[number]['name']>('OPEN');
  const { data: profile } = useResource<WalletProfile>(`${site.data}/public/profiles/${address}`);
  const name = profile === undefined ? '' : shownName(profile);
  return (
    <div className="stack">
      <div>
        <PageTitle>{name === '' ? shortAddress(address) : name}</PageTitle>
        <p className="quiet address">{address}</p>
        {profile !== undefined && profile.bio !== '' && <p>{profile.bio}</p>}
      </div>
      <Figures address={address} />
      <ProfitPanel address={address} />
      <div className="panel">
        <Tabs label="Of this wallet" tabs={TABS} chosen={tab} onChoose={setTab}>
          {tab === 'activity' ? <Activity address={address} /> : <Positions address={address} status={tab} />}
        </Tabs>
      </div>
    </div>
  );
}

/** The wallet's own name, else its pseudonym; empty without both. */
function shownName({ name, pseudonym }: WalletProfile): string {
  return name === '' ? pseudonym : name;
}

function Figures({ address }: { readonly address: string }): ReactNode {
  const site = useSite();
  const value = useResource<{ readonly data: V2Value }>(
    addressOf(site.data, '/public/v2/value', { user: address }),
    VALUE_MILLIS,
  );
  const stats = useResource<{ readonly data: V2UserStats }>(
    addressOf(site.data, '/public/v2/user-stats', { user: address }),
    EXPENSIVE_MILLIS,
  );
  const lastActivity = useLastActivity(address);
  useRereading(value.refresh, lastActivity);
  useRereading(stats.refresh, lastActivity);
  const pnl = stats.data?.data.all_time_pnl;
  const [noValue, noStats] = [value, stats].map(({ error }) => (error === null ? '…' : '—'));
  return (
    <dl className={`figures${value.isStale || stats.isStale ? ' is-stale' : ''}`}>
      <Figure label="Value of positions">
        {value.data === undefined ? noValue : <MoneyInCents amount={value.data.data.value} />}
      </Figure>
      <Figure label="Gain">{pnl === undefined ? noStats : <MoneyInCents amount={pnl.economic_pnl} signed />}</Figure>
      <Figure label="Volume">{pnl === undefined ? noStats : <MoneyInCents amount={pnl.volume_usdc} />}</Figure>
      <Figure label="Markets">{stats.data?.data.trades ?? noStats}</Figure>
      <Figure label="Biggest win">
        {stats.data === undefined ? noStats : <MoneyInCents amount={stats.data.data.biggest_win} />}
      </Figure>
    </dl>
  );
}

function Figure({ label, children }: { readonly label: string; readonly children: ReactNode }): ReactNode {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function Positions({ address, status }: { readonly address: string; readonly status: PositionStatus }): ReactNode {
  const pages = usePositions(address, status);
  return (
    <PageRows what="Positions" pages={pages} empty={status === 'OPEN' ? 'No positions.' : 'No closed positions yet.'}>
      {(rows) => <PositionTable rows={rows} status={status} />}
    </PageRows>
  );
}

function Activity({ address }: { readonly address: string }): ReactNode {
  return (
    <PageRows what="Activity" pages={useActivity(address)} empty="No activity yet.">
      {(rows) => <ActivityTable rows={rows} of="wallet" />}
    </PageRows>
  );
}
