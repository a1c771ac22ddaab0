import { IsOptional, ValidateBy, type ValidationArguments } from 'class-validator';
import { applyDecorators } from '../http/params/apply-decorators';

type Message = string | ((seen: ValidationArguments) => string);

/** A rule for a field of a client's message, with the code and the sentence of its refusal. */
export function Refused(unless: (value: unknown) => boolean, code: string, message: Message): PropertyDecorator {
  return ValidateBy({ name: 'message', validator: { validate: unless } }, { message, context: { code } });
}

/** The same for a field that may be absent or null. */
export function RefusedIfGiven(unless: (value: unknown) => boolean, code: string, message: Message): PropertyDecorator {
  return applyDecorators(IsOptional(), Refused(unless, code, message));
}

export const isText = (value: unknown): boolean => typeof value === 'string';
export const isFlag = (value: unknown): boolean => typeof value === 'boolean';
export const isTexts = (value: unknown): boolean => Array.isArray(value) && value.every(isText);
export const oneOf =
  (...texts: readonly unknown[]) =>
  (value: unknown): boolean =>
    texts.includes(value);
