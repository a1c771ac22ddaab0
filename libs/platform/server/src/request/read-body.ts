import { bodyRule, type RefusalWords, type TextsRule } from '@foretell/contracts/params';
import type { ClassConstructor } from 'class-transformer';
import type { HttpFailure } from '../http-failure';
import { compileShape } from '../compiled-shape';
import { shape, type Shaped } from '../shape';
import { faultOf, type RequestRules } from './request-rules';

/**
 * Parses a JSON body into its class: an object, the items of an array, or its texts. Fields that the class does not have are
 * dropped. A field's own refusal text takes precedence over the body's.
 */
export function readBody<T extends object>(type: ClassConstructor<T>, body: unknown, rules: RequestRules): T {
  const { refusal, items, texts, isOptional } = bodyRule(type);
  if (texts !== undefined) return textsOf(type, body, texts, refusal, rules);
  if (items === undefined) return objectOf(type, isOptional && !isObject(body) ? {} : body, refusal, rules);
  if (!Array.isArray(body)) throw refused(['must be an array'], refusal, rules);
  if (body.length > items.maximum) throw refused([`must hold at most ${items.maximum} items`], items.tooMany, rules);
  const list = new type() as T & unknown[];
  const read = compileShape(items.type());
  for (const item of body as readonly unknown[]) list.push(taken(read(item), refusal, rules));
  return list;
}

function textsOf<T extends object>(
  type: ClassConstructor<T>,
  body: unknown,
  { minimum, maximum, tooMany, lengthMin }: TextsRule,
  refusal: RefusalWords | undefined,
  rules: RequestRules,
): T {
  const isText = (item: unknown): boolean => typeof item === 'string' && item.length >= lengthMin;
  if (!Array.isArray(body) || body.length < minimum || !body.every(isText))
    throw refused([`must be an array of at least ${minimum} texts`], refusal, rules);
  if (body.length > maximum) throw refused([`must hold at most ${maximum} texts`], tooMany, rules);
  const list = new type() as T & unknown[];
  for (const text of body) list.push(text);
  return list;
}

function isObject(body: unknown): boolean {
  return typeof body === 'object' && body !== null && !Array.isArray(body);
}

function objectOf<T extends object>(
  type: ClassConstructor<T>,
  plain: unknown,
  refusal: RefusalWords | undefined,
  rules: RequestRules,
): T {
  return taken(shape(type, plain), refusal, rules);
}

function taken<T extends object>(shaped: Shaped<T>, refusal: RefusalWords | undefined, rules: RequestRules): T {
  if (shaped.ok) return shaped.value;
  throw refused(shaped.faults, shaped.words ?? refusal, rules);
}

function refused(faults: readonly string[], refusal: RefusalWords | undefined, rules: RequestRules): HttpFailure {
  return rules.refuse(faultOf({ kind: 'invalid', source: 'body', field: '' }, faults, refusal));
}
