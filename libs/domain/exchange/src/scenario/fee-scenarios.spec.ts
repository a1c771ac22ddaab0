import { describeScenarios } from './describe-scenarios';

/*
 * Taker fees calculated by hand: shares x rate x (p x (1 - p))^exponent, truncated after the fifth decimal of the execution's
 * sum. Source: interface, Matching.
 */

/**
 * Rate 0.07, exponent 1, for 10 shares:
 *   at 0.50: 10 x 0.07 x 0.5  x 0.5  = 0.175
 *   at 0.10: 10 x 0.07 x 0.1  x 0.9  = 0.063, and at 0.90 the same
 *   at 0.33: 10 x 0.07 x 0.33 x 0.67 = 0.15477
 * bob paid 5 + 1 + 9 + 3.3 for the shares and 0.175 + 0.063 + 0.063 + 0.15477 in fees: 100 - 18.3 - 0.45577 = 81.24423.
 */
const EXPONENT_ONE = `
    market fee 700 exponent 1
    alice sells a1 10 @0.5            -> a1 rests 10
    bob   buys  b1 10 @0.5            -> b1xa1 10@0.5 fee 0.175
    alice sells a2 10 @0.1            -> a2 rests 10
    bob   buys  b2 10 @0.1            -> b2xa2 10@0.1 fee 0.063
    alice sells a3 10 @0.9            -> a3 rests 10
    bob   buys  b3 10 @0.9            -> b3xa3 10@0.9 fee 0.063
    alice sells a4 10 @0.33           -> a4 rests 10
    bob   buys  b4 10 @0.33           -> b4xa4 10@0.33 fee 0.15477
    bob   holds                       -> 81.24423 USDC, 40 YES
    alice holds                       -> 78.3 USDC, 40 NO`;

/**
 * Rate 0.25, exponent 2, for 10 shares:
 *   at 0.50: 10 x 0.25 x (0.25)^2   = 0.15625
 *   at 0.10: 10 x 0.25 x (0.09)^2   = 0.02025
 *   at 0.33: 10 x 0.25 x (0.2211)^2 = 0.122213025, truncated: 0.12221
 *   at 0.01: 10 x 0.25 x (0.0099)^2 = 0.000245025, truncated: 0.00024
 * bob: 100 - (5 + 1 + 3.3 + 0.1) - (0.15625 + 0.02025 + 0.12221 + 0.00024) = 90.30105.
 */
const EXPONENT_TWO = `
    market fee 2500 exponent 2
    alice sells a1 10 @0.5            -> a1 rests 10
    bob   buys  b1 10 @0.5            -> b1xa1 10@0.5 fee 0.15625
    alice sells a2 10 @0.1            -> a2 rests 10
    bob   buys  b2 10 @0.1            -> b2xa2 10@0.1 fee 0.02025
    alice sells a3 10 @0.33           -> a3 rests 10
    bob   buys  b3 10 @0.33           -> b3xa3 10@0.33 fee 0.12221
    alice sells a4 10 @0.01           -> a4 rests 10
    bob   buys  b4 10 @0.01           -> b4xa4 10@0.01 fee 0.00024
    bob   holds                       -> 90.30105 USDC, 40 YES`;

/**
 * The fee of a sale is deducted from its proceeds. Rate 0.25, exponent 2, 8 shares at 0.25: 8 x 0.25 x (0.1875)^2 = 0.0703125,
 * truncated: 0.07031. alice had 60 and receives 2 less the fee: 61.92969. bob, whose order rested, pays 2 and nothing else.
 */
const SALE = `
    market fee 2500 exponent 2
    bob   buys  b1 8 @0.25            -> b1 rests 8
    alice sells a1 8 @0.25            -> a1xb1 8@0.25 fee 0.07031
    alice holds                       -> 61.92969 USDC, 32 YES, 40 NO
    bob   holds                       -> 98 USDC, 8 YES`;

/**
 * Rate 0.01, exponent 2, 3 shares: at 0.30 the fee is 3 x 0.01 x 0.0441 = 0.001323, at 0.40 it is 3 x 0.01 x 0.0576 = 0.001728.
 * Truncated one by one the sum would be 0.00132 + 0.00172 = 0.00304; the execution's 0.003051 is 0.00305.
 */
const ONE_EXECUTION = `
    market fee 100 exponent 2
    alice sells a1 3 @0.3             -> a1 rests 3
    alice sells a2 3 @0.4             -> a2 rests 3
    bob   buys  b1 6 @0.4             -> b1xa1 3@0.3 fee 0.00132, b1xa2 3@0.4 fee 0.00173
    bob   holds                       -> 97.89695 USDC, 6 YES`;

/** Exponent 0: 0.02 for each share, 10 x 0.02 = 0.2 at any price. */
const EXPONENT_ZERO = `
    market fee 200 exponent 0
    alice sells a1 10 @0.1            -> a1 rests 10
    bob   buys  b1 10 @0.1            -> b1xa1 10@0.1 fee 0.2
    alice sells a2 10 @0.9            -> a2 rests 10
    bob   buys  b2 10 @0.9            -> b2xa2 10@0.9 fee 0.2
    bob   holds                       -> 89.6 USDC, 20 YES`;

/**
 * Exponent 0 with a rate above the price: the proceeds of a sale cannot be negative. 10 shares at 0.01 bring 0.1; the fee would
 * be 10 x 0.05 = 0.5.
 */
const DEARER_THAN_THE_SHARE = `
    market fee 500 exponent 0
    bob   buys  b1 10 @0.01           -> b1 rests 10
    alice sells a1 10 @0.01           -> a1xb1 10@0.01 fee 0.1
    alice holds                       -> 60 USDC, 30 YES, 40 NO`;

/**
 * Exponent 4 and rate 1, the maximum of both.
 * At 0.50: 10 x (0.25)^4 = 0.0390625, truncated: 0.03906. At 0.10: 10 x (0.09)^4 = 0.0006561, truncated: 0.00065.
 */
const EXPONENT_FOUR = `
    market fee 10000 exponent 4
    alice sells a1 10 @0.5            -> a1 rests 10
    bob   buys  b1 10 @0.5            -> b1xa1 10@0.5 fee 0.03906
    alice sells a2 10 @0.1            -> a2 rests 10
    bob   buys  b2 10 @0.1            -> b2xa2 10@0.1 fee 0.00065
    bob   holds                       -> 93.96029 USDC, 20 YES`;

/**
 * A budget of 10 at 0.50, rate 0.05: 20 shares x 0.05 x 0.25 = 0.25, so it needs 10.25 in total. dave has exactly that and ends
 * with nothing; erin has one millionth less and is refused.
 */
const WHOLE_BALANCE = `
    market fee 500
    alice sells a1 40 @0.5            -> a1 rests 40
    dave  credited 10.25
    erin  credited 10.249999
    erin  buys  e1 $10 @0.5 FOK       -> rejected: not_enough_balance
    dave  buys  d1 $10 @0.5 FOK       -> d1xa1 20@0.5 fee 0.25
    dave  holds                       -> 20 YES`;

/**
 * A better price than the limit buys more shares with one budget, at a higher fee. 10 at 0.40 instead of 0.80, rate 0.05: 25
 * shares x 0.05 x 0.4 x 0.6 = 0.3. At the limit it would be 12.5 x 0.05 x 0.8 x 0.2 = 0.1. The order needs the actual fee.
 */
const BETTER_PRICE = `
    market fee 500
    alice sells a1 30 @0.4            -> a1 rests 30
    dave  credited 10.3
    erin  credited 10.29
    erin  buys  e1 $10 @0.8 FOK       -> rejected: not_enough_balance
    dave  buys  d1 $10 @0.8 FOK       -> d1xa1 25@0.4 fee 0.3
    dave  holds                       -> 25 YES`;

/**
 * The same in a market with a delay, during which the price falls from 0.80 to 0.40. The fee is the 0.1 that was reserved when
 * the order was accepted.
 */
const RESERVED_FOR_A_DELAY = `
    market fee 500 delay 20
    alice sells a1 30 @0.8            -> a1 rests 30
    dave  credited 10.1
    dave  buys  d1 $10 @0.8 FOK       -> d1 delayed
    dave  holds                       -> 10.1 USDC (10.1 locked)
    alice cancels a1                  -> a1 canceled 30
    alice sells a2 30 @0.4            -> a2 rests 30
    wait 20                           -> d1xa2 25@0.4 fee 0.1
    dave  holds                       -> 25 YES`;

describeScenarios({
  'a fee with exponent 1 at several prices': EXPONENT_ONE,
  'a fee with exponent 2 at several prices': EXPONENT_TWO,
  'the fee of a sale': SALE,
  'the fee of an execution over two prices is rounded once': ONE_EXECUTION,
  'a fee with exponent 0 does not depend on the price': EXPONENT_ZERO,
  'a fee is at most the proceeds of the sale': DEARER_THAN_THE_SHARE,
  'a fee with exponent 4': EXPONENT_FOUR,
  'a complete balance is spent to zero, and one unit less is refused': WHOLE_BALANCE,
  'a budget needs the fee of what it actually buys': BETTER_PRICE,
  'a budget that waits for a delay pays the fee that was reserved': RESERVED_FOR_A_DELAY,
});
