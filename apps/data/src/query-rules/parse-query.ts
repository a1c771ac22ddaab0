import { HttpFailure } from '@foretell/platform-server';
import type { QueryOf, Rule, Rules } from './rule';

/**
 * Reads a query by its rules. Refuses with 400, in this order: a parameter that has no rule (`unknown_field: <name>`), a
 * required one that is absent or empty (`missing_field: <name>`), a value out of its rule or given twice
 * (`invalid_field: <name>`). Source: interface, Errors; protocol 15.
 */
export function parseQuery<R extends Rules>(rules: R, query: Readonly<Record<string, unknown>>): QueryOf<R> {
  const unknown = Object.keys(query).find((name) => !Object.hasOwn(rules, name));
  if (unknown !== undefined) throw refusal('unknown_field', unknown);
  for (const [name, rule] of Object.entries(rules)) {
    if (rule.isRequired && isAbsent(query[name])) throw refusal('missing_field', name);
  }
  const values = Object.entries(rules).map(([name, rule]): [string, unknown] => [name, valueOf(name, rule, query[name])]);
  return Object.fromEntries(values) as QueryOf<R>;
}

function isAbsent(given: unknown): boolean {
  return given === undefined || given === '';
}

function valueOf(name: string, rule: Rule<unknown>, given: unknown): unknown {
  if (isAbsent(given)) return rule.fallback;
  const value = typeof given === 'string' ? rule.parse(given) : undefined;
  if (value === undefined) throw refusal('invalid_field', name);
  return value;
}

function refusal(code: 'unknown_field' | 'missing_field' | 'invalid_field', name: string): HttpFailure {
  return new HttpFailure(400, `${code}: ${name.slice(0, 100)}`, code);
}
