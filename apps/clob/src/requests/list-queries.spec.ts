import { ListBuilderTradesQuery, ListTradesQuery, encodeCursor } from '@foretell/contracts';
import { HttpFailure, readParams } from '@foretell/platform-server';
import { requestRules } from '../request-rules';
import { orderIdOf } from './order-id';

const read = (query: Readonly<Record<string, unknown>>): ListTradesQuery =>
  readParams(ListTradesQuery, 'query', query, requestRules);

const readOfBuilder = (query: Readonly<Record<string, unknown>>): ListBuilderTradesQuery =>
  readParams(ListBuilderTradesQuery, 'query', query, requestRules);

const code = (work: () => unknown): string => {
  try {
    return `no refusal: ${String(work())}`;
  } catch (error) {
    return error instanceof HttpFailure && error.status === 400 ? error.code : String(error);
  }
};

it.each([
  [undefined, undefined],
  ['', undefined],
  ['x', 'x'],
])('a text field of %j is %j', (value, expected) => {
  expect(read({ id: value }).id).toBe(expected);
});

it.each([[['a', 'b']], ['a\0']])('refuses a text field of %j', (value) => {
  expect(code(() => read({ id: value }))).toBe('invalid_query');
});

it('says which field is at fault, and how', () => {
  expect(() => read({ id: ['a', 'b'] })).toThrow('id must be given once');
  expect(() => readOfBuilder({ maker: 'a', maker_address: 'b' })).toThrow(
    'maker must be given once, as maker or as maker_address',
  );
  expect(() => read({ id: 'a\0' })).toThrow('id must not hold a NUL character');
  expect(() => read({ after: 'x' })).toThrow(expect.objectContaining({ details: { field: 'after' } }));
  expect(() => read({ after: 'x' })).toThrow('after must be Unix seconds');
});

it('reads maker and maker_address as two filters, of a builder as one', () => {
  expect(read({ maker: 'A', maker_address: 'B' })).toMatchObject({ maker: 'a', maker_address: 'b' });
  expect(readOfBuilder({ maker_address: 'B' })).toMatchObject({ maker: 'b' });
});

it.each([
  ['0', 0],
  ['1735689600', 1_735_689_600e6],
  ['1735689600.5', 1_735_689_600_500_000],
  ['1735689600.0234567', 1_735_689_600_023_456],
  ['999999999999', 999_999_999_999e6],
])('seconds of %s are %i microseconds', (text, micros) => {
  expect(read({ before: text }).before).toBe(micros);
});

it.each(['-1', '1.', '.5', '1.0123456789', '1e9', '\u0661', ' 1', '1735689600000'])('refuses seconds of %j', (text) => {
  expect(code(() => read({ before: text }))).toBe('invalid_query');
});

it.each([
  [undefined, 0, 0],
  ['MA==', 0, 0],
  ['MTAw', 0, 100],
  [encodeCursor(100), 100, 0],
  ['LTE=', -1, 0],
  ['', -1, 0],
])('a cursor of %j goes on after %i, past %i rows', (text, after, skip) => {
  expect(read(text === undefined ? {} : { next_cursor: text }).next_cursor).toEqual({ after, skip });
});

it.each([['abc'], ['LTI='], [['MA==', 'MA==']]])('refuses a cursor of %j', (value) => {
  expect(code(() => read({ next_cursor: value }))).toBe('invalid_cursor');
});

it('knows an order id in any case, and what is none', () => {
  const id = `0x${'aB'.repeat(32)}`;
  expect(orderIdOf(id)).toBe(id.toLowerCase());
  for (const none of ['', '\0', '0x', `${id}0`, id.slice(2), `0x${'g'.repeat(64)}`]) expect(orderIdOf(none)).toBeUndefined();
});
