import './catalog-events';
import './trading-events';
import { ruleOfType, type FieldRule } from './field-rules';

const RULES = new Map<string, FieldRule | undefined>();

/**
 * Why an event violates its type's class, as a sentence; null when it does not. Ignores fields that the class does not have.
 * Ignores events of unknown types: their applier decides. Source: docs/decisions/events.md.
 */
export function eventFault(event: { readonly type: string }): string | null {
  const { type } = event;
  let rule = RULES.get(type);
  if (rule === undefined && !RULES.has(type)) RULES.set(type, (rule = ruleOfType(type)));
  const fault = rule?.(event) ?? null;
  return fault === null ? null : `${type}: ${fault}`;
}
