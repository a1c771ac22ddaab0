import type { MarketMeasure, PinnedRewards } from '@foretell/platform-nats/exchange-events';
import type { Listing } from '../../market-directory/listing';
import type { OrderAttachment } from '../submission';
import type { BatchAttachments, CommitBatch, LedgerEntry } from './batch';

/** Batches of refusals only need no transaction: the record is as it was. */
export function changesAnything({ messages, rows: { listings, gammaCheckpoint }, changes }: CommitBatch): boolean {
  return messages.length > 0 || listings.length > 0 || gammaCheckpoint !== null || changes.orders.length > 0;
}

/** What the attachments of one batch amount to. */
export class Collected implements BatchAttachments {
  readonly orders = new Map<string, OrderAttachment>();
  readonly ledgerEntries: LedgerEntry[] = [];
  readonly listings: Listing[] = [];
  readonly measures: MarketMeasure[] = [];
  readonly pinned = new Map<string, PinnedRewards>();
  readonly traceparents: string[] = [];
  gammaCheckpoint: number | null = null;

  checkpoint(sequence: number, listings: readonly Listing[]): void {
    this.gammaCheckpoint = Math.max(this.gammaCheckpoint ?? 0, sequence);
    this.listings.push(...listings);
  }
}
