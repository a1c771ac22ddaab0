import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

const BEARER = /^Bearer ([\x21-\x7e]{1,256})$/i;

/** Whether a request has the key. Digests are compared, in constant time, so neither length nor content of a guess leaks. */
export function bringsKey(digest: Buffer, request: IncomingMessage): boolean {
  const [, key] = BEARER.exec(request.headers.authorization ?? '') ?? [];
  return key !== undefined && timingSafeEqual(createHash('sha256').update(key, 'latin1').digest(), digest);
}
