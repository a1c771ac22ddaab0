import type { MarketDataClient } from '@foretell/client/browser';
import type { MarketRecord, OrderBookSummary } from '@foretell/contracts';
import { useEffect, useState } from 'react';
import { useSite } from '../config/site-context';
import { feeTermsOf } from './estimate';
import type { TicketMarket } from './plan';

const EVERY_MILLIS = 2_000;

interface MarketState {
  readonly market: TicketMarket | null;
  readonly isOpen: boolean;
  readonly fault: unknown;
}

const NOTHING: MarketState = { market: null, isOpen: true, fault: null };

/** What an estimate needs of a market: its rules, and the book of the token, asked again every two seconds. */
export function useTicketMarket(conditionId: string, tokenId: string): MarketState {
  const { clob } = useSite();
  const [state, setState] = useState<{ readonly of: string; readonly known: MarketState }>({ of: '', known: NOTHING });
  const of = `${conditionId} ${tokenId}`;
  useEffect(() => {
    const ending = new AbortController();
    const { signal } = ending;
    const fail = (fault: unknown): void => {
      if (!signal.aborted) setState((last) => ({ of, known: { ...(last.of === of ? last.known : NOTHING), fault } }));
    };
    void import('@foretell/client/browser').then(({ MarketDataClient: Client }) => {
      const client = new Client({ url: clob });
      const ask = (): void => {
        if (!signal.aborted) readMarket(client, { conditionId, tokenId, signal }).then((known) => setState({ of, known }), fail);
      };
      ask();
      const timer = setInterval(ask, EVERY_MILLIS);
      signal.addEventListener('abort', () => clearInterval(timer));
    }, fail);
    return () => ending.abort();
  }, [clob, conditionId, tokenId, of]);
  return state.of === of ? state.known : NOTHING;
}

interface Wanted {
  readonly conditionId: string;
  readonly tokenId: string;
  readonly signal: AbortSignal;
}

async function readMarket(client: MarketDataClient, { conditionId, tokenId, signal }: Wanted): Promise<MarketState> {
  const [market, book] = await Promise.all([client.market(conditionId, { signal }), client.book(tokenId, { signal })]);
  return { market: ticketMarket(market, book), isOpen: market.accepting_orders, fault: null };
}

function ticketMarket({ fee_schedule: schedule }: MarketRecord, book: OrderBookSummary): TicketMarket {
  return {
    tokenId: book.asset_id,
    isNegRisk: book.neg_risk,
    tick: book.tick_size,
    minimumShares: book.min_order_size,
    fee: feeTermsOf(schedule),
    bids: book.bids,
    asks: book.asks,
  };
}
