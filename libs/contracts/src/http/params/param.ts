import 'reflect-metadata';
import { applyDecorators } from './apply-decorators';
import { ApiProperty, type ApiPropertyOptions } from '@nestjs/swagger';
import { IsOptional, type ValidationOptions } from 'class-validator';

/**
 * An error text, if the service's default does not fit: the sentence, a stable code for machines, and details for the caller to
 * act on.
 */
export interface RefusalWords {
  readonly message?: string;
  readonly code?: string;
  readonly details?: Readonly<Record<string, unknown>>;
}

/** The rules of a query or path parameter apart from its value. */
export interface ParamRule {
  /** Other names of the parameter; the first one present counts like the name itself. */
  readonly aliases: readonly string[];
  readonly isRequired: boolean;
  /** May be given several times; all values apply. */
  readonly isRepeatable: boolean;
  /** A value of white space only counts as absent. */
  readonly isTrimmed: boolean;
  /** An empty text is a value, even on a service where it means absent. */
  readonly takesEmpty: boolean;
  /** The default when the parameter is absent. */
  readonly fallback: unknown;
  /** Parses the given text, as in ParamKind. */
  readonly read: ParamKind['read'];
  /** The error for a missing required parameter, if the default text does not fit. */
  readonly missing?: RefusalWords;
  /** The error for a repeated parameter, if the default text does not fit. */
  readonly repeated?: RefusalWords;
}

export interface ParamOptions {
  readonly description: string;
  readonly example?: unknown;
  readonly aliases?: readonly string[];
  readonly required?: true;
  readonly missing?: RefusalWords;
  readonly repeated?: RefusalWords;
  /** The error for an invalid value; by default the kind's own message. */
  readonly refusal?: RefusalWords;
}

/** One kind of parameter: how a text is parsed, validated and documented. */
export interface ParamKind {
  /**
   * Parses a text. Returns the text itself if it is invalid, so that the constraints refuse it. Repeatable kinds receive all
   * texts.
   */
  read(given: string | readonly string[]): unknown;
  readonly constraints: readonly PropertyDecorator[];
  readonly schema: ApiPropertyOptions;
  readonly isRepeatable?: true;
}

/** Options that only some kinds have; as in ParamRule. */
interface KindOptions extends ParamOptions {
  readonly fallback?: unknown;
  readonly isTrimmed?: true;
  readonly takesEmpty?: true;
}

const RULES = Symbol.for('foretell.contracts.params');

/** Declares a property of a request class as a query or path parameter. */
export function RequestParam(kind: ParamKind, options: KindOptions): PropertyDecorator {
  const { description, example, aliases = [], required, missing, repeated, fallback, isTrimmed, takesEmpty } = options;
  const rule: ParamRule = {
    aliases,
    isRequired: required === true,
    isRepeatable: kind.isRepeatable === true,
    isTrimmed: isTrimmed === true,
    takesEmpty: takesEmpty === true,
    fallback,
    read: (given) => kind.read(given),
    ...(missing === undefined ? {} : { missing }),
    ...(repeated === undefined ? {} : { repeated }),
  };
  const schema = {
    ...kind.schema,
    description,
    required: rule.isRequired,
    ...(example === undefined ? {} : { example }),
    ...(fallback === undefined || fallback === null || 'default' in kind.schema ? {} : { default: fallback }),
    ...(aliases.length === 0 ? {} : { 'x-aliases': [...aliases] }),
  };
  return applyDecorators(
    declare(rule),
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

/** The parameters of a request class in order of declaration, inherited ones first; empty for any other class. */
export function paramRules(prototype: object): ReadonlyMap<string, ParamRule> {
  return (Reflect.getMetadata(RULES, prototype) as ReadonlyMap<string, ParamRule> | undefined) ?? new Map<string, ParamRule>();
}

/** The options of each constraint of a parameter: its message, and code and details if given. */
export function saying(usual: string, { refusal }: ParamOptions): ValidationOptions {
  return { message: refusal?.message ?? usual, ...(refusal === undefined ? {} : { context: refusal }) };
}
