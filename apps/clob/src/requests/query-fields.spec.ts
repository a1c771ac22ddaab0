import { HttpFailure } from '@foretell/platform-server';
import { orderIdOf } from './order-id';
import { cursorField, secondsField, textField } from './query-fields';

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
  expect(textField({ id: value }, 'id')).toBe(expected);
});

it.each([[['a', 'b']], ['a\0'], [{}]])('refuses a text field of %j', (value) => {
  expect(code(() => textField({ id: value }, 'id'))).toBe('invalid_query');
});

it.each([
  ['0', 0],
  ['1735689600', 1_735_689_600],
  ['999999999999', 999_999_999_999],
])('seconds of %s are %i', (text, seconds) => {
  expect(secondsField({ before: text }, 'before')).toBe(seconds);
});

it.each(['-1', '1.5', '1e9', '\u0661', ' 1', '1735689600000'])('refuses seconds of %j', (text) => {
  expect(code(() => secondsField({ before: text }, 'before'))).toBe('invalid_query');
});

it.each([
  [undefined, 0],
  ['MA==', 0],
  ['MTAw', 100],
  ['LTE=', -1],
  ['', -1],
])('a cursor of %j goes on at %i', (text, offset) => {
  expect(cursorField(text === undefined ? {} : { next_cursor: text })).toBe(offset);
});

it.each([['abc'], ['LTI='], [['MA==', 'MA==']]])('refuses a cursor of %j', (value) => {
  expect(code(() => cursorField({ next_cursor: value }))).toBe('invalid_cursor');
});

it('knows an order id in any case, and what is none', () => {
  const id = `0x${'aB'.repeat(32)}`;
  expect(orderIdOf(id)).toBe(id.toLowerCase());
  for (const none of ['', '\0', '0x', `${id}0`, id.slice(2), `0x${'g'.repeat(64)}`]) expect(orderIdOf(none)).toBeUndefined();
});
