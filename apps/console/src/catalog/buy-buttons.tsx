import type { PublicMarketFields } from '@foretell/contracts';
import type { ReactNode } from 'react';
import { Price } from '../components/money';
import { Link } from '../routing/link';
import { pathTo } from '../routing/route';
import { outcomesOf } from './outcomes';
import { quoteOfOutcome, type Quote } from './shown-price';

interface BuyButtonsProps {
  readonly market: PublicMarketFields;
  readonly quote: Quote | undefined;
  /** Handles a click instead of opening the market's page; the link still opens in a new tab. */
  readonly onBuy?: (tokenId: string) => void;
  /** Whether the label has a verb: "Buy Yes". */
  readonly isLong?: boolean;
}

/** A button for each outcome of an open market, with its best ask. */
export function BuyButtons({ market, quote, onBuy, isLong = false }: BuyButtonsProps): ReactNode {
  const outcomes = outcomesOf(market);
  if (outcomes.length === 0) return <span className="quiet">Not traded</span>;
  return (
    <span className="buy-buttons">
      {outcomes.map(({ tokenId, label }, at) => (
        <Link
          key={tokenId}
          href={`${pathTo.market(market)}?outcome=${tokenId}`}
          className={`buy-button tone-${at}`}
          title={`Buy ${label}`}
          onFollow={onBuy === undefined ? undefined : () => onBuy(tokenId)}
        >
          <span className="buy-button-label one-line">
            {isLong && 'Buy '}
            {label}
          </span>{' '}
          <Price price={quoteOfOutcome(quote, at).ask} />
        </Link>
      ))}
    </span>
  );
}
