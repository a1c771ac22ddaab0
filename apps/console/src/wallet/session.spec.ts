import { parseSession } from './session';

const KEY = { apiKey: 'a', secret: 'b', passphrase: 'c' };
const ADDRESS = `0x${'12'.repeat(20)}`;
const PLAY = { kind: 'play', address: ADDRESS, key: KEY, endsAt: 1 };
const INJECTED = { kind: 'injected', address: ADDRESS, walletId: 'io.metamask', key: KEY, endsAt: 1 };

describe('a stored session', () => {
  it.each([PLAY, INJECTED])('of a $kind wallet is read back', (session) => {
    expect(parseSession(JSON.stringify(session))).toEqual(session);
  });

  it('contains no private key', () => {
    expect(parseSession(JSON.stringify({ ...PLAY, privateKey: `0x${'34'.repeat(32)}` }))).toEqual(PLAY);
  });

  it.each([
    ['nothing', null],
    ['no JSON', '{'],
    ['another kind', JSON.stringify({ ...PLAY, kind: 'paper' })],
    ['no address', JSON.stringify({ ...PLAY, address: '0x12' })],
    ['no API key', JSON.stringify({ ...INJECTED, key: { apiKey: 'a' } })],
    ['a key without an expiry, as earlier releases stored it', JSON.stringify({ ...INJECTED, endsAt: undefined })],
  ])('is null for %s', (_what, text) => {
    expect(parseSession(text)).toBeNull();
  });
});
