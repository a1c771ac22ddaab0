import type { CredentialPart } from './auth-failures';
import type { AuthConfig } from '../auth.config';
import type { CredentialedRequest } from './authenticated-caller';
import { loadCrypto, walletFromPrivateKey, type Wallet } from '@foretell/crypto';
import { CONFIG, NOW_MILLIS, OWNER } from '../testing/credentialed-requests';
import { WalletCredentialsVerifier } from './wallet-credentials.verifier';

const NOW_SECONDS = NOW_MILLIS / 1000;

let wallet: Wallet;
beforeAll(async () => {
  wallet = await walletFromPrivateKey('0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80');
});

async function verifierOf(config: AuthConfig = CONFIG): Promise<WalletCredentialsVerifier> {
  return new WalletCredentialsVerifier(config, await loadCrypto(), () => NOW_MILLIS);
}

interface Shape {
  readonly prefix?: string;
  readonly timestamp?: string;
  readonly nonce?: bigint;
  readonly chainId?: number;
  readonly headers?: Readonly<Record<string, string | undefined>>;
  readonly chainHeader?: string;
}

function l1Request(shape: Shape = {}): CredentialedRequest {
  const timestamp = shape.timestamp ?? String(NOW_SECONDS);
  const nonce = shape.nonce ?? 0n;
  const named: Record<string, string | undefined> = {
    ADDRESS: wallet.checksummedAddress,
    SIGNATURE: wallet.signClobAuth({ timestamp, nonce }, shape.chainId ?? 137),
    TIMESTAMP: timestamp,
    NONCE: nonce.toString(),
    ...shape.headers,
  };
  const headers: Record<string, string> = shape.chainHeader === undefined ? {} : { 'x-chain-id': shape.chainHeader };
  for (const [name, value] of Object.entries(named)) {
    if (value !== undefined) headers[`${shape.prefix ?? 'SERVICE'}_${name}`.toLowerCase()] = value;
  }
  return { method: 'POST', originalUrl: '/auth/api-key', headers };
}

describe('an L1 request', () => {
  it.each([
    ['SERVICE', 'service'],
    ['POLY', 'public'],
    ['KUEST', 'kuest'],
  ])('is authenticated under the prefix %s, in the %s format', async (prefix, format) => {
    expect((await verifierOf()).verifyL1(l1Request({ prefix, nonce: 7n }))).toEqual({
      address: OWNER,
      nonce: '7',
      format,
      prefix,
    });
  });

  it('is authenticated by the published signature, without a nonce', async () => {
    const published =
      '0xcdd37562618c1b5a87c21ec0631104d1caa4ec8b83423eeb5322a96152b13ca460c092a23d8c6d90725fa5bd59259360a9cdae4da81758ec2cddd1a8b8357a421b';
    const request = l1Request({ headers: { SIGNATURE: published, NONCE: undefined } });
    expect((await verifierOf()).verifyL1(request)).toMatchObject({ address: OWNER, nonce: '0' });
  });

  it('is authenticated when it names our chain', async () => {
    expect((await verifierOf()).verifyL1(l1Request({ chainHeader: '137' }))).toMatchObject({ address: OWNER });
  });

  it.each<[CredentialPart, string, () => Shape]>([
    ['headers', 'no signature', () => ({ headers: { SIGNATURE: undefined } })],
    ['headers', 'a prefix that is not configured', () => ({ prefix: 'OTHER' })],
    ['headers', 'a negative nonce', () => ({ headers: { NONCE: '-1' } })],
    ['headers', 'another chain in the header', () => ({ chainHeader: '1' })],
    ['address', 'a malformed address', () => ({ headers: { ADDRESS: '0x12' } })],
    ['timestamp', 'an old timestamp', () => ({ timestamp: String(NOW_SECONDS - 61) })],
    ['timestamp', 'a future timestamp', () => ({ timestamp: String(NOW_SECONDS + 61) })],
    ['signature', 'a malformed signature', () => ({ headers: { SIGNATURE: '0xabcd00' } })],
    ['signature', 'the signature of another chain', () => ({ chainId: 80002 })],
    ['signature', 'the signature of another nonce', () => ({ nonce: 1n, headers: { NONCE: '2' } })],
    [
      'signature',
      'the address of another wallet',
      () => ({ headers: { ADDRESS: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8' } }),
    ],
  ])('fails by its %s with %s', async (part, _name, shape) => {
    const verifier = await verifierOf();
    const request = l1Request(shape());
    let failure: unknown;
    try {
      verifier.verifyL1(request);
    } catch (error) {
      failure = error;
    }
    expect(failure).toMatchObject({
      status: 401,
      message: 'Invalid L1 Request headers',
      code: 'invalid_l1',
      details: { part, serverTimeSeconds: NOW_SECONDS },
    });
    const signature = request.headers['service_signature'];
    if (typeof signature === 'string') expect(JSON.stringify(failure)).not.toContain(signature.slice(4));
  });
});
