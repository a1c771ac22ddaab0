import type { MarketRecord, PublicMarket } from '@foretell/contracts';
import { memo, type ReactNode } from 'react';
import { MoneyInCents } from '../../components/money';
import { PageTitle } from '../../components/page-title';
import { StaleMark } from '../../components/panel';
import { useSite } from '../../config/site-context';
import { dayText } from '../../figures/instants';
import { useSurface } from '../../live/use-surface';
import { Link } from '../../routing/link';
import { pathTo } from '../../routing/route';
import { AWAITING, resultText, type ListedResult } from './result-text';

const REFRESH_MILLIS = 15_000;

interface MarketHeadProps {
  readonly market: MarketRecord;
  readonly isStale: boolean;
}

/** The market's question and state. */
export const MarketHead = memo(function MarketHead({ market, isStale }: MarketHeadProps): ReactNode {
  const site = useSite();
  const { data: listed } = useSurface<PublicMarket & ListedResult>(
    `${site.gamma}/public/markets/${market.condition_id}`,
    REFRESH_MILLIS,
  );
  const { event } = market;
  return (
    <header className="market-head">
      {event.slug !== '' && (
        <p>
          <Link href={pathTo.event(event.slug)}>{event.title}</Link>
        </p>
      )}
      <PageTitle>{market.question}</PageTitle>
      <p className="quiet market-facts">
        <span>{market.status === 'closed' && listed !== undefined ? resultText(listed) : standing(market)}</span>
        <span>{listed === undefined ? '' : <Traded volume={listed.volume} />}</span>
        {market.end_date_iso !== null && <span>Ends {dayText(market.end_date_iso)}</span>}
        {isStale && <StaleMark />}
      </p>
    </header>
  );
});

function Traded({ volume }: { readonly volume: string }): ReactNode {
  return (
    <>
      <MoneyInCents amount={volume} /> traded
    </>
  );
}

/** A market's state in words. */
function standing({ status, accepting_orders: isOpen, tokens, is_50_50_outcome: isHalved }: MarketRecord): string {
  if (status === 'resolved') {
    const winner = tokens.find((token) => token.winner);
    return isHalved || winner === undefined ? 'Resolved to half and half' : `Resolved: ${winner.outcome}`;
  }
  if (status === 'paused') return 'Paused';
  if (status === 'closed') return AWAITING;
  return isOpen ? 'Open' : 'Takes no orders yet';
}
