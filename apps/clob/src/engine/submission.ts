import type { MarketMeasure, PinnedRewards } from '@foretell/platform-nats/exchange-events';
import type { Listing } from '../market-directory/listing';
import type { Command, OrderId, Outcome, Placed } from '@foretell/exchange';

/** A command before the writer gives it its time. */
export type CommandDraft = Command extends infer C ? (C extends Command ? Omit<C, 'at'> : never) : never;

/** What the record keeps of a placed order besides what the exchange knows. */
export interface OrderAttachment {
  readonly kind: 'order';
  /** API key that placed it. */
  readonly owner: string;
  /** Signed attribution, bytes32. */
  readonly builder: string;
  /** The order as signed: encodeSignedOrder. */
  readonly signed: Uint8Array;
  /** When the order says that it was signed, Unix milliseconds; null when it does not. */
  readonly signedAt: number | null;
}

/** An order to be placed, and when it says that it was signed, if it does. */
export interface DatedOrder {
  readonly orderId: string;
  readonly signedAt: number | null;
}

/** An operator's movement of collateral; the reference is what makes a repetition harmless. */
export interface LedgerAttachment {
  readonly kind: 'ledger';
  readonly reference: string;
}

/** How far another surface's facts are applied once this command is committed. */
export interface CheckpointAttachment {
  readonly kind: 'checkpoint';
  readonly source: 'gamma';
  readonly sequence: number;
  /** Written in the same transaction as the market that they describe. */
  readonly listings: readonly Listing[];
}

/** What markets hold, as it was measured after an earlier commit: told as facts of the commit of this command. */
export interface MeasuresAttachment {
  readonly kind: 'measures';
  readonly measures: readonly MarketMeasure[];
}

/** What an operator pinned of a market's rewards, in the tables already: told with the change that this command makes of it. */
export interface RewardsAttachment {
  readonly kind: 'rewards';
  readonly conditionId: string;
  readonly pinned: PinnedRewards;
}

export type Attachment = OrderAttachment | LedgerAttachment | CheckpointAttachment | MeasuresAttachment | RewardsAttachment;

export interface Submission {
  readonly command: CommandDraft;
  readonly attachment?: Attachment;
  /** The network that the caller asks from, by which commands are served in turns; none of the process's own. */
  readonly from?: string;
  /** Of the request's commands that are told, where the request is. */
  readonly traceparent?: string;
  /** Names the signed request of a command that has no identity of its own: signedRequestId. All of its commands carry it. */
  readonly request?: string;
}

/**
 * The command had been applied before this process could know: by an order id or a ledger reference in the record. Or it may have
 * been: an order signed so long ago that its like is archived.
 */
export interface Known {
  readonly type: 'known';
  readonly id: OrderId;
}

/** A placed order that traded at once. */
export interface Traded extends Placed {
  /** When, Unix milliseconds: with the trade's number it makes the trade's id. */
  readonly tradedAt: number;
}

/** A ban of the wallet, or of the key that owns it, forbids the command. */
export interface Barred {
  readonly type: 'barred';
  readonly reason: BanReason;
  readonly details: { readonly address: string };
}
export const BAN_REASONS = ['user_banned', 'closed_only'] as const;
export type BanReason = (typeof BAN_REASONS)[number];

/** What a caller gets, once the commit that holds it has returned. */
export type Settled = Outcome | Traded | Known | Barred;
