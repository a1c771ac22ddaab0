import { signedRequestId } from './authenticated-caller';
import { KeyCredentialsVerifier } from './key-credentials.verifier';
import type { RequestShape } from '../testing/credentialed-requests';
import { CONFIG, NOW_MILLIS, OWNER, l2Request, recordOf, storeOf } from '../testing/credentialed-requests';

const NOW_SECONDS = NOW_MILLIS / 1000;

describe('a signed request', () => {
  it('has one id for every encoding of its signature, and another with another time, body, path or key', async () => {
    const verifier = new KeyCredentialsVerifier(CONFIG, storeOf(recordOf('trading'), recordOf('readonly')), () => NOW_MILLIS, 0);
    const nameOf = async (shape: RequestShape): Promise<string> =>
      signedRequestId(await verifier.verifyL2(l2Request({ body: '{}', ...shape }), { write: true, needs: 'read' }));
    const name = await nameOf({});
    expect(name).toMatch(/^[0-9a-f]{64}$/);
    expect(await nameOf({ encoding: 'hex', headers: { ADDRESS: OWNER } })).toBe(name);
    const others: RequestShape[] = [
      { timestamp: String(NOW_SECONDS + 1) },
      { body: '{} ' },
      { target: '/order' },
      { kind: 'readonly' },
    ];
    const names = await Promise.all(others.map(nameOf));
    expect(new Set([name, ...names]).size).toBe(1 + others.length);
  });
});
