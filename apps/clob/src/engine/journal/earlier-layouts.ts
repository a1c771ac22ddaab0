import type { SignedOrderFields } from '@foretell/contracts';
import { signableOf } from '../../requests/signable-order';
import type { Listing } from '../../market-directory/listing';
import { encodeSignedOrder } from './signed-order.codec';

/** Parses the JSON text in which layouts 1 and 2 store a signed order. Throws when the text is invalid. */
export function signedOrderOfText(text: string): { readonly builder: string; readonly signed: Uint8Array } {
  const { builder, ...fields } = JSON.parse(text) as SignedOrderFields & { readonly builder: string };
  const order = signableOf({ ...fields, builder });
  if (order === undefined) throw new Error('the journal holds a signed order whose fields do not fit 256 bits');
  return { builder, signed: encodeSignedOrder(order, fields.signature) };
}

/** Parses a listing's JSON text; terms of layout 1 have a fee rate without an exponent. */
export function listingOfText(text: string): Listing {
  const { catalogTerms, ...listing } = JSON.parse(text) as Listing & { catalogTerms: { readonly takerFeeBps?: number } };
  const { takerFeeBps, ...terms } = catalogTerms;
  return { ...listing, catalogTerms: takerFeeBps === undefined ? terms : { ...terms, feeRateBps: takerFeeBps, feeExponent: 1 } };
}
