import { plainToInstance, type ClassConstructor } from 'class-transformer';
import { validateSync, type ValidationError } from 'class-validator';

export type Shaped<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly faults: readonly string[] };

/**
 * Parses one plain object into a DTO class: unknown fields are dropped (published clients send more than they must), every fault
 * is named. A value, not an exception, so that one bad item of a batch harms no other.
 */
export function shape<T extends object>(type: ClassConstructor<T>, plain: unknown): Shaped<T> {
  if (typeof plain !== 'object' || plain === null || Array.isArray(plain)) return { ok: false, faults: ['must be an object'] };
  const value = plainToInstance(type, plain, { exposeDefaultValues: true });
  const faults = validateSync(value, { whitelist: true, forbidUnknownValues: true }).flatMap((error) => faultsOf(error, ''));
  return faults.length === 0 ? { ok: true, value } : { ok: false, faults };
}

function faultsOf(error: ValidationError, parent: string): string[] {
  const own = Object.values(error.constraints ?? {}).map((text) => parent + text);
  return [...own, ...(error.children ?? []).flatMap((child) => faultsOf(child, `${parent}${error.property}.`))];
}
