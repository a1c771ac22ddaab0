import { ApiProperty } from '@nestjs/swagger';
import { holding, isFlag, isHexOf, isText, isWhole, keepName, keepRule, listOf, partOf, type FieldRule } from './field-rules';

/** Declares a field's documentation and its valid values: consumers validate events by it (eventFault). */
function field(rule: FieldRule, schema: object, description: string, options: Nullable & Optional = {}): PropertyDecorator {
  const { isOptional, isNullable } = options;
  const documented = ApiProperty({ ...schema, ...nullable(options), description, required: isOptional !== true });
  const isAbsent = (value: unknown): boolean =>
    (isNullable === true && value === null) || (isOptional === true && value === undefined);
  return (prototype, name) => {
    documented(prototype, name);
    keepRule(prototype, String(name), (value) => (isAbsent(value) ? null : rule(value)));
  };
}

/** A field added to a version after it was first published: older events lack it, and so do events without a value for it. */
interface Optional {
  readonly isOptional?: true;
}

/** A field that may be null if its kind allows it. */
interface Nullable {
  readonly isNullable?: true;
}
const nullable = ({ isNullable }: Nullable): object => (isNullable === true ? { nullable: true } : {});

/** The name of an event type: `{subject}.{event}.v{version}`. */
export function TypeField(type: string): PropertyDecorator {
  const documented = ApiProperty({ type: 'string', enum: [type], description: 'Name and version of the event', required: true });
  return (prototype, name) => {
    documented(prototype, name);
    keepName(prototype, type);
  };
}

const TEXT = holding(isText, 'a text');
const WHOLE = holding(isWhole(), 'a whole number of 0 or more');
const PIPS = holding(isWhole(10_000), 'a whole number from 0 to 10000');
const MICRO_PRICE = holding(isWhole(1_000_000), 'a whole number from 0 to 1000000');
const WALLET = holding(isHexOf(20), '0x and 40 small hex digits');
const BYTES32 = holding(isHexOf(32), '0x and 64 small hex digits');

export function TimeField(): PropertyDecorator {
  return field(WHOLE, { type: 'integer', minimum: 0 }, 'When the command was executed, Unix milliseconds');
}

export function TextField(description: string, options: Nullable & Optional = {}): PropertyDecorator {
  return field(TEXT, { type: 'string' }, description, options);
}

export function FlagField(description: string, options: Optional = {}): PropertyDecorator {
  return field(holding(isFlag, 'true or false'), { type: 'boolean' }, description, options);
}

/** One of the names, or of the numbers. */
export function OneOfField(names: readonly (string | number)[], description: string, options: Optional = {}): PropertyDecorator {
  const known: readonly unknown[] = names;
  const rule = holding((value) => known.includes(value), `one of ${names.join(', ')}`);
  return field(rule, { type: typeof names[0] === 'number' ? 'integer' : 'string', enum: [...names] }, description, options);
}

export function WalletField(description = 'Wallet'): PropertyDecorator {
  return field(WALLET, { type: 'string', pattern: '^0x[0-9a-f]{40}$' }, description);
}

/** 32 bytes: a condition, an order, a transaction, a builder. */
export function Bytes32Field(description: string, options: Nullable = {}): PropertyDecorator {
  return field(BYTES32, { type: 'string', pattern: '^0x[0-9a-f]{64}$' }, description, options);
}

/** Millionths of a share or of a USDC. */
export function MicrosField(description: string, options: Optional = {}): PropertyDecorator {
  return field(WHOLE, { type: 'integer', minimum: 0 }, `${description}, micros (10^-6)`, options);
}

/** Ten-thousandths of a USDC. */
export function PipsField(description: string, options: Nullable = {}): PropertyDecorator {
  return field(PIPS, { type: 'integer', minimum: 0, maximum: 10_000 }, `${description}, pips (0.0001 USDC)`, options);
}

export function CountField(description: string, options: Optional = {}): PropertyDecorator {
  return field(WHOLE, { type: 'integer', minimum: 0 }, description, options);
}

/** Payouts of outcome 0 and 1 in pips. */
export function PayoutField(description: string): PropertyDecorator {
  const items = { type: 'integer', minimum: 0, maximum: 10_000 };
  return field(listOf(PIPS, 2), { type: 'array', items, minItems: 2, maxItems: 2 }, description, { isNullable: true });
}

/** Prices of outcome 0 and 1, millionths of a USDC. */
export function MicroPricesField(description: string, options: Optional = {}): PropertyDecorator {
  const items = { type: 'integer', minimum: 0, maximum: 1_000_000 };
  return field(listOf(MICRO_PRICE, 2), { type: 'array', items, minItems: 2, maxItems: 2 }, description, options);
}

export function TextsField(description: string): PropertyDecorator {
  return field(listOf(TEXT), { type: 'array', items: { type: 'string' } }, description);
}

/** Objects of another class. */
export function ListField(type: () => new () => object, description: string, options: Optional = {}): PropertyDecorator {
  return field(listOf(partOf(type)), { type: () => type(), isArray: true }, description, options);
}

/** An object of another class. */
export function PartField(
  type: () => new () => object,
  description: string,
  options: Nullable & Optional = {},
): PropertyDecorator {
  return field(partOf(type), { type: () => type() }, description, options);
}
