import { act, render, renderHook } from '@testing-library/react';
import type { ReactNode } from 'react';
import { SiteProvider } from '../config/site-context';
import { useOrders } from '../own/use-orders';
import { FaultNote } from './fault-note';
import type { Session } from './session';
import { keepSession } from './session-store';
import type { Trader } from './trader';
import { useBalance } from './use-balance';
import { useTrading, type Trading } from './use-trader';

jest.mock('./exchange-terms', () => ({ exchangeTerms: () => new Promise(() => undefined), useIsRealMoney: () => false }));

const SITE = { clob: 'http://clob.test', gamma: 'http://gamma.test', data: 'http://data.test', chain: null, pictures: [] };
const NOW = 1_800_000_000_000;
const BALANCE = { available: '1', locked: '0' };

function within({ children }: { readonly children: ReactNode }): ReactNode {
  return <SiteProvider site={SITE}>{children}</SiteProvider>;
}

function sessionOf(apiKey: string): Session {
  const key = { apiKey, secret: 'secret', passphrase: 'passphrase' };
  return { kind: 'injected', walletId: 'w', address: `0x${'a'.repeat(40)}`, key, endsAt: NOW + 86_400_000 };
}

/** An exchange that gives this error to every request. */
function refusing(session: Session, refusal: object) {
  const ask = jest.fn(() => Promise.reject(Object.assign(new Error('Unauthorized/Invalid api key'), refusal)));
  const trader = Object.assign(Object.create(null) as Trader, { balance: ask, openOrders: ask });
  const trading: Trading = { session, trader };
  return { ask, trading };
}

const pass = (millis: number) => act(() => jest.advanceTimersByTimeAsync(millis));

describe('a key that the exchange refuses', () => {
  beforeEach(() => jest.useFakeTimers({ now: NOW }));
  afterEach(() => jest.useRealTimers());

  it.each([
    ['revoked', { code: 'invalid_l2', status: 401, details: { part: 'api_key' } }, /no longer accepts your API key/],
    ['expired', { code: 'invalid_l2', status: 401, details: { part: 'expired' } }, /^Your sign-in has ended/],
  ])('as %s ends the sign-in of every page, which offers the way back and requests nothing', async (name, refusal, words) => {
    const session = sessionOf(name);
    keepSession(SITE.clob, session);
    const { ask, trading } = refusing(session, refusal);
    const page = renderHook(() => useTrading(), { wrapper: within });
    expect(page.result.current.fault).toBeNull();
    // As the pages do, which have no client any more once the key has ended.
    renderHook(() => useBalance(page.result.current.fault === null ? trading : null), { wrapper: within });
    await pass(60_000);
    expect(ask).toHaveBeenCalledTimes(1);
    expect(page.result.current).toMatchObject({ trading: null, fault: refusal });
    const note = render(<FaultNote fault={page.result.current.fault} />, { wrapper: within });
    expect(note.getByText(words)).toBeTruthy();
    expect(note.getByRole('button', { name: 'Sign in again' })).toBeTruthy();
    act(() => keepSession(SITE.clob, sessionOf(`${name} again`)));
    expect(page.result.current.fault).toBeNull();
  });

  it.each([
    ['balance', (trading: Trading) => useBalance(trading)],
    ['orders', (trading: Trading) => useOrders(trading, 0)],
  ] as const)('for another reason is asked for its %s again only when something has changed', async (name, use) => {
    const session = sessionOf(name);
    const { ask, trading } = refusing(session, { code: 'key_network', status: 403, details: {} });
    renderHook(() => use(trading), { wrapper: within });
    await pass(5_000);
    ask.mockClear();
    await pass(60_000);
    expect(ask).not.toHaveBeenCalled();
    act(() => void window.dispatchEvent(new Event('online')));
    await pass(0);
    expect(ask).toHaveBeenCalledTimes(1);
    ask.mockImplementation(() => Promise.resolve(name === 'orders' ? [] : BALANCE) as never);
    act(() => void window.dispatchEvent(new Event('online')));
    await pass(0);
    ask.mockClear();
    await pass(10_000);
    expect(ask).toHaveBeenCalled();
  });

  it('is none while the exchange only fails: its balance is asked for again', async () => {
    const session = sessionOf('silent');
    const { ask, trading } = refusing(session, { code: 'no_answer', status: 0 });
    const { result } = renderHook(() => useBalance(trading), { wrapper: within });
    await pass(5_000);
    expect(ask).toHaveBeenCalledTimes(2);
    ask.mockImplementation(() => Promise.resolve(BALANCE) as never);
    await pass(5_000);
    expect(result.current).toEqual({ balance: BALANCE, fault: null });
  });
});
