import { decodeMessage, factFault, type MarketChangedV1 } from '@foretell/contracts';
import { storedMessagesFrom, type FactLink } from '@foretell/platform-nats';
import type { LaterPayout } from './redemption-payouts';

const RESOLUTION_TYPE = Buffer.from('"market.changed.v1"');

/**
 * Reads the stream from an event to the resolution of its condition, which follows the redemptions at once or after the
 * resolution's steps. Rejects until the resolution is published; the consumer retries.
 */
export function payoutsOnStream(link: FactLink): LaterPayout {
  return async (conditionId, sequence) => {
    for await (const bytes of storedMessagesFrom(link, 'clob', sequence)) {
      const payout = payoutIn(bytes, conditionId);
      if (payout !== null) return payout;
    }
    throw new Error(
      `event ${sequence} pays both outcomes of ${conditionId} without saying what each is paid; the resolution, which says it, is not published yet`,
    );
  };
}

function payoutIn(bytes: Uint8Array, conditionId: string): number | null {
  if (!Buffer.from(bytes).includes(RESOLUTION_TYPE)) return null;
  const resolution = decodeMessage(bytes).facts.find(
    (event): event is MarketChangedV1 =>
      event.type === 'market.changed.v1' &&
      event.conditionId === conditionId &&
      event.payoutPips !== null &&
      factFault(event) === null,
  );
  return resolution?.payoutPips?.[0] ?? null;
}
