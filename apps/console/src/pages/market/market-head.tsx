import type { MarketRecord, PublicMarket } from '@foretell/contracts';
import { memo, type ReactNode } from 'react';
import { listedMarketAddress } from '../../catalog/market-address';
import { MoneyInCents } from '../../components/money';
import { PageTitle } from '../../components/page-title';
import { StaleMark } from '../../components/panel';
import { useSite } from '../../config/site-context';
import { endText } from '../../figures/instants';
import { useResource } from '../../live/use-resource';
import { Link } from '../../routing/link';
import { pathTo } from '../../routing/route';
import { stageText, standingText, type ListedStage } from './resolution';

export const LISTED_REFRESH_MILLIS = 15_000;

interface MarketHeadProps {
  readonly market: MarketRecord;
  readonly isStale: boolean;
}

/** The market's question and state. */
export const MarketHead = memo(function MarketHead({ market, isStale }: MarketHeadProps): ReactNode {
  const site = useSite();
  const { data: listed } = useResource<PublicMarket & ListedStage>(
    listedMarketAddress(site, market.market_slug),
    LISTED_REFRESH_MILLIS,
  );
  const { event, status } = market;
  const isWaiting = status === 'active' && !market.accepting_orders;
  const standing = status === 'closed' && listed !== undefined ? stageText(listed) : standingText(market);
  const isOver = status === 'closed' || status === 'resolved';
  return (
    <header className="market-head">
      {event.slug !== '' && (
        <p>
          <Link href={pathTo.event(event.slug)}>{event.title}</Link>
        </p>
      )}
      <PageTitle>{market.question}</PageTitle>
      <p className="quiet market-facts">
        <span>{isWaiting ? 'Does not accept orders yet' : standing}</span>
        <span>{listed === undefined ? '' : <Traded volume={listed.volume} />}</span>
        {market.end_date_iso !== null && <span>{endText({ endDate: market.end_date_iso, closed: isOver })}</span>}
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
