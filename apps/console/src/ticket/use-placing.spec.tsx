import type { SignedItem } from '@foretell/client/browser';
import type { PlaceOrderResult } from '@foretell/contracts';
import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { planned, TICKET_FIELDS, TICKET_MARKET } from '../testing/ticket-example';
import type { Trading } from '../wallet/use-trader';
import type { FeeTerms } from './estimate';
import { usePlacing, type PlacingSteps } from './use-placing';

/** The client needs features that happy-dom lacks. The plan needs only its fee, here for a book without trades. */
jest.mock('@foretell/client/browser', () => ({ takerFee: () => 0n }));

const KEY = { apiKey: 'key', secret: 's', passphrase: 'p' };
const RESULT = { success: true, errorMsg: '', orderID: '0x1', status: 'matched' } as unknown as PlaceOrderResult;
const PLAN = planned({ ...TICKET_FIELDS, amount: '10' }, TICKET_MARKET);
const DECLINED = Object.assign(new Error('no'), { code: 4001 });

describe('placing an order', () => {
  let calls: string[];
  let steps: PlacingSteps;
  let root: Root;
  let fees: FeeTerms[];
  let trader: Record<'preview' | 'sign' | 'send', jest.Mock>;
  const trading = (kind: 'play' | 'injected', apiKey = KEY.apiKey): Trading =>
    ({ session: { kind, address: '0x', key: { ...KEY, apiKey }, endsAt: 1 }, trader }) as unknown as Trading;

  beforeEach(() => {
    Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
    calls = [];
    fees = [];
    const called = <T,>(name: string, answer: T) =>
      jest.fn(() => {
        calls.push(name);
        return Promise.resolve(answer);
      });
    const signed = { orderId: '0x1', item: { owner: KEY.apiKey } } as SignedItem;
    trader = { preview: called('preview', [RESULT]), sign: called('sign', signed), send: called('send', [RESULT]) };
    root = createRoot(document.createElement('div'));
  });
  afterEach(() => act(() => root.unmount()));

  const readFee = (): Promise<FeeTerms> => Promise.resolve(fees.length === 0 ? TICKET_MARKET.fee : (fees.shift() ?? null));
  const onPlaced = (): void => undefined;
  function Ticket({ of }: { readonly of: Trading | null }) {
    steps = usePlacing(of, { tokenId: '7', readFee, onPlaced });
    return null;
  }
  const show = (of: Trading | null): Promise<void> => act(() => Promise.resolve(root.render(<Ticket of={of} />)));
  const does = (step: () => void): Promise<void> => act(async () => step());

  it('signs only after a review and a confirmation', async () => {
    await show(trading('injected'));
    await does(() => steps.review(PLAN));
    expect([steps.placing.at, calls]).toEqual(['reviewing', ['preview']]);
    await does(() => steps.place());
    expect([steps.placing.at, calls]).toEqual(['placed', ['preview', 'sign', 'send']]);
  });

  it('keeps the review when the wallet’s owner declines, and sends nothing', async () => {
    await show(trading('injected'));
    await does(() => steps.review(PLAN));
    trader.sign.mockRejectedValueOnce(DECLINED);
    await does(() => steps.place());
    expect([steps.placing, calls]).toMatchObject([{ at: 'reviewing', fault: DECLINED, signed: null }, ['preview']]);
  });

  it('does not sign with another fee, and does not send when the fee changed while a person signed', async () => {
    const other = { rate: 0.1, exponent: 1, taker_only: true };
    await show(trading('injected'));
    for (const [changed, made] of [
      [[other], ['preview']],
      [
        [TICKET_MARKET.fee, other],
        ['preview', 'sign'],
      ],
    ] as const) {
      calls.length = 0;
      await does(() => steps.review(PLAN));
      fees = [...changed];
      await does(() => steps.place());
      expect([steps.placing, calls]).toMatchObject([{ at: 'writing', fault: { code: 'fee_changed' } }, made]);
    }
  });

  it('sends an order that may have been accepted again with the same signature', async () => {
    await show(trading('play'));
    await does(() => steps.review(PLAN));
    trader.send.mockRejectedValueOnce(Object.assign(new Error('none'), { status: 0 }));
    await does(() => steps.place());
    expect(steps.placing.at).toBe('unknown');
    await does(() => steps.place());
    expect([steps.placing.at, calls]).toEqual(['placed', ['preview', 'sign', 'send']]);
  });

  it('keeps the review when the sign-in has ended, and signs with the next key', async () => {
    await show(trading('play'));
    await does(() => steps.review(PLAN));
    await show(null);
    await does(() => steps.place());
    expect([steps.placing.at, calls]).toEqual(['reviewing', ['preview']]);
    await show(trading('play', 'next'));
    await does(() => steps.place());
    expect([steps.placing.at, calls]).toEqual(['placed', ['preview', 'sign', 'send']]);
  });

  it('does not send an order that was left, however late the wallet signs', async () => {
    await show(trading('injected'));
    await does(() => steps.review(PLAN));
    let sign: (item: unknown) => void = () => undefined;
    trader.sign.mockReturnValueOnce(new Promise((resolve) => (sign = resolve)));
    await does(() => steps.place());
    expect(steps.placing).toEqual({ at: 'signing', isAsked: true });
    await does(() => steps.again());
    await does(() => sign({ orderId: '0x1', item: { owner: KEY.apiKey } }));
    expect([steps.placing.at, calls]).toEqual(['writing', ['preview']]);
  });
});
