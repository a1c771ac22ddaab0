import { isLenient, paramRules, type ParamRule, type RefusalWords } from '@foretell/contracts/params';
import { plainToInstance, type ClassConstructor } from 'class-transformer';
import { validateSync, type ValidationError } from 'class-validator';
import type { HttpFailure } from '../http-failure';
import { readGoodParams } from './compiled-params';
import { textsOf, type Texts } from './param-texts';
import { faultOf, type RequestFault, type RequestRules } from './request-rules';

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
  const rules: RequestRules = isLenient(type.prototype as object)
    ? { ...usual, unknownParameters: 'ignored', emptyTexts: 'absent' }
    : usual;
  return readGoodParams(type, source, given, rules) ?? judgeParams(type, source, given, rules);
}

/** The reader that describes faults. It accepts valid parameters exactly as readGoodParams does. */
export function judgeParams<T extends object>(
  type: ClassConstructor<T>,
  source: 'query' | 'path',
  given: Texts,
  rules: RequestRules,
): T {
  const params = paramRules(type.prototype as object);
  const isLoose = isLenient(type.prototype as object);
  if (source === 'query' && rules.unknownParameters === 'refused') refuseUnknown(params, given, rules);
  const texts = new Map([...params].map(([name, param]) => [name, textsOf(name, param, given, rules)]));
  for (const [name, param] of params) {
    if (param.isRequired && texts.get(name)?.length === 0)
      throw refusal('missing', source, name, `${name} is required`, param.missing, rules);
  }
  const plain: Record<string, unknown> = {};
  for (const [name, param] of params) {
    const values = texts.get(name) ?? [];
    if (values.length === 0) continue;
    if (param.isRepeatable) plain[name] = values;
    else if (isLoose) plain[name] = values.at(-1);
    else if ((rules.refusesSameTwice === true ? values : [...new Set(values)]).length === 1) plain[name] = values[0];
    else throw refusal('repeated', source, name, `${name} must be given once`, param.repeated, rules);
  }
  const value = plainToInstance(type, plain);
  const [error] = validateSync(value, { stopAtFirstError: true, forbidUnknownValues: false, validationError: { target: false } });
  if (error !== undefined) throw invalid(error, source, rules);
  withFallbacks(value, params);
  return value;
}

function refuseUnknown(params: ReadonlyMap<string, ParamRule>, given: Texts, rules: RequestRules): void {
  const known = new Set([...params].flatMap(([name, { aliases }]) => [name, ...aliases]));
  const field = Object.keys(given).find((name) => !known.has(name) && rules.ignoredParameters?.test(name) !== true);
  if (field !== undefined) throw refusal('unknown', 'query', field, `unknown parameter: ${field.slice(0, 60)}`, undefined, rules);
}

function withFallbacks(value: object, params: ReadonlyMap<string, ParamRule>): void {
  const fields = value as Record<string, unknown>;
  for (const [name, { fallback }] of params) if (fields[name] === undefined && fallback !== undefined) fields[name] = fallback;
}

function invalid(
  { property, constraints, contexts }: ValidationError,
  source: 'query' | 'path',
  rules: RequestRules,
): HttpFailure {
  const [constraint, sentence] = Object.entries(constraints ?? {})[0] ?? ['', `${property} is invalid`];
  return refusal('invalid', source, property, sentence, contexts?.[constraint] as RefusalWords | undefined, rules);
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
