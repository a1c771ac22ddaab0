import { ApiProperty } from '@nestjs/swagger';

/**
 * Says how a field of a fact is documented. Facts are trusted: nobody but a surface's own journal writes them, so nothing here
 * judges one.
 */
function field(schema: object, description: string, { isOptional }: Optional = {}): PropertyDecorator {
  return ApiProperty({ ...schema, description, required: isOptional !== true });
}

/** A field that came to a version of a fact after its first tellings: facts of before, and those with nothing to say, lack it. */
interface Optional {
  readonly isOptional?: true;
}

/** A field that may be null where its kind allows it. */
interface Nullable {
  readonly isNullable?: true;
}
const nullable = ({ isNullable }: Nullable): object => (isNullable === true ? { nullable: true } : {});

/** The name that tells facts apart: `{room}.{event}.v{version}`. */
export function TypeField(type: string): PropertyDecorator {
  return field({ type: 'string', enum: [type] }, 'Name and version of the fact');
}

export function TimeField(): PropertyDecorator {
  return field({ type: 'integer', minimum: 0 }, 'When the command was executed, Unix milliseconds');
}

export function TextField(description: string, options: Nullable & Optional = {}): PropertyDecorator {
  return field({ type: 'string', ...nullable(options) }, description, options);
}

export function FlagField(description: string, options: Optional = {}): PropertyDecorator {
  return field({ type: 'boolean' }, description, options);
}

/** One of the names, or of the numbers. */
export function OneOfField(names: readonly (string | number)[], description: string, options: Optional = {}): PropertyDecorator {
  return field({ type: typeof names[0] === 'number' ? 'integer' : 'string', enum: [...names] }, description, options);
}

export function WalletField(description = 'Wallet'): PropertyDecorator {
  return field({ type: 'string', pattern: '^0x[0-9a-f]{40}$' }, description);
}

/** 32 bytes: a condition, an order, a transaction, a builder. */
export function Bytes32Field(description: string, options: Nullable = {}): PropertyDecorator {
  return field({ type: 'string', pattern: '^0x[0-9a-f]{64}$', ...nullable(options) }, description);
}

/** Millionths of a share or of a USDC. */
export function MicrosField(description: string): PropertyDecorator {
  return field({ type: 'integer', minimum: 0 }, `${description}, micros (10^-6)`);
}

/** Ten-thousandths of a USDC. */
export function PipsField(description: string, options: Nullable = {}): PropertyDecorator {
  return field({ type: 'integer', minimum: 0, maximum: 10_000, ...nullable(options) }, `${description}, pips (0.0001 USDC)`);
}

export function CountField(description: string, options: Optional = {}): PropertyDecorator {
  return field({ type: 'integer', minimum: 0 }, description, options);
}

/** Payouts of outcome 0 and 1 in pips. */
export function PayoutField(description: string): PropertyDecorator {
  const items = { type: 'integer', minimum: 0, maximum: 10_000 };
  return field({ type: 'array', items, minItems: 2, maxItems: 2, nullable: true }, description);
}

/** Prices of outcome 0 and 1, millionths of a USDC. */
export function MicroPricesField(description: string, options: Optional = {}): PropertyDecorator {
  const items = { type: 'integer', minimum: 0, maximum: 1_000_000 };
  return field({ type: 'array', items, minItems: 2, maxItems: 2 }, description, options);
}

export function TextsField(description: string): PropertyDecorator {
  return field({ type: 'array', items: { type: 'string' } }, description);
}

/** Objects of another class. */
export function ListField(type: () => new () => object, description: string): PropertyDecorator {
  return field({ type: () => type(), isArray: true }, description);
}

/** An object of another class. */
export function PartField(type: () => new () => object, description: string, options: Nullable = {}): PropertyDecorator {
  return field({ type: () => type(), ...nullable(options) }, description);
}
