import { ApiProperty } from '@nestjs/swagger';
import { IsArray, IsBoolean, IsIn, IsInt, IsString, Matches, Max, Min, MinLength, ValidateBy, ValidateIf } from 'class-validator';

/** Options of every field of an operator command. */
interface FieldOptions {
  readonly description: string;
  readonly isOptional?: true;
  readonly isNullable?: true;
  /** The error for an invalid value, if the kind's own message is not enough. `$property` is the field's name. */
  readonly refusal?: string;
}

/** Declares the kind of a field once: its documentation and, in a request, its validation. */
function field(kind: object, checks: readonly PropertyDecorator[], options: FieldOptions): PropertyDecorator {
  const { description, isOptional, isNullable } = options;
  const schema = { ...kind, description, required: isOptional !== true, ...(isNullable === true ? { nullable: true } : {}) };
  const decorators = [
    ApiProperty(schema),
    ...(isOptional === true ? [ValidateIf((_: object, value: unknown) => value !== undefined)] : []),
    ...(isNullable === true ? [ValidateIf((_: object, value: unknown) => value !== null)] : []),
    ...checks,
  ];
  return (prototype, name) => {
    for (const decorate of decorators) decorate(prototype, name);
  };
}

function patternField(pattern: RegExp, usual: string, options: FieldOptions): PropertyDecorator {
  return field({ type: 'string', pattern: pattern.source }, [Matches(pattern, { message: options.refusal ?? usual })], options);
}

export function TextField(options: FieldOptions): PropertyDecorator {
  return field({ type: 'string' }, [IsString({ message: options.refusal ?? 'the $property must be text' })], options);
}

export function FlagField(options: FieldOptions): PropertyDecorator {
  return field({ type: 'boolean' }, [IsBoolean({ message: 'the $property must be true or false' })], options);
}

/** The name of a stored item: any non-empty text. */
export function NameField(options: FieldOptions): PropertyDecorator {
  const message = options.refusal ?? 'the $property must not be empty';
  return field({ type: 'string', minLength: 1 }, [IsString({ message }), MinLength(1, { message })], options);
}

/** Case does not matter in a request; a reply has lower case. */
export function AddressField(options: FieldOptions): PropertyDecorator {
  return patternField(/^0x[0-9a-fA-F]{40}$/, 'the $property must be 0x and 40 hex digits', options);
}

export function ConditionIdField(options: FieldOptions): PropertyDecorator {
  return patternField(/^0x[0-9a-f]{64}$/, 'the $property must be 0x and 64 hex digits', options);
}

/**
 * A decimal string without sign and exponent. Its description has the unit and bounds; the service limits the number of decimals.
 */
export function DecimalField(options: FieldOptions): PropertyDecorator {
  return patternField(/^(0|[1-9][0-9]*)(\.[0-9]+)?$/, 'the $property must be a decimal number such as 10 or 0.5', options);
}

/** USDC above 0. */
export function PaymentField(options: FieldOptions): PropertyDecorator {
  const pattern = /^(?!0(\.0+)?$)(0|[1-9][0-9]*)(\.[0-9]{1,6}0*)?$/;
  return patternField(pattern, 'the $property must be USDC above 0 with at most six decimals, such as 250.5', options);
}

/** A token of a NATS subject, so that the permissions of a NATS user can contain it. */
export const ACTOR = /^[a-z0-9][a-z0-9_-]{0,62}$/;

/** The operator who sends the command. */
export function ActorField(options: FieldOptions): PropertyDecorator {
  return patternField(ACTOR, 'the $property must be 1 to 63 lower-case letters, digits, _ or -', options);
}

/** A web address. */
export function LinkField(options: FieldOptions): PropertyDecorator {
  return patternField(
    /^https?:\/\/[\x21-\x7e]{1,500}$/,
    'the $property must be a link: https:// and at most 500 characters',
    options,
  );
}

/** One line for people to read. */
export function NoteField(options: FieldOptions): PropertyDecorator {
  return patternField(/^\P{Cc}{1,500}$/u, 'the $property must be one line of 1 to 500 characters', options);
}

/** Visible ASCII characters. */
export function ReferenceField(options: FieldOptions): PropertyDecorator {
  return patternField(/^[\x21-\x7e]{1,200}$/, 'the $property must be 1 to 200 visible ASCII characters', options);
}

export function DayField(options: FieldOptions): PropertyDecorator {
  return patternField(/^\d{4}-\d{2}-\d{2}$/, 'the $property must be a UTC date such as 2026-11-21', options);
}

interface IntegerOptions extends FieldOptions {
  readonly minimum: number;
  readonly maximum?: number;
}

export function IntegerField(options: IntegerOptions): PropertyDecorator {
  const { minimum, maximum } = options;
  const bounds = maximum === undefined ? `${minimum} or more` : `from ${minimum} to ${maximum}`;
  const message = options.refusal ?? `the $property must be a whole number ${bounds}`;
  const most = maximum ?? Number.MAX_SAFE_INTEGER;
  const checks = [IsInt({ message }), Min(minimum, { message }), Max(most, { message })];
  return field({ type: 'integer', minimum, maximum: most }, checks, options);
}

interface OneOfOptions extends FieldOptions {
  readonly names: readonly string[];
}

export function OneOfField(options: OneOfOptions): PropertyDecorator {
  const names = [...options.names];
  const known = `${names.slice(0, -1).join(', ')} or ${names.at(-1) ?? ''}`;
  return field({ type: 'string', enum: names }, [IsIn(names, { message: `the $property must be ${known}` })], options);
}

/** The two outcomes of a market in index order. */
export function OutcomePairField(options: FieldOptions): PropertyDecorator {
  return field({ type: 'array', items: { type: 'string' }, minItems: 2, maxItems: 2 }, [], options);
}

export function TextsField(options: FieldOptions): PropertyDecorator {
  const message = 'the $property must be a list of texts';
  return field({ type: 'array', items: { type: 'string' } }, [IsArray({ message }), IsString({ message, each: true })], options);
}

/** Objects of another class. For replies only: the contents are not validated. */
export function ListField(type: () => new () => object, options: FieldOptions): PropertyDecorator {
  return field({ type: () => type(), isArray: true }, [], options);
}

/** An object of another class. For replies only, as a list. */
export function ObjectField(type: () => new () => object, options: FieldOptions): PropertyDecorator {
  return field({ type: () => type() }, [], options);
}

interface RowsOptions extends FieldOptions {
  readonly type: () => new () => object;
  readonly minimum: number;
  readonly maximum: number;
}

/** Rows with their places. The rows are not validated here: the import validates them one by one. */
export function PlacedRowsField(options: RowsOptions): PropertyDecorator {
  const { type, minimum, maximum } = options;
  const isRows = (value: unknown): boolean =>
    Array.isArray(value) && value.length >= minimum && value.length <= maximum && value.every(isPlacedRow);
  const message = options.refusal ?? `the $property must be a list of ${minimum} to ${maximum} {place, row}`;
  const check = ValidateBy({ name: 'placedRows', validator: { validate: isRows } }, { message });
  return field({ type: () => type(), isArray: true, minItems: minimum, maxItems: maximum }, [check], options);
}

function isPlacedRow(value: unknown): boolean {
  return (
    typeof value === 'object' &&
    value !== null &&
    'row' in value &&
    'place' in value &&
    typeof value.place === 'string' &&
    isPosition(value)
  );
}

function isPosition(value: object): boolean {
  return !('position' in value) || (Number.isSafeInteger(value.position) && Number(value.position) >= 0);
}

/** A row of a file, unchanged. */
export function RowField(options: FieldOptions): PropertyDecorator {
  return field({ type: 'object', additionalProperties: true }, [], options);
}
