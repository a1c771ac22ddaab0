import { describeScenarios } from './describe-scenarios';

const STORIES: Record<string, string> = {
  'a transfer, a mint, and a killed order': `
    market
    alice sells a1 10 @0.6            -> a1 rests 10
    bob   buys  b1 12 @0.61           -> b1xa1 10@0.6, b1 rests 2
    carol buys NO c1 2 @0.39          -> c1xb1 mints 2
    book                              -> - | -
    bob   buys  b2 4 @0.6 FOK         -> rejected: fok_not_filled
    bob   holds                       -> 92.78 USDC, 12 YES
    carol holds                       -> 99.22 USDC, 2 NO
    alice holds                       -> 66 USDC, 30 YES, 40 NO`,
  'two sellers of opposite outcomes merge their shares': `
    market
    carol splits 5
    alice sells YES a1 5 @0.3         -> a1 rests 5
    book                              -> - | 0.3x5
    carol sells NO c1 4 @0.65         -> c1xa1 merges 4
    alice holds                       -> 61.2 USDC, 36 YES (1 locked), 40 NO
    carol holds                       -> 97.8 USDC, 5 YES, 1 NO`,
  'price comes first, then time, and a cancel gives up the place': `
    market
    alice sells a1 5 @0.55            -> a1 rests 5
    alice sells a2 5 @0.5             -> a2 rests 5
    alice sells a3 5 @0.55            -> a3 rests 5
    alice cancels a1                  -> a1 canceled 5
    alice sells a4 5 @0.55            -> a4 rests 5
    bob   buys b1 12 @0.6             -> b1xa2 5@0.5, b1xa3 5@0.55, b1xa4 2@0.55
    book                              -> - | 0.55x3
    order a4                          -> live filled 2 for 1.1
    order a1                          -> canceled filled 0 for 0`,
  'both outcomes make one book': `
    market
    bob   buys YES b1 4 @0.4          -> b1 rests 4
    carol buys NO  c1 6 @0.5          -> c1 rests 6
    alice sells NO a1 3 @0.55         -> a1 rests 3
    book                              -> 0.4x4 0.45x3 | 0.5x6`,
  'an own resting order is cancelled when reached, and matching continues': `
    market
    alice sells a1 5 @0.5             -> a1 rests 5
    carol splits 5
    carol sells c1 5 @0.5             -> c1 rests 5
    alice sells a2 5 @0.52            -> a2 rests 5
    alice buys  a3 4 @0.55            -> a1 self trade 5, a3xc1 4@0.5
    book                              -> - | 0.5x1 0.52x5`,
  'own orders are no liquidity for FOK and FAK, and a rejection has no effect': `
    market
    alice sells a1 5 @0.5             -> a1 rests 5
    alice buys a2 5 @0.5 FOK          -> rejected: fok_not_filled
    alice buys a3 5 @0.5 FAK          -> rejected: fak_no_match
    book                              -> - | 0.5x5`,
  'FOK and FAK by the dollar': `
    market
    alice sells a1 10 @0.5            -> a1 rests 10
    alice sells a2 10 @0.6            -> a2 rests 10
    bob   buys b1 $12 @0.6 FOK        -> rejected: fok_not_filled
    bob   buys b2 $8 @0.6 FOK         -> b2xa1 10@0.5, b2xa2 5@0.6
    bob   buys b3 $9 @0.6 FAK         -> b3xa2 5@0.6, b3 unfilled 10
    order b3                          -> matched filled 5 for 3
    bob   buys b4 $1 @0.6 FAK         -> rejected: fak_no_match
    bob   holds                       -> 89 USDC, 20 YES`,
  'a budget is spent when it buys less than a hundredth of a share': `
    market tick 0.0001
    alice sells a1 30 @0.42           -> a1 rests 30
    bob   buys b1 $10 @0.42 FOK       -> b1xa1 23.809523@0.42
    order b1                          -> matched filled 23.809523 for 10
    carol buys c1 $0.008 @0.9 FAK     -> rejected: size_too_small`,
  'a budget needs 1 USDC, not the minimum size of the market, and what it bought can be sold at once': `
    market minimum 5
    alice sells a1 10 @0.5            -> a1 rests 10
    bob   buys b1 $0.999999 @0.5 FOK  -> rejected: size_too_small
    bob   buys b2 $1 @0.5 FOK         -> b2xa1 2@0.5
    bob   sells b3 2 @0.4             -> rejected: size_too_small
    carol buys c1 5 @0.4              -> c1 rests 5
    bob   sells b4 0.009999 @0.4 FAK  -> rejected: size_too_small
    bob   sells b5 2 @0.4 FAK         -> b5xc1 2@0.4`,
  'an order that is cancelled after a partial fill counts as cancelled': `
    market
    alice sells a1 10 @0.5            -> a1 rests 10
    bob   buys b1 4 @0.5              -> b1xa1 4@0.5
    alice cancels a1                  -> a1 canceled 6
    order a1                          -> canceled filled 4 for 2`,
  'FAK by shares fills what is available': `
    market
    bob   buys b1 3 @0.5              -> b1 rests 3
    alice sells a1 10 @0.5 FAK        -> a1xb1 3@0.5, a1 unfilled 7
    order a1                          -> matched filled 3 for 1.5
    alice sells a2 10 @0.5 FAK        -> rejected: fak_no_match
    bob   buys b2 3 @0.5              -> b2 rests 3
    alice sells a3 10 @0.5 FOK        -> rejected: fok_not_filled
    alice sells a4 3 @0.5 FOK         -> a4xb2 3@0.5`,
  'the taker pays the fee: added to a purchase, deducted from a sale': `
    market fee 200
    alice sells a1 10 @0.5            -> a1 rests 10
    bob   buys  b1 10 @0.6            -> b1xa1 10@0.5 fee 0.05
    bob   holds                       -> 94.95 USDC, 10 YES
    carol buys  c1 10 @0.4            -> c1 rests 10
    carol holds                       -> 100 USDC (4 locked)
    bob   sells b2 10 @0.4            -> b2xc1 10@0.4 fee 0.048
    bob   holds                       -> 98.902 USDC
    carol holds                       -> 96 USDC, 10 YES`,
  'fees round down once for the complete execution': `
    market fee 1 tick 0.01
    alice sells a1 1 @0.5             -> a1 rests 1
    alice sells a2 1 @0.5             -> a2 rests 1
    bob   buys  b1 2 @0.5             -> b1xa1 1@0.5 fee 0.00002, b1xa2 1@0.5 fee 0.00003`,
  'post-only rests or is refused': `
    market
    alice sells a1 5 @0.5             -> a1 rests 5
    bob   buys b1 5 @0.5 post-only    -> rejected: post_only_crosses
    bob   buys b2 5 @0.49 post-only   -> b2 rests 5
    bob   buys b3 5 @0.4 FOK post-only -> rejected: post_only_order_type`,
  'GTD expires at its time exactly': `
    market
    alice sells a1 5 @0.5 GTD 50      -> a1 rests 5
    wait 49
    bob   buys b1 1 @0.5              -> b1xa1 1@0.5
    wait 1                            -> a1 expired 4
    bob   buys b2 1 @0.5 FAK          -> rejected: fak_no_match
    bob   buys b3 1 @0.5 GTD 49       -> rejected: invalid_expiration
    bob   buys b4 1 @0.5 GTD          -> rejected: invalid_expiration`,
  'a marketable order waits for the delay and cannot be cancelled during it': `
    market delay 20
    alice sells a1 5 @0.5             -> a1 rests 5
    bob   buys b1 3 @0.5              -> b1 delayed
    bob   holds                       -> 100 USDC (1.5 locked)
    bob   cancels b1                  -> rejected: order_delayed
    bob   buys b2 1 @0.4              -> b2 rests 1
    bob   cancels all                 -> b2 canceled 1, b1 stays
    wait 19
    wait 1                            -> b1xa1 3@0.5
    alice cancels a1                  -> a1 canceled 2
    order a1                          -> canceled filled 3 for 1.5
    bob   buys b3 1 @0.5              -> b3 rests 1`,
  'a delayed order matches the book at the end of the delay': `
    market delay 20
    alice sells a1 5 @0.5             -> a1 rests 5
    bob   buys b1 3 @0.5 FOK          -> b1 delayed
    bob   buys b2 3 @0.5 FAK          -> b2 delayed
    bob   buys b3 3 @0.5              -> b3 delayed
    alice cancels a1                  -> a1 canceled 5
    carol buys c1 3 @0.5              -> c1 rests 3
    wait 20                           -> b1 unfilled 3, b2 unfilled 3
    alice sells a2 3 @0.5             -> a2 delayed
    wait 20                           -> a2xb3 3@0.5`,
  'an order that expires when a delay ends is not matched': `
    market delay 50
    bob   buys b1 3 @0.5 GTD 60       -> b1 rests 3
    wait 10
    alice sells a1 3 @0.5             -> a1 delayed
    wait 50                           -> b1 expired 3
    book                              -> - | 0.5x3`,
  'an expiry comes before the end of a delay of an older order': `
    market delay 60
    bob   buys b1 3 @0.5              -> b1 rests 3
    alice sells a1 3 @0.5             -> a1 delayed
    bob   buys b2 3 @0.51 GTD 60      -> b2 rests 3
    wait 60                           -> b2 expired 3, a1xb1 3@0.5`,
  'delays that end together end in the order of acceptance': `
    market delay 20
    bob   buys b1 4 @0.5              -> b1 rests 4
    alice sells a1 1 @0.5             -> a1 delayed
    alice sells a2 1 @0.5             -> a2 delayed
    alice sells a3 1 @0.5             -> a3 delayed
    alice sells a4 1 @0.5             -> a4 delayed
    wait 20                           -> a1xb1 1@0.5, a2xb1 1@0.5, a3xb1 1@0.5, a4xb1 1@0.5`,
  'the rest of a delayed order still expires': `
    market delay 20
    alice sells a1 3 @0.5             -> a1 rests 3
    bob   buys b1 5 @0.5 GTD 60       -> b1 delayed
    wait 20                           -> b1xa1 3@0.5
    wait 40                           -> b1 expired 2`,
  'a post-only order needs no funds for a fee': `
    market fee 200
    bob   buys b1 200 @0.5            -> rejected: not_enough_balance
    bob   buys b2 200 @0.5 post-only  -> b2 rests 200`,
  'an order whose delay ends during a pause is closed unfilled': `
    market delay 20
    alice sells a1 5 @0.5             -> a1 rests 5
    bob   buys b1 3 @0.5              -> b1 delayed
    pause
    carol buys c1 3 @0.5              -> rejected: market_not_accepting
    wait 20                           -> b1 unfilled 3
    alice cancels a1                  -> a1 canceled 5
    bob   holds                       -> 100 USDC`,
  'closing cancels all orders, resolution pays the winners': `
    market delay 20
    bob   buys b1 10 @0.5             -> b1 rests 10
    alice sells a1 4 @0.5             -> a1 delayed
    wait 20                           -> a1xb1 4@0.5
    alice sells a2 4 @0.5             -> a2 delayed
    close                             -> b1 market closed 6, a2 market closed 4
    bob   buys b2 1 @0.5              -> rejected: market_closed
    resume                            -> rejected: market_closed
    resolve YES                       -> alice redeems 36/40 for 36, bob redeems 4/0 for 4
    alice holds                       -> 98 USDC
    bob   holds                       -> 102 USDC
    bob   buys b3 1 @0.5              -> rejected: market_resolved
    resolve NO                        -> rejected: market_resolved`,
  'a half and half payout rounds down for each wallet': `
    market
    bob   buys b1 0.000003 @0.5       -> b1 rests 0.000003
    alice sells a1 0.000003 @0.5      -> a1xb1 0.000003@0.5
    bob   buys b2 1 @0.5              -> b2 rests 1
    resolve half                      -> b2 market resolved 1, alice redeems 39.999997/40 for 39.999998, bob redeems 0.000003/0 for 0.000001
    bob   holds                       -> 99.999999 USDC`,
  'half and half of an odd set pays the complete set': `
    market
    alice splits 0.000001
    resolve half                      -> alice redeems 40.000001/40.000001 for 40.000001`,
  'a buyer never pays more than was locked, even micro by micro': `
    market
    bob   buys b1 0.000002 @0.5       -> b1 rests 0.000002
    bob   holds                       -> 100 USDC (0.000001 locked)
    carol buys NO c1 0.000001 @0.5    -> c1xb1 mints 0.000001
    carol buys NO c2 0.000001 @0.5    -> c2xb1 mints 0.000001
    bob   holds                       -> 99.999999 USDC, 0.000002 YES
    carol holds                       -> 99.999998 USDC, 0.000002 NO`,
  'what is locked cannot be spent twice': `
    market
    bob   buys b1 100 @0.9            -> b1 rests 100
    bob   buys b2 20 @0.9             -> rejected: not_enough_balance
    bob   debited 11                  -> rejected: not_enough_balance
    bob   debited 10
    bob   splits 1                    -> rejected: not_enough_balance
    alice sells a1 41 @0.95           -> rejected: not_enough_balance
    alice sells a2 40 @0.95           -> a2 rests 40
    alice merges 1                    -> rejected: not_enough_balance
    alice cancels a2                  -> a2 canceled 40
    alice merges 40
    alice holds                       -> 100 USDC`,
  'new terms apply to new orders and leave the book unchanged': `
    market
    alice sells a1 5 @0.55            -> a1 rests 5
    terms tick 0.1 minimum 6
    alice sells a2 6 @0.55            -> rejected: price_off_tick
    alice sells a3 5 @0.5             -> rejected: size_too_small
    bob   buys  b1 6 @0.6             -> b1xa1 5@0.55, b1 rests 1
    alice sells a1 6 @0.7             -> rejected: duplicate_order`,
};

describeScenarios(STORIES);
