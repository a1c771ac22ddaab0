import type { MarketMeasure, PinnedRewards } from '@foretell/platform-nats/exchange-events';
import type { Listing } from '../market-directory/listing';
import type { Command, OrderId, Outcome, Placed } from '@foretell/exchange';

/** A command before the writer stamps its time. */
export type CommandDraft = Command extends infer C ? (C extends Command ? Omit<C, 'at'> : never) : never;

/** What the record stores of a placed order in addition to the exchange's state. */
export interface OrderAttachment {
  readonly kind: 'order';
  /** API key that placed it. */
  readonly owner: string;
  /** Signed builder code, bytes32. */
  readonly builder: string;
  /** The order as signed: encodeSignedOrder. */
  readonly signed: Uint8Array;
  /** Signing time according to the order, Unix milliseconds; null when it has none. */
  readonly signedAt: number | null;
}

/** An order to be placed, and its signing time, if it has one. */
export interface DatedOrder {
  readonly orderId: string;
  readonly signedAt: number | null;
}

/** An operator's movement of collateral; the reference makes a repetition harmless. */
export interface LedgerAttachment {
  readonly kind: 'ledger';
  readonly reference: string;
}

/** The position in another service's events that is applied once this command is committed. */
export interface CheckpointAttachment {
  readonly kind: 'checkpoint';
  readonly source: 'gamma';
  readonly sequence: number;
  /** Written in the same transaction as the market that they describe. */
  readonly listings: readonly Listing[];
}

/** Market measures, taken after an earlier commit and published as events of this command's commit. */
export interface MeasuresAttachment {
  readonly kind: 'measures';
  readonly measures: readonly MarketMeasure[];
}

/** Rewards that an operator pinned to a market. The tables already hold them; they are published with this command's change. */
export interface RewardsAttachment {
  readonly kind: 'rewards';
  readonly conditionId: string;
  readonly pinned: PinnedRewards;
}

export type Attachment = OrderAttachment | LedgerAttachment | CheckpointAttachment | MeasuresAttachment | RewardsAttachment;

export interface Submission {
  readonly command: CommandDraft;
  readonly attachment?: Attachment | undefined;
  /** The network of the client, for fair queueing; absent for the process's own commands. */
  readonly from?: string | undefined;
  /** Of a traced request. */
  readonly traceparent?: string | undefined;
  /**
   * Names the signed request of a command without an identity of its own: signedRequestId. All of the request's commands carry
   * it.
   */
  readonly request?: string | undefined;
  /** The address whose key signed the order. All of a request's commands have the same. */
  readonly signer?: string | undefined;
}

/**
 * The command was applied before, by an order id or ledger reference in the record; or it may have been: the order was signed
 * so long ago that orders of that time are archived.
 */
export interface Known {
  readonly type: 'known';
  readonly id: OrderId;
}

/** A placed order that traded immediately. */
export interface Traded extends Placed {
  /** Time of the trade, Unix milliseconds. With the trade's number it forms the trade's id. */
  readonly tradedAt: number;
}

/**
 * A ban of the wallet, or of the wallet that owns the key, forbids the command; or the wallet was linked to another owner after
 * the signature was checked.
 */
export interface Barred {
  readonly type: 'barred';
  readonly reason: BarredReason;
  readonly details: { readonly address: string };
}
export const BARRED_REASONS = ['user_banned', 'closed_only', 'wallet_not_linked'] as const;
export type BarredReason = (typeof BARRED_REASONS)[number];

/** The outcome for the caller, once its commit is durable. */
export type Settled = Outcome | Traded | Known | Barred;
