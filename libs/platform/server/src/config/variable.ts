import { Transform, Type } from 'class-transformer';
import {
  IsIn,
  IsInt,
  IsIP,
  IsOptional,
  Matches,
  Max,
  MaxLength,
  Min,
  ValidateBy,
  type ValidationArguments,
} from 'class-validator';

/** Entries of the table of variables, besides a variable's rule. */
export interface VariableNotes {
  /** The variable's effect, as an end of the sentence "NAME: ...". */
  readonly does: string;
  /** The default in words, when its value is unclear, or must not be shown. */
  readonly unset?: string;
}

/** A declared variable, as the table of variables shows it. */
export interface Variable {
  readonly name: string;
  readonly does: string;
  readonly default: string;
  /** The accepted values. */
  readonly values: string;
}

interface Declaration extends VariableNotes {
  readonly values: string;
}

interface WholeNumberNotes extends VariableNotes {
  readonly min: number;
  readonly max?: number;
  /** In the plural: seconds, connections. */
  readonly unit?: string;
}

interface TextNotes extends VariableNotes {
  readonly pattern: RegExp;
  /** The end of the sentence "NAME must be ...". */
  readonly is: string;
}

/** By the prototype of the class that declares them. */
const declared = new Map<object, Map<string, Declaration>>();

/** The variables of a class and of the classes that it extends, those of the base class first. */
export function variablesOf(type: new () => object): Variable[] {
  const defaults = new type();
  const chain: object[] = [];
  for (let each: unknown = type.prototype; each instanceof Object; each = Object.getPrototypeOf(each)) chain.unshift(each);
  return chain.flatMap((prototype) =>
    [...(declared.get(prototype) ?? [])].map(([name, { does, unset, values: accepted }]) => {
      const value: unknown = Reflect.get(defaults, name);
      const text = typeof value === 'string' ? value : JSON.stringify(value);
      return { name, does, default: unset ?? (text ? `\`${text}\`` : 'none'), values: accepted };
    }),
  );
}

/** A whole number within bounds. */
export function WholeNumber({ min, max, unit, ...notes }: WholeNumberNotes): PropertyDecorator {
  const bounds = max === undefined ? `${min} or more` : `${min} to ${max}`;
  const rule = `a whole number${unit === undefined ? '' : ` of ${unit}`}, ${bounds}`;
  return variable({ ...notes, values: unit === undefined ? bounds : `${bounds} ${unit}` }, rule, (message) => [
    Type(() => Number),
    IsInt({ message }),
    Min(min, { message }),
    ...(max === undefined ? [] : [Max(max, { message })]),
  ]);
}

/** A TCP port. */
export function Port(notes: VariableNotes & { readonly min: 0 | 1 }): PropertyDecorator {
  return WholeNumber({ ...notes, max: 65_535 });
}

/** One of a list of words. */
export function OneOf(words: readonly string[], notes: VariableNotes): PropertyDecorator {
  const values = words.map((word) => `\`${word}\``).join(', ');
  return variable({ ...notes, values }, listOf(words), (message) => [IsIn(words, { message })]);
}

/** true or false, read as a boolean. */
export function TrueOrFalse(notes: VariableNotes): PropertyDecorator {
  const read = ({ value }: { value: unknown }): unknown => (value === 'true' ? true : value === 'false' ? false : value);
  return variable({ ...notes, values: '`true`, `false`' }, 'true or false', (message) => [
    Transform(read),
    IsIn([true, false], { message }),
  ]);
}

/** A text that matches a pattern. */
export function Text({ pattern, is, ...notes }: TextNotes): PropertyDecorator {
  return variable({ ...notes, values: is }, is, (message) => [Matches(pattern, { message })]);
}

/** Any text up to a length. */
export function FreeText({ max, ...notes }: VariableNotes & { readonly max: number }): PropertyDecorator {
  const is = `a text of at most ${max} characters`;
  return variable({ ...notes, values: is }, is, (message) => [MaxLength(max, { message })]);
}

/** An IP address of the machine. */
export function IpAddress(notes: VariableNotes): PropertyDecorator {
  const is = 'an IP address, such as 127.0.0.1';
  return variable({ ...notes, values: is }, is, (message) => [IsIP(undefined, { message })]);
}

/** A text that a function accepts. */
export function Accepted(accepts: (text: string) => boolean, notes: VariableNotes & { readonly is: string }): PropertyDecorator {
  const validator = { validate: (value: unknown) => typeof value === 'string' && accepts(value) };
  return variable({ ...notes, values: notes.is }, notes.is, (message) => [
    ValidateBy({ name: 'accepted', validator }, { message }),
  ]);
}

/** The database of a service. DATABASE_URL replaces it (readServiceVariables), so that one of the two is required. */
export function DatabaseUrl(service: string): PropertyDecorator {
  const notes = { does: `database of ${service}`, unset: '`DATABASE_URL`', values: POSTGRES };
  return variable(notes, `${POSTGRES}; default DATABASE_URL`, (message) => [Matches(POSTGRES_URL, { message })]);
}

/** A text that is valid only together with another variable. */
export function TextWith(other: string, notes: VariableNotes & { readonly is: string }): PropertyDecorator {
  const validate = (_text: unknown, seen?: ValidationArguments): boolean => Reflect.get(seen?.object ?? {}, other) !== undefined;
  return (prototype, name) => {
    variable({ ...notes, values: notes.is }, notes.is, () => [])(prototype, name);
    ValidateBy({ name: 'together', validator: { validate } }, { message: `${other} must be set when ${String(name)} is` })(
      prototype,
      name,
    );
  };
}

/** A variable that replaces others, which validate it. */
export function Described(notes: VariableNotes & { readonly values: string }): PropertyDecorator {
  return variable(notes, notes.values, () => []);
}

const POSTGRES = 'postgresql://user:password@host:port/database';
const POSTGRES_URL = /^postgres(?:ql)?:\/\/\S+$/;

/** Every fault of a variable has one text, which names the variable and says what it must be, and never shows the value. */
function variable(notes: Declaration, rule: string, rulesOf: (message: string) => PropertyDecorator[]): PropertyDecorator {
  return (prototype, name) => {
    const own = declared.get(prototype) ?? new Map<string, Declaration>();
    declared.set(prototype, own.set(String(name), notes));
    for (const apply of [IsOptional(), ...rulesOf(`${String(name)} must be ${rule}`)]) apply(prototype, name);
  };
}

function listOf(words: readonly string[]): string {
  return words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} or ${words.at(-1)}`;
}
