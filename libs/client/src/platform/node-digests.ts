import { createHash, createHmac } from 'node:crypto';
import type { RequestMac } from '../trading/request-signer';

export function nativeSha1(text: string): string {
  return createHash('sha1').update(text).digest('hex');
}

export const nativeRequestMac: RequestMac = (secret, head, body, encoding) => {
  const digest = createHmac('sha256', Buffer.from(secret, 'base64')).update(head).update(body).digest();
  return encoding === 'hex' ? digest.toString('hex') : paddedBase64url(digest);
};

/** As the published clients send it: Node's own base64url has no padding. */
function paddedBase64url(bytes: Buffer): string {
  return bytes.toString('base64').replaceAll('+', '-').replaceAll('/', '_');
}
