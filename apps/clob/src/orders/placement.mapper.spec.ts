import type { Placed } from '@foretell/exchange';
import { sizeMicros, usdcMicros } from '@foretell/units';
import { RESPONSE_FORMATS } from '../response-formats/response-formats';
import { duplicateResult, placedResult, refusedResult } from './placement.mapper';

const SERVICE = RESPONSE_FORMATS.service;
const ID = `0x${'1'.repeat(64)}`;
const traded = { filledMicros: sizeMicros(10_500_000), filledUsdcMicros: usdcMicros(4_200_000), feeMicros: usdcMicros(10_001) };
const placed: Placed = { type: 'placed', orderId: ID, status: 'matched', tradeNumber: 1, selfTradeOrderIds: [], ...traded };

describe('the result of a placement', () => {
  it('of a BUY gives collateral and takes shares, with the fee separate', () => {
    expect(placedResult('BUY', placed, SERVICE)).toEqual({
      success: true,
      errorMsg: '',
      orderID: ID,
      makingAmount: '4.2',
      takingAmount: '10.5',
      feeUsd: '0.010001',
      status: 'matched',
    });
  });

  it('of a SELL gives shares and takes collateral, with the fee separate', () => {
    const result = placedResult('SELL', placed, SERVICE);
    expect(result).toMatchObject({ makingAmount: '10.5', takingAmount: '4.2', feeUsd: '0.010001' });
  });

  it('names the orders of the same wallet that it has cancelled, and no fee where there is none', () => {
    const self = { ...placed, feeMicros: usdcMicros(0), selfTradeOrderIds: [`0x${'2'.repeat(64)}`] };
    expect(placedResult('BUY', self, SERVICE)).toMatchObject({ canceled: [`0x${'2'.repeat(64)}`] });
    expect(placedResult('BUY', self, SERVICE)).not.toHaveProperty('feeUsd');
    expect(placedResult('BUY', placed, SERVICE)).not.toHaveProperty('canceled');
  });

  it('names its trade and settlement in the public response format only, and none where the writer sent no time', () => {
    const traded = { ...placed, tradedAt: 1_795_262_400_000 };
    expect(placedResult('BUY', traded, RESPONSE_FORMATS.public)).toMatchObject({
      tradeIDs: ['01M7YZMHG00000000000000001'],
      transactionsHashes: [expect.stringMatching(/^0x[0-9a-f]{64}$/)],
    });
    expect(placedResult('BUY', placed, RESPONSE_FORMATS.public)).not.toHaveProperty('tradeIDs');
    for (const format of ['service', 'kuest'] as const)
      expect(Object.keys(placedResult('BUY', traded, RESPONSE_FORMATS[format]))).toHaveLength(7);
  });

  it('has empty amounts where nothing matched', () => {
    const nothing = { filledMicros: sizeMicros(0), filledUsdcMicros: usdcMicros(0), feeMicros: usdcMicros(0) };
    expect(placedResult('BUY', { ...placed, ...nothing, status: 'live', tradeNumber: null }, SERVICE)).toEqual({
      success: true,
      errorMsg: '',
      orderID: ID,
      makingAmount: '',
      takingAmount: '',
      status: 'live',
    });
  });

  it('of a rejection is an error without an id', () => {
    const result = {
      success: false,
      errorMsg: 'no',
      orderID: '',
      makingAmount: '',
      takingAmount: '',
      status: 'error',
      code: 'c',
    };
    expect(refusedResult({ error: 'no', code: 'c' })).toEqual(result);
    expect(refusedResult({ error: 'no', code: 'c', details: { a: 1 } })).toEqual({ ...result, details: { a: 1 } });
  });

  it('of a resent order is the state of the first', () => {
    const { filledMicros, filledUsdcMicros, feeMicros } = traded;
    const again = duplicateResult(ID, { side: 'BUY', status: 'canceled', filledMicros, usdcMicros: filledUsdcMicros, feeMicros });
    expect(again).toMatchObject({
      success: false,
      errorMsg: `order ${ID} is invalid. Duplicated.`,
      code: 'duplicate_order',
      orderID: ID,
      status: 'canceled',
      makingAmount: '4.2',
      takingAmount: '10.5',
      feeUsd: '0.010001',
    });
  });

  it('of an archived order says that it is too old', () => {
    const archived = duplicateResult(ID, undefined);
    expect(archived).toMatchObject({ success: false, orderID: ID, status: 'error', code: 'order_too_old', takingAmount: '' });
    expect(archived.errorMsg).toBe(`order ${ID} is too old: sign a new one`);
  });
});
