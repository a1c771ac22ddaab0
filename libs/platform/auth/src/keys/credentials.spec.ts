import { inspect } from 'node:util';
import { address } from '@foretell/signing';
import type { CredentialSeed } from './credentials';
import { deriveCredentials } from './credentials';
import { Secret } from './secret';

const MASTER = new Secret(Buffer.alloc(32, 7));
const SEED: CredentialSeed = {
  kind: 'trading',
  chainId: 137,
  address: address('0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'),
  nonce: '0',
};

describe('derived credentials', () => {
  it('have the shapes that clients expect', () => {
    const credentials = deriveCredentials(MASTER, SEED);
    expect(credentials.apiKey).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    expect(credentials.secret.reveal()).toMatch(/^[A-Za-z0-9_-]{43}=$/);
    expect(Buffer.from(credentials.secret.reveal(), 'base64')).toHaveLength(32);
    expect(credentials.passphrase.reveal()).toMatch(/^[0-9a-f]{64}$/);
  });

  it('are always the same for the same seed, across releases', () => {
    const credentials = deriveCredentials(MASTER, SEED);
    expect([credentials.apiKey, credentials.secret.reveal(), credentials.passphrase.reveal()]).toEqual(GOLDEN);
  });

  it.each<[string, Partial<CredentialSeed>]>([
    ['kind', { kind: 'builder' }],
    ['chain', { chainId: 80002 }],
    ['address', { address: address('0x70997970C51812dc3A010C7d01b50e0d17dc79C8') }],
    ['nonce', { nonce: '1' }],
  ])('differ in every part for another %s', (_part, change) => {
    const one = deriveCredentials(MASTER, SEED);
    const other = deriveCredentials(MASTER, { ...SEED, ...change });
    expect(other.apiKey).not.toBe(one.apiKey);
    expect(other.secret.reveal()).not.toBe(one.secret.reveal());
    expect(other.passphrase.reveal()).not.toBe(one.passphrase.reveal());
  });

  it('differ for another master key', () => {
    expect(deriveCredentials(new Secret(Buffer.alloc(32, 8)), SEED).apiKey).not.toBe(deriveCredentials(MASTER, SEED).apiKey);
  });
});

describe('a secret', () => {
  it('is not printed in any form', () => {
    const secret = new Secret('hunter2');
    const holder = { secret };
    const printed = [String(secret), JSON.stringify(holder), inspect(holder, { depth: 9, showHidden: true })];
    for (const text of printed) {
      expect(text).toContain('[redacted]');
      expect(text).not.toContain('hunter2');
    }
    expect(Object.values(secret)).toEqual([]);
    expect(secret.reveal()).toBe('hunter2');
  });
});

/** A change of these values revokes every key ever issued. */
const GOLDEN = [
  'c33dc532-6fdb-4e52-8dd4-f5dfedf7ce54',
  'b7si5SJzNC900DLbOrO-cO9FbwKHR75RIbeT13Ti2bw=',
  'cf71d0b381e97d55cc69dedfbc8fa5c684ae7092a76cc223b52d2d59fcf5b24b',
];
