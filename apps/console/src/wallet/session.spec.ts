import { parseSession } from './session';

const KEY = { apiKey: 'a', secret: 'b', passphrase: 'c' };
const ADDRESS = `0x${'12'.repeat(20)}`;
const PLAY = { kind: 'play', address: ADDRESS, privateKey: `0x${'34'.repeat(32)}`, key: KEY };
const INJECTED = { kind: 'injected', address: ADDRESS, walletId: 'io.metamask', key: KEY };

describe('a session that was kept', () => {
  it.each([PLAY, INJECTED])('of a $kind wallet is read back', (session) => {
    expect(parseSession(JSON.stringify(session))).toEqual(session);
  });

  it.each([
    ['nothing', null],
    ['no JSON', '{'],
    ['another kind', JSON.stringify({ ...PLAY, kind: 'paper' })],
    ['no address', JSON.stringify({ ...PLAY, address: '0x12' })],
    ['a key that is none', JSON.stringify({ ...PLAY, privateKey: '0x12' })],
    ['no API key', JSON.stringify({ ...INJECTED, key: { apiKey: 'a' } })],
  ])('is none for %s', (_what, text) => {
    expect(parseSession(text)).toBeNull();
  });
});
