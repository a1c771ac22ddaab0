import * as fc from 'fast-check';
import { shares } from '@foretell/units';
import { ALICE, BOB, order } from '../testing/writer-world';
import { CommandQueue, type Queued } from './command-queue';
import type { Submission } from './submission';

interface Named extends Queued {
  readonly name: string;
}

describe('the queue of the writer', () => {
  let queue: CommandQueue<Named>;
  let since = 0;
  beforeEach(() => {
    queue = new CommandQueue();
  });
  const push = (name: string, submission: Submission): boolean => {
    if (!queue.hasCapacityFor([submission])) return false;
    queue.push({ name, submission, since: (since += 1) });
    return true;
  };
  const place = (id: string, wallet = ALICE, from = ''): Submission => ({
    ...order(wallet, 'BUY', 1_000, shares(5), { orderId: id }),
    from,
  });
  const cancel = (orderId: string, wallet = ALICE): Submission => ({ command: { type: 'cancelOrder', orderId, wallet } });
  const cancelAll = (wallet: string): Submission => ({
    command: { type: 'cancelOrders', wallet, conditionId: null, outcome: null },
  });
  const taken = (maximum = 256): string[] => queue.take(maximum).map(({ name }) => name);

  it('takes cancels before earlier commands, and the rest in their order', () => {
    push('place 1', place('1'));
    push('time', { command: { type: 'advanceTime' } });
    push('cancel 9', cancel('9'));
    push('cancel all of bob', cancelAll(BOB));
    expect(taken()).toEqual(['cancel 9', 'cancel all of bob', 'place 1', 'time']);
  });

  it('leaves a cancel behind the order that it cancels while that order waits', () => {
    push('place 1', place('1'));
    push('cancel 1', cancel('1'));
    push('cancel 2', cancel('2'));
    expect(queue.walletOf('1')).toBe(ALICE);
    expect(taken(1)).toEqual(['cancel 2']);
    expect(taken(1)).toEqual(['place 1']);
    expect(taken()).toEqual(['cancel 1']);
  });

  it('leaves a cancel behind an order that was sent twice, until both copies are in the core', () => {
    for (const copy of ['first', 'second', 'third']) push(copy, place('1'));
    queue.matched(queue.take(1));
    push('cancel 1', cancel('1'));
    const [second, third, ...rest] = queue.take(3);
    expect([second, third, ...rest].map((each) => each?.name)).toEqual(['second', 'third', 'cancel 1']);
    queue.matched([second, third].flatMap((each) => each ?? []));
    expect(queue.walletOf('1')).toBeUndefined();
  });

  it('leaves a cancel-all behind the orders of that wallet, until they are in the core', () => {
    push('place 1', place('1'));
    push('cancel all', cancelAll(ALICE));
    const batch = queue.take(2);
    expect(batch.map(({ name }) => name)).toEqual(['place 1', 'cancel all']);
    push('place 2', place('2', BOB));
    expect(queue.walletOf('1')).toBe(ALICE);
    queue.matched(batch);
    expect(queue.walletOf('1')).toBeUndefined();
    push('cancel all again', cancelAll(ALICE));
    expect(taken()).toEqual(['cancel all again', 'place 2']);
  });

  it('leaves the rest a quarter of every batch, however many cancels arrive', () => {
    for (let id = 0; id < 20; id += 1) push(`cancel ${id}`, cancel(String(id)));
    for (let id = 0; id < 20; id += 1) push(`place ${id}`, place(`p${id}`));
    const names = taken(8);
    expect(names.filter((name) => name.startsWith('cancel'))).toHaveLength(6);
    expect(names.slice(6)).toEqual(['place 0', 'place 1']);
  });

  it('takes orders of different wallets in arrival order as long as a batch takes all', () => {
    push('alice 1', place('1'));
    push('alice 2', place('2'));
    push('bob 3', place('3', BOB));
    push('alice 4', place('4'));
    expect(taken()).toEqual(['alice 1', 'alice 2', 'bob 3', 'alice 4']);
  });

  it('gives each network the same share of a batch, whatever its number of wallets and commands', () => {
    for (let id = 0; id < 300; id += 1) push('flood', place(`f${id}`, `0x${id}`, 'a'));
    for (let id = 0; id < 3; id += 1) push(`bob ${id}`, place(`b${id}`, BOB, 'b'));
    expect([queue.aheadOf('a'), queue.aheadOf('b'), queue.aheadOf('c')]).toEqual([303, 8, 2]);
    expect(taken(6)).toEqual(['flood', 'flood', 'flood', 'bob 0', 'bob 1', 'bob 2']);
  });

  it('gives each wallet of a network the same share of the cancels, and limits the cancels of one wallet', () => {
    const all = Array.from({ length: 5_001 }, (_, id) => cancel(String(id)));
    expect([queue.hasCapacityFor(all), queue.hasCapacityFor(all.slice(1))]).toEqual([false, true]);
    for (const each of all.slice(1)) push('alice', each);
    expect([push('alice', cancel('one more')), push('bob', cancel('b', BOB))]).toEqual([false, true]);
    expect(taken(2)).toEqual(['alice', 'bob']);
  });

  it('accepts an entire batch or none of it', () => {
    for (let count = 0; count < 19_990; count += 1) push('place', place(`p${count}`));
    const batch = (orders: number): Submission[] => Array.from({ length: orders }, (_, at) => place(`b${at}`));
    expect([queue.hasCapacityFor(batch(10)), queue.hasCapacityFor(batch(11)), queue.hasCapacityFor([])]).toEqual([
      true,
      false,
      true,
    ]);
  });

  it('accepts cancels when it accepts no orders', () => {
    let count = 0;
    while (push('place', place(`p${count}`))) count += 1;
    expect(count).toBe(20_000);
    expect(push('cancel', cancel('x'))).toBe(true);
    expect(push('one more', place('more'))).toBe(false);
    expect(queue.hasCapacityFor([cancel('y'), place('more')])).toBe(false);
    expect(queue.clear()).toHaveLength(20_001);
    expect(queue.oldest()).toBeNull();
  });

  it('never puts a cancel before the order that it was sent after, whatever else arrives and however it is taken', () => {
    const step = fc.record({ id: fc.integer({ min: 0, max: 5 }), kind: fc.constantFrom('place', 'cancel', 'all', 'take') });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), fc.integer({ min: 1, max: 7 }), (steps, maximum) => {
        queue = new CommandQueue();
        const sent: string[] = [];
        const done: string[] = [];
        const take = (): void => {
          const batch = queue.take(maximum);
          done.push(...batch.map(({ name }) => name));
          queue.matched(batch);
        };
        for (const [at, { id, kind }] of steps.entries()) {
          const wallet = id % 2 === 0 ? ALICE : BOB;
          const name = `${at} ${kind} ${id} ${wallet}`;
          if (kind === 'take') take();
          else {
            push(
              name,
              kind === 'place' ? place(String(id), wallet) : kind === 'cancel' ? cancel(String(id), wallet) : cancelAll(wallet),
            );
            sent.push(name);
          }
        }
        while (queue.length > 0) take();
        expect(done.toSorted()).toEqual(sent.toSorted());
        for (const [at, name] of sent.entries()) {
          const [, kind, id, wallet] = name.split(' ');
          if (kind === 'place') continue;
          const earlier = sent.slice(0, at).filter((each) => {
            const [, what, order, of] = each.split(' ');
            return what === 'place' && (kind === 'cancel' ? order === id : of === wallet);
          });
          for (const each of earlier) expect(done.indexOf(each)).toBeLessThan(done.indexOf(name));
        }
        for (const wallet of [ALICE, BOB]) {
          const isPlaced = (name: string): boolean => name.includes('place') && name.endsWith(wallet);
          expect(done.filter(isPlaced)).toEqual(sent.filter(isPlaced));
        }
      }),
    );
  });
});
