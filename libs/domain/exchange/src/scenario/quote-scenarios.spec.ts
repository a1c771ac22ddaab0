import { USUAL_BOUNDS } from '../exchange';
import { describeScenarios } from './describe-scenarios';

const STORIES: Record<string, string> = {
  'an accepted quote reserves, and its approval executes it at its price, whatever the book says': `
    market
    alice sells a1 5 @0.5             -> a1 rests 5
    bob   buys b1 10 @0.6 quoted      -> b1 delayed
    bob   holds                       -> 100 USDC (6 locked)
    alice sells a2 10 @0.6 quoted for b1 -> b1xa2 10@0.6
    bob   holds                       -> 94 USDC, 10 YES
    alice holds                       -> 66 USDC, 30 YES (5 locked), 40 NO
    book                              -> - | 0.5x5`,
  'the requester takes, so the fee is its own; the quoter needs no more than the price': `
    market fee 1000
    bob   buys b1 10 @0.5 quoted      -> b1 delayed
    alice sells a1 10 @0.5 quoted for b1 -> b1xa1 10@0.5 fee 0.25
    bob   holds                       -> 94.75 USDC, 10 YES
    alice holds                       -> 65 USDC, 30 YES, 40 NO`,
  'two buyers make sets, two sellers give them back': `
    market
    bob   buys b1 10 @0.6 quoted      -> b1 delayed
    carol buys NO c1 10 @0.4 quoted for b1 -> b1xc1 mints 10
    bob   sells b2 10 @0.7 quoted     -> b2 delayed
    carol sells NO c2 10 @0.3 quoted for b2 -> b2xc2 merges 10
    bob   holds                       -> 101 USDC
    carol holds                       -> 99 USDC`,
  'what is not approved in time is given back, and nobody can approve it any more': `
    market
    bob   buys b1 10 @0.6 quoted      -> b1 delayed
    bob   cancels b1                  -> rejected: order_delayed
    wait 31                           -> b1 unfilled 10
    bob   holds                       -> 100 USDC
    alice sells a1 10 @0.6 quoted for b1 -> rejected: quote_not_waiting`,
  'a market that closes or is paused ends what waits': `
    market
    bob   buys b1 10 @0.6 quoted      -> b1 delayed
    pause
    alice sells a1 10 @0.6 quoted for b1 -> rejected: market_not_accepting
    close                             -> b1 market closed 10
    bob   holds                       -> 100 USDC`,
};

describe('accepted quotes', () => describeScenarios(STORIES, { ...USUAL_BOUNDS, approvalMillis: 30 }));
