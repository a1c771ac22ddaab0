import type { MarketRecord } from '@foretell/contracts';
import type { ReactNode } from 'react';
import { Money, Price, Shares } from '../../components/money';
import { groupedDecimal } from '../../figures/decimal-text';
import { instantText, secondsText } from '../../figures/instants';
import { Resolution, type ListedFacts } from './resolution';

const MILLIS = 1_000;

type Ruled = Pick<
  MarketRecord,
  | 'description'
  | 'end_date_iso'
  | 'fee_schedule'
  | 'rewards'
  | 'minimum_tick_size'
  | 'minimum_order_size'
  | 'seconds_delay'
  | 'condition_id'
  | 'status'
  | 'tokens'
  | 'is_50_50_outcome'
>;

interface MarketRulesProps {
  readonly market: Ruled;
  /** Undefined until the catalog has responded. */
  readonly listed: ListedFacts | undefined;
}

/** The rules that decide the market, and its trading terms. */
export function MarketRules({ market, listed }: MarketRulesProps): ReactNode {
  const { end_date_iso: end, fee_schedule: fee, rewards } = market;
  return (
    <div className="rules">
      <p className="prose">{market.description === '' ? 'No rules are given.' : market.description}</p>
      <dl className="terms">
        <Resolution market={market} listed={listed} />
        <dt>Price step</dt>
        <dd>
          <Price price={market.minimum_tick_size} />
        </dd>
        <dt>Smallest order</dt>
        <dd>
          <Shares size={market.minimum_order_size} /> shares
        </dd>
        <dt>Fee</dt>
        <dd>
          {fee === null
            ? 'None'
            : `Takers pay shares × ${groupedDecimal(fee.rate)} × (price × (1 − price))${fee.exponent === 1 ? '' : ` to the power of ${fee.exponent}`}`}
        </dd>
        {market.seconds_delay > 0 && (
          <>
            <dt>Delay</dt>
            <dd>Delay of an order that would trade {secondsText(market.seconds_delay)} before it does</dd>
          </>
        )}
        {rewards.rates.length > 0 && (
          <>
            <dt>Rewards</dt>
            <dd>
              {rewards.rates.map(({ asset_address: asset, rewards_daily_rate: rate }) => (
                <span key={asset}>
                  <Money amount={rate} /> a day,{' '}
                </span>
              ))}
              for resting orders of at least <Shares size={rewards.min_size} /> shares within {groupedDecimal(rewards.max_spread)}
              ¢ of the midpoint
            </dd>
          </>
        )}
        <dt>End date</dt>
        <dd>{end === null ? 'Not given' : instantText(Date.parse(end) / MILLIS)}</dd>
        <dt>Condition</dt>
        <dd className="address">{market.condition_id}</dd>
      </dl>
    </div>
  );
}
