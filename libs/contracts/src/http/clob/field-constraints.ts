import { ValidateBy, ValidateIf, type ValidationArguments, type ValidationOptions } from 'class-validator';
import type { RefusalWords } from '../params';

/** The field may be absent; null is a value like any other, and not a text. */
export const WhenGiven = (): PropertyDecorator => ValidateIf((_, value) => value !== undefined);

/** A constraint whose rejection has its own message. The library drops the context of a constraint without a message. */
export const worded = (words: RefusalWords): ValidationOptions => ({
  message: words.message ?? '$property is invalid',
  context: words,
});

/**
 * One sentence that says what the field must be, or that it is missing. It begins with the field name; parent names are put
 * before it.
 */
export const must = (be: string): ValidationOptions => ({
  message: ({ property, value }: ValidationArguments) =>
    value === undefined ? `${property} is missing` : `${property} must ${be}`,
});

/** Refuses two names of one field with different values: to act on one of them is a guess. Letter case does not count. */
export function OneValueOf(name: string, other: string, { message, ...words }: RefusalWords): PropertyDecorator {
  const given = (object: object, key: string): string => String(Reflect.get(object, key) ?? '').toLowerCase();
  const validate = (_value: unknown, argument?: { readonly object: object }): boolean => {
    const [one, two] = [given(argument?.object ?? {}, name), given(argument?.object ?? {}, other)];
    return one === '' || two === '' || one === two;
  };
  const differing = { ...words, message: `${message}: ${name} and ${other} differ` };
  return ValidateBy({ name: 'oneValueOf', validator: { validate } }, worded(differing));
}
