/**
 * Operator commands: NATS request/reply on `{prefix}.ops.{surface}.{command}`, subjects that only the operator's NATS user may
 * publish to. Executed by the surface that owns the data. Source: decisions, Operations.
 */
export interface OpsCommands {
  'ops.clob.markets.list': Command<
    { readonly status?: MarketStatusName; readonly limit: number; readonly offset: number },
    MarketsPage
  >;
  'ops.clob.markets.pause': Command<MarketRef, MarketState>;
  'ops.clob.markets.resume': Command<MarketRef, MarketState>;
  'ops.clob.markets.close': Command<MarketRef, MarketState>;
  'ops.clob.markets.resolve': Command<MarketRef & { readonly winner: string }, MarketState>;
  'ops.clob.markets.set': Command<MarketRef & MarketSettings, MarketState>;
  'ops.clob.ledger.credit': Command<LedgerMovement, LedgerMoved>;
  'ops.clob.ledger.debit': Command<LedgerMovement, LedgerMoved>;
  'ops.clob.ledger.show': Command<{ readonly wallet: string }, LedgerShown>;
  'ops.clob.wallets.link': Command<{ readonly wallet: string; readonly owner: string; readonly kind: WalletKind }, WalletLinked>;
  'ops.clob.keys.revoke': Command<{ readonly apiKey: string }, { readonly apiKey: string; readonly revoked: boolean }>;
  'ops.clob.keys.ban': Command<BanRequest, { readonly address: string; readonly banned: boolean }>;
  'ops.clob.rewards.report': Command<{ readonly day: string }, RewardsReport>;
  'ops.clob.facts.replay': Command<{ readonly from: number }, Replayed>;
  'ops.clob.doctor': Command<Record<string, never>, DoctorReport>;
  'ops.gamma.catalog.import': Command<CatalogBatch, CatalogBatchResult>;
  'ops.gamma.facts.replay': Command<{ readonly from: number }, Replayed>;
  'ops.gamma.doctor': Command<Record<string, never>, DoctorReport>;
  'ops.data.profiles.import': Command<
    { readonly profiles: readonly ProfileRow[] },
    { readonly stored: number; readonly refused: readonly Refusal[] }
  >;
  'ops.data.projections.rebuild': Command<Record<string, never>, { readonly started: boolean; readonly message: string }>;
  'ops.data.doctor': Command<Record<string, never>, DoctorReport>;
}

interface Command<Request, Reply> {
  readonly request: Request;
  readonly reply: Reply;
}
export type OpsCommandName = keyof OpsCommands;
export type OpsRequest<N extends OpsCommandName> = OpsCommands[N]['request'];
/** Every reply is either the result or one sentence that says what to change. */
export type OpsReply<N extends OpsCommandName> =
  { readonly ok: true; readonly result: OpsCommands[N]['reply'] } | { readonly ok: false; readonly error: string };

export type MarketStatusName = 'active' | 'paused' | 'closed' | 'resolved';
export type WalletKind = 'proxy' | 'safe' | 'deposit';

/** A market by condition id, catalog id, slug or token id. */
export interface MarketRef {
  readonly market: string;
}
export interface MarketState {
  readonly conditionId: string;
  readonly question: string;
  readonly slug: string;
  readonly status: MarketStatusName;
  readonly outcomes: readonly [string, string];
  readonly tokenIds: readonly [string, string];
  readonly tick: string;
  readonly takerFeeBps: number;
  readonly minimumSize: string;
  readonly secondsDelay: number;
  readonly bestBid: string | null;
  readonly bestAsk: string | null;
  readonly openOrders: number;
}
export interface MarketsPage {
  readonly markets: readonly MarketState[];
  readonly total: number;
}
/** Only what is given changes. Decimal strings: tick "0.01", sizes in shares, rates in USDC a day, max_spread in cents. */
export interface MarketSettings {
  readonly tick?: string;
  readonly takerFeeBps?: number;
  readonly minimumSize?: string;
  readonly secondsDelay?: number;
  readonly rewardsDailyRate?: string;
  readonly rewardsMinSize?: string;
  readonly rewardsMaxSpread?: string;
}
/** amount in USDC, decimal string. The reference makes a repeated command harmless. */
export interface LedgerMovement {
  readonly wallet: string;
  readonly amount: string;
  readonly reference: string;
}
export interface LedgerMoved {
  readonly wallet: string;
  readonly available: string;
  readonly locked: string;
  /** False when the reference had been applied before; nothing moved this time. */
  readonly applied: boolean;
}
export interface LedgerShown {
  readonly wallet: string;
  readonly available: string;
  readonly locked: string;
  readonly positions: readonly {
    readonly conditionId: string;
    readonly outcome: string;
    readonly question: string;
    readonly available: string;
    readonly locked: string;
  }[];
}
export interface WalletLinked {
  readonly wallet: string;
  readonly owner: string;
  readonly kind: WalletKind;
}
export interface BanRequest {
  readonly address: string;
  /** lift: remove a ban. closed-only: may cancel and sell only. full: nothing. */
  readonly mode: 'full' | 'closed-only' | 'lift';
}
/** Liquidity rewards of a UTC day: each maker's share of each market, and what it makes together, in USDC. */
export interface RewardsReport {
  readonly day: string;
  readonly shares: readonly {
    readonly conditionId: string;
    readonly question: string;
    readonly wallet: string;
    readonly sharePercent: string;
    readonly earned: string;
  }[];
  readonly makers: readonly { readonly wallet: string; readonly earned: string }[];
}
export interface Replayed {
  readonly from: number;
  readonly head: number;
}
/** One checked invariant. */
export interface DoctorCheck {
  readonly name: string;
  readonly holds: boolean;
  /** What was compared, in figures. */
  readonly detail: string;
}
export interface DoctorReport {
  readonly surface: string;
  readonly checks: readonly DoctorCheck[];
}
/** Rows in the public catalog format, with the place where each stood in the file. */
export interface CatalogBatch {
  readonly shape: 'events' | 'markets';
  readonly rows: readonly { readonly place: string; readonly row: unknown }[];
  /** Site identifiers that list these markets, besides those in the rows. */
  readonly sites: readonly string[];
}
export interface Refusal {
  readonly place: string;
  readonly id: string | null;
  readonly reason: string;
}
export interface CatalogBatchResult {
  readonly events: number;
  readonly markets: number;
  /** Rows already held in the same content. */
  readonly unchanged: number;
  readonly refused: readonly Refusal[];
  /** Rows stored with a value that trading does not know replaced by the nearest that it does. */
  readonly adjusted: readonly Refusal[];
  /** Rows stored whose market gets no order book, with the reason. */
  readonly withoutOrderBook: readonly Refusal[];
}
export interface ProfileRow {
  readonly place: string;
  readonly row: unknown;
}
