import { render, screen } from '@testing-library/react';
import { MarketRules } from './market-rules';

const MARKET = {
  description: '',
  end_date_iso: null,
  fee_schedule: null,
  rewards: { rates: [{ asset_address: '0x2', rewards_daily_rate: 0.001 }], min_size: 20, max_spread: 3.5 },
  minimum_tick_size: 0.01,
  minimum_order_size: 5,
  seconds_delay: 0,
  condition_id: '0xcc',
  status: 'active',
  tokens: [],
  is_50_50_outcome: false,
};

describe('MarketRules', () => {
  it('shows rewards as money, with what they are paid for', () => {
    render(<MarketRules market={MARKET} listed={undefined} />);
    expect(screen.getByText('Rewards').nextElementSibling?.textContent).toBe(
      '$0.001 a day, for resting orders of at least 20 shares within 3.5¢ of the midpoint',
    );
  });

  it('says nothing of rewards where there are none', () => {
    render(<MarketRules market={{ ...MARKET, rewards: { ...MARKET.rewards, rates: [] } }} listed={undefined} />);
    expect(screen.queryByText('Rewards')).toBeNull();
  });
});
