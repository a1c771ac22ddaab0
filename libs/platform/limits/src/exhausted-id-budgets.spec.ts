import type { IncomingMessage } from 'node:http';
import { idsInTenSeconds } from './limit-rule';
import { Limiter } from './limiter';
import { ExhaustedIdBudgets } from './exhausted-id-budgets';

const KEY = '6a1bd3a2-5b59-4cc2-95a1-52e3e41a3a1d';
const HERE = '198.51.100.1';

function list(bytes: number | null, headers: Readonly<Record<string, string>> = { service_api_key: KEY }): IncomingMessage {
  const length = bytes === null ? {} : { 'content-length': String(bytes) };
  return { headers: { ...headers, ...length } } as unknown as IncomingMessage;
}

describe('a caller who has spent the budget of ids', () => {
  let now = 0;
  let limiter: Limiter;
  let exhausted: ExhaustedIdBudgets;

  beforeEach(() => {
    now = 1_000_000;
    limiter = new Limiter({ rules: [idsInTenSeconds('ids', 1_000, 'DELETE /orders')], byKey: new Set() }, () => now);
    exhausted = new ExhaustedIdBudgets(limiter, 3);
  });

  const ask = (count: number, bytes = 70 * count, network = HERE): boolean => {
    const { isAdmitted } = limiter.admitOther('ids', KEY, count);
    if (!isAdmitted) exhausted.note(list(bytes), network, KEY, count);
    return isAdmitted;
  };

  it('is refused by the length of the next list alone, when it is about as long as a refused one', () => {
    expect([ask(900), ask(500)]).toEqual([true, false]);
    expect(exhausted.refusal(list(35_000), HERE)).toMatchObject({ isAdmitted: false, rule: 'ids', count: 1_000 });
    expect(exhausted.refusal(list(null), HERE)).not.toBeNull();
    expect(exhausted.refusal(list(30_000), HERE)).not.toBeNull();
    expect(exhausted.refusal(list(7_000), HERE)).toBeNull();
  });

  it('is refused at any length when no id is left', () => {
    expect([ask(1_000), ask(1_000)]).toEqual([true, false]);
    expect(exhausted.refusal(list(70), HERE)).not.toBeNull();
  });

  it('cannot gain another read by naming one id less', () => {
    limiter.admitOther('ids', KEY, 999);
    let read = 0;
    for (let count = 1_000; count > 1; count -= 1)
      if (exhausted.refusal(list(70 * count), HERE) === null) {
        read += 1;
        expect(ask(count)).toBe(false);
      }
    expect(read).toBeLessThan(30);
  });

  it('is admitted again once there is room for as many', () => {
    expect([ask(900), ask(500)]).toEqual([true, false]);
    now += 10_400;
    expect(exhausted.refusal(list(35_000), HERE)).toBeNull();
    expect(ask(500)).toBe(true);
  });

  it('is refused for a key authenticated from the same network, without effect on others', () => {
    expect([ask(1_000), ask(1_000)]).toEqual([true, false]);
    expect(exhausted.refusal(list(70_000), '198.51.100.2')).toBeNull();
    expect(exhausted.refusal(list(70_000, { service_api_key: KEY.replace('6', '7') }), HERE)).toBeNull();
    expect(exhausted.refusal(list(70_000, { service_address: KEY }), HERE)).toBeNull();
    expect(exhausted.refusal(list(70_000, { poly_api_key: KEY.toUpperCase() }), HERE)).not.toBeNull();
  });

  it('is remembered up to a number of callers', () => {
    ask(1_000);
    for (const network of ['a', 'b', 'c', 'd']) ask(1_000, 70_000, network);
    expect(['a', 'b', 'c', 'd'].map((network) => exhausted.refusal(list(70_000), network) !== null)).toEqual([
      false,
      true,
      true,
      true,
    ]);
  });
});
