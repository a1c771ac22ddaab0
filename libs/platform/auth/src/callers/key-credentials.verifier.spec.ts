import { inspect } from 'node:util';
import type { ApiKeyRecord } from '../keys/api-key-store';
import { ReadonlyKeyFailure, UnauthorizedFailure } from './auth-failures';
import type { CredentialPart } from './auth-failures';
import { Secret } from '../keys/secret';
import { readAuthConfig, type AuthConfig } from '../auth.config';
import type { KeyPermission } from '../keys/key-permission';
import { KeyCredentialsVerifier, type L2Demands, type KeyCredentials } from './key-credentials.verifier';
import type { RequestShape } from '../testing/credentialed-requests';
import {
  CONFIG,
  MASTER_KEY_HEX,
  NOW_MILLIS,
  OWNER,
  credentialsOf,
  l2Request,
  recordOf,
  storeOf,
} from '../testing/credentialed-requests';

const NOW_SECONDS = NOW_MILLIS / 1000;
const WRITE = { write: true };
const READ = { write: false };

function verifierOf(...records: ApiKeyRecord[]): KeyCredentialsVerifier {
  const known = records.length > 0 ? records : [recordOf('trading'), recordOf('readonly'), recordOf('builder')];
  return new KeyCredentialsVerifier(CONFIG, storeOf(...known), () => NOW_MILLIS, 0);
}

async function failureOf(promise: Promise<unknown>): Promise<unknown> {
  return promise.then(
    () => undefined,
    (error: unknown) => error,
  );
}

describe('an L2 request', () => {
  it.each([
    ['SERVICE', 'service'],
    ['POLY', 'public'],
    ['KUEST', 'kuest'],
  ])('is authenticated under the prefix %s, in the %s format', async (prefix, format) => {
    expect(await verifierOf().verifyL2(l2Request({ prefix, body: '[{"a":1}]' }), WRITE)).toEqual({
      address: OWNER,
      apiKey: credentialsOf('trading').apiKey,
      kind: 'trading',
      format,
      network: '',
      prefix,
      signature: expect.any(Secret) as unknown,
    });
  });

  it.each<[string, RequestShape]>([
    ['a hex signature', { encoding: 'hex', body: '{}' }],
    ['no body', {}],
    ['a query, which is not signed', { method: 'DELETE', target: '/auth/api-key?apiKey=x' }],
    ['an address in lower case', { headers: { ADDRESS: OWNER } }],
    ['an api key in upper case', { headers: { API_KEY: credentialsOf('trading').apiKey.toUpperCase() } }],
    ['a timestamp in milliseconds', { timestamp: String(NOW_MILLIS - 59_000) }],
    ['the oldest timestamp', { timestamp: String(NOW_SECONDS - 60) }],
    ['the newest timestamp', { timestamp: String(NOW_SECONDS + 60) }],
  ])('is authenticated with %s', async (_name, shape) => {
    await expect(verifierOf().verifyL2(l2Request(shape), WRITE)).resolves.toMatchObject({ address: OWNER });
  });

  it('may be older for a read, since one signature serves an entire listing', async () => {
    const request = l2Request({ method: 'GET', target: '/data/orders', timestamp: String(NOW_SECONDS - 300) });
    await expect(verifierOf().verifyL2(request, READ)).resolves.toMatchObject({ address: OWNER });
    await expect(verifierOf().verifyL2(request, WRITE)).rejects.toMatchObject({ details: { part: 'timestamp' } });
  });

  const revoked = recordOf('trading', { revokedAt: NOW_MILLIS - 1 });
  const ofAnother = recordOf('trading', { address: '0x70997970c51812dc3a010c7d01b50e0d17dc79c8' as typeof OWNER });
  it.each<[CredentialPart, string, RequestShape, ApiKeyRecord[]?]>([
    [
      'headers',
      'no headers',
      { headers: { ADDRESS: undefined, API_KEY: undefined, PASSPHRASE: undefined, TIMESTAMP: undefined, SIGNATURE: undefined } },
    ],
    ['headers', 'no passphrase', { headers: { PASSPHRASE: undefined } }],
    ['headers', 'an empty signature', { headers: { SIGNATURE: '' } }],
    ['headers', 'a prefix that is not configured', { prefix: 'OTHER' }],
    ['address', 'a malformed address', { headers: { ADDRESS: 'me' } }],
    ['address', 'the address of another key', {}, [ofAnother]],
    ['timestamp', 'an old timestamp', { timestamp: String(NOW_SECONDS - 61) }],
    ['timestamp', 'a future timestamp', { timestamp: String(NOW_SECONDS + 61) }],
    ['timestamp', 'old milliseconds', { timestamp: String(NOW_MILLIS - 60_001) }],
    ['timestamp', 'a signed timestamp', { timestamp: `+${NOW_SECONDS}` }],
    ['timestamp', 'a fractional timestamp', { timestamp: `${NOW_SECONDS}.5` }],
    ['timestamp', 'a timestamp in words', { timestamp: 'now' }],
    ['api_key', 'an unknown key', { headers: { API_KEY: '00000000-0000-4000-8000-000000000000' } }],
    ['api_key', 'a key that is no UUID', { headers: { API_KEY: "' or 1=1" } }],
    ['api_key', 'a revoked key', {}, [revoked]],
    ['api_key', 'a builder key', { kind: 'builder' }],
    ['passphrase', 'a wrong passphrase', { headers: { PASSPHRASE: '0'.repeat(64) } }],
    ['passphrase', 'a short passphrase', { headers: { PASSPHRASE: '0' } }],
    ['signature', 'a wrong signature', { headers: { SIGNATURE: '0'.repeat(64) } }],
    ['signature', 'a malformed signature', { headers: { SIGNATURE: 'x' } }],
  ])('fails by its %s with %s', async (part, _name, shape, records = []) => {
    const failure = await failureOf(verifierOf(...records).verifyL2(l2Request(shape), WRITE));
    expect(failure).toBeInstanceOf(UnauthorizedFailure);
    expect(failure).toMatchObject({
      status: 401,
      message: 'Unauthorized/Invalid api key',
      code: 'invalid_l2',
      details: { part, serverTimeSeconds: NOW_SECONDS },
    });
  });

  it.each([
    ['method', { method: 'DELETE' }],
    ['path', { originalUrl: '/order' }],
    ['body', { rawBody: Buffer.from('[2]') }],
  ])('fails by its signature when the %s differs from the signed one', async (_part, change) => {
    const request = { ...l2Request({ body: '[1]' }), ...change };
    await expect(verifierOf().verifyL2(request, WRITE)).rejects.toMatchObject({ details: { part: 'signature' } });
  });

  it('names the missing headers, under the prefix in use', async () => {
    const request = l2Request({ prefix: 'POLY', headers: { PASSPHRASE: undefined, SIGNATURE: undefined } });
    await expect(verifierOf().verifyL2(request, WRITE)).rejects.toMatchObject({
      details: { missing: ['POLY_PASSPHRASE', 'POLY_SIGNATURE'] },
    });
  });

  it('does not read the store for stale or malformed credentials', async () => {
    const store = storeOf(recordOf('trading'));
    const verifier = new KeyCredentialsVerifier(CONFIG, store, () => NOW_MILLIS, 0);
    await failureOf(verifier.verifyL2(l2Request({ timestamp: '1' }), WRITE));
    await failureOf(verifier.verifyL2(l2Request({ headers: { API_KEY: 'x' } }), WRITE));
    expect(store.asked).toEqual([]);
  });

  it('with a read-only key may read but not write', async () => {
    const request = l2Request({ kind: 'readonly', method: 'GET', target: '/data/orders' });
    await expect(verifierOf().verifyL2(request, READ)).resolves.toMatchObject({ kind: 'readonly' });
    const failure = await failureOf(verifierOf().verifyL2(l2Request({ kind: 'readonly' }), WRITE));
    expect(failure).toBeInstanceOf(ReadonlyKeyFailure);
    expect(failure).toMatchObject({ status: 403, code: 'readonly_key' });
  });

  it("is refused without the key's permission, after authentication", async () => {
    const may = (permission: KeyPermission, demands: L2Demands) =>
      failureOf(verifierOf(recordOf('trading', { permission })).verifyL2(l2Request(), demands));
    expect(await may('cancel', { write: true, needs: 'cancel' })).toBeUndefined();
    expect(await may('trade', WRITE)).toBeUndefined();
    expect(await may('all', { write: true, needs: 'all' })).toBeUndefined();
    const details = { permission: 'cancel', needed: 'trade' };
    expect(await may('cancel', WRITE)).toMatchObject({ status: 403, code: 'key_permission', details });
    expect(await may('trade', { write: true, needs: 'all' })).toMatchObject({ status: 403, code: 'key_permission' });
    expect(await may('read', { write: true, needs: 'cancel' })).toMatchObject({ status: 403, code: 'readonly_key' });
  });

  it('is refused from networks that its key excludes, and from unknown ones', async () => {
    const from = (address?: string) => {
      const verifier = verifierOf(recordOf('trading', { networks: '203.0.113.0/24,2001:db8::1' }));
      return failureOf(verifier.verifyL2(l2Request(address === undefined ? {} : { address }), WRITE));
    };
    expect(await from('203.0.113.9')).toBeUndefined();
    expect(await from('::ffff:203.0.113.9')).toBeUndefined();
    expect(await from('198.51.100.1')).toMatchObject({ status: 403, code: 'key_network', details: { address: '198.51.100.1' } });
    expect(await from()).toMatchObject({ status: 403, code: 'key_network' });
  });

  it('is refused from the instant on at which its key expires', async () => {
    const until = (expiresAt: number) => failureOf(verifierOf(recordOf('trading', { expiresAt })).verifyL2(l2Request(), WRITE));
    expect(await until(NOW_MILLIS + 1)).toBeUndefined();
    expect(await until(NOW_MILLIS)).toMatchObject({ status: 401, details: { part: 'expired' } });
  });

  it('is refused when the master key of its key is removed, and accepted before', async () => {
    const rotated = (older: string) =>
      readAuthConfig({ AUTH_MASTER_KEY: '08'.repeat(32), AUTH_MASTER_KEY_VERSION: '2', AUTH_OLD_MASTER_KEYS: older });

    const ask = (config: AuthConfig) =>
      failureOf(
        new KeyCredentialsVerifier(config, storeOf(recordOf('trading')), () => NOW_MILLIS, 0).verifyL2(l2Request(), WRITE),
      );
    expect(await ask(rotated(`1:${MASTER_KEY_HEX}`))).toBeUndefined();
    expect(await ask(rotated(''))).toMatchObject({ status: 401, details: { part: 'api_key' } });
  });

  it('with a read-only key must be signed like any other', async () => {
    const request = l2Request({ kind: 'readonly', method: 'GET', headers: { SIGNATURE: '0'.repeat(64) } });
    await expect(verifierOf().verifyL2(request, READ)).rejects.toMatchObject({ details: { part: 'signature' } });
  });
});

describe('builder headers', () => {
  it('are authenticated by the same HMAC with the builder key', async () => {
    const request = l2Request({
      prefix: 'POLY',
      kind: 'builder',
      builder: true,
      method: 'GET',
      target: '/builder/trades?market=1',
    });
    expect(verifierOf().hasBuilderHeaders(request)).toBe(true);
    expect(await verifierOf().verifyBuilder(request, READ)).toEqual({
      address: OWNER,
      apiKey: credentialsOf('builder').apiKey,
      format: 'public',
      prefix: 'POLY',
    });
  });

  it.each<[CredentialPart, RequestShape]>([
    ['headers', { headers: { SIGNATURE: undefined } }],
    ['timestamp', { timestamp: '1' }],
    ['api_key', { kind: 'trading' }],
    ['passphrase', { headers: { PASSPHRASE: '1' } }],
    ['signature', { headers: { SIGNATURE: '0'.repeat(64) } }],
  ])('fail by their %s', async (part, shape) => {
    const request = l2Request({ kind: 'builder', builder: true, ...shape });
    await expect(verifierOf().verifyBuilder(request, WRITE)).rejects.toMatchObject({ code: 'invalid_l2', details: { part } });
  });

  it('are not accepted as L2 headers, nor L2 headers as builder headers', async () => {
    expect(verifierOf().hasBuilderHeaders(l2Request())).toBe(false);
    const request = l2Request({ kind: 'builder', builder: true });
    await expect(verifierOf().verifyL2(request, READ)).rejects.toMatchObject({ details: { part: 'headers' } });
  });
});

describe('credentials in plain text, in the first message of a stream,', () => {
  const presented = (
    change: Partial<KeyCredentials> = {},
    kind: 'trading' | 'readonly' | 'builder' = 'trading',
  ): KeyCredentials => {
    const { apiKey, secret, passphrase } = credentialsOf(kind);
    return { apiKey, secret: secret.reveal(), passphrase: passphrase.reveal(), ...change };
  };
  const failureFor = (record: Partial<ApiKeyRecord>, change: Partial<KeyCredentials> = {}, address = '203.0.113.9') =>
    failureOf(verifierOf(recordOf('trading', record)).verifyKey(presented(change), address));

  it('are authenticated when complete', async () => {
    await expect(verifierOf().verifyKey(presented())).resolves.toMatchObject({ address: OWNER });
    await expect(verifierOf().verifyKey(presented({}, 'readonly'))).resolves.toMatchObject({ kind: 'readonly' });
  });

  it.each<[CredentialPart, Partial<KeyCredentials>]>([
    ['api_key', { apiKey: 'fd9b64a9-9775-4dd1-8f7f-2d9f06feeb40' }],
    ['passphrase', { passphrase: '' }],
    ['passphrase', { passphrase: credentialsOf('readonly').passphrase.reveal() }],
    ['signature', { secret: '' }],
    ['signature', { secret: credentialsOf('readonly').secret.reveal() }],
  ])('are refused for their %s', async (part, change) => {
    expect(await failureFor({}, change)).toMatchObject({ status: 401, details: { part } });
  });

  it("are refused for a key that is revoked, expired or a builder's", async () => {
    const refused = { status: 401, details: { part: 'api_key' } };
    expect(await failureFor({ revokedAt: NOW_MILLIS })).toMatchObject(refused);
    expect(await failureFor({ expiresAt: NOW_MILLIS })).toMatchObject(refused);
    expect(await failureFor({ expiresAt: NOW_MILLIS + 1 })).toBeUndefined();
    expect(await failureOf(verifierOf().verifyKey(presented({}, 'builder')))).toMatchObject(refused);
  });

  it('are refused from networks that their key excludes, and from unknown ones', async () => {
    const networks = '203.0.113.0/24';
    expect(await failureFor({ networks })).toBeUndefined();
    expect(await failureFor({ networks }, {}, '198.51.100.1')).toMatchObject({ status: 403, code: 'key_network' });
    const nowhere = verifierOf(recordOf('trading', { networks })).verifyKey(presented());
    expect(await failureOf(nowhere)).toMatchObject({ status: 403, code: 'key_network' });
  });
});

it('no failure contains a secret, a passphrase or a signature, in any form of printing', async () => {
  const { secret, passphrase } = credentialsOf('trading');
  const shapes: RequestShape[] = [
    { headers: { SIGNATURE: '0'.repeat(64) } },
    { headers: { PASSPHRASE: '1'.repeat(64) } },
    { headers: { TIMESTAMP: '2'.repeat(64) } },
    { headers: { API_KEY: '3'.repeat(64) } },
    { headers: { ADDRESS: '4'.repeat(64) } },
    { headers: { SIGNATURE: undefined } },
  ];
  const sent = new Set(
    shapes.flatMap((shape) => Object.values(l2Request(shape).headers)).filter((value) => String(value).length > 30),
  );
  expect(sent.size).toBeGreaterThan(8);
  for (const shape of shapes) {
    const failure = await failureOf(verifierOf().verifyL2(l2Request(shape), WRITE));
    expect(failure).toBeInstanceOf(UnauthorizedFailure);
    const printed = `${JSON.stringify(failure)} ${inspect(failure, { depth: 9, showHidden: true })} ${String(failure)}`;
    for (const value of [secret.reveal(), passphrase.reveal(), MASTER_KEY_HEX, ...sent]) expect(printed).not.toContain(value);
  }
});

it('a printed verifier shows no master key', () => {
  const printed = `${JSON.stringify(CONFIG)} ${inspect(verifierOf(), { depth: 9, showHidden: true })}`;
  expect(printed).not.toContain(MASTER_KEY_HEX);
  expect(printed).not.toContain('07 07 07');
});
