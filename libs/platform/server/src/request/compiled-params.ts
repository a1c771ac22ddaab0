import { paramRules, type ParamRule } from '@foretell/contracts/params';
import type { ClassConstructor } from 'class-transformer';
import { ValidationTypes } from 'class-validator';
import { checksOf, conditionOf, constraintsOf, unknownKind, type Check, type Condition, type Constraint } from '../constraints';
import { textsOf, type Texts } from './param-texts';
import type { RequestRules } from './request-rules';

interface CompiledParam {
  readonly name: string;
  readonly rule: ParamRule;
  readonly conditions: readonly Condition[];
  readonly checks: readonly Check[];
}

interface CompiledParams {
  readonly fields: readonly CompiledParam[];
  /** Names and aliases. */
  readonly known: ReadonlySet<string>;
}

const compiled = new WeakMap<ClassConstructor<object>, CompiledParams>();

/**
 * Parses valid parameters, in a tenth of the time needed to describe faults. Returns undefined for invalid ones; the slow reader
 * then refuses them in its own words.
 */
export function readGoodParams<T extends object>(
  type: ClassConstructor<T>,
  source: 'query' | 'path',
  given: Texts,
  rules: RequestRules,
): T | undefined {
  const { fields, known } = compiledOf(type);
  if (source === 'query' && rules.unknownParameters === 'refused') {
    for (const name in given) if (!known.has(name) && rules.ignoredParameters?.test(name) !== true) return undefined;
  }
  const value = new type();
  const target = value as Record<string, unknown>;
  for (const { name, rule } of fields) {
    const texts = textsOf(name, rule, given, rules);
    const [first] = texts;
    if (first === undefined) {
      if (rule.isRequired) return undefined;
    } else if (rule.isRepeatable) target[name] = rule.read(texts);
    else if (texts.length === 1) target[name] = rule.read(first);
    else return undefined;
  }
  if (!fields.every((field) => holds(field, target))) return undefined;
  for (const { name, rule } of fields)
    if (target[name] === undefined && rule.fallback !== undefined) target[name] = rule.fallback;
  return value;
}

function holds({ name, conditions, checks }: CompiledParam, target: Record<string, unknown>): boolean {
  const value = target[name];
  for (const applies of conditions) if (!applies(target, value)) return true;
  for (const check of checks) if (!check(value, target)) return false;
  return true;
}

function compiledOf(type: ClassConstructor<object>): CompiledParams {
  const held = compiled.get(type);
  if (held !== undefined) return held;
  const rules = paramRules(type.prototype as object);
  const constraints = constraintsOf(type);
  const made = {
    fields: [...rules].map(([name, rule]) => compile(type, name, rule, constraints.get(name) ?? [])),
    known: new Set([...rules].flatMap(([name, { aliases }]) => [name, ...aliases])),
  };
  compiled.set(type, made);
  return made;
}

function compile(
  type: ClassConstructor<object>,
  name: string,
  rule: ParamRule,
  constraints: readonly Constraint[],
): CompiledParam {
  const conditions: Condition[] = [];
  const checks: Check[] = [];
  for (const each of constraints) {
    if (each.groups?.length || each.validateIf) throw unknownKind(type, each);
    if (each.type === ValidationTypes.CONDITIONAL_VALIDATION) conditions.push(conditionOf(each));
    else if (each.type !== ValidationTypes.CUSTOM_VALIDATION) throw unknownKind(type, each);
    else checks.push(...checksOf(type, each).map((check) => (each.each ? ofEach(check) : check)));
  }
  return { name, rule, conditions, checks };
}

function ofEach(check: Check): Check {
  return (value, object) => Array.isArray(value) && value.every((item) => check(item, object));
}
