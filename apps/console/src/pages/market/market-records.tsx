import type { LastTradePriceMessage, MarketRecord, PublicMarket } from '@foretell/contracts';
import { memo, useState, type ReactNode } from 'react';
import { listedMarketAddress } from '../../catalog/market-address';
import { Tabs } from '../../components/tabs';
import { useSite } from '../../config/site-context';
import { useResource } from '../../live/use-resource';
import { HolderList } from './holder-list';
import { MarketRules } from './market-rules';
import { MarketActivity, MarketTrades } from './market-trades';

const TABS = [
  { name: 'trades', label: 'Trades' },
  { name: 'rules', label: 'Rules' },
  { name: 'holders', label: 'Holders' },
  { name: 'activity', label: 'Activity' },
] as const;

interface MarketRecordsProps {
  readonly market: MarketRecord;
  /** Trades of the stream, newest first. */
  readonly trades: readonly LastTradePriceMessage[];
}

/** The history of a market, and its rules. */
export const MarketRecords = memo(function MarketRecords({ market, trades }: MarketRecordsProps): ReactNode {
  const [tab, setTab] = useState<(typeof TABS)[number]['name']>('trades');
  return (
    <div className="panel">
      <Tabs label="About this market" tabs={TABS} chosen={tab} onChoose={setTab}>
        {tab === 'trades' && <MarketTrades market={market} streamed={trades} />}
        {tab === 'rules' && <Rules market={market} />}
        {tab === 'holders' && <HolderList market={market} />}
        {tab === 'activity' && <MarketActivity market={market} />}
      </Tabs>
    </div>
  );
});

function Rules({ market }: Pick<MarketRecordsProps, 'market'>): ReactNode {
  const { data } = useResource<PublicMarket>(listedMarketAddress(useSite(), market.market_slug));
  return <MarketRules market={market} listed={data} />;
}
