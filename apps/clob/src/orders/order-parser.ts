import type { PlaceOrderItem } from '@foretell/contracts';
import { ZERO_BYTES32, type Address, type Bytes32, type SignableOrder } from '@foretell/signing';
import {
  parseSizeMicros,
  parseUnixSeconds,
  parseUsdcMicros,
  type SizeMicros,
  type UnixMillis,
  type UsdcMicros,
} from '@foretell/units';
import type { TokenRef } from '../market-directory/market-directory';
import { signableOf } from '../requests/signable-order';
import { invalidExpiration, malformed, notPositive, tooLarge, type OrderRefusal } from './order-refusal';

/** An item with valid shape, token and amounts; its signature and price are still to be checked. */
export interface ParsedOrder {
  readonly item: PlaceOrderItem;
  readonly token: TokenRef;
  readonly signable: SignableOrder;
  readonly maker: Address;
  readonly builder: Bytes32;
  /** Collateral and shares of the order, whichever side gives them. */
  readonly collateralMicros: UsdcMicros;
  readonly sizeMicros: SizeMicros;
  readonly expiresAt: UnixMillis | null;
}

/** Reads the amounts and the signed fields; a rejection says what to change. Source: protocol 4.3 and 5. */
export function parseOrder(item: PlaceOrderItem, token: TokenRef): ParsedOrder | OrderRefusal {
  const { order } = item;
  const [collateralField, sizeField] =
    order.side === 'BUY' ? (['makerAmount', 'takerAmount'] as const) : (['takerAmount', 'makerAmount'] as const);
  const collateral = parseUsdcMicros(order[collateralField]);
  const size = parseSizeMicros(order[sizeField]);
  if (!collateral.ok) return tooLarge(collateralField);
  if (!size.ok) return tooLarge(sizeField);
  if (collateral.value === 0) return notPositive(collateralField);
  if (size.value === 0) return notPositive(sizeField);
  const expiresAt = expirationOf(item);
  if (expiresAt === undefined) return invalidExpiration(item.orderType);
  const signable = signableOf(order);
  if (signable === undefined) return malformed(['order fields must fit 256 bits']);
  // The signer restricts who may match the order, which the book would not honour.
  if (signable.version === 1 && BigInt(signable.taker) !== 0n)
    return malformed(['order.taker must be the zero address: every order is for everybody']);
  const builder = signable.version === 2 ? signable.builder : ZERO_BYTES32;
  return {
    item,
    token,
    signable,
    maker: signable.maker,
    builder,
    collateralMicros: collateral.value,
    sizeMicros: size.value,
    expiresAt,
  };
}

/**
 * GTD needs a timestamp. For the others "0" and absence mean none; anything else is refused, because it would not be honoured.
 */
function expirationOf({ order, orderType }: PlaceOrderItem): UnixMillis | null | undefined {
  const text = order.expiration ?? '0';
  if (orderType !== 'GTD') return text === '0' ? null : undefined;
  const parsed = parseUnixSeconds(text);
  return parsed.ok ? parsed.value : undefined;
}
