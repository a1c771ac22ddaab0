import type { RefusalWords } from '@foretell/contracts/params';
import { plainToInstance, type ClassConstructor } from 'class-transformer';
import { validateSync, type ValidationError } from 'class-validator';

type UnknownFields = 'dropped' | 'refused';
export type Shaped<T> = { readonly ok: true; readonly value: T } | Misshapen;

export interface Misshapen {
  readonly ok: false;
  readonly faults: readonly string[];
  /** The field of the first fault; empty for the value itself. */
  readonly field: string;
  /** The refusal of the first fault's constraint, if any. */
  readonly words?: RefusalWords;
}

/**
 * Parses one plain object into a DTO class: drops unknown fields (published clients send more than required), and names every
 * fault once, by its path. Returns faults as a value, not an exception, so that one bad item of a batch does not affect the
 * others. In a file written by a person, an unknown field is refused, because it is a spelling mistake.
 */
export function shape<T extends object>(
  type: ClassConstructor<T>,
  plain: unknown,
  unknownFields: UnknownFields = 'dropped',
): Shaped<T> {
  if (typeof plain !== 'object' || plain === null || Array.isArray(plain))
    return { ok: false, faults: ['must be an object'], field: '' };
  const { value, errors } = validated(type, plain, unknownFields);
  const [first] = errors;
  if (first === undefined) return { ok: true, value };
  const words = wordsOf(first);
  const faults = errors.flatMap((error) => faultsOf(error));
  return { ok: false, faults, field: first.property, ...(words === undefined ? {} : { words }) };
}

/** A plain object as an instance of the class, and its errors. Nothing else calls class-validator. */
export function validated<T extends object>(
  type: ClassConstructor<T>,
  plain: object,
  unknownFields: UnknownFields = 'dropped',
): { readonly value: T; readonly errors: readonly ValidationError[] } {
  const value = plainToInstance(type, bounded(plain, DEPTH_MAX), { exposeDefaultValues: true });
  const forbidNonWhitelisted = unknownFields === 'refused';
  const rules = { whitelist: true, forbidNonWhitelisted, forbidUnknownValues: true, stopAtFirstError: true };
  return { value, errors: validateSync(value, rules) };
}

/** Deeper than any request. */
const DEPTH_MAX = 8;

/**
 * The part of a plain value that may be passed to the library. The library recurses into unknown fields, and takes a value's own
 * field `constructor` for its class. A hundred thousand nested lists or `{"constructor": 1}` would then cause an internal error
 * instead of a refusal.
 */
function bounded(value: unknown, depth: number): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return depth === 0 ? [] : value.map((each: unknown) => bounded(each, depth - 1));
  const fields = depth === 0 ? [] : Object.entries(value).filter(([name]) => name !== 'constructor');
  return Object.fromEntries(fields.map(([name, each]) => [name, bounded(each, depth - 1)]));
}

/** A constraint carries its refusal as its context. */
function wordsOf({ constraints, contexts, children }: ValidationError): RefusalWords | undefined {
  const [name] = Object.keys(constraints ?? {});
  if (name !== undefined) return contexts?.[name] as RefusalWords | undefined;
  return children?.[0] === undefined ? undefined : wordsOf(children[0]);
}

/** One sentence a field. */
export function faultsOf(error: ValidationError, parent = ''): string[] {
  const own = Object.values(error.constraints ?? {}).slice(0, 1);
  return [
    ...own.map((text) => parent + text),
    ...(error.children ?? []).flatMap((child) => faultsOf(child, `${parent}${error.property}.`)),
  ];
}
