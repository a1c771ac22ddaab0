import { bodyRule, type RefusalWords } from '@foretell/contracts/params';
import type { ClassConstructor } from 'class-transformer';
import type { HttpFailure } from '../http-failure';
import { shape } from '../shape';
import type { RequestRules } from './request-rules';

/** Reads a JSON body into its class: an object, or the items of an array. Fields that the class does not have are dropped. */
export function readBody<T extends object>(type: ClassConstructor<T>, body: unknown, rules: RequestRules): T {
  const { refusal, items } = bodyRule(type);
  if (items === undefined) return objectOf(type, body, refusal, rules);
  if (!Array.isArray(body)) throw refused(['must be an array'], refusal, rules);
  if (body.length > items.maximum) throw refused([`must hold at most ${items.maximum} items`], items.tooMany, rules);
  const list = new type() as T & unknown[];
  for (const item of body as readonly unknown[]) list.push(objectOf(items.type(), item, refusal, rules));
  return list;
}

function objectOf<T extends object>(
  type: ClassConstructor<T>,
  plain: unknown,
  refusal: RefusalWords | undefined,
  rules: RequestRules,
): T {
  const shaped = shape(type, plain);
  if (shaped.ok) return shaped.value;
  throw refused(shaped.faults, refusal, rules);
}

function refused(faults: readonly string[], refusal: RefusalWords | undefined, rules: RequestRules): HttpFailure {
  const { message, code, details } = refusal ?? {};
  return rules.refuse({
    kind: 'invalid',
    source: 'body',
    field: '',
    faults: message === undefined ? faults : [message],
    ...(code === undefined ? {} : { code }),
    ...(details === undefined ? {} : { details }),
    isWorded: message !== undefined,
  });
}
