import type { V2Trade } from '@foretell/contracts';
import { useState, type ReactNode } from 'react';
import { Chance, Price } from '../components/money';
import { useSite } from '../config/site-context';
import { agoText } from '../figures/instants';
import type { DataPage } from '../live/data-pages';
import { addressOf } from '../live/read-surface';
import { useSurface } from '../live/use-surface';
import { PRICE_LABELS, type ShownPrice } from './shown-price';

const AGE_REFRESH_MILLIS = 60_000;

interface PriceMarkProps {
  readonly shown: ShownPrice;
  /** As cents, or as a chance in whole percent. */
  readonly as: 'cents' | 'chance';
  /** The market, where the age of a last trade is shown with it. */
  readonly conditionId?: string;
}

/** An outcome's price by the one rule, with its label. A midpoint, the usual case, says so on hovering and to a screen reader. */
export function PriceMark({ shown, as, conditionId }: PriceMarkProps): ReactNode {
  const { kind, price } = shown;
  const figure = as === 'cents' ? <Price price={price} /> : <Chance price={price} />;
  if (kind === 'last')
    return (
      <span className="price-mark">
        {figure}{' '}
        <span className="price-label">
          {PRICE_LABELS.last}
          {conditionId !== undefined && <TradeAge conditionId={conditionId} />}
        </span>
      </span>
    );
  return (
    <span className="price-mark" title={PRICE_LABELS[kind]}>
      {figure} <span className="visually-hidden">{PRICE_LABELS[kind]}</span>
    </span>
  );
}

/** How long ago the last trade of a market was. */
function TradeAge({ conditionId }: { readonly conditionId: string }): ReactNode {
  const { data: surface } = useSite();
  const address = addressOf(surface, '/public/v2/trades', { condition_id: conditionId, taker_only: true, limit: 1 });
  const { data } = useSurface<DataPage<V2Trade>>(address, AGE_REFRESH_MILLIS);
  const [now] = useState(() => Date.now());
  const at = data?.data[0]?.timestamp;
  return at === undefined ? null : `, ${agoText(at, now)}`;
}
