import './catalog-facts';
import './trading-facts';
import { ruleOfType, type FieldRule } from './field-rules';

const RULES = new Map<string, FieldRule | undefined>();

/**
 * Why an event violates its type's class, as a sentence; null when it does not. Ignores fields that the class does not have.
 * Ignores events of unknown types: their applier decides. Source: docs/decisions/facts.md.
 */
export function factFault(fact: { readonly type: string }): string | null {
  const { type } = fact;
  let rule = RULES.get(type);
  if (rule === undefined && !RULES.has(type)) RULES.set(type, (rule = ruleOfType(type)));
  const fault = rule?.(fact) ?? null;
  return fault === null ? null : `${type}: ${fault}`;
}
