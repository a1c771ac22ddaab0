import { USUAL_BOUNDS } from '../exchange';
import { describeScenarios } from './describe-scenarios';

const STORIES: Record<string, string> = {
  'a GTC that reached the fill limit of an execution continues in the next, before any other command': `
    market
    alice sells a1 5 @0.5             -> a1 rests 5
    alice sells a2 5 @0.5             -> a2 rests 5
    alice sells a3 5 @0.51            -> a3 rests 5
    bob   buys b1 20 @0.52            -> b1xa1 5@0.5, b1xa2 5@0.5, b1 delayed
    carol buys c1 5 @0.52             -> b1xa3 5@0.51, c1 rests 5
    order b1                          -> live filled 15 for 7.55
    book                              -> 0.52x10 | -`,
  'a rest that crosses nothing rests at once, however many fills there were': `
    market
    alice sells a1 5 @0.5             -> a1 rests 5
    alice sells a2 5 @0.5             -> a2 rests 5
    bob   buys b1 20 @0.52            -> b1xa1 5@0.5, b1xa2 5@0.5, b1 rests 10
    book                              -> 0.52x10 | -`,
  'a FAK stops at the fill limit of an execution, and a FOK is refused before it': `
    market
    alice sells a1 5 @0.5             -> a1 rests 5
    alice sells a2 5 @0.5             -> a2 rests 5
    alice sells a3 5 @0.5             -> a3 rests 5
    bob   buys b1 15 @0.5 FOK         -> rejected: fok_too_many_fills
    bob   buys b2 10 @0.5 FOK         -> b2xa1 5@0.5, b2xa2 5@0.5
    alice sells a4 5 @0.5             -> a4 rests 5
    alice sells a5 5 @0.5             -> a5 rests 5
    bob   buys b3 15 @0.5 FAK         -> b3xa3 5@0.5, b3xa4 5@0.5, b3 unfilled 5
    book                              -> - | 0.5x5`,
  'an order that continues pays the fee of each execution, and has the funds for it': `
    market fee 1000
    alice sells a1 5 @0.5             -> a1 rests 5
    alice sells a2 5 @0.5             -> a2 rests 5
    alice sells a3 5 @0.5             -> a3 rests 5
    bob   buys b1 15 @0.5             -> b1xa1 5@0.5 fee 0.125, b1xa2 5@0.5 fee 0.125, b1 delayed
    wait 1                            -> b1xa3 5@0.5 fee 0.125
    bob holds                         -> 92.125 USDC, 15 YES`,
  'a wallet may have this many open orders in a market and no more': `
    market
    bob buys b1 5 @0.1                -> b1 rests 5
    bob buys b2 5 @0.1                -> b2 rests 5
    bob buys b3 5 @0.1                -> b3 rests 5
    bob buys b4 5 @0.1                -> b4 rests 5
    bob buys b5 5 @0.1                -> rejected: too_many_market_orders
    bob buys b6 5 @0.1 FAK            -> rejected: fak_no_match
    bob cancels b1                    -> b1 canceled 5
    bob buys b7 5 @0.1                -> b7 rests 5`,
  'a cancel of everything, a close and a resolution run in steps, and nothing is left': `
    market
    bob buys b1 5 @0.1                -> b1 rests 5
    bob buys b2 5 @0.2                -> b2 rests 5
    bob buys b3 5 @0.3                -> b3 rests 5
    bob cancels all                   -> b1 canceled 5, b2 canceled 5, b3 canceled 5
    bob buys b4 5 @0.1                -> b4 rests 5
    bob buys b5 5 @0.2                -> b5 rests 5
    carol buys c1 5 @0.3              -> c1 rests 5
    close                             -> b5 market closed 5, c1 market closed 5, b4 market closed 5
    resolve YES                       -> alice redeems 40/40 for 40`,
  'everything due happens before a command, without a limit': `
    market
    bob buys b1 5 @0.1 GTD 100        -> b1 rests 5
    bob buys b2 5 @0.2 GTD 100        -> b2 rests 5
    carol buys c1 5 @0.3 GTD 100      -> c1 rests 5
    wait 200                          -> b1 expired 5, b2 expired 5, c1 expired 5`,
};

/** Here an execution and a step are limited to two. */
describeScenarios(STORIES, { ...USUAL_BOUNDS, marketOrdersMax: 4, fillsMax: 2, stepMax: 2 });
