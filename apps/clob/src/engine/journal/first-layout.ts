import type { SignedOrderFields } from '@foretell/contracts';
import { signableOf } from '../../requests/signable-order';
import { encodeSignedOrder } from './signed-order.codec';

/** Of the JSON text that layout 1 keeps of a signed order. Throws when it is none. */
export function signedOrderOfText(text: string): { readonly builder: string; readonly signed: Uint8Array } {
  const { builder, ...fields } = JSON.parse(text) as SignedOrderFields & { readonly builder: string };
  const order = signableOf({ ...fields, builder });
  if (order === undefined) throw new Error('the journal holds a signed order whose fields do not fit 256 bits');
  return { builder, signed: encodeSignedOrder(order, fields.signature) };
}
