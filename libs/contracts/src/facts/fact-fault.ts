import './catalog-facts';
import './trading-facts';
import { ruleOfType, type FieldRule } from './field-rules';

const RULES = new Map<string, FieldRule | undefined>();

/**
 * Why a fact is not what its type's class says, in a sentence; null when it is. Fields that the class does not have are ignored,
 * and so are facts of types that this version does not know: whoever applies facts says what becomes of those. Source:
 * docs/decisions/facts.md.
 */
export function factFault(fact: { readonly type: string }): string | null {
  const { type } = fact;
  let rule = RULES.get(type);
  if (rule === undefined && !RULES.has(type)) RULES.set(type, (rule = ruleOfType(type)));
  const fault = rule?.(fact) ?? null;
  return fault === null ? null : `${type}: ${fault}`;
}
