import * as fc from 'fast-check';
import { FairQueue, type Party } from './fair-queue';

interface Item extends Party {
  readonly number: number;
}

const parties = fc.record({ address: fc.constantFrom('a', 'b', 'c'), account: fc.constantFrom('1', '2', '3', '4') });
/** A party that adds an item, or the number of items taken. */
const steps = fc.array(fc.oneof({ weight: 4, arbitrary: parties }, { weight: 1, arbitrary: fc.integer({ min: 0, max: 6 }) }), {
  maxLength: 120,
});

describe('a fair queue', () => {
  it('serves an account in order, loses nothing, and returns the item that has waited longest', () => {
    fc.assert(
      fc.property(steps, (all) => {
        const queue = new FairQueue<Item>();
        const waiting: Item[] = [];
        const served = new Map<string, number[]>();
        let number = 0;
        for (const step of all) {
          if (typeof step === 'number') {
            const taken = queue.take(step);
            expect(taken).toHaveLength(Math.min(step, waiting.length));
            expect(taken.map((each) => each.number)).toEqual(taken.map((each) => each.number).sort((a, b) => a - b));
            for (const item of taken) {
              waiting.splice(waiting.indexOf(item), 1);
              served.set(item.account, [...(served.get(item.account) ?? []), item.number]);
            }
          } else {
            const item = { ...step, number: (number += 1) };
            waiting.push(item);
            queue.push(step, item);
          }
          expect([queue.size, queue.oldest]).toEqual([waiting.length, waiting[0]]);
        }
        for (const numbers of served.values()) expect(numbers).toEqual(numbers.toSorted((a, b) => a - b));
      }),
    );
  });

  it('gives each address the same share, and each account of an address, for any number of items of others', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 2, maxLength: 6 }), fc.nat(60), (sizes, maximum) => {
        const queue = new FairQueue<number>();
        // Account 0 is alone at its address; the others share one.
        sizes.forEach((size, account) => {
          for (let each = 0; each < size; each += 1)
            queue.push({ address: account === 0 ? 'alone' : 'shared', account: String(account) }, account);
        });
        const taken = queue.take(maximum);
        const of = (account: number): number => taken.filter((each) => each === account).length;
        const shared = taken.length - of(0);
        // A party that got less than another by more than one round had no more items.
        if (of(0) + 1 < shared) expect(of(0)).toBe(sizes[0]);
        for (const [one] of sizes.entries())
          for (const [other] of sizes.entries())
            if (one > 0 && other > 0 && of(one) + 1 < of(other)) expect(of(one)).toBe(sizes[one]);
      }),
    );
  });

  it('keeps the order of an account that comes from two addresses', () => {
    const queue = new FairQueue<number>();
    for (let each = 0; each < 5; each += 1) queue.push({ address: 'busy', account: 'other' }, -1);
    queue.push({ address: 'busy', account: 'mine' }, 1);
    queue.push({ address: 'idle', account: 'mine' }, 2);
    const mine = Array.from({ length: 7 }, () => queue.shift()).filter((each) => each !== -1);
    expect([mine, queue.shift(), queue.size]).toEqual([[1, 2], undefined, 0]);
  });
});
