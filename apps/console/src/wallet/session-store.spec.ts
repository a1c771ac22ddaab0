import { retireOldSession } from './session-store';

const CLOB = 'http://clob.example';
const NAME = `foretell.wallet:${CLOB}`;
const PLAY_NAME = `foretell.play-wallet:${CLOB}`;
const PRIVATE_KEY = `0x${'34'.repeat(32)}`;
const OLD = { address: `0x${'12'.repeat(20)}`, key: { apiKey: 'a', secret: 'b', passphrase: 'c' } };

describe('a session of an earlier release', () => {
  beforeEach(() => window.localStorage.clear());
  const store = (session: object): void => window.localStorage.setItem(NAME, JSON.stringify(session));

  it('is removed with its unrestricted key', () => {
    store({ ...OLD, kind: 'injected', walletId: 'io.metamask' });
    retireOldSession(CLOB);
    expect({ ...window.localStorage }).toEqual({});
  });

  it('leaves a play wallet, marked as such, to sign in with', () => {
    store({ ...OLD, kind: 'play', privateKey: PRIVATE_KEY });
    retireOldSession(CLOB);
    expect(window.localStorage.getItem(NAME)).toBeNull();
    expect(JSON.parse(String(window.localStorage.getItem(PLAY_NAME)))).toMatchObject({ privateKey: PRIVATE_KEY });
  });

  it('is not a session of this release', () => {
    const session = { ...OLD, kind: 'play', endsAt: 1 };
    store(session);
    retireOldSession(CLOB);
    expect(window.localStorage.getItem(NAME)).toBe(JSON.stringify(session));
  });
});
