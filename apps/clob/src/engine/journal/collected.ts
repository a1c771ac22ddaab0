import type { MarketMeasure, PinnedRewards } from '@foretell/platform-nats/exchange-events';
import type { Listing } from '../../market-directory/listing';
import type { OrderAttachment } from '../submission';
import type { BatchAttachments, CommitBatch, LedgerEntry } from './batch';

/** A batch of rejections only needs no transaction: the record is unchanged. */
export function changesAnything({ messages, rows: { listings, gammaCheckpoint }, changes }: CommitBatch): boolean {
  return messages.length > 0 || listings.length > 0 || gammaCheckpoint !== null || changes.orders.length > 0;
}

/** Collects the attachments of one batch. */
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
