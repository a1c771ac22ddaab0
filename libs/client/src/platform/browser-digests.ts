import { hmac } from '@noble/hashes/hmac';
import { sha1 } from '@noble/hashes/legacy';
import { sha256 } from '@noble/hashes/sha2';
import { hexOf } from '@foretell/signing';
import type { RequestMac } from '../trading/request-signer';

// SHA-1 in JavaScript: WebCrypto is asynchronous, while books and headers are computed synchronously.

export function scriptSha1(text: string): string {
  return hexOf(sha1(text)).slice(2);
}

export const scriptRequestMac: RequestMac = (secret, head, body, encoding) => {
  const digest = hmac.create(sha256, bytesOfBase64(secret)).update(head).update(body).digest();
  return encoding === 'hex' ? hexOf(digest).slice(2) : base64url(digest);
};

/** Accepts both base64 alphabets, with or without padding. */
function bytesOfBase64(text: string): Uint8Array {
  const plain = atob(text.replaceAll('-', '+').replaceAll('_', '/').replaceAll('=', ''));
  return Uint8Array.from(plain, (character) => character.charCodeAt(0));
}

/** With padding, as the published clients send it. */
function base64url(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_');
}
