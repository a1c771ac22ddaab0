import { AsyncLocalStorage } from 'node:async_hooks';
import type { Operator } from './operator';

const acting = new AsyncLocalStorage<Operator>();

/** Runs a command's handler on behalf of an operator. */
export function actingFor<T>(operator: Operator, carryOut: () => T): T {
  return acting.run(operator, carryOut);
}

/** The operator whose command is being handled. Throws outside of one. */
export function actingOperator(): Operator {
  const operator = acting.getStore();
  if (operator === undefined) throw new Error('no operator command is being handled');
  return operator;
}
