import type { RefusalWords } from '@foretell/contracts/params';
import { plainToInstance, type ClassConstructor } from 'class-transformer';
import { validateSync, type ValidationError } from 'class-validator';

export type Shaped<T> = { readonly ok: true; readonly value: T } | Misshapen;

export interface Misshapen {
  readonly ok: false;
  readonly faults: readonly string[];
  /** What the constraint of the first fault says of its refusal, if anything. */
  readonly words?: RefusalWords;
}

/**
 * Parses one plain object into a DTO class: unknown fields are dropped (published clients send more than they must), every fault
 * is named once, by its path. A value, not an exception, so that one bad item of a batch harms no other.
 */
export function shape<T extends object>(type: ClassConstructor<T>, plain: unknown): Shaped<T> {
  if (typeof plain !== 'object' || plain === null || Array.isArray(plain)) return { ok: false, faults: ['must be an object'] };
  const value = plainToInstance(type, bounded(plain, DEPTH_MAX), { exposeDefaultValues: true });
  const errors = validateSync(value, { whitelist: true, forbidUnknownValues: true, stopAtFirstError: true });
  const [first] = errors;
  if (first === undefined) return { ok: true, value };
  const words = wordsOf(first);
  return { ok: false, faults: errors.flatMap((error) => faultsOf(error, '')), ...(words === undefined ? {} : { words }) };
}

/** Deeper than any request is. */
const DEPTH_MAX = 8;

/**
 * What of a plain value may go to the library, which recurses into fields that no class has, and asks a value's own field
 * `constructor` for its class: nestings of a hundred thousand lists or `{"constructor": 1}` would be faults of ours in place of
 * the caller's.
 */
function bounded(value: unknown, depth: number): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return depth === 0 ? [] : value.map((each: unknown) => bounded(each, depth - 1));
  const fields = depth === 0 ? [] : Object.entries(value).filter(([name]) => name !== 'constructor');
  return Object.fromEntries(fields.map(([name, each]) => [name, bounded(each, depth - 1)]));
}

/** A constraint carries its words as its context. */
function wordsOf({ constraints, contexts, children }: ValidationError): RefusalWords | undefined {
  const [name] = Object.keys(constraints ?? {});
  if (name !== undefined) return contexts?.[name] as RefusalWords | undefined;
  return children?.[0] === undefined ? undefined : wordsOf(children[0]);
}

function faultsOf(error: ValidationError, parent: string): string[] {
  const own = Object.values(error.constraints ?? {}).slice(0, 1);
  return [
    ...own.map((text) => parent + text),
    ...(error.children ?? []).flatMap((child) => faultsOf(child, `${parent}${error.property}.`)),
  ];
}
