import type { Command, PlaceOrder } from '../command';
import { createExchange, restoreExchange } from '../create-exchange';
import { applyWhole } from '../unfinished';
import { rulesFor, same } from './properties';

/** How many orders are rehearsed together at most. */
const TOGETHER_MAX = 3;

/**
 * Before orders are placed, an exchange restored from what they can touch answers them, one after the other, as the whole one
 * then does. Where the bounds are tight, one at a time: of an order that takes several executions only the first is reached.
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
      // All at one time, and what is due by then has happened.
      orders.push({ ...next, at });
      index += 1;
    }
    applyWhole(whole, { type: 'advanceTime', at });
    const { snapshot, recentlyClosed } = whole.excerpt(orders, at);
    const part = restoreExchange(snapshot, rules, recentlyClosed);
    for (const order of orders) same(applyWhole(part, order), applyWhole(whole, order), `outcomes of ${JSON.stringify(order)}`);
  }
}
