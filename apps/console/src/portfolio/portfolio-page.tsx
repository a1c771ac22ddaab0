import { useState, type ReactNode } from 'react';
import { ConnectionNote } from '../components/connection-note';
import { Loading } from '../components/loading';
import { Money } from '../components/money';
import { PageTitle } from '../components/page-title';
import { Tabs } from '../components/tabs';
import '../components/facts.css';
import { decimalOfMicros } from '../figures/micros';
import { Link } from '../routing/link';
import { pathTo } from '../routing/route';
import { FaultNote } from '../wallet/fault-note';
import { useSession } from '../wallet/session-store';
import { useBalance } from '../wallet/use-balance';
import { useTrading, type Trading } from '../wallet/use-trader';
import { Activity } from './activity';
import { OpenOrders } from './open-orders';
import { Positions } from './positions';
import { profitOverTime } from './profit';
import { ProfitChart } from './profit-chart';
import { useAccount, type Account } from './use-account';
import { useQuestions } from './use-questions';
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
  const { account, connection, fault, refresh } = useAccount(trading);
  return (
    <div className="portfolio">
      <ConnectionNote connection={connection} />
      {fault !== null && <FaultNote fault={fault} />}
      {account === null ? (
        fault === null && <Loading what="the portfolio" rows={6} />
      ) : (
        <div className={connection === 'cut' ? 'portfolio is-stale' : 'portfolio'}>
          <Worth trading={trading} account={account} />
          <section className="panel portfolio-panel" aria-labelledby="portfolio-profit">
            <h2 id="portfolio-profit">Profit over time</h2>
            <ProfitChart points={profitOverTime(account.closed)} />
          </section>
          <Lists trading={trading} account={account} onChanged={refresh} />
        </div>
      )}
    </div>
  );
}

function Worth({ trading, account }: { readonly trading: Trading; readonly account: Account }): ReactNode {
  const { balance } = useBalance(trading);
  const cash = balance === null ? null : [balance.available, balance.locked].map((micros) => decimalOfMicros(BigInt(micros)));
  const [available, locked] = cash ?? [];
  return (
    <dl className="panel portfolio-panel facts">
      <dt>Shares are worth</dt>
      <dd>
        <Money amount={account.value} />
      </dd>
      <dt>Free to use</dt>
      <dd>{available === undefined ? '…' : <Money amount={available} />}</dd>
      <dt>Held by open orders</dt>
      <dd>{locked === undefined ? '…' : <Money amount={locked} />}</dd>
    </dl>
  );
}

type ListName = 'positions' | 'orders' | 'activity';

interface ListsProps {
  readonly trading: Trading;
  readonly account: Account;
  readonly onChanged: () => void;
}

function Lists({ trading, account, onChanged }: ListsProps): ReactNode {
  const [chosen, choose] = useState<ListName>('positions');
  const { positions, orders, activity } = account;
  const questions = useQuestions(orders.map(({ market }) => market));
  const tabs = [
    { name: 'positions', label: `Positions (${positions.length})` },
    { name: 'orders', label: `Open orders (${orders.length})` },
    { name: 'activity', label: 'Activity' },
  ] as const;
  return (
    <section className="panel portfolio-lists" aria-label="What is yours">
      <Tabs<ListName> label="What is yours" tabs={tabs} chosen={chosen} onChoose={choose}>
        {chosen === 'positions' && <Positions positions={positions} trading={trading} onChanged={onChanged} />}
        {chosen === 'orders' && <OpenOrders orders={orders} questions={questions} trading={trading} onChanged={onChanged} />}
        {chosen === 'activity' && <Activity activity={activity} />}
      </Tabs>
    </section>
  );
}
