import type { Command, PlaceOrder } from '../command';
import { createExchange, restoreExchange } from '../create-exchange';
import { applyWhole } from '../unfinished';
import { rulesFor, same } from './properties';

/** Largest number of orders in one dry run. */
const TOGETHER_MAX = 3;

/**
 * Restores an exchange from an excerpt before orders are placed. It must return the same outcomes, one after the other, as the
 * complete exchange returns later. With tight bounds it takes one order at a time: an excerpt reaches only the first execution of
 * an order that takes several.
 */
export function excerptAnswersAsTheWhole(commands: readonly Command[]): void {
  const rules = rulesFor(commands);
  const whole = createExchange(rules);
  const most = rules.bounds.fillsMax < TOGETHER_MAX ? 1 : TOGETHER_MAX;
  for (let index = 0; index < commands.length;) {
    const command = commands[index] as Command;
    if (command.type !== 'placeOrder') {
      applyWhole(whole, command);
      index += 1;
      continue;
    }
    const { at } = command;
    const orders: PlaceOrder[] = [];
    for (let next: Command | undefined = command; next?.type === 'placeOrder' && orders.length < most; next = commands[index]) {
      // All orders have one time, and everything due by then was applied.
      orders.push({ ...next, at });
      index += 1;
    }
    applyWhole(whole, { type: 'advanceTime', at });
    const { snapshot, recentlyClosed } = whole.excerpt(orders, at);
    const part = restoreExchange(snapshot, rules, recentlyClosed);
    for (const order of orders) same(applyWhole(part, order), applyWhole(whole, order), `outcomes of ${JSON.stringify(order)}`);
  }
}
