import 'reflect-metadata';
import { applyDecorators } from './apply-decorators';
import { ApiProperty, type ApiPropertyOptions } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import { IsOptional, type ValidationOptions } from 'class-validator';

/**
 * How a refusal reads where a surface's usual text does not do: the sentence, a stable code for machines, and what helps the
 * caller act.
 */
export interface RefusalWords {
  readonly message?: string;
  readonly code?: string;
  readonly details?: Readonly<Record<string, unknown>>;
}

/** What the reader of requests knows of a query or path parameter before it looks at its value. */
export interface ParamRule {
  /** Other names of the same parameter; the first of them that a request has counts like the name itself. */
  readonly aliases: readonly string[];
  readonly isRequired: boolean;
  /** May be given several times, each value being one that is wanted. */
  readonly isRepeatable: boolean;
  /** A value of white space alone counts as absent. */
  readonly isTrimmed: boolean;
  /** An empty text is a value of it, also on a surface where it means that the parameter was left out. */
  readonly takesEmpty: boolean;
  /** What holds when the parameter is absent. */
  readonly fallback: unknown;
  /** The value of what is given, as ParamKind says. */
  readonly read: ParamKind['read'];
  /** How the absence of a required parameter is refused, where the usual text does not do. */
  readonly missing?: RefusalWords;
  /** How a parameter that is given more than once is refused, where the usual text does not do. */
  readonly repeated?: RefusalWords;
}

export interface ParamOptions {
  readonly description: string;
  readonly example?: unknown;
  readonly aliases?: readonly string[];
  readonly required?: true;
  readonly missing?: RefusalWords;
  readonly repeated?: RefusalWords;
  /** How a value that is none is refused; the message is the kind's own when absent. */
  readonly refusal?: RefusalWords;
}

/** One kind of parameter: how texts become its value, how the value is judged, how it is documented. */
export interface ParamKind {
  /** The value of a text; the text itself where it is none, for the constraints to refuse. Repeatable kinds get all texts. */
  read(given: string | readonly string[]): unknown;
  readonly constraints: readonly PropertyDecorator[];
  readonly schema: ApiPropertyOptions;
  readonly fallback?: unknown;
  readonly isRepeatable?: true;
  readonly isTrimmed?: true;
  readonly takesEmpty?: true;
}

const RULES = Symbol.for('foretell.contracts.params');

/** Declares a property of a request class as a parameter of the query or the path. */
export function RequestParam(
  kind: ParamKind,
  { description, example, aliases = [], required, missing, repeated }: ParamOptions,
): PropertyDecorator {
  const rule: ParamRule = {
    aliases,
    isRequired: required === true,
    isRepeatable: kind.isRepeatable === true,
    isTrimmed: kind.isTrimmed === true,
    takesEmpty: kind.takesEmpty === true,
    fallback: kind.fallback,
    read: (given) => kind.read(given),
    ...(missing === undefined ? {} : { missing }),
    ...(repeated === undefined ? {} : { repeated }),
  };
  const schema = {
    ...kind.schema,
    description,
    required: rule.isRequired,
    ...(example === undefined ? {} : { example }),
    ...(kind.fallback === undefined || kind.fallback === null || 'default' in kind.schema ? {} : { default: kind.fallback }),
    ...(aliases.length === 0 ? {} : { 'x-aliases': [...aliases] }),
  };
  return applyDecorators(
    declare(rule),
    Transform(({ value }: { value: string | readonly string[] | undefined }) =>
      value === undefined ? undefined : kind.read(value),
    ),
    ...(rule.isRequired ? [] : [IsOptional()]),
    ...kind.constraints,
    ApiProperty(schema as ApiPropertyOptions),
  );
}

function declare(rule: ParamRule): PropertyDecorator {
  return (prototype, name) => {
    const rules = new Map(paramRules(prototype));
    rules.set(String(name), rule);
    Reflect.defineMetadata(RULES, rules, prototype);
  };
}

/** The parameters of a request class in the order of their declaration, inherited ones first; empty for any other class. */
export function paramRules(prototype: object): ReadonlyMap<string, ParamRule> {
  return (Reflect.getMetadata(RULES, prototype) as ReadonlyMap<string, ParamRule> | undefined) ?? new Map<string, ParamRule>();
}

/** The options of each constraint of a parameter: its sentence, and code and details for the caller where they are given. */
export function saying(usual: string, { refusal }: ParamOptions): ValidationOptions {
  return { message: refusal?.message ?? usual, ...(refusal === undefined ? {} : { context: refusal }) };
}
