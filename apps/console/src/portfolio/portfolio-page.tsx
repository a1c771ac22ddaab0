import type { OpenOrderRecord } from '@foretell/contracts';
import { useState, type ReactNode } from 'react';
import { ConnectionNote } from '../components/connection-note';
import { EmptyNote } from '../components/empty-note';
import { Loading } from '../components/loading';
import { MoneyInCents } from '../components/money';
import { PageRows } from '../components/page-rows';
import { PageTitle } from '../components/page-title';
import { Tabs } from '../components/tabs';
import '../components/facts.css';
import type { Said } from '../figures/decimal-text';
import { decimalOfMicros, microsOf } from '../figures/micros';
import { isOld, type Connection } from '../live/connection';
import { isSilent } from '../live/service-error';
import type { Pages } from '../live/use-pages';
import { ActivityTable } from '../records/activity-table';
import { PositionTable } from '../records/position-table';
import { ProfitPanel } from '../records/profit-panel';
import { useActivity, usePositions } from '../records/use-records';
import { Link } from '../routing/link';
import { pathTo } from '../routing/route';
import { FaultNote } from '../wallet/fault-note';
import { useSession } from '../wallet/session-store';
import { useBalance } from '../wallet/use-balance';
import { useTrading, type Trading } from '../wallet/use-trader';
import { OpenOrders } from './open-orders';
import { OwnPositions } from './positions';
import { useAccount, type UsedAccount } from './use-account';
import { useQuestions } from './use-questions';
import { useReadings } from '../live/use-readings';
import './portfolio.css';

export function PortfolioPage(): ReactNode {
  const session = useSession();
  const { trading, fault } = useTrading();
  return (
    <>
      <PageTitle>Portfolio</PageTitle>
      {session === null && (
        <p>
          <Link href={pathTo.wallet}>Sign in</Link> to see what is yours.
        </p>
      )}
      {fault !== null && <FaultNote fault={fault} />}
      {trading !== null && <Portfolio trading={trading} />}
    </>
  );
}

function Portfolio({ trading }: { readonly trading: Trading }): ReactNode {
  const account = useAccount(trading);
  const { connection, fault, worth } = account;
  return (
    <div className="stack">
      <ConnectionNote connection={connection} />
      {fault !== null && <FaultNote fault={fault} />}
      {worth.error !== null && <RecordsMissing error={worth.error} isKnown={worth.data !== undefined} connection={connection} />}
      <Worth trading={trading} account={account} />
      <ProfitPanel address={trading.session.address} />
      <Lists trading={trading} account={account} />
    </div>
  );
}

interface RecordsMissingProps {
  readonly error: Error;
  /** Whether the data was loaded before. */
  readonly isKnown: boolean;
  /** State of the trading service. */
  readonly connection: Connection;
}

/**
 * One notice for all data that only the data service has, shown when it does not respond; each part of the page shows it too.
 */
function RecordsMissing({ error, isKnown, connection }: RecordsMissingProps): ReactNode {
  return (
    <div className="note note-warn" role="status">
      <p className="note-title">{isSilent(error) ? 'The data service does not answer.' : 'The data service cannot answer.'}</p>
      <p>
        The value of your shares, profit, positions and activity are {isKnown ? 'old' : 'missing'} until it does.
        {connection === 'live' && ' Your money and open orders are current: they come from the trading service.'}
      </p>
    </div>
  );
}

interface AccountProps {
  readonly trading: Trading;
  readonly account: UsedAccount;
}

function Worth({ trading, account: { worth, connection, version } }: AccountProps): ReactNode {
  const { balance } = useBalance(trading, undefined, version);
  const cash = balance === null ? null : [balance.available, balance.locked].map((micros) => decimalOfMicros(BigInt(micros)));
  const [available, locked] = cash ?? [];
  const total = totalOf([worth.data?.data.value, available, locked]);
  const ofTrading = { isMissing: connection === 'cut', isStale: isOld(connection, balance) };
  return (
    <dl className="panel portfolio-panel facts">
      <Amount
        name="Account total"
        amount={total}
        isMissing={worth.error !== null || ofTrading.isMissing}
        isStale={worth.isStale || ofTrading.isStale}
      />
      <Amount name="Value of shares" amount={worth.data?.data.value} isMissing={worth.error !== null} isStale={worth.isStale} />
      <Amount name="Available" amount={available} {...ofTrading} />
      <Amount name="Locked in open orders" amount={locked} {...ofTrading} />
    </dl>
  );
}

/** Undefined until all parts are known. */
function totalOf(parts: readonly (Said | undefined)[]): string | undefined {
  const known = parts.flatMap((part) => microsOf(String(part ?? '')) ?? []);
  if (known.length < parts.length) return undefined;
  return decimalOfMicros(known.reduce((sum, micros) => sum + micros, 0n));
}

interface AmountProps {
  readonly name: string;
  /** Undefined until it is loaded. */
  readonly amount: Said | undefined;
  /** Whether the service that has it does not respond. */
  readonly isMissing: boolean;
  readonly isStale: boolean;
}

function Amount({ name, amount, isMissing, isStale }: AmountProps): ReactNode {
  const placeholder = isMissing ? '—' : '…';
  return (
    <>
      <dt>{name}</dt>
      <dd className={isStale ? 'is-stale' : ''}>{amount === undefined ? placeholder : <MoneyInCents amount={amount} />}</dd>
    </>
  );
}

const NO_ORDERS: readonly OpenOrderRecord[] = [];
type ListName = 'positions' | 'closed' | 'orders' | 'activity';

function Lists({ trading, account }: AccountProps): ReactNode {
  const { positions, version, refresh } = account;
  const orders = account.orders ?? NO_ORDERS;
  const [chosen, choose] = useState<ListName>('positions');
  const questions = useQuestions(orders.map(({ market }) => market));
  const tabs = [
    { name: 'positions', label: `Positions${countOf(positions)}` },
    { name: 'closed', label: 'Closed' },
    { name: 'orders', label: `Open orders${account.orders === null ? '' : ` (${orders.length})`}` },
    { name: 'activity', label: 'Activity' },
  ] as const;
  return (
    <section className="panel" aria-label="Your positions and orders">
      <Tabs<ListName> label="Your positions and orders" tabs={tabs} chosen={chosen} onChoose={choose}>
        {chosen === 'positions' && <OwnPositions pages={positions} trading={trading} onChanged={refresh} />}
        {chosen === 'closed' && <ClosedPositions address={trading.session.address} version={version} />}
        {chosen === 'orders' && (
          <OwnOrders account={account}>
            <OpenOrders orders={orders} questions={questions} trading={trading} onChanged={refresh} />
          </OwnOrders>
        )}
        {chosen === 'activity' && <OwnActivity address={trading.session.address} version={version} />}
      </Tabs>
    </section>
  );
}

interface OwnOrdersProps {
  readonly account: UsedAccount;
  readonly children: ReactNode;
}

/** The reason is shown above. */
function OwnOrders({ account: { orders, fault, connection }, children }: OwnOrdersProps): ReactNode {
  if (orders !== null) return <div className={isOld(connection, orders) ? 'is-stale' : ''}>{children}</div>;
  return fault === null ? <Loading what="open orders" /> : <EmptyNote>Your open orders could not be loaded.</EmptyNote>;
}

/** Number of loaded rows, with a mark when there are more. */
function countOf({ rows, hasMore }: Pages<unknown>): string {
  return rows === undefined ? '' : ` (${rows.length}${hasMore ? '+' : ''})`;
}

interface RecordsProps {
  readonly address: string;
  readonly version: number;
}

function ClosedPositions({ address, version }: RecordsProps): ReactNode {
  const pages = usePositions(address, 'CLOSED');
  useReadings(pages.retry, version);
  return (
    <PageRows what="Closed positions" pages={pages} empty="You have closed no position yet.">
      {(rows) => <PositionTable rows={rows} status="CLOSED" />}
    </PageRows>
  );
}

function OwnActivity({ address, version }: RecordsProps): ReactNode {
  const pages = useActivity(address);
  useReadings(pages.retry, version);
  return (
    <PageRows what="Activity" pages={pages} empty="Nothing has happened yet.">
      {(rows) => <ActivityTable rows={rows} of="wallet" />}
    </PageRows>
  );
}
