import { IsOptional, Matches } from 'class-validator';
import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

const BEARER = /^Bearer ([\x21-\x7e]{1,256})$/i;

/** Of an environment's OPERATOR_VIEW_KEY_SHA256: the key itself is on no server. */
export function OperatorKeyField(): PropertyDecorator {
  const message = 'OPERATOR_VIEW_KEY_SHA256 must be the 64 hex digits of the key’s SHA-256';
  return (prototype, name) => {
    IsOptional()(prototype, name);
    Matches(/^[0-9a-f]{64}$/i, { message })(prototype, name);
  };
}

/** The digest of the operator view's key; null without one: then there is no operator's view. */
export function operatorKeyDigest(hex: string | undefined): Buffer | null {
  return hex === undefined ? null : Buffer.from(hex, 'hex');
}

/** Whether a request brings the key. Digests are compared, in constant time, so neither length nor content of a guess tells. */
export function bringsKey(digest: Buffer, request: IncomingMessage): boolean {
  const [, key] = BEARER.exec(request.headers.authorization ?? '') ?? [];
  return key !== undefined && timingSafeEqual(createHash('sha256').update(key, 'latin1').digest(), digest);
}
