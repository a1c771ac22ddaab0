import type { V2Activity, V2Position, V2UserStats, V2Value, WalletProfile } from '@foretell/contracts';
import { useCallback, useState, type ReactNode } from 'react';
import { Money } from '../../components/money';
import { PageRows } from '../../components/page-rows';
import { PageTitle } from '../../components/page-title';
import { shortAddress } from '../../components/person';
import { Tabs } from '../../components/tabs';
import { useSite } from '../../config/site-context';
import { pageOfData, rowKey, type DataPage } from '../../live/data-pages';
import { addressOf } from '../../live/read-surface';
import { usePages } from '../../live/use-pages';
import { useSurface } from '../../live/use-surface';
import { ActivityTable } from '../../records/activity-table';
import { PositionTable } from '../../records/position-table';

const REFRESH_MILLIS = 5_000;
const PAGE_ROWS = 50;
const TABS = [
  { name: 'OPEN', label: 'Positions' },
  { name: 'CLOSED', label: 'Closed' },
  { name: 'activity', label: 'Activity' },
] as const;

/** What a wallet holds, is worth, and did. */
export function ProfilePage({ address }: { readonly address: string }): ReactNode {
  const site = useSite();
  const [tab, setTab] = useState<(typeof TABS)[number]['name']>('OPEN');
  const { data: profile } = useSurface<WalletProfile>(`${site.data}/public/profiles/${address}`);
  const name = profile === undefined ? '' : shownName(profile);
  return (
    <div className="stack">
      <div>
        <PageTitle>{name === '' ? shortAddress(address) : name}</PageTitle>
        <p className="quiet address">{address}</p>
        {profile !== undefined && profile.bio !== '' && <p>{profile.bio}</p>}
      </div>
      <Figures address={address} />
      <div className="panel">
        <Tabs label="Of this wallet" tabs={TABS} chosen={tab} onChoose={setTab}>
          {tab === 'activity' ? <Activity address={address} /> : <Positions address={address} status={tab} />}
        </Tabs>
      </div>
    </div>
  );
}

/** What it is called: by itself, else by the exchange; empty when by nobody. */
function shownName({ name, pseudonym }: WalletProfile): string {
  return name === '' ? pseudonym : name;
}

function Figures({ address }: { readonly address: string }): ReactNode {
  const site = useSite();
  const value = useSurface<{ readonly data: V2Value }>(
    addressOf(site.data, '/public/v2/value', { user: address }),
    REFRESH_MILLIS,
  );
  const stats = useSurface<{ readonly data: V2UserStats }>(
    addressOf(site.data, '/public/v2/user-stats', { user: address }),
    REFRESH_MILLIS,
  );
  const pnl = stats.data?.data.all_time_pnl;
  return (
    <dl className={`figures${value.isStale || stats.isStale ? ' is-stale' : ''}`}>
      <Figure label="Positions are worth">{value.data === undefined ? '…' : <Money amount={value.data.data.value} />}</Figure>
      <Figure label="Gain">{pnl === undefined ? '…' : <Money amount={pnl.economic_pnl} signed />}</Figure>
      <Figure label="Volume">{pnl === undefined ? '…' : <Money amount={pnl.volume_usdc} />}</Figure>
      <Figure label="Markets">{stats.data?.data.trades ?? '…'}</Figure>
      <Figure label="Biggest win">{stats.data === undefined ? '…' : <Money amount={stats.data.data.biggest_win} />}</Figure>
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

function Positions({ address, status }: { readonly address: string; readonly status: 'OPEN' | 'CLOSED' }): ReactNode {
  const site = useSite();
  const addressOfPage = useCallback(
    (cursor: string | null) => addressOf(site.data, '/public/v2/positions', { user: address, status, limit: PAGE_ROWS, cursor }),
    [site, address, status],
  );
  const pages = usePages<DataPage<V2Position>, V2Position>(
    { addressOf: addressOfPage, pageOf: pageOfData, keyOf: tokenOf },
    REFRESH_MILLIS,
  );
  return (
    <PageRows what="Positions" pages={pages} empty={status === 'OPEN' ? 'It holds nothing.' : 'It has closed nothing yet.'}>
      {(rows) => <PositionTable rows={rows} closed={status === 'CLOSED'} />}
    </PageRows>
  );
}

function tokenOf(position: V2Position): string {
  return position.token_id;
}

function Activity({ address }: { readonly address: string }): ReactNode {
  const site = useSite();
  const addressOfPage = useCallback(
    (cursor: string | null) => addressOf(site.data, '/public/v2/activity', { user: address, limit: PAGE_ROWS, cursor }),
    [site, address],
  );
  const pages = usePages<DataPage<V2Activity>, V2Activity>(
    { addressOf: addressOfPage, pageOf: pageOfData, keyOf: rowKey },
    REFRESH_MILLIS,
  );
  return (
    <PageRows what="Activity" pages={pages} empty="It has done nothing yet.">
      {(rows) => <ActivityTable rows={rows} />}
    </PageRows>
  );
}
