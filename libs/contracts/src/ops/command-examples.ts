import type { StoredKey } from './access-commands';
import type { AuditListRequest, AuditPage } from './audit-commands';
import type { OpsCommandName, OpsRequest, OpsResult } from './commands';
import type { DeadLetter } from './dead-letters-commands';
import type { DoctorReport } from './service-commands';
import type { LedgerMoved, LedgerMovement } from './ledger-commands';
import type { LimitState } from './limits-commands';
import type { MarketState } from './market-commands';
import type { ResolutionState } from './resolution-commands';

const WALLET = '0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266';
const OWNER = '0x70997970c51812dc3a010c7d01b50e0d17dc79c8';
const CONDITION = `0x${'ab'.repeat(32)}`;
const API_KEY = 'fd9b64a9-9775-4dd1-8f7f-2d9f06feeb40';
const MARKET = 'will-it-rain-in-lisbon-on-friday';
const QUESTION = 'Will it rain in Lisbon on Friday?';
const DAY = '2026-11-21';

const STATE: MarketState = {
  conditionId: CONDITION,
  question: QUESTION,
  slug: MARKET,
  status: 'active',
  outcomes: ['Yes', 'No'],
  tokenIds: ['111', '222'],
  tick: '0.01',
  feeRate: '0',
  feeExponent: 1,
  minimumSize: '5',
  secondsDelay: 0,
  bestBid: '0.4',
  bestAsk: null,
  openOrders: 3,
  collateral: '120',
  winner: null,
  sourceResult: null,
};
const RESOLUTION: ResolutionState = {
  conditionId: CONDITION,
  slug: MARKET,
  question: QUESTION,
  stage: 'finalized',
  result: 'Yes',
  proposedBy: 'alice',
  proposedAt: 1_795_290_000_000,
  source: 'https://weather.example/lisbon',
  by: 'bob',
  at: 1_795_300_000_000,
  note: 'looked it up',
  until: 1_795_303_600_000,
};
const MOVEMENT: LedgerMovement = { wallet: WALLET, amount: '250.5', reference: 'deposit-7781' };
const PENDING = { ...MOVEMENT, askedBy: 'alice', askedAt: 1_795_300_000_000 };
const MOVED: LedgerMoved = { wallet: WALLET, available: '1250.5', locked: '0', applied: true };
const KEY: StoredKey = {
  apiKey: API_KEY,
  address: OWNER,
  kind: 'scoped',
  permission: 'trade',
  networks: ['203.0.113.0/24'],
  expiresAt: 1_795_300_000_000,
  createdAt: 1_795_000_000_000,
  revokedAt: 1_795_100_000_000,
  revokedBy: 'alice',
  reference: 'TICKET-12',
  parent: null,
};
const LIMIT: LimitState = {
  limit: 'general',
  count: 8000,
  usual: 5000,
  windowMillis: 10_000,
  scope: 'address',
  routes: [],
};
const REPLAY = { request: { from: 1, newLineage: false }, result: { from: 1, head: 48_211 } };

const DEAD_LETTER: DeadLetter = {
  source: 'gamma',
  sequence: 4_711,
  lastSequence: 4_711,
  type: 'catalog.market.v2',
  subject: 'market 501',
  reason: 'delayMillis is 86400000, and may be 60000 at most',
  count: 2,
  firstAt: 1767225600123,
  lastAt: 1767229200123,
  message: '{"source":"gamma","firstSequence":4711,"facts":[{"type":"catalog.market.v2","marketId":"501"}]}',
};

const AUDIT: { readonly request: Required<AuditListRequest>; readonly result: AuditPage } = {
  request: { before: 9, limit: 50, actor: 'alice', command: 'ledger.credit' },
  result: {
    entries: [
      {
        number: 7,
        at: 1_795_300_000_000,
        actor: 'alice',
        reference: 'TICKET-12',
        command: 'ops.clob.ledger.credit',
        outcome: 'asked',
        asked: null,
        detail: `{"wallet":"${WALLET}","amount":"250.5","reference":"deposit-7781"}`,
      },
    ],
  },
};

const report = (surface: DoctorReport['surface'], name: string, detail: string): DoctorReport => ({
  surface,
  checks: [{ name, holds: true, detail }],
});

/** A request with all its fields and a result, for every command. A command without them does not compile. */
export const OPS_EXAMPLES: {
  readonly [N in OpsCommandName]: { readonly request: Required<OpsRequest<N>>; readonly result: OpsResult<N> };
} = {
  'ops.clob.markets.list': {
    request: { status: 'closed', awaitsResult: true, limit: 50, offset: 0 },
    result: { markets: [STATE], total: 1 },
  },
  'ops.clob.markets.pause': { request: { market: MARKET }, result: { ...STATE, status: 'paused' } },
  'ops.clob.markets.resume': { request: { market: MARKET }, result: STATE },
  'ops.clob.markets.close': { request: { market: MARKET }, result: { ...STATE, status: 'closed', openOrders: 0 } },
  'ops.clob.markets.resolve': {
    request: { market: MARKET, winner: 'Yes', dryRun: false },
    result: { ...STATE, status: 'resolved', openOrders: 0, collateral: '0', winner: 'Yes' },
  },
  'ops.clob.markets.set': {
    request: {
      market: MARKET,
      tick: '0.001',
      feeRate: '0.07',
      feeExponent: 1,
      minimumSize: '5',
      secondsDelay: 3,
      rewardsDailyRate: '12.5',
      rewardsMinSize: '20',
      rewardsMaxSpread: '3.5',
      rebateRate: '0.25',
    },
    result: { ...STATE, tick: '0.001', feeRate: '0.07', secondsDelay: 3 },
  },
  'ops.clob.resolutions.list': {
    request: { stage: 'finalized', limit: 50, offset: 0 },
    result: { resolutions: [RESOLUTION], total: 1 },
  },
  'ops.clob.resolutions.propose': {
    request: {
      market: MARKET,
      winner: 'Yes',
      source: 'https://weather.example/lisbon',
      note: 'as announced',
      reference: 'TICKET-12',
    },
    result: { ...RESOLUTION, stage: 'proposed', by: 'alice', applied: true },
  },
  'ops.clob.resolutions.object': {
    request: { market: MARKET, note: 'the source speaks of Porto', reference: 'TICKET-12' },
    result: { ...RESOLUTION, stage: 'disputed', note: 'the source speaks of Porto', until: null, applied: true },
  },
  'ops.clob.resolutions.finalize': {
    request: { market: MARKET, winner: 'Yes', note: 'looked it up', reference: 'TICKET-12' },
    result: { ...RESOLUTION, applied: true },
  },
  'ops.clob.resolutions.reverse': {
    request: { market: MARKET, note: 'the source was corrected', reference: 'TICKET-12' },
    result: { ...RESOLUTION, stage: 'reversed', note: 'the source was corrected', until: null, applied: true },
  },
  'ops.clob.ledger.credit': { request: MOVEMENT, result: MOVED },
  'ops.clob.ledger.debit': { request: { ...MOVEMENT, reference: 'payout-12' }, result: { ...MOVED, available: '1000' } },
  'ops.clob.ledger.show': {
    request: { wallet: WALLET },
    result: {
      wallet: WALLET,
      available: '1250.5',
      locked: '6.1',
      positions: [{ conditionId: CONDITION, outcome: 'Yes', question: QUESTION, available: '10', locked: '0' }],
    },
  },
  'ops.clob.ledger.pending': {
    request: {},
    result: { credits: [PENDING] },
  },
  'ops.clob.ledger.approve': { request: { reference: 'deposit-7781' }, result: MOVED },
  'ops.clob.ledger.decline': { request: { reference: 'deposit-7781' }, result: PENDING },
  'ops.clob.report': {
    request: { from: '2026-11-01', to: '2026-12-01', page: 0 },
    result: {
      totals: { trades: 3, volume: '18.5', takerFees: '1.25', rounding: '0.000002', credits: '250.5', debits: '0' },
      ledger: {
        at: 1_795_300_000_000,
        credits: '250.5',
        debits: '0',
        balances: '129.249998',
        positions: '120',
        fees: '1.250002',
        holds: true,
      },
      biggest: [{ wallet: WALLET, balance: '129.249998' }],
      makers: [{ day: DAY, kind: 'rewards', owed: '4.6875', paid: '4.6875', isFixed: true }],
      fees: [{ conditionId: CONDITION, slug: MARKET, trades: 3, takerFees: '1.25', rounding: '0.000002' }],
      movements: [{ at: 1_795_300_000_000, kind: 'credit', ...MOVEMENT }],
      isLast: true,
    },
  },
  'ops.clob.wallets.link': {
    request: { wallet: WALLET, owner: OWNER, kind: 'deposit', replace: true },
    result: { wallet: WALLET, owner: OWNER, kind: 'deposit' },
  },
  'ops.clob.keys.list': { request: { address: OWNER }, result: { keys: [KEY] } },
  'ops.clob.keys.show': { request: { apiKey: API_KEY }, result: KEY },
  'ops.clob.keys.revoke': { request: { apiKey: API_KEY }, result: { apiKey: API_KEY, revoked: true, descendants: [] } },
  'ops.clob.keys.revoke-all': { request: { address: OWNER }, result: { address: OWNER, revoked: [API_KEY] } },
  'ops.clob.keys.ban': { request: { address: OWNER, mode: 'closed-only' }, result: { address: OWNER, banned: true } },
  'ops.clob.keys.bans': {
    request: { address: OWNER },
    result: { bans: [{ address: OWNER, mode: 'closed-only', since: 1_795_300_000_000 }] },
  },
  'ops.clob.rewards.report': {
    request: { day: DAY },
    result: {
      day: DAY,
      shares: [{ conditionId: CONDITION, question: QUESTION, wallet: WALLET, sharePercent: '37.5000', earned: '4.6875' }],
      makers: [{ wallet: WALLET, earned: '4.6875' }],
    },
  },
  'ops.clob.rewards.pay': {
    request: { day: DAY },
    result: { day: DAY, payments: [{ kind: 'rewards', wallet: WALLET, amount: '4.6875', applied: true }], total: '4.6875' },
  },
  'ops.clob.limits.show': { request: {}, result: { limits: [LIMIT] } },
  'ops.clob.limits.set': { request: { limit: 'general', count: 8000 }, result: LIMIT },
  'ops.clob.facts.replay': REPLAY,
  'ops.clob.facts.reread': { request: {}, result: { to: 4_711 } },
  'ops.clob.audit.list': AUDIT,
  'ops.clob.set-aside.list': { request: { source: 'gamma', sequence: 4_711 }, result: { total: 1, facts: [DEAD_LETTER] } },
  'ops.clob.set-aside.replay': { request: { source: 'gamma', sequence: 4_711 }, result: { applied: 0, refused: [DEAD_LETTER] } },
  'ops.clob.set-aside.drop': { request: { source: 'gamma', sequence: 4_711 }, result: { dropped: 1 } },
  'ops.clob.doctor': { request: {}, result: report('clob', 'locks equal open orders', '0 balances differ') },
  'ops.gamma.catalog.import': {
    request: {
      shape: 'markets',
      rows: [{ place: 'markets.json:1', row: { id: '501', question: QUESTION, slug: MARKET, conditionId: CONDITION } }],
      sites: ['alpha.example'],
      unlisted: ['beta.example'],
      baseFees: false,
    },
    result: {
      events: 0,
      markets: 1,
      stored: 1,
      unchanged: 0,
      refused: [{ place: 'markets.json:2', id: null, reason: 'id is missing' }],
      adjusted: [],
      duplicateSlugs: [],
      withoutOrderBook: [{ place: 'markets.json:1', id: '501', reason: 'it has no two token ids' }],
    },
  },
  'ops.gamma.limits.show': { request: {}, result: { limits: [LIMIT] } },
  'ops.gamma.limits.set': { request: { limit: 'general', count: 8000 }, result: LIMIT },
  'ops.gamma.facts.replay': REPLAY,
  'ops.gamma.facts.reread': { request: {}, result: { to: 4_711 } },
  'ops.gamma.set-aside.list': { request: { source: 'gamma', sequence: 4_711 }, result: { total: 1, facts: [DEAD_LETTER] } },
  'ops.gamma.set-aside.replay': { request: { source: 'gamma', sequence: 4_711 }, result: { applied: 0, refused: [DEAD_LETTER] } },
  'ops.gamma.set-aside.drop': { request: { source: 'gamma', sequence: 4_711 }, result: { dropped: 1 } },
  'ops.gamma.audit.list': AUDIT,
  'ops.gamma.doctor': { request: {}, result: report('gamma', 'the journal has no gap', '0 gaps up to sequence 48211') },
  'ops.data.profiles.import': {
    request: { profiles: [{ place: 'profiles.json[0]', row: { proxyWallet: WALLET, userName: 'alice' } }] },
    result: { stored: 1, refused: [] },
  },
  'ops.data.limits.show': { request: {}, result: { limits: [LIMIT] } },
  'ops.data.limits.set': { request: { limit: 'general', count: 8000 }, result: LIMIT },
  'ops.data.projections.rebuild': {
    request: {},
    result: { started: true, message: 'generation 2 is built beside 1 from 48211 trading events' },
  },
  'ops.data.set-aside.list': { request: { source: 'gamma', sequence: 4_711 }, result: { total: 1, facts: [DEAD_LETTER] } },
  'ops.data.set-aside.replay': { request: { source: 'gamma', sequence: 4_711 }, result: { applied: 0, refused: [DEAD_LETTER] } },
  'ops.data.set-aside.drop': { request: { source: 'gamma', sequence: 4_711 }, result: { dropped: 1 } },
  'ops.data.audit.list': AUDIT,
  'ops.data.doctor': { request: {}, result: report('data', 'no position is negative', '0 negative positions') },
};
