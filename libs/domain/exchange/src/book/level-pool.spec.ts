import { pricePips, sizeMicros } from '@foretell/units';
import { MAX_AMOUNT_MICROS } from '../arithmetic';
import type { Command } from '../command';
import { createExchange } from '../create-exchange';
import { AT, credit, open, place, RULES } from '../model/rejection-setting';

it('the size of a level beyond safe integers is shown as the largest one, and is exact again below it', () => {
  const exchange = createExchange(RULES);
  const taken = (command: Command): void => expect(exchange.apply(command).type).not.toBe('rejected');
  taken(open('cheap', { tickPips: 1 }));
  taken(credit('whale', MAX_AMOUNT_MICROS));
  const level = (): number | undefined => exchange.drain().changes.levels.find(({ pricePips: price }) => price === 1)?.sizeMicros;
  const sizes = Array.from({ length: 60 }, (_, index) => MAX_AMOUNT_MICROS - index);
  let sum = 0n;
  const shown = (): number => Number(sum < BigInt(Number.MAX_SAFE_INTEGER) ? sum : BigInt(Number.MAX_SAFE_INTEGER));
  sizes.forEach((size, index) => {
    const terms = { pricePips: pricePips(1), sizeMicros: sizeMicros(size) };
    taken(place({ orderId: `order-${index}`, wallet: 'whale', conditionId: 'cheap', ...terms }));
    sum += BigInt(size);
    expect(level()).toBe(shown());
  });
  sizes.forEach((size, index) => {
    taken({ type: 'cancelOrder', at: AT, orderId: `order-${index}`, wallet: 'whale' });
    sum -= BigInt(size);
    expect(level()).toBe(shown());
  });
  expect(sum).toBe(0n);
});
