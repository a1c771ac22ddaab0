import type { ReactNode } from 'react';
import { MoneyInCents } from '../components/money';
import { useSite } from '../config/site-context';
import { decimalOfMicros } from '../figures/micros';
import { useAccountStream } from '../live/use-account-stream';
import { Link } from '../routing/link';
import { pathTo } from '../routing/route';
import { useBalance } from './use-balance';
import { useTrading } from './use-trader';

/** What the wallet can spend now, in the header of every page. */
export function HeaderBalance(): ReactNode {
  const { clob } = useSite();
  const { trading } = useTrading();
  const { version } = useAccountStream(clob, trading?.trader.key ?? null);
  const { balance } = useBalance(trading, undefined, version);
  return (
    <Link href={pathTo.portfolio} className="header-balance">
      <span className="price-label">Cash</span>{' '}
      {balance === null ? '…' : <MoneyInCents amount={decimalOfMicros(BigInt(balance.available))} />}
    </Link>
  );
}
