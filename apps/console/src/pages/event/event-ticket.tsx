import type { MarketRecord, PublicMarketFields } from '@foretell/contracts';
import type { ReactNode } from 'react';
import { useBooks } from '../../books/use-books';
import { marketAddress } from '../../catalog/market-address';
import { shortName } from '../../catalog/market-words';
import { outcomesOf } from '../../catalog/outcomes';
import { useSite } from '../../config/site-context';
import { useResource } from '../../live/use-resource';
import { useOwnMarket } from '../../own/use-own-market';
import { TradePlace } from '../../trade/trade-place';
import { useTrading } from '../../wallet/use-trader';

const REFRESH_MILLIS = 10_000;

interface EventTicketProps {
  readonly market: PublicMarketFields;
  readonly isAlone: boolean;
  /** Token of the address; if it is of another market, the first outcome is selected. */
  readonly outcome: string | null;
  readonly onToken: (tokenId: string) => void;
  readonly isOpen: boolean;
  readonly onOpen: (isOpen: boolean) => void;
}

/** The ticket of one of an event's markets, with its live books. */
export function EventTicket({ market, isAlone, outcome, ...rest }: EventTicketProps): ReactNode {
  const site = useSite();
  const { data } = useResource<MarketRecord>(marketAddress(site, market.conditionId), REFRESH_MILLIS);
  const tokenIds = outcomesOf(market).map(({ tokenId }) => tokenId);
  const watched = useBooks(tokenIds);
  const { trading } = useTrading();
  const own = useOwnMarket(trading, market.conditionId, tokenIds);
  if (data === undefined) return <aside className="ticket-place" aria-label="Order ticket" />;
  const tokenId = tokenIds.find((id) => id === outcome) ?? tokenIds[0] ?? '';
  return (
    <TradePlace
      market={data}
      watched={watched}
      own={own}
      tokenId={tokenId}
      taken={null}
      name={isAlone ? undefined : shortName(market)}
      {...rest}
    />
  );
}
