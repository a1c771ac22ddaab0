import { NO_FLAGS } from '@foretell/exchange';
import { ZERO_BYTES32 } from '@foretell/signing';
import { pricePips, shares } from '@foretell/units';
import type { Submission } from '../engine/submission';
import type { Listing } from '../market-directory/listing';

const CONDITION = `0x${'c5'.repeat(32)}`;
const TOKENS = ['71321045679252212594626385532706912750332728571942532289631379312455583992563', '7'] as const;
export const WALLET = `0x${'a5'.repeat(20)}`;

let number = 0;

/** An unsigned bid: the measurement starts after validation. */
export function placing(pips: number): Submission {
  number += 1;
  return {
    command: {
      type: 'placeOrder',
      orderId: `0x${number.toString(16).padStart(64, '0')}`,
      wallet: WALLET,
      conditionId: CONDITION,
      outcome: 0,
      side: 'BUY',
      orderType: 'GTC',
      pricePips: pricePips(pips),
      sizeMicros: shares(5),
      budgetMicros: null,
      flags: NO_FLAGS,
      expiresAt: null,
    },
    attachment: {
      kind: 'order',
      owner: '00000000-0000-4000-8000-000000000001',
      builder: ZERO_BYTES32,
      signed: new Uint8Array(32),
      signedAt: null,
    },
  };
}

/** A market with an order book, as the catalog lists it. */
export function listed(): { readonly opening: Submission; readonly tokenId: string } {
  const terms = {
    tickPips: 100,
    minimumSizeMicros: shares(5),
    feeRateBps: 0,
    feeExponent: 1,
    delayMillis: 0,
    acceptingOrders: true,
  };
  const listing: Listing = {
    conditionId: CONDITION,
    token0Id: TOKENS[0],
    token1Id: TOKENS[1],
    outcome0: 'Yes',
    outcome1: 'No',
    marketId: 1,
    questionId: `0x${'d5'.repeat(32)}`,
    question: 'Is it fast?',
    slug: 'is-it-fast',
    description: '',
    icon: '',
    image: '',
    active: true,
    closed: false,
    archived: false,
    negRisk: false,
    negRiskMarketId: '',
    negRiskRequestId: '',
    endDate: null,
    gameStartTime: null,
    rewardsRates: [],
    rewardsMinSizeMicros: 0,
    rewardsMaxSpreadPips: 0,
    eventId: null,
    eventSlug: null,
    eventTitle: null,
    eventTicker: null,
    eventDescription: null,
    tags: [],
    rawMetadata: {},
    catalogTerms: terms,
    sourceWord: {},
  };
  const opening: Submission = {
    command: { type: 'openMarket', conditionId: CONDITION, ...terms },
    attachment: { kind: 'checkpoint', source: 'gamma', sequence: 0, listings: [listing] },
  };
  return { opening, tokenId: TOKENS[0] };
}
