import { isLenient, paramRules, type ParamRule, type RefusalWords } from '@foretell/contracts/params';
import type { ClassConstructor } from 'class-transformer';
import { compileShape } from '../compiled-shape';
import type { HttpFailure } from '../http-failure';
import { textsOf, type Texts } from './param-texts';
import { faultOf, type RequestFault, type RequestRules } from './request-rules';

interface Params<T> {
  readonly rules: readonly (readonly [string, ParamRule])[];
  /** Names and aliases. */
  readonly known: ReadonlySet<string>;
  readonly isLoose: boolean;
  readonly read: ReturnType<typeof compileShape<T & object>>;
}

const declared = new WeakMap<ClassConstructor<object>, Params<object>>();

/**
 * Parses the query or the path of a request into its class. Refuses, in this order: unknown parameters, missing required ones,
 * repeated ones, values of the wrong type; within each in the order of the class's declaration.
 */
export function readParams<T extends object>(
  type: ClassConstructor<T>,
  source: 'query' | 'path',
  given: Texts,
  usual: RequestRules,
): T {
  const params = paramsOf(type);
  const rules: RequestRules = params.isLoose ? { ...usual, unknownParameters: 'ignored', emptyTexts: 'absent' } : usual;
  if (source === 'query' && rules.unknownParameters === 'refused') refuseUnknown(params.known, given, rules);
  const shaped = params.read(valuesOf(params, source, given, rules));
  if (!shaped.ok) throw refusal('invalid', source, shaped.field, shaped.faults[0] ?? '', shaped.words, rules);
  const fields = shaped.value as Record<string, unknown>;
  for (const [name, { fallback }] of params.rules)
    if (fallback !== undefined && fields[name] === undefined) fields[name] = fallback;
  return shaped.value;
}

function paramsOf<T extends object>(type: ClassConstructor<T>): Params<T> {
  const held = declared.get(type);
  if (held !== undefined) return held as Params<T>;
  const rules = [...paramRules(type.prototype as object)];
  const known = new Set(rules.flatMap(([name, { aliases }]) => [name, ...aliases]));
  const made: Params<T> = { rules, known, isLoose: isLenient(type.prototype as object), read: compileShape(type) };
  declared.set(type, made);
  return made;
}

/** The values as their kinds parse them, not validated yet. */
function valuesOf(
  { rules: params, isLoose }: Params<object>,
  source: 'query' | 'path',
  given: Texts,
  rules: RequestRules,
): Record<string, unknown> {
  const values: Record<string, unknown> = {};
  let repeated: readonly [string, ParamRule] | undefined;
  for (const param of params) {
    const [name, rule] = param;
    const texts = textsOf(name, rule, given, rules);
    const text = isLoose ? texts.at(-1) : texts[0];
    if (text === undefined) {
      if (rule.isRequired) throw refusal('missing', source, name, `${name} is required`, rule.missing, rules);
    } else if (rule.isRepeatable) values[name] = rule.read(texts);
    else if (isLoose || isOne(texts, rules)) values[name] = rule.read(text);
    else repeated ??= param;
  }
  if (repeated === undefined) return values;
  const [name, rule] = repeated;
  throw refusal('repeated', source, name, `${name} must be given once`, rule.repeated, rules);
}

function isOne(texts: readonly string[], { refusesSameTwice }: RequestRules): boolean {
  return texts.length === 1 || (refusesSameTwice !== true && new Set(texts).size === 1);
}

function refuseUnknown(known: ReadonlySet<string>, given: Texts, rules: RequestRules): void {
  for (const name in given) {
    if (known.has(name) || rules.ignoredParameters?.test(name) === true) continue;
    throw refusal('unknown', 'query', name, `unknown parameter: ${name.slice(0, 60)}`, undefined, rules);
  }
}

function refusal(
  kind: RequestFault['kind'],
  source: 'query' | 'path',
  field: string,
  sentence: string,
  worded: RefusalWords | undefined,
  rules: RequestRules,
): HttpFailure {
  return rules.refuse(faultOf({ kind, source, field }, [sentence], worded));
}
