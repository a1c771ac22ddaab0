import type { UserStreamMessage } from '@foretell/contracts';
import { centsOf, groupedDecimal } from '../figures/decimal-text';
import { decimalOfMicros, microsOf } from '../figures/micros';

/** Fills of resting orders for one outcome on one side. */
export interface Fill {
  readonly conditionId: string;
  /** "you sold 30 Yes at 42¢ to 45¢". */
  readonly words: string;
}

interface Part {
  readonly conditionId: string;
  readonly tokenId: string;
  readonly outcome: string;
  readonly side: string;
  readonly micros: bigint;
  readonly price: string;
}

/**
 * Fills of a wallet's resting orders, one sentence for each outcome and side. Excludes trades that the wallet took itself, which
 * the ticket shows. A trade is sent as matched and as confirmed, and counts once.
 */
export function fillsOf(messages: readonly UserStreamMessage[], address: string): readonly Fill[] {
  const groups = new Map<string, readonly Part[]>();
  for (const part of messages.flatMap((message) => partsOf(message, address.toLowerCase()))) {
    const name = `${part.tokenId} ${part.side}`;
    groups.set(name, [...(groups.get(name) ?? []), part]);
  }
  return [...groups.values()].flatMap(fillOf);
}

function partsOf(message: UserStreamMessage, address: string): readonly Part[] {
  if (message.event_type !== 'trade' || message.status !== 'MATCHED') return [];
  if (message.maker_address.toLowerCase() === address) return [];
  return message.maker_orders
    .filter(({ maker_address: maker }) => maker.toLowerCase() === address)
    .map(({ asset_id: tokenId, outcome, side, matched_amount: shares, price }) => ({
      conditionId: message.market,
      tokenId,
      outcome,
      side,
      micros: microsOf(shares) ?? 0n,
      price,
    }));
}

function fillOf(parts: readonly Part[]): readonly Fill[] {
  const [first] = parts;
  if (first === undefined) return [];
  const shares = groupedDecimal(decimalOfMicros(parts.reduce((sum, { micros }) => sum + micros, 0n)));
  const prices = parts.map(({ price }) => price).sort((one, other) => Number(one) - Number(other));
  const [low = '', high = ''] = [prices[0], prices.at(-1)].map((price) => `${centsOf(price ?? '')}¢`);
  const verb = first.side === 'BUY' ? 'bought' : 'sold';
  const at = low === high ? low : `${low} to ${high}`;
  return [{ conditionId: first.conditionId, words: `you ${verb} ${shares} ${first.outcome} at ${at}` }];
}
