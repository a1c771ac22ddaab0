import { createHmac, timingSafeEqual } from 'node:crypto';
import { hasSingleQuote, l2PayloadHead, withDoubleQuotes } from '@foretell/signing';
import type { Secret } from '../keys/secret';

const HEX_DIGEST = /^(?:0x)?[0-9a-fA-F]{64}$/;
const BASE64_DIGEST = /^[A-Za-z0-9+/_-]{43}=?$/;

/** The parts of a request that its HMAC covers. */
export interface SignedRequest {
  /** The timestamp header exactly as sent. */
  readonly timestamp: string;
  readonly method: string;
  /** Path and query as received; the query is not covered. */
  readonly target: string;
  /** The exact bytes of the body; empty when there was none. */
  readonly body: Uint8Array;
}

/** The digest that a client computes with the secret (base64url or base64 of the key). Source: protocol 3. */
export function requestDigest(secret: Secret<string>, request: SignedRequest): Buffer {
  return createHmac('sha256', Buffer.from(secret.reveal(), 'base64'))
    .update(l2PayloadHead(request.timestamp, request.method, request.target))
    .update(request.body)
    .digest();
}

/** The signature header as the published clients send it: base64url with padding. For demonstrations and tests. */
export function requestSignature(secret: Secret<string>, request: SignedRequest): string {
  return requestDigest(secret, request).toString('base64').replaceAll('+', '-').replaceAll('/', '_');
}

/** The 32 bytes of a signature header in hex, base64 or base64url, padded or not; undefined for anything else. */
function digestOf(signature: string): Buffer | undefined {
  if (HEX_DIGEST.test(signature)) return Buffer.from(signature.slice(-64), 'hex');
  return BASE64_DIGEST.test(signature) ? Buffer.from(signature, 'base64') : undefined;
}

/**
 * Whether the signature is the secret's HMAC of the request, in any of the encodings in use, compared in constant time. Tries the
 * body as sent, then with its single quotes replaced by double ones, as some clients sign it. The replaced body is accepted only
 * when it is not JSON, as for a text with an apostrophe. If it is JSON, the signer may have sent exactly that body. A third party
 * could have replaced its double quotes by single ones, which merges fields into one that is not read.
 */
export function isSignedBy(secret: Secret<string>, request: SignedRequest, signature: string): boolean {
  const given = digestOf(signature);
  if (given === undefined) return false;
  if (timingSafeEqual(given, requestDigest(secret, request))) return true;
  if (!hasSingleQuote(request.body)) return false;
  const body = withDoubleQuotes(request.body);
  return timingSafeEqual(given, requestDigest(secret, { ...request, body })) && !isJson(body);
}

function isJson(body: Uint8Array): boolean {
  try {
    JSON.parse(Buffer.from(body).toString('utf8'));
    return true;
  } catch {
    return false;
  }
}

/** The same text for every encoding of a signature; throws for an invalid one. */
export function signatureHex(signature: string): string {
  const digest = digestOf(signature);
  if (digest === undefined) throw new RangeError('the signature is in no known encoding');
  return digest.toString('hex');
}

/** Whether the passphrases match, in constant time for equal lengths. */
export function isSamePassphrase(expected: Secret<string>, given: string): boolean {
  const expectedBytes = Buffer.from(expected.reveal());
  const givenBytes = Buffer.from(given);
  return expectedBytes.length === givenBytes.length && timingSafeEqual(expectedBytes, givenBytes);
}
