import type { V2Trade } from '@foretell/contracts';
import { useState, type ReactNode } from 'react';
import { Chance, Price } from '../components/money';
import { useSite } from '../config/site-context';
import { agoText } from '../figures/instants';
import type { DataPage } from '../live/data-pages';
import { addressOf } from '../live/read-resource';
import { useResource } from '../live/use-resource';
import { PRICE_LABELS, type ShownPrice } from './shown-price';

const AGE_REFRESH_MILLIS = 60_000;

interface PriceMarkProps {
  readonly shown: ShownPrice;
  /** As cents, or as a chance in integer percent. */
  readonly as: 'cents' | 'chance';
  /** The market; set to show the age of its last trade. */
  readonly conditionId?: string;
}

/** An outcome's price (shown-price.ts) with its label. For a midpoint, the label is only in the title and for screen readers. */
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
  const { data: dataUrl } = useSite();
  const address = addressOf(dataUrl, '/public/v2/trades', { condition_id: conditionId, taker_only: true, limit: 1 });
  const { data } = useResource<DataPage<V2Trade>>(address, AGE_REFRESH_MILLIS);
  const [now] = useState(() => Date.now());
  const at = data?.data[0]?.timestamp;
  return at === undefined ? null : `, ${agoText(at, now)}`;
}
